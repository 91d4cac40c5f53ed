//! What a kernel is, what it says of itself, and what it may see.

use std::sync::Arc;

use kaiketsu_db::LayerReader;
use kaiketsu_game::{Aim, Code, Slot, Tier, Tiered};

use crate::solve::{Checkpoint, Crew, LayerFiles, Progress, SolveError, TierValues, TierWriter};

/// Solves tiers, given the tiers below them.
///
/// A kernel is a description that can be shared; what it holds while it works
/// is in the [`TierSolver`] that it starts for a solve.
///
/// # Laws
///
/// 1. The outcomes are exact. Where the tiers below carry exact distances and
///    it keeps distances, so are the distances.
/// 2. The result depends on nothing but game and tier: not on threads, not
///    on timing, not on the kernel, not on what was solved before.
/// 3. It holds at most the memory that it says it needs.
pub trait Kernel<G: Tiered + ?Sized>: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// What it needs for a tier of a solve with or without distances.
    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs;

    /// Memory beyond its needs with which it is faster. As it stands: none.
    fn spare(&self, game: &G, tier: Tier) -> u64 {
        let _ = (game, tier);
        0
    }

    /// Makes the state of a solve. Where tiers are solved side by side there is
    /// one for each worker.
    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError>;

    /// Whether a whole solve takes less time than a walk over all positions by
    /// the rules. Then a database is verified by solving it again.
    fn beats_the_rules(&self) -> bool {
        false
    }

    /// Whether the distances it finds mean anything.
    fn keeps_distances(&self, game: &G) -> bool {
        self.needs(game, Tier(0), false).distances
    }
}

/// The state of a kernel in a solve: what it carries from tier to tier.
pub trait TierSolver: Send {
    /// Solves the tier and pushes all its values in stored order. The threads
    /// are those of the pool it is called in.
    fn solve(&mut self, tier: Tier, out: &mut TierWriter<'_>) -> Result<(), SolveError>;
}

impl<F: FnMut(Tier, &mut TierWriter<'_>) -> Result<(), SolveError> + Send> TierSolver for F {
    fn solve(&mut self, tier: Tier, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
        self(tier, out)
    }
}

/// What a kernel needs for a tier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needs {
    /// Memory for solving it, its result and all that is carried over included,
    /// the tiers fetched not.
    pub working_bytes: u64,
    /// Memory of fetched tiers held at the same time.
    pub below_bytes: u64,
    /// Whether it fetches solved tiers, so that they are worth keeping. One that
    /// does not carries over what it needs, or reads the files.
    pub fetches: bool,
    /// Whether the distances it finds mean anything.
    pub distances: bool,
    /// About how often it looks at all moves of a position; for forecasts only.
    pub passes: f64,
}

impl Needs {
    /// A kernel with distances that fetches all tiers below at once, as
    /// [`Job::below`] does.
    pub fn all_below<G: Tiered + ?Sized>(game: &G, tier: Tier, distances: bool) -> Self {
        let bytes = |below: Tier| TierValues::bytes_at_most(game.size(below), distances);
        let below_bytes = game.below(tier).into_iter().map(bytes).sum();
        Needs { working_bytes: 0, below_bytes, fetches: true, distances: true, passes: 1.0 }
    }

    /// The same with one tier after the other.
    pub fn one_below<G: Tiered + ?Sized>(game: &G, tier: Tier, distances: bool) -> Self {
        let bytes = |below: Tier| TierValues::bytes_at_most(game.size(below), distances);
        let below_bytes = game.below(tier).into_iter().map(bytes).max().unwrap_or(0);
        Needs { below_bytes, ..Self::all_below(game, tier, distances) }
    }

    /// All memory for the tier.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.working_bytes + self.below_bytes
    }
}

/// A solve under way, as kernels see it.
pub struct Run<'a, G: Tiered + ?Sized> {
    /// The game.
    pub game: &'a G,
    /// Whether distances are stored.
    pub distances: bool,
    /// Where solved tiers come from.
    pub solved: &'a dyn Solved,
    /// The files written so far.
    pub files: &'a LayerFiles<'a>,
    /// Who does the work, for a kernel that cuts a tier into pieces.
    pub crew: &'a dyn Crew,
    /// Memory for tiers, in bytes: for those being solved and those kept.
    pub memory: u64,
    /// Whom to tell.
    pub progress: &'a dyn Progress,
}

impl<G: Tiered + ?Sized> Clone for Run<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Tiered + ?Sized> Copy for Run<'_, G> {}

impl<'a, G: Tiered + ?Sized> Run<'a, G> {
    /// The finished file with the values of a tier for an aim, for a kernel that
    /// has just been started and does not hold them yet.
    pub fn finished(&self, tier: Tier, aim: Aim) -> Result<Arc<LayerReader>, SolveError> {
        Ok(self.files.open(self.files.layout().file_for(self.game.layer(tier), aim))?)
    }

    /// Where the state of a tier may be saved while it is being solved, if it is
    /// a layer by itself. The run removes it once the layer is finished.
    #[must_use]
    pub fn checkpoint(&self, tier: Tier) -> Checkpoint<'a> {
        self.files.checkpoint(self.game.layer(tier))
    }

    /// A solver that carries nothing from tier to tier.
    pub fn each_tier(
        &self,
        mut solve: impl FnMut(&Job<'_, G>, &mut TierWriter<'_>) -> Result<(), SolveError> + Send + 'a,
    ) -> Box<dyn TierSolver + 'a> {
        let run = *self;
        Box::new(move |tier: Tier, out: &mut TierWriter<'_>| solve(&Job { run: &run, tier }, out))
    }
}

/// One tier to solve.
pub struct Job<'a, G: Tiered + ?Sized> {
    /// The solve it belongs to.
    pub run: &'a Run<'a, G>,
    /// The tier.
    pub tier: Tier,
}

impl<G: Tiered + ?Sized> Job<'_, G> {
    /// The number of positions of the tier.
    #[must_use]
    pub fn size(&self) -> usize {
        self.run.game.size(self.tier) as usize
    }

    /// What the tier holds, in a word or two.
    #[must_use]
    pub fn name(&self) -> String {
        self.run.game.tier_name(self.tier)
    }

    /// Says what is being done with the tier.
    pub fn status(&self, doing: &str) {
        self.run.progress.status(&format!("{}: {doing}", self.name()));
    }

    /// Says that the state in a place cannot be used, and why: its work is done again.
    pub fn not_using(&self, place: &Checkpoint<'_>, why: &std::io::Error) {
        let (name, file) = (self.name(), place.describe());
        self.run.progress.warning(&format!(
            "{name}: not using the checkpoint {file}: {why}; the work since the last one that is whole is done again"
        ));
    }

    /// Says which share of the work on the tier is done, about.
    pub fn partly(&self, share: f64) {
        self.run.progress.partly((share * self.size() as f64) as u64);
    }

    /// The round after this one, unless its distance would not fit a code.
    pub fn next_round(&self, round: u16) -> Result<u16, SolveError> {
        if round + 1 < Code::MAX_PLIES { Ok(round + 1) } else { Err(self.too_long()) }
    }

    /// A distance does not fit a code.
    #[must_use]
    pub fn too_long(&self) -> SolveError {
        SolveError::TooLong { game: self.run.game.id(), tier: self.name(), limit: Code::MAX_PLIES }
    }

    /// A position is not over and has no move.
    #[must_use]
    pub fn no_moves(&self, index: u64) -> SolveError {
        let game = self.run.game;
        let position = format!("{:?}", game.position(Slot { tier: self.tier, index }));
        SolveError::NoMoves { game: game.id(), tier: self.name(), index, position }
    }

    /// The system gives no memory.
    #[must_use]
    pub fn no_memory(&self, cause: std::io::Error) -> SolveError {
        SolveError::Allocation { game: self.run.game.id(), tier: self.name(), cause }
    }

    /// Fetches all tiers below at once.
    pub fn below(&self) -> Result<Below, SolveError> {
        Below::fetch(self.run.game, self.tier, self.run.solved)
    }
}

/// Gives out solved tiers.
pub trait Solved: Sync {
    /// The values of a tier that is solved; of its first aim.
    fn fetch(&self, tier: Tier) -> Result<Arc<TierValues>, SolveError>;
}

/// The solved tiers a kernel holds.
pub struct Below {
    /// Few: a linear search beats hashing.
    tiers: Vec<(Tier, Arc<TierValues>)>,
}

impl Below {
    /// Fetches all tiers below a tier.
    pub fn fetch<G: Tiered + ?Sized>(game: &G, tier: Tier, solved: &dyn Solved) -> Result<Self, SolveError> {
        let fetch = |tier: Tier| Ok((tier, solved.fetch(tier)?));
        Ok(Below { tiers: game.below(tier).into_iter().map(fetch).collect::<Result<_, SolveError>>()? })
    }

    /// Says that a value will be wanted soon.
    #[inline]
    pub fn expect(&self, slot: Slot) {
        if let Some((_, values)) = self.tiers.iter().find(|(tier, _)| *tier == slot.tier) {
            values.expect(slot.index);
        }
    }

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
