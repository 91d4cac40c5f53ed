//! The sizes of Dodgem, and how they are solved.

use kaiketsu_engine::setup::Numbered;

use super::{Dodgem, DodgemRows};

/// The numbers of pieces that are registered.
pub const PIECES: [usize; 4] = [2, 3, 4, 5];

/// The game with so many pieces with its kernels.
#[must_use]
pub fn setup(pieces: &usize) -> Numbered<Dodgem> {
    let game = Dodgem::new(*pieces);
    let rows = DodgemRows::new(&game);
    Numbered::retrograde(game).prefer(rows)
}
