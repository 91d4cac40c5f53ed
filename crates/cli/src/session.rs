//! A game with whatever answers for it, opened once for all questions of a run.

use anyhow::Result;
use kaiketsu::{Entry, Error, Registry, Resources, Solution, Solver, Store, Whole};

use crate::options::Common;
use crate::outlets::say_aside;

/// An open game.
pub(crate) struct Session {
    pub(crate) game: Box<dyn Entry>,
    pub(crate) solution: Box<dyn Solution>,
    pub(crate) store: Store,
}

impl Session {
    pub(crate) fn open(registry: &Registry, common: &Common, id: &str) -> Result<Self> {
        let (game, store) = (registry.get(id)?, common.store()?);
        let solution = game.open(&store, common.resources())?;
        Ok(Session { game, solution, store })
    }

    /// A game open for proofs, whether there is a database of it or not. A search that
    /// `writes` a strategy leaves half of the memory for that.
    pub(crate) fn search(registry: &Registry, common: &Common, id: &str, writes: bool) -> Result<Self> {
        let (game, store) = (registry.get(id)?, common.store()?);
        let whole = common.resources();
        let memory = whole.memory.map(|memory| if writes { memory / 2 } else { memory });
        let solution = game.open_search(&store, Resources { memory, ..whole })?;
        Ok(Session { game, solution, store })
    }

    /// The position that was given, or the start.
    pub(crate) fn position(&self, given: Option<&String>) -> String {
        given.cloned().unwrap_or_else(|| self.game.start())
    }

    /// The whole game; without a database the error says why there is none.
    pub(crate) fn whole(&self) -> Result<&dyn Whole, Error> {
        if let Some(whole) = self.solution.whole() {
            return Ok(whole);
        }
        solver(&*self.game)?;
        match self.store.open(&self.game.id()) {
            Err(missing) => Err(missing.into()),
            Ok(_) => Err(Error::ProvedBySearch(self.game.id())),
        }
    }

    /// Keeps what searches have found. Answers do not depend on it, so a book
    /// that cannot be written is no failure.
    pub(crate) fn keep(&self) {
        if let Err(error) = self.solution.keep() {
            say_aside(&format!("warning: what was found is not kept in the book of verdicts: {error}"));
        }
    }
}

/// What solves a game as a whole.
pub(crate) fn solver(game: &dyn Entry) -> Result<&dyn Solver, Error> {
    game.solver().ok_or_else(|| Error::ProvedBySearch(game.id()))
}
