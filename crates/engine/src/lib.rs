//! The engine of Kaiketsu: how values of positions are found, and what they say.
//!
//! | to | use |
//! |---|---|
//! | give every position a value, tier by tier | [`solve`] |
//! | store positions once for all their images | [`fold`] |
//! | prove what one position is worth, and write the proof down | [`search`] |
//! | ask what a position is worth, whoever knows | [`oracle`] |
//! | put a game and all that can be done with it together | [`setup`] |
//! | ask a solution: moves, lines, statistics, verification | [`analyse`] |
//!
//! In the book: `docs/architecture.md` says how the parts fit together.
#![forbid(unsafe_code)]

/// Whether this program solves, searches, counts and verifies: the feature `solving`, which
/// is on unless it is left out. Without it databases and books are read, and the rest is
/// refused; it is not even in the program, which is then half as large.
pub const SOLVES: bool = cfg!(feature = "solving");

pub mod analyse;
pub mod fold;
mod forward;
pub mod oracle;
mod parallel;
pub mod search;
pub mod setup;
pub mod solve;
