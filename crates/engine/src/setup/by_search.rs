//! A game proved by forward search.

use std::sync::Arc;
use std::time::Duration;

use kaiketsu_db::Storage;
use kaiketsu_game::{Goal, Notation, Value};

use super::{IntoSetup, Proving, SearchRow, Setup, Weak};
use crate::oracle::{Known, Limit, Oracle, OracleError, RatedMove};
use crate::search::{
    BookError, Certifiable, Certificate, Checked, OpeningsBook, Options, Provable, Published,
    PublishedOrdering, Refusal, Report, Request, RequestError, Searched, check, openings,
};
use crate::solve::Progress;

/// Lists the openings of a number of moves as texts.
type Openings<G> = fn(&G, usize) -> Vec<String>;

/// A game with what a search wants to know beside its rules.
pub struct BySearch<G: Provable + Certifiable + Published + 'static>
where
    G::Position: Ord,
{
    game: Arc<G>,
    openings: Openings<G>,
    book: Arc<OpeningsBook<G>>,
}

impl<G: Provable + Certifiable + Published + 'static> BySearch<G>
where
    G::Position: Ord,
{
    /// A game with openings in the order of its rules.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        let game = game.into();
        let book = Arc::new(OpeningsBook::new(Arc::clone(&game), ""));
        BySearch { game, openings: openings::<G>, book }
    }

    /// Lists its openings in another order.
    #[must_use]
    pub fn opened_by(mut self, openings: Openings<G>) -> Self {
        self.openings = openings;
        self
    }

    /// Knows who wins after its openings: lines such as `a1L a1M a1S draw`, one
    /// for each class of images after one number of moves.
    #[must_use]
    pub fn with_book(mut self, text: &'static str) -> Self {
        self.book = Arc::new(OpeningsBook::new(Arc::clone(&self.game), text));
        self
    }
}
