//! The boards of NOCCA x NOCCA, how they are solved, and which positions of
//! them stand out.

use std::fmt;

use kaiketsu_engine::analyse::{Route, Sought, Statistics, Wanted};
use kaiketsu_engine::setup::Numbered;
use kaiketsu_engine::solve::Queue;
use kaiketsu_game::{Game, Outcome, Tier};

use super::{Nocca, NoccaMatrices, NoccaScanner, NoccaTall};
use crate::BoardSize;

/// The boards that are registered.
pub const BOARDS: [BoardSize; 12] = {
    let mut boards = [BoardSize::new(3, 3); 12];
    let mut number = 0;
    while number < boards.len() {
        boards[number] = BoardSize::new(3 + number / 4, 3 + number % 4);
        number += 1;
    }
    boards
};

/// The game on a board with its kernels.
#[must_use]
pub fn setup(board: &BoardSize) -> Numbered<Nocca> {
    Numbered::retrograde(Nocca::new(board.columns, board.rows))
        .prefer(NoccaMatrices::default())
        .scanned_by(NoccaScanner)
        .noting(notable)
}

/// The boards with a tall piece that are registered.
pub const TALL: [Tall; 7] = [
    Tall(BoardSize::new(3, 3)),
    Tall(BoardSize::new(3, 4)),
    Tall(BoardSize::new(3, 5)),
    Tall(BoardSize::new(3, 6)),
    Tall(BoardSize::new(4, 3)),
    Tall(BoardSize::new(4, 4)),
    Tall(BoardSize::new(4, 5)),
];

/// A board with a tall piece.
#[derive(Clone, Copy, Debug)]
pub struct Tall(pub BoardSize);

impl fmt::Display for Tall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-tall", self.0)
    }
}

/// The game with a tall piece. It lists moves backwards inside its tiers only, so
/// `induction` cannot solve it.
#[must_use]
pub fn setup_tall(Tall(board): &Tall) -> Numbered<NoccaTall> {
    Numbered::new(NoccaTall::new(board.columns, board.rows)).prefer(Queue).shareable()
}

/// The longest wins, as in figure 8 of the paper.
fn notable(_: &Nocca, counts: &Statistics<<Nocca as Game>::Position>) -> Vec<Sought<Nocca>> {
    let longest = counts.longest_win.as_ref().map(|longest| Sought {
        title: "longest wins".to_string(),
        wanted: Wanted { tier: Tier(0), outcome: Outcome::Win, plies: Some(longest.plies.0), key: None },
        examples: 32,
        known: None,
        route: Some(Nocca::route as Route<Nocca>),
    });
    longest.into_iter().collect()
}
