//! Passes over stored tiers that some games can make far faster than position
//! by position.

use std::sync::Arc;

use kaiketsu_db::LayerReader;
use kaiketsu_game::{Code, Tier, Tiered};

use crate::solve::{Progress, SolveError};

/// Counts and checks whole tiers. Every answer equals the one that a walk over
/// all positions gives.
pub trait Scanner<G: Tiered + ?Sized>: Send + Sync {
    /// Whether it counts databases with or without distances.
    fn counts(&self, distances: bool) -> bool;

    /// Whether it checks databases with or without distances.
    fn checks(&self, distances: bool) -> bool {
        let _ = distances;
        false
    }

    /// The counts of a tier by the keys of the game's only breakdown, weighted
    /// as the game says; keys without positions may be left out. Tells how
    /// many positions it has counted on the way.
    fn count(
        &self,
        game: &G,
        tier: Tier,
        file: &LayerReader,
        progress: &dyn Progress,
    ) -> Result<Counted, SolveError>;

    /// The slots of a tier whose value is not the one that their moves give.
    /// `finished` finds the file of a tier: of this one and of those below.
    ///
    /// # Panics
    /// If the scanner does not check such databases.
    fn contradictions(
        &self,
        game: &G,
        tier: Tier,
        finished: &dyn Fn(Tier) -> Result<Arc<LayerReader>, SolveError>,
    ) -> Result<Contradictions, SolveError> {
        let _ = (tier, finished);
        panic!("this scanner of {} does not check", game.id())
    }
}

/// What is counted in a tier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Class by class.
    pub classes: Vec<ClassCounts>,
    /// With distances, the first slots that have the longest win and the
    /// longest loss, of those that weigh something.
    pub longest: [Option<u64>; 2],
}

/// How many positions of a class have which value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCounts {
    /// The key, as the breakdown of the game gives it.
    pub key: Vec<u32>,
    /// Positions by code, in ascending order.
    pub codes: Vec<(Code, u64)>,
}

/// Slots that contradict their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contradictions {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Option<u64>,
}
