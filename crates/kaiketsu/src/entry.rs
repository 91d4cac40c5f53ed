//! From a typed game to a [`Solvable`].

use std::sync::Arc;

use kaiketsu_db::{Folder, Memory, Storage};
use kaiketsu_engine::analyse::{Oracle, reachable};
use kaiketsu_engine::solve::{
    Edges, Induction, Kernel, Options, Plan, Progress, Queue, Scanner, Silent, Solution, Sweep, check, plan,
    solve,
};
use kaiketsu_game::{Game, Notation, Retrograde, Tiered};

use crate::described::HasRules;
use crate::journal::{self, Journal, LayerTime};
use crate::opened::Opened;
use crate::{Error, Highlights, Request, Solvable, Solved, Store};

/// A game with the kernels that can solve it.
pub struct Entry<G: Game> {
    game: Arc<G>,
    kernels: Vec<Box<dyn Kernel<G>>>,
    scanner: Option<Arc<dyn Scanner<G>>>,
    highlights: Highlights<G>,
}

impl<G: Tiered + Notation + 'static> Entry<G> {
    /// A game with a numbering and no more: kernels `edges` and `sweep`.
    pub fn new(game: G) -> Self {
        Entry::bare(game).prefer(Edges)
    }

    /// A game solved by the reference kernel alone.
    fn bare(game: G) -> Self {
        Entry {
            game: Arc::new(game),
            kernels: vec![Box::new(Sweep)],
            scanner: None,
            highlights: |_, _| Vec::new(),
        }
    }

    /// The game.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// Adds a kernel and prefers it to those added before.
    #[must_use]
    pub fn prefer(mut self, kernel: impl Kernel<G> + 'static) -> Self {
        self.kernels.insert(0, Box::new(kernel));
        self
    }

    /// Counts and checks databases without distances by a scanner.
    #[must_use]
    pub fn scanned_by(mut self, scanner: impl Scanner<G> + 'static) -> Self {
        self.scanner = Some(Arc::new(scanner));
        self
    }

    /// Names positions that stand out in the results of the game.
    #[must_use]
    pub fn highlighted(mut self, highlights: Highlights<G>) -> Self {
        self.highlights = highlights;
        self
    }

    fn kernel(&self, request: &Request) -> Result<&dyn Kernel<G>, Error> {
        let found = match &request.kernel {
            None => {
                self.kernels.iter().find(|kernel| !request.distances || kernel.keeps_distances(&self.game))
            }
            Some(name) => self.kernels.iter().find(|kernel| kernel.name() == name),
        };
        found.map(|kernel| &**kernel).ok_or_else(|| Error::UnknownKernel {
            game: self.game.id(),
            kernel: request.kernel.clone().unwrap_or_default(),
            known: self.kernels().join(", "),
        })
    }

    fn solve_into(
        &self,
        storage: &dyn Storage,
        request: &Request,
        progress: &dyn Progress,
    ) -> Result<Solution, Error> {
        Ok(solve(&*self.game, self.kernel(request)?, storage, &options(request), progress)?)
    }

    /// Refuses what cannot work before anything is written.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Error> {
        Ok(check(&*self.game, self.kernel(request)?, &options(request))?)
    }

    /// Solves into the folder of the game, which is locked by the caller.
    pub(crate) fn solve_locked(
        &self,
        folder: &Folder,
        store: &Store,
        request: &Request,
        progress: &dyn Progress,
    ) -> Result<Solution, Error> {
        let kernel = self.kernel(request)?.name();
        let journal = Journal::new(progress, store, &self.game.id(), kernel, request.threads);
        self.solve_into(folder, request, &journal)
    }
}

impl<G: Retrograde + Notation + 'static> Entry<G> {
    /// A game that lists its moves backwards: kernels `queue`, `induction` and
    /// `sweep`.
    pub fn retrograde(game: G) -> Self {
        Entry::bare(game).prefer(Induction).prefer(Queue)
    }
}

pub(crate) fn options(request: &Request) -> Options {
    Options {
        threads: request.threads,
        memory: request.memory,
        distances: request.distances,
        layers: request.layers,
    }
}

impl<G: Tiered + Notation + 'static> HasRules for Entry<G> {
    type Rules = G;

    fn rules(&self) -> &G {
        &self.game
    }
}

impl<G: Tiered + Notation + 'static> Solvable for Entry<G> {
    fn kernels(&self) -> Vec<&'static str> {
        self.kernels.iter().map(|kernel| kernel.name()).collect()
    }

    fn keeps_distances(&self, kernel: &str) -> Result<bool, Error> {
        let request = Request { kernel: Some(kernel.into()), ..Request::default() };
        Ok(self.kernel(&request)?.keeps_distances(&self.game))
    }

    fn plan(&self, request: &Request) -> Result<Plan, Error> {
        Ok(plan(&*self.game, self.kernel(request)?, &options(request)))
    }

    fn solve(&self, store: &Store, request: &Request, progress: &dyn Progress) -> Result<Solution, Error> {
        self.check(request)?;
        let folder = store.create(&self.game.id())?;
        let _lock = folder.lock()?;
        self.solve_locked(&folder, store, request, progress)
    }

    fn rehearse(&self, request: &Request) -> Result<Solution, Error> {
        self.solve_into(&Memory::new(), request, &Silent)
    }

    fn open(&self, store: &Store) -> Result<Box<dyn Solved>, Error> {
        let oracle = Oracle::new(Arc::clone(&self.game), store.open(&self.game.id())?)?;
        Ok(Box::new(Opened { oracle, scanner: self.scanner.clone(), highlights: self.highlights }))
    }

    fn times(&self, store: &Store) -> Vec<LayerTime> {
        journal::read(store, &self.game.id())
    }

    fn reachable(&self, memory: u64, progress: &dyn Progress) -> Result<u64, Error> {
        let found = reachable(&*self.game, memory, progress);
        let too_large = || Error::TooLarge { game: self.game.id(), what: "the set of reachable positions" };
        Ok(found.ok_or_else(too_large)?.positions)
    }
}
