//! A game proved by forward search.

use std::sync::Arc;

use kaiketsu_db::{BookError, Storage};
use kaiketsu_game::{Goal, Provable, UnknownGoal};

use super::{IntoSetup, Proving, Setup, Weak};
use crate::SOLVES;
use crate::search::{
    Certificate, Checked, OpeningsBook, Options, Published, Refusal, Searched, check_within,
};

/// A game whose positions are proved one by one.
pub struct BySearch<G> {
    game: Arc<G>,
    stands_in: bool,
}

impl<G: Provable + Published + 'static> BySearch<G> {
    /// A game with all it tells a search.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        BySearch { game: game.into(), stands_in: true }
    }

    /// Searches only when a proof is asked for, not where a database is missing:
    /// for games of which many positions take long.
    #[must_use]
    pub fn when_asked(self) -> Self {
        BySearch { stands_in: false, ..self }
    }
}

impl<G: Provable + Published + 'static> Weak<G> for BySearch<G> {
    fn goals(&self) -> Vec<Goal> {
        self.game.goals()
    }

    fn read_goal(&self, text: &str) -> Result<Goal, UnknownGoal> {
        self.game.read_goal(text)
    }

    fn check(&self, certificate: &Certificate, memory: usize) -> Result<Checked, Refusal> {
        if !SOLVES {
            return Err(Refusal::ReadsAlone);
        }
        check_within(&*self.game, certificate, memory)
    }

    fn open(&self, storage: Arc<dyn Storage>, options: Options) -> Result<Box<dyn Proving<G>>, BookError> {
        let book = OpeningsBook::new(Arc::clone(&self.game), self.game.openings_book());
        let searched = Searched::new(Arc::clone(&self.game), options).with_openings(book);
        Ok(Box::new(searched.with_book(storage)?))
    }

    fn stands_in(&self) -> bool {
        self.stands_in
    }
}

impl<G: Provable + Published + 'static> IntoSetup for BySearch<G> {
    type Game = G;

    fn into_setup(self) -> Setup<G> {
        Setup::new(Arc::clone(&self.game)).and_searched(self)
    }
}
