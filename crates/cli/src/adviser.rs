//! Whoever knows the values of a game: its database, or the prover.

use anyhow::Result;
use kaiketsu::{
    Answer, LineOptions, MoveAnswer, Registered, Registry, Resources, Silent, Solved, Store, View,
};

use crate::options::Common;

/// A game with what knows its values.
pub(crate) struct Adviser {
    game: Registered,
    /// The open database of a game that is solved as a whole.
    solved: Option<Box<dyn Solved>>,
    store: Store,
    resources: Resources,
}

impl Adviser {
    /// Opens the database of a game, or gets the prover ready.
    pub(crate) fn open(registry: &Registry, common: &Common, id: &str) -> Result<Self> {
        let (game, store) = (registry.get(id)?, common.store()?);
        let solved = match &game {
            Registered::Solvable(game) => Some(game.open(&store)?),
            Registered::Provable(_) => None,
        };
        Ok(Adviser { game, solved, store, resources: common.resources() })
    }

    /// Where the game starts.
    pub(crate) fn start(&self) -> String {
        match &self.game {
            Registered::Solvable(game) => game.start(),
            Registered::Provable(game) => game.start(),
        }
    }

    /// The name of the game as people say it.
    pub(crate) fn title(&self) -> String {
        match &self.game {
            Registered::Solvable(game) => game.title(),
            Registered::Provable(game) => game.title(),
        }
    }

    /// A position by the rules alone.
    pub(crate) fn look(&self, position: &str) -> Result<View> {
        Ok(match &self.game {
            Registered::Solvable(game) => game.look(position)?,
            Registered::Provable(game) => game.look(position)?,
        })
    }

    /// A position with the values of all its moves, best first. A prover may
    /// take long.
    pub(crate) fn query(&self, position: &str) -> Result<Answer> {
        Ok(match (&self.solved, &self.game) {
            (Some(solved), _) => solved.query(position)?,
            (None, Registered::Provable(game)) => {
                game.query(&self.store, position, self.resources, &Silent)?
            }
            (None, Registered::Solvable(game)) => game.open(&self.store)?.query(position)?,
        })
    }

    /// A best move; `None` if the game is over.
    pub(crate) fn best(&self, position: &str) -> Result<Option<MoveAnswer>> {
        let options = LineOptions { most: 1, ..LineOptions::default() };
        let line = match (&self.solved, &self.game) {
            (Some(solved), _) => solved.line(position, &options)?,
            (None, Registered::Provable(game)) => game.line(&self.store, position, 1, self.resources)?,
            (None, Registered::Solvable(game)) => game.open(&self.store)?.line(position, &options)?,
        };
        Ok(line.moves.into_iter().next())
    }
}
