//! How tic-tac-toe is solved.

use kaiketsu_engine::setup::Numbered;

use super::TicTacToe;

/// The game with its kernels.
#[must_use]
pub fn setup() -> Numbered<TicTacToe> {
    Numbered::retrograde(TicTacToe)
}
