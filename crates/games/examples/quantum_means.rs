//! Mean number of second moves that the published searches of quantum
//! tic-tac-toe try after a first move, for all orderings:
//! `cargo run --release --example quantum_means`.

use kaiketsu_engine::search::{Goal, Options, Ordering, Prover, Side, answers_tried, play_all};
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;

/// One first move of each class, as in figure 4 of the paper.
const FIRST_MOVES: [&str; 8] = ["1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8"];

fn main() {
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        let prover = Prover::new(&game, Options::default());
        for side in [Side::First, Side::Second] {
            for goal in [Goal::complete(side), Goal::win(side)] {
                let means = [0, 1, 2].map(Ordering).map(|ordering| {
                    let tried = FIRST_MOVES.iter().map(|first| {
                        let position = play_all(&game, first).expect("the moves are legal");
                        answers_tried(&prover, &position, goal, ordering)
                    });
                    tried.sum::<u64>() as f64 / FIRST_MOVES.len() as f64
                });
                println!("{game:?} {goal}: {means:.2?}");
            }
        }
    }
}
