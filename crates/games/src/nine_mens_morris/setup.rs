//! The endings of nine men's morris, and how they are solved.

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::setup::Numbered;

use super::NineMensMorris;

/// The most pieces a side has in the endings that are registered.
pub const PIECES: [u32; 2] = [3, 4];

/// The endings up to so many pieces with their kernels.
#[must_use]
pub fn setup(pieces: &u32) -> Numbered<FoldedGame<NineMensMorris>> {
    Numbered::folded(NineMensMorris::new(*pieces))
}
