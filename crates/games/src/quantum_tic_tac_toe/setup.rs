//! The variants of quantum tic-tac-toe, how they are solved and proved, and
//! what is said of a finished game.

use std::sync::Arc;

use kaiketsu_engine::setup::{BySearch, IntoSetup, Numbered, Setup};

use super::solution::{QuantumLanes, QuantumScanner};
use super::{Grade, Position, QuantumTicTacToe};
use crate::Named;

/// The variants that are registered.
pub const RULES: [Named<QuantumTicTacToe>; 2] = [
    Named { name: "", of: QuantumTicTacToe::ORIGINAL },
    Named { name: "self", of: QuantumTicTacToe::REVISED },
];

/// A variant, solved as a whole and proved by search.
#[must_use]
pub fn setup(rules: &Named<QuantumTicTacToe>) -> Setup<QuantumTicTacToe> {
    let game = Arc::new(rules.of);
    let whole = Numbered::by(Arc::clone(&game), QuantumLanes).scanned_by(QuantumScanner);
    whole.into_setup().and_searched(BySearch::new(game)).remarking(remark)
}

/// Complete or narrow, and the points of the original scoring.
fn remark(_: &QuantumTicTacToe, position: &Position) -> Option<String> {
    let finish = position.finish()?;
    let (first, second) = finish.points();
    let kind = match finish.grade() {
        Grade::Draw => "Nobody has a line",
        Grade::FirstComplete => "A complete win of the first player",
        Grade::FirstNarrow => "A narrow win of the first player",
        Grade::SecondComplete => "A complete win of the second player",
        Grade::SecondNarrow => "A narrow win of the second player",
    };
    Some(format!("{kind}; points {first} : {second} by the original scoring."))
}
