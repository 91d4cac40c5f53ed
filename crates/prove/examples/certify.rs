//! x
use kaiketsu_game::*;
use kaiketsu_games::{otrio::Otrio, quantum_tic_tac_toe::QuantumTicTacToe};
use kaiketsu_prove::*;
fn go<G: Provable + Certifiable>(game: &G, after: &str, memory: usize) where G::Position: Ord {
    let mut p = game.start();
    for m in after.split_whitespace() { let mv = game.read_move(&p, m).unwrap(); p = game.play(&p, &mv).position; }
    let prover = Prover::new(game, Options { memory: Some(memory << 20), ..Options::default() });
    let t = std::time::Instant::now();
    let v = prover.value(&p, game.side_to_move(&p));
    println!("{} {after} {v:?}", game.id());
    let c = prover.certify_value(&p);
    println!("written {} bytes at {:.1}s", c.0.len(), t.elapsed().as_secs_f64());
    let k = check(game, &c);
    println!("checked {:?} at {:.1}s", k.map(|k| (k.positions, k.claims)), t.elapsed().as_secs_f64());
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let memory = a[3].parse().unwrap();
    match a[1].as_str() {
        "otrio" => go(&Otrio::STANDARD, &a[2], memory),
        "otrio-no-centre" => go(&Otrio::NO_CENTRE, &a[2], memory),
        "q" => go(&QuantumTicTacToe::ORIGINAL, &a[2], memory),
        _ => go(&QuantumTicTacToe::REVISED, &a[2], memory),
    }
}
