//! What a finished game is worth beside won, lost or drawn.

use kaiketsu_games::quantum_tic_tac_toe::{Position, QuantumTicTacToe};

/// A remark on a finished game.
pub(crate) type Scoring<G, P> = fn(&G, &P) -> Option<String>;

/// Complete or narrow, and the points of the original scoring.
pub(crate) fn quantum(_: &QuantumTicTacToe, position: &Position) -> Option<String> {
    let finish = position.finish()?;
    let (first, second) = finish.points();
    let kind = match (finish.winner(), finish.complete_winner()) {
        (None, _) => "Nobody has a line",
        (Some(true), Some(_)) => "A complete win of the first player",
        (Some(true), None) => "A narrow win of the first player",
        (Some(false), Some(_)) => "A complete win of the second player",
        (Some(false), None) => "A narrow win of the second player",
    };
    Some(format!("{kind}; points {first} : {second} by the original scoring."))
}
