//! The variants of Simpei, and how they are solved.

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::setup::Numbered;

use super::Simpei;
use crate::Named;

/// Whether the first piece may go anywhere, for the variants that are registered.
pub const RULES: [Named<bool>; 2] = [Named { name: "", of: false }, Named { name: "free", of: true }];

/// A variant with its kernels. Pieces that were put elsewhere can have come from
/// nearly anywhere, so moves are not listed backwards.
#[must_use]
pub fn setup(rules: &Named<bool>) -> Numbered<FoldedGame<Simpei>> {
    Numbered::new(FoldedGame::new(Simpei::new(rules.of)))
}
