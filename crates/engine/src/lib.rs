//! The engine of Kaiketsu: how values of positions are found, and what they say.
//!
//! | to | use |
//! |---|---|
//! | give every position a value, tier by tier | [`solve`] |
//! | prove what one position is worth, and write the proof down | [`search`] |
//! | ask a solution: moves, lines, statistics, verification | [`analyse`] |
#![forbid(unsafe_code)]

pub mod analyse;
pub mod search;
pub mod solve;
