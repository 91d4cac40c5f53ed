//! The board turned and mirrored: one stored position for all images.

use kaiketsu::game::Symmetric;

use crate::rules::{Kono, Stones};

impl Symmetric for Kono {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn image(&self, stones: &Stones, symmetry: usize) -> Stones {
        self.symmetries.image(stones, symmetry)
    }
}
