//! Writes the certificate of a game's start and checks it:
//! `cargo run --release --example certify -- otrio FILE MiB`.

use std::time::Instant;

use kaiketsu_engine::search::{Certifiable, Options, Provable, Prover, check};
use kaiketsu_games::otrio::Otrio;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, file, mib] = &arguments[..] else { panic!("wanted: GAME FILE MiB") };
    let memory = mib.parse::<usize>().ok().map(|mib| mib << 20);
    match id.as_str() {
        "otrio" => certify(Otrio::STANDARD, file, memory),
        "otrio-no-centre" => certify(Otrio::NO_CENTRE, file, memory),
        "quantum-tic-tac-toe" => certify(QuantumTicTacToe::ORIGINAL, file, memory),
        _ => certify(QuantumTicTacToe::REVISED, file, memory),
    }
}

fn certify<G: Provable + Certifiable>(game: G, file: &str, memory: Option<usize>) {
    let prover = Prover::new(game, Options { memory, ..Options::default() });
    let (game, began) = (prover.game(), Instant::now());
    let certificate = prover.certify_value(&game.start());
    println!("{}: {} bytes written, {:.1} s", game.id(), certificate.0.len(), began.elapsed().as_secs_f64());
    std::fs::write(file, &certificate.0).expect("the file can be written");
    let began = Instant::now();
    let checked = check(game, &certificate).expect("the certificate is a proof");
    let value = checked.claims.value.unwrap_or_default();
    println!("checked: {value}, {} positions, {:.1} s", checked.positions, began.elapsed().as_secs_f64());
}
