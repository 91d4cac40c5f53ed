//! Passes over stored tiers that some games can make far faster than position
//! by position.

use std::sync::Arc;

use kaiketsu_db::LayerReader;
use kaiketsu_game::{Tier, Tiered};

use crate::SolveError;

/// Counts and checks whole tiers of a database without distances. Every answer
/// equals the one that a walk over all positions gives.
pub trait Scanner<G: Tiered + ?Sized>: Send + Sync {
    /// The counts of a tier by the keys of the game's only breakdown, weighted
    /// as the game says; keys without positions may be left out.
    fn count(&self, game: &G, tier: Tier, file: &LayerReader) -> Result<Vec<ClassCounts>, SolveError>;

    /// The slots of a tier whose value is not the one that their moves give.
    /// `finished` finds the file of a tier: of this one and of those below.
    fn contradictions(
        &self,
        game: &G,
        tier: Tier,
        finished: &dyn Fn(Tier) -> Result<Arc<LayerReader>, SolveError>,
    ) -> Result<Contradictions, SolveError>;
}

/// How many positions of a class are won, lost and drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCounts {
    /// The key, as the breakdown of the game gives it.
    pub key: Vec<u32>,
    /// Won for the side to move.
    pub win: u64,
    /// Lost for the side to move.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
}

/// Slots that contradict their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contradictions {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Option<u64>,
}
