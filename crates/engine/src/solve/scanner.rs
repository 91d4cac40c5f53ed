//! Passes over stored tiers that some games can make far faster than position
//! by position.

use std::sync::Arc;

use kaiketsu_db::LayerReader;
use kaiketsu_game::{Tier, Tiered};

use crate::solve::{Counted, Progress, SolveError};

/// Finds the file that holds a tier for one of the aims of the game, by the
/// place of the aim among them.
pub type TierFiles<'a> = dyn Fn(Tier, usize) -> Result<Arc<LayerReader>, SolveError> + 'a;

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

    /// Whether values that pass are proved. With distances they are; without, only
    /// in a game whose play never comes back to a position.
    fn proves(&self, distances: bool) -> bool {
        distances
    }

    /// The counts of a tier: codes for each aim of the game and rows for each
    /// of its breakdowns; keys without positions are left out. Tells how many
    /// positions it has counted on the way.
    fn count(
        &self,
        game: &G,
        tier: Tier,
        files: &TierFiles<'_>,
        progress: &dyn Progress,
    ) -> Result<Counted, SolveError>;

    /// The counts of what statistics speak of and no tier holds, in a game
    /// with derived positions. As it stands: nothing.
    fn beyond(&self, game: &G, progress: &dyn Progress) -> Result<Counted, SolveError> {
        let _ = (game, progress);
        Ok(Counted::default())
    }

    /// Which positions play can reach from the start, if the scanner can tell
    /// without a search position by position. It may take `memory` bytes.
    ///
    /// # Errors
    /// If they do not suffice.
    fn reachable(
        &self,
        game: &G,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Reached<G::Position>>, SolveError> {
        let _ = (game, memory, progress);
        Ok(None)
    }

    /// The slots of a tier whose value is not the one that their moves give.
    /// It may ask for the files of this tier and of those below.
    ///
    /// # Panics
    /// If the scanner does not check such databases.
    fn contradictions(
        &self,
        game: &G,
        tier: Tier,
        files: &TierFiles<'_>,
    ) -> Result<Contradictions, SolveError> {
        let _ = (tier, files);
        panic!("this scanner of {} does not check", game.id())
    }
}

/// What play can reach from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached<P> {
    /// The positions of which statistics speak, counted as they count them.
    pub positions: u64,
    /// Those of them that play cannot reach, if somebody listed them: each once.
    pub unreached: Option<Vec<P>>,
    /// Other numbers, by name.
    pub facts: Vec<(&'static str, u64)>,
}

impl<P> Reached<P> {
    /// So many positions, and no more is known.
    #[must_use]
    pub fn counted(positions: u64) -> Self {
        Reached { positions, unreached: None, facts: Vec::new() }
    }
}

/// Slots that contradict their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contradictions {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Option<u64>,
}
