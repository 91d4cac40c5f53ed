//! The boards of connect-four, and how they are solved and proved.

use std::sync::Arc;

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::setup::{BySearch, Numbered, Setup};

use super::ConnectFour;
use crate::BoardSize;

/// The boards that are registered: larger ones are proved, position by position.
pub const PROVED: [BoardSize; 10] = [
    BoardSize::new(4, 4),
    BoardSize::new(4, 5),
    BoardSize::new(5, 4),
    BoardSize::new(4, 6),
    BoardSize::new(6, 4),
    BoardSize::new(5, 5),
    BoardSize::new(5, 6),
    BoardSize::new(6, 5),
    BoardSize::new(6, 6),
    BoardSize::new(7, 6),
];

/// The boards that are solved as a whole.
pub const BOARDS: [BoardSize; 6] = *PROVED.first_chunk().expect("there are ten");

/// The game on a board with its search, and with its kernels where it can be
/// solved as a whole.
#[must_use]
pub fn setup(board: &BoardSize) -> Setup<ConnectFour> {
    let game = Arc::new(ConnectFour::new(board.columns, board.rows));
    let search = BySearch::new(Arc::clone(&game)).when_asked();
    let setup = Setup::new(Arc::clone(&game)).and_searched(search);
    if BOARDS.contains(board) {
        setup.and_solved(Numbered::<FoldedGame<ConnectFour>>::folded(game))
    } else {
        setup
    }
}
