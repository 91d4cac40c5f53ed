//! A numbered game with the kernels that can solve it.

use std::sync::Arc;

use kaiketsu_db::{Database, Storage};
use kaiketsu_game::{Game, Notation, Retrograde, Tier, Tiered};

use super::opened::{Covers, Opened};
use super::{ByRules, How, IntoSetup, Setup, Strong, Whole};
use crate::SOLVES;
use crate::analyse::{Notable, Stored, reachable};
use crate::fold::{Foldable, FoldedGame};
use crate::solve::{
    Among, Edges, Induction, Kernel, Options, Plan, Progress, Queue, Reached, Scanner, Solution, SolveError,
    Sweep, check, check_among, plan, plan_among, solve, solve_among,
};

/// The kernel for several peers.
const SPREAD: &str = "spread";

/// A numbered game that is solved by kernels.
pub struct Numbered<G: Tiered> {
    game: Arc<G>,
    kernels: Vec<Arc<dyn Kernel<G>>>,
    scanner: Option<Arc<dyn Scanner<G>>>,
    notable: Notable<G>,
    covers: Covers<G>,
    shared: Option<Shared<G>>,
}

/// How a game is solved by several peers.
struct Shared<G> {
    check: CheckAmong<G>,
    plan: fn(&G, Option<&dyn Kernel<G>>, &Options, usize) -> Plan,
    solve: SolveAmong<G>,
}

type CheckAmong<G> = fn(&G, Option<&dyn Kernel<G>>, &Options, usize) -> Result<(), SolveError>;

type SolveAmong<G> = fn(
    Among<'_>,
    &G,
    Option<&dyn Kernel<G>>,
    &dyn Storage,
    &Options,
    &dyn Progress,
) -> Result<Solution, SolveError>;

/// How, and the kernel for layers whose tiers go to peers whole.
type SharedWay<'a, G> = (&'a Shared<G>, Option<&'a dyn Kernel<G>>, Options);

impl<G: Tiered + Notation + 'static> Numbered<G> {
    /// A game with a numbering and no more: kernels `edges` and `sweep`.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        Numbered::by(game, Sweep).prefer(Edges)
    }

    /// A game that one kernel solves.
    pub fn by(game: impl Into<Arc<G>>, kernel: impl Kernel<G> + 'static) -> Self {
        let numbered = Numbered {
            game: game.into(),
            kernels: Vec::new(),
            scanner: None,
            notable: |_, _| Vec::new(),
            covers: |_, _| Ok(()),
            shared: None,
        };
        numbered.prefer(kernel)
    }

    /// Adds a kernel and prefers it to those added before.
    #[must_use]
    pub fn prefer(mut self, kernel: impl Kernel<G> + 'static) -> Self {
        if SOLVES {
            self.kernels.insert(0, Arc::new(kernel));
        }
        self
    }

    /// Counts and checks whole tiers by a scanner.
    #[must_use]
    pub fn scanned_by(mut self, scanner: impl Scanner<G> + 'static) -> Self {
        if SOLVES {
            self.scanner = Some(Arc::new(scanner));
        }
        self
    }

    /// Names positions that stand out in the results of the game.
    #[must_use]
    pub fn noting(mut self, notable: Notable<G>) -> Self {
        if SOLVES {
            self.notable = notable;
        }
        self
    }

    /// Not all positions of the game have numbers: says what is wrong with others.
    #[must_use]
    pub(super) fn covering(mut self, covers: Covers<G>) -> Self {
        self.covers = covers;
        self
    }

    /// The game.
    pub(super) fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The kernel and the options of a solve. A game none of whose kernels
    /// knows distances is solved without them.
    fn way(&self, how: &How) -> Result<(&dyn Kernel<G>, Options), SolveError> {
        let keeps = |kernel: &&dyn Kernel<G>| kernel.keeps_distances(&self.game);
        let kernels = || self.kernels.iter().map(|kernel| &**kernel);
        let distances = how.options.distances && kernels().any(|kernel| keeps(&kernel));
        let found = match &how.kernel {
            None => kernels().find(|kernel| keeps(kernel) || !distances),
            Some(name) => kernels().find(|kernel| kernel.name() == name),
        };
        let kernel = found.ok_or_else(|| SolveError::UnknownKernel {
            game: self.game.id(),
            kernel: how.kernel.clone().unwrap_or_default(),
            known: Strong::<G>::kernels(self).join(", "),
        })?;
        Ok((kernel, Options { distances, ..how.options.clone() }))
    }

    /// How several peers solve it. Of whole tiers those kernels take care that carry
    /// nothing over from tier to tier.
    fn shared(&self, how: &How) -> Result<SharedWay<'_, G>, SolveError> {
        let game = self.game.id();
        let shared = self.shared.as_ref().ok_or(SolveError::NotShareable { game })?;
        let distances =
            how.options.distances && self.kernels.iter().any(|kernel| kernel.keeps_distances(&self.game));
        let options = Options { distances, ..how.options.clone() };
        if how.kernel.as_deref() == Some(SPREAD) {
            return Ok((shared, None, options));
        }
        let fetches = |kernel: &&dyn Kernel<G>| kernel.needs(&self.game, Tier(0), distances).fetches;
        let mut fitting = self.kernels.iter().map(|kernel| &**kernel).filter(fetches);
        let Some(name) = &how.kernel else {
            let kernel = fitting.find(|kernel| kernel.keeps_distances(&self.game) || !distances);
            return Ok((shared, kernel, options));
        };
        let names: Vec<&str> = fitting.clone().map(Kernel::name).chain([SPREAD]).collect();
        match fitting.find(|kernel| kernel.name() == name) {
            Some(kernel) => Ok((shared, Some(kernel), options)),
            None => Err(SolveError::UnknownKernel {
                game: self.game.id(),
                kernel: name.clone(),
                known: format!("{} for several processes", names.join(", ")),
            }),
        }
    }

    /// The finished database in a storage, with its types.
    pub(super) fn open_typed(&self, storage: Arc<dyn Storage>) -> Result<Opened<G>, SolveError> {
        let stored = Stored::new(Arc::clone(&self.game), Database::open(storage)?)?;
        let (scanner, kernels) = (self.scanner.clone(), self.kernels.clone());
        Ok(Opened { stored, scanner, kernels, notable: self.notable, covers: self.covers })
    }
}

impl<G: Retrograde + Notation + 'static> Numbered<G> {
    /// A game that lists its moves backwards: kernels `queue`, `induction` and
    /// `sweep`.
    pub fn retrograde(game: impl Into<Arc<G>>) -> Self {
        Numbered::by(game, Sweep).prefer(Induction).prefer(Queue).shareable()
    }

    /// The game lists its moves backwards, so that several peers can solve it together.
    #[must_use]
    pub fn shareable(self) -> Self {
        let shared = Shared {
            check: check_among,
            plan: plan_among,
            solve: |among, game, kernel, storage, options, progress| {
                solve_among(among, game, kernel, storage, options, progress)
            },
        };
        Numbered { shared: SOLVES.then_some(shared), ..self }
    }
}

impl<G: Foldable + Retrograde + Notation + 'static> Numbered<FoldedGame<G>> {
    /// A game that lists its moves backwards and has symmetries, stored once for
    /// all images of a position: the kernels of [`Numbered::retrograde`].
    pub fn folded(game: impl Into<Arc<G>>) -> Self {
        Numbered::retrograde(FoldedGame::new(game))
    }
}

/// A numbered game solves the game it numbers, which may go by another type: the
/// one inside a fold, or inside a list of positions.
impl<G, T> Strong<G> for Numbered<T>
where
    G: Game,
    T: Tiered + Notation + Game<Position = G::Position, Move = G::Move> + 'static,
{
    fn kernels(&self) -> Vec<&'static str> {
        self.kernels.iter().map(|kernel| kernel.name()).collect()
    }

    fn keeps_distances(&self, kernel: &str) -> Option<bool> {
        let found = self.kernels.iter().find(|known| known.name() == kernel);
        found.map(|kernel| kernel.keeps_distances(&self.game))
    }

    fn chosen(&self, how: &How) -> Result<&'static str, SolveError> {
        Ok(self.way(how)?.0.name())
    }

    fn plan(&self, how: &How) -> Result<Plan, SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        let (kernel, options) = self.way(how)?;
        Ok(plan(&*self.game, kernel, &options))
    }

    fn check(&self, _: Option<&dyn Storage>, how: &How, _: &dyn Progress) -> Result<(), SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        let (kernel, options) = self.way(how)?;
        check(&*self.game, kernel, &options)
    }

    fn solve(
        &self,
        storage: &dyn Storage,
        how: &How,
        progress: &dyn Progress,
    ) -> Result<Solution, SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        let (kernel, options) = self.way(how)?;
        solve(&*self.game, kernel, storage, &options, progress)
    }

    fn check_among(&self, how: &How, peers: usize) -> Result<(), SolveError> {
        let (shared, kernel, options) = self.shared(how)?;
        (shared.check)(&self.game, kernel, &options, peers)
    }

    fn plan_among(&self, how: &How, peers: usize) -> Result<Plan, SolveError> {
        let (shared, kernel, options) = self.shared(how)?;
        Ok((shared.plan)(&self.game, kernel, &options, peers))
    }

    fn solve_among(
        &self,
        among: Among<'_>,
        storage: &dyn Storage,
        how: &How,
        progress: &dyn Progress,
    ) -> Result<Solution, SolveError> {
        let (shared, kernel, options) = self.shared(how)?;
        (shared.solve)(among, &self.game, kernel, storage, &options, progress)
    }

    fn open(&self, storage: Arc<dyn Storage>) -> Result<Box<dyn Whole<G>>, SolveError> {
        Ok(Box::new(self.open_typed(storage)?))
    }

    fn reachable(
        &self,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Reached<G::Position>>, SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        let scanned = self.scanner.as_ref().map(|scanner| scanner.reachable(&self.game, memory, progress));
        if let Some(found) = scanned.transpose()?.flatten() {
            return Ok(Some(found));
        }
        let found = reachable(&*self.game, memory, progress);
        Ok(found.map(|found| Reached::counted(found.positions)))
    }
}

impl<G: Tiered + Notation + 'static> IntoSetup for Numbered<G> {
    type Game = G;

    fn into_setup(self) -> Setup<G> {
        let search = ByRules::new(Arc::clone(&self.game)).numbered();
        Setup::new(Arc::clone(&self.game)).and_searched(search).and_solved(self)
    }
}
