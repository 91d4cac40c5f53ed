//! x
use kaiketsu_game::Game;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_prove::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let method = if a[1] == "df" { Method::DepthFirst } else { Method::ProofNumbers };
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        let t = std::time::Instant::now();
        let p = Prover::new(&game, Options { memory: Some(a[2].parse::<usize>().unwrap() << 20), threads: 1, method: Some(method) });
        println!("alloc {:.3}", t.elapsed().as_secs_f64());
        for goal in ["first-complete", "first-narrow", "second-narrow", "second-complete"] {
            println!("{} {goal} {:?} {:?}", game.id(), p.ask(&game.start(), Side::First, goal.parse().unwrap(), None), p.table_use());
        }
        println!("all {:.3}", t.elapsed().as_secs_f64());
    }
}
