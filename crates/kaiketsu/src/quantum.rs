//! Quantum tic-tac-toe as a game that is solved as a whole.

use kaiketsu_db::{Memory, Storage};
use kaiketsu_engine::solve::{Plan, Progress, Silent, Solution, SolveError};
use kaiketsu_game::Game;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_games::quantum_tic_tac_toe::solution::{LAYERS, Oracle, STORED, forecast, memory_needed, slots};
use rayon::ThreadPoolBuilder;

use crate::described::HasRules;
use crate::journal::{self, Journal, LayerTime};
use crate::quantum_solved::QuantumSolved;
use crate::{Error, Request, Solvable, Solved, Store};

/// The one kernel of the game.
const KERNEL: &str = "lanes";

/// A game whose positions are not numbered by tiers: a choice of collapse and
/// the last mark are searched, everything else is stored. It keeps values only,
/// whatever is asked for.
pub(crate) struct QuantumEntry {
    pub(crate) game: QuantumTicTacToe,
}

impl QuantumEntry {
    /// Refuses what cannot work.
    fn check(&self, request: &Request) -> Result<(), Error> {
        if let Some(kernel) = &request.kernel {
            self.keeps_distances(kernel)?;
        }
        match memory_needed() {
            needed if needed > request.memory => Err(Error::Solve(SolveError::Memory {
                game: self.game.id(),
                tier: format!("{STORED} marks"),
                needed,
                given: request.memory,
                distances: false,
            })),
            _ => Ok(()),
        }
    }

    fn solve_into(
        &self,
        storage: &dyn Storage,
        request: &Request,
        progress: &dyn Progress,
    ) -> Result<Solution, Error> {
        let threads = request.threads.max(1);
        let refused =
            |error: rayon::ThreadPoolBuildError| SolveError::Threads { threads, cause: error.to_string() };
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(refused)?;
        Ok(pool.install(|| {
            kaiketsu_games::quantum_tic_tac_toe::solution::solve(
                &self.game,
                storage,
                request.layers,
                progress,
            )
        })?)
    }
}

impl HasRules for QuantumEntry {
    type Rules = QuantumTicTacToe;

    fn rules(&self) -> &QuantumTicTacToe {
        &self.game
    }
}

impl Solvable for QuantumEntry {
    fn kernels(&self) -> Vec<&'static str> {
        vec![KERNEL]
    }

    fn keeps_distances(&self, kernel: &str) -> Result<bool, Error> {
        match kernel {
            KERNEL => Ok(false),
            _ => Err(Error::UnknownKernel {
                game: self.game.id(),
                kernel: kernel.into(),
                known: KERNEL.into(),
            }),
        }
    }

    fn plan(&self, request: &Request) -> Result<Plan, Error> {
        if let Some(kernel) = &request.kernel {
            self.keeps_distances(kernel)?;
        }
        let slots = slots(LAYERS);
        Ok(Plan {
            game: self.game.id(),
            kernel: KERNEL,
            distances: false,
            positions: 2 * slots,
            tiers: LAYERS,
            layers: LAYERS,
            threads: request.threads,
            memory_needed: memory_needed(),
            memory_comfortable: memory_needed(),
            memory_given: request.memory,
            largest_tier: format!("{STORED} marks"),
            // Two values of two bits.
            disk_at_most: slots / 2 + 65_536,
            trial: None,
            cpu_seconds: Some(forecast(self.game.chooser)),
        })
    }

    fn solve(&self, store: &Store, request: &Request, progress: &dyn Progress) -> Result<Solution, Error> {
        self.check(request)?;
        let id = self.game.id();
        let folder = store.create(&id)?;
        let _lock = folder.lock()?;
        self.solve_into(&folder, request, &Journal::new(progress, store, &id, KERNEL, request.threads))
    }

    fn rehearse(&self, request: &Request) -> Result<Solution, Error> {
        self.check(request)?;
        self.solve_into(&Memory::new(), request, &Silent)
    }

    fn open(&self, store: &Store) -> Result<Box<dyn Solved>, Error> {
        Ok(Box::new(QuantumSolved { oracle: Oracle::new(self.game, store.open(&self.game.id())?)? }))
    }

    fn times(&self, store: &Store) -> Vec<LayerTime> {
        journal::read(store, &self.game.id())
    }

    fn reachable(&self, _memory: u64, progress: &dyn Progress) -> Result<u64, Error> {
        Ok(kaiketsu_games::quantum_tic_tac_toe::solution::reachable(&self.game, progress))
    }
}
