//! The laws of the traits of `kaiketsu-game`, and of oracles, as checks for any
//! game.
//!
//! One function per trait checks every law in the documentation of that trait
//! and panics with the game, the law and the position at the first breach.
//! [`check_solvable`] runs all that a game needs to be solved and shown.
//!
//! [`check_game`], [`check_notation`] and [`check_symmetric`] look at
//! positions they are given: those that [`played`] meets from the start, or
//! those that are [`stored`]. [`check_tiered`] and [`check_retrograde`] choose
//! by a [`Thoroughness`].

mod fold;
mod kernel;
mod notation;
mod oracle;
mod positions;
mod retrograde;
mod rules;
mod search;
mod symmetry;
mod tiers;

pub use fold::check_foldable;
pub use kernel::{
    Through, WholeTiers, check_among, check_among_at_first, check_kernel, check_kernel_files, files, ways,
    written, written_among,
};
pub use notation::check_notation;
pub use oracle::check_oracle;
pub use positions::{Thoroughness, played, stored};
pub use retrograde::check_retrograde;
pub use rules::check_game;
pub use search::{check_provable, check_published, check_searched};
pub use symmetry::{check_folding, check_symmetric};
pub use tiers::check_tiered;

use kaiketsu_game::{Game, Notation, Retrograde};

/// Checks the laws of [`Game`], [`Notation`], `Tiered` and [`Retrograde`], on
/// positions met in play and on stored ones.
///
/// # Panics
/// If a law is broken.
pub fn check_solvable<G: Notation + Retrograde>(game: &G, thoroughness: Thoroughness) {
    check_game(game, played(game, thoroughness));
    check_game(game, stored(game, thoroughness));
    check_notation(game, played(game, thoroughness));
    check_notation(game, stored(game, thoroughness));
    check_tiered(game, thoroughness);
    check_retrograde(game, thoroughness);
}

/// Panics unless the law holds.
#[track_caller]
fn hold<G: Game + ?Sized>(game: &G, position: &G::Position, law: &str, holds: bool) {
    assert!(holds, "{}: broken law: {law}; at {position:?}", game.id());
}
