//! Numbering: bijections between positions, or parts of them, and `0..n`.
//!
//! | part | numbers | rank costs |
//! |---|---|---|
//! | [`Combinations`] | the `k`-subsets of `n` cells | two look-ups, or one per member for more than 26 cells |
//! | [`TwoColours`] | pieces of two colours, so many of each | the same |
//! | [`Placements`] | pieces of several kinds, tier by tier | the same for each kind |
//! | [`FoldedSets`] | the `k`-subsets up to a group of symmetries | the images, then one look-up |
//! | [`Diagram`] | the words of any [`Automaton`] | a look-up per cell |
//! | [`Zdd`] | the same, as published: a baseline | a look-up per question |
//!
//! [`Stretches`] finds the part that a number of a sum of parts lies in.
//! [`BitPermutation`], [`gather_bits`] and [`scatter_bits`] move the bits of
//! boards about. A game puts its numbering together from these parts, or takes
//! [`Placements`] as they are. Nothing here is random: the same input gives the
//! same numbers on every machine.
//!
//! In the book: `docs/algorithms/numbering.md` and `docs/algorithms/decision-diagrams.md` have
//! the bounds, and the places in the papers.
#![forbid(unsafe_code)]

mod combinations;
mod diagram;
mod fold;
mod placements;
mod stretches;
mod two_colours;
mod zdd;

pub use combinations::{Combinations, binomial};
pub use diagram::{Automaton, Diagram, Words};
pub use fold::{Folded, FoldedSets};
pub use kaiketsu_lanes::{gather_bits, scatter_bits};
pub use placements::Placements;
pub use stretches::Stretches;
pub use two_colours::TwoColours;
pub use zdd::Zdd;

/// A permutation of at most 64 bits.
pub type BitPermutation = kaiketsu_game::board::Permutation<u64>;
