//! Positions that stand out, to be named beside the statistics.

use kaiketsu_game::Game;

use crate::analyse::{Examples, Statistics, Wanted};

/// What to look for, given the statistics.
pub type Notable<G> = fn(&G, &Statistics<<G as Game>::Position>) -> Vec<Sought<G>>;

/// Finds moves from the start to a position.
pub type Route<G> = fn(&G, &<G as Game>::Position) -> Option<Vec<<G as Game>::Move>>;

/// Positions to look for.
pub struct Sought<G: Game> {
    /// Why they stand out.
    pub title: String,
    /// Which they are.
    pub wanted: Wanted,
    /// How many to name.
    pub examples: usize,
    /// How many there are, if the statistics say so: they need not be counted again.
    pub known: Option<u64>,
    /// How to show that a position can come up, if the game knows.
    pub route: Option<Route<G>>,
}

/// Positions that were found.
pub struct NotablePositions<G: Game> {
    /// Why they stand out.
    pub title: String,
    /// What was looked for.
    pub wanted: Wanted,
    /// How many there are, and the first of them.
    pub examples: Examples<G::Position>,
    /// Whether the game knows how to reach positions.
    pub routed: bool,
    /// For each example, moves from the start that lead to it, if some were found.
    pub ways: Vec<Option<Vec<G::Move>>>,
}
