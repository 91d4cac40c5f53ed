//! What a kernel is asked and what it may see.

use std::sync::Arc;

use kaiketsu_game::{Code, Slot, Tier, Tiered};

use crate::solve::{Progress, SolveError, Streaming, TierValues};

/// Solves one tier, given the tiers below it.
///
/// # Laws
///
/// 1. The outcomes are exact. Where the tiers below carry exact distances and
///    `keeps_distances` is true, so are the distances.
/// 2. The result depends on nothing but game and tier: not on threads, not
///    on timing, not on the kernel.
/// 3. It holds at most `working_bytes` besides the tiers it has fetched.
pub trait Kernel<G: Tiered + ?Sized>: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Whether the distances it returns mean anything.
    fn keeps_distances(&self) -> bool;

    /// Memory for solving a tier, its result included, the tiers below not.
    fn working_bytes(&self, game: &G, tier: Tier) -> u64;

    /// Memory of solved tiers it holds at the same time.
    fn below_bytes(&self, game: &G, tier: Tier, distances: bool) -> u64 {
        let bytes = |below: Tier| TierValues::bytes_at_most(game.size(below), distances);
        game.below(tier).into_iter().map(bytes).sum()
    }

    /// About how often it looks at all moves of a position; for estimates only.
    fn passes(&self) -> f64;

    /// Solves the tier.
    fn solve(&self, job: &Job<'_, G>) -> Result<TierValues, SolveError>;

    /// The way round [`TierValues`] that the kernel takes instead, if it has one.
    fn streaming(&self, distances: bool) -> Option<&dyn Streaming<G>> {
        let _ = distances;
        None
    }
}

/// One tier to solve.
pub struct Job<'a, G: Tiered + ?Sized> {
    /// The game.
    pub game: &'a G,
    /// The tier.
    pub tier: Tier,
    /// Where solved tiers come from.
    pub solved: &'a dyn Solved,
    /// Whom to tell.
    pub progress: &'a dyn Progress,
}

impl<G: Tiered + ?Sized> Job<'_, G> {
    /// The number of positions of the tier.
    #[must_use]
    pub fn size(&self) -> usize {
        self.game.size(self.tier) as usize
    }

    /// The round after this one, unless its distance would not fit a code.
    pub fn next_round(&self, round: u16) -> Result<u16, SolveError> {
        next_round(self.game, self.tier, round)
    }

    /// Fetches all tiers below at once.
    pub fn below(&self) -> Result<Below, SolveError> {
        let tiers = self.game.below(self.tier);
        let fetch = |tier: Tier| Ok((tier, self.solved.fetch(tier)?));
        Ok(Below { tiers: tiers.into_iter().map(fetch).collect::<Result<_, SolveError>>()? })
    }
}

/// The round after this one, unless its distance would not fit a code.
pub fn next_round<G: Tiered + ?Sized>(game: &G, tier: Tier, round: u16) -> Result<u16, SolveError> {
    match round + 1 {
        next if next < Code::MAX_PLIES => Ok(next),
        _ => Err(SolveError::TooLong { game: game.id(), tier: game.tier_name(tier), limit: Code::MAX_PLIES }),
    }
}

/// Gives out solved tiers.
pub trait Solved: Sync {
    /// The values of a tier that is solved.
    fn fetch(&self, tier: Tier) -> Result<Arc<TierValues>, SolveError>;
}

/// The solved tiers a kernel holds.
pub struct Below {
    /// Few: a linear search beats hashing.
    tiers: Vec<(Tier, Arc<TierValues>)>,
}

impl Below {
    /// The value of a slot in a tier below.
    ///
    /// # Panics
    /// If the game breaks its law and leads to a tier it did not announce.
    #[inline]
    #[must_use]
    pub fn get(&self, slot: Slot) -> Code {
        for (tier, values) in &self.tiers {
            if *tier == slot.tier {
                return values.get(slot.index);
            }
        }
        panic!("a move leads to tier {}, which `below` does not list", slot.tier.0)
    }

    /// The greatest distance in the tiers below.
    #[must_use]
    pub fn longest(&self) -> u16 {
        self.tiers.iter().map(|(_, values)| values.longest()).max().unwrap_or(0)
    }
}
