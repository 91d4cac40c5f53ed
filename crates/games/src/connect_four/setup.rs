//! The boards of connect-four, and how they are solved.

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::setup::Numbered;

use super::ConnectFour;
use crate::BoardSize;

/// The boards that are registered.
pub const BOARDS: [BoardSize; 6] = [
    BoardSize::new(4, 4),
    BoardSize::new(4, 5),
    BoardSize::new(5, 4),
    BoardSize::new(4, 6),
    BoardSize::new(6, 4),
    BoardSize::new(5, 5),
];

/// The game on a board with its kernels.
#[must_use]
pub fn setup(board: &BoardSize) -> Numbered<FoldedGame<ConnectFour>> {
    Numbered::folded(ConnectFour::new(board.columns, board.rows))
}
