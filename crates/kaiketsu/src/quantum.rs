//! Quantum tic-tac-toe as a game that is solved as a whole.

use kaiketsu_db::{Memory, Storage};
use kaiketsu_engine::solve::{Options, Plan, Progress, Silent, Solution, check, plan, solve};
use kaiketsu_game::Game;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_games::quantum_tic_tac_toe::solution::{Oracle, QuantumLanes};

use crate::described::HasRules;
use crate::entry::options;
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
        Ok(check(&self.game, &QuantumLanes, &values_only(request))?)
    }

    fn solve_into(
        &self,
        storage: &dyn Storage,
        request: &Request,
        progress: &dyn Progress,
    ) -> Result<Solution, Error> {
        Ok(solve(&self.game, &QuantumLanes, storage, &values_only(request), progress)?)
    }
}

fn values_only(request: &Request) -> Options {
    Options { distances: false, ..options(request) }
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
        Ok(plan(&self.game, &QuantumLanes, &values_only(request)))
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
