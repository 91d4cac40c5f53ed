//! All goals of quantum tic-tac-toe, each rule from an empty table, with what
//! they cost: `cargo run --release --example quantum_goals [MiB]`.

use kaiketsu_engine::search::{Goal, Options, Prover, Side};
use kaiketsu_game::Game;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;

fn main() {
    let memory = std::env::args().nth(1).and_then(|text| text.parse::<usize>().ok()).map(|mib| mib << 20);
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        let prover = Prover::new(game, Options { memory, ..Options::default() });
        let mut seconds = 0.0;
        for goal in [
            Goal::complete(Side::First),
            Goal::win(Side::First),
            Goal::win(Side::Second),
            Goal::complete(Side::Second),
        ] {
            let answer = prover.ask(&game.start(), Side::First, goal, None);
            seconds += answer.seconds;
            println!(
                "{} {goal}: {} ({} nodes, {:.3} s)",
                game.id(),
                answer.reached,
                answer.nodes,
                answer.seconds
            );
        }
        let (used, capacity) = prover.table_use();
        let rate = prover.nodes() as f64 / seconds;
        println!(
            "{}: {} nodes, {rate:.0} per second, table {used} of {capacity}, {seconds:.3} s",
            game.id(),
            prover.nodes()
        );
    }
}
