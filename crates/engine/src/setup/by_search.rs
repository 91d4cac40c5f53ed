//! A game proved by forward search.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kaiketsu_db::BookError;
use kaiketsu_game::{Goal, Notation, UnknownGoal, Value};

use super::{IntoSetup, Proving, Setup, Weak};
use crate::oracle::{Known, Limit, Oracle, OracleError, RatedMove};
use crate::search::{
    Certificate, Checked, OpeningsBook, Options, Provable, Published, Refusal, Request, RequestError,
    SearchRow, Searched, Verdict, check, openings,
};
use crate::solve::Progress;

/// Lists the openings of a number of moves as texts.
type Openings<G> = fn(&G, usize) -> Vec<String>;

/// A game with what a search wants to know beside its rules.
pub struct BySearch<G: Provable + Published + 'static>
where
    G::Position: Ord,
{
    game: Arc<G>,
    openings: Openings<G>,
    book: Arc<OpeningsBook<G>>,
}

impl<G: Provable + Published + 'static> BySearch<G>
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

impl<G: Provable + Published + 'static> Weak<G> for BySearch<G>
where
    G::Position: Ord,
{
    fn goals(&self) -> Vec<Goal> {
        self.game.goals()
    }

    fn read_goal(&self, text: &str) -> Result<Goal, UnknownGoal> {
        self.game.read_goal(text)
    }

    fn check(&self, certificate: &Certificate) -> Result<Checked, Refusal> {
        check(&*self.game, certificate)
    }

    fn open(&self, folder: &Path, options: Options) -> Result<Box<dyn Proving<G>>, BookError> {
        let searched = Searched::new(Arc::clone(&self.game), options)
            .with_openings(Arc::clone(&self.book))
            .with_book(folder)?;
        Ok(Box::new(Open { searched, openings: self.openings }))
    }
}

/// A search and the openings it is asked about.
struct Open<G: Provable + Published + 'static>
where
    G::Position: Ord,
{
    searched: Searched<G>,
    openings: Openings<G>,
}

impl<G: Provable + Published + 'static> Oracle<G> for Open<G>
where
    G::Position: Ord,
{
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError> {
        self.searched.value(position, limit)
    }
}

impl<G: Provable + Published + 'static> Proving<G> for Open<G>
where
    G::Position: Ord,
{
    fn best_move(
        &self,
        position: &G::Position,
        value: Value,
        limit: Limit,
    ) -> Result<Known<G::Move>, OracleError> {
        self.searched.best_move(position, value, limit)
    }

    fn rated(
        &self,
        position: &G::Position,
        limit: Limit,
    ) -> Result<(Known<Value>, Vec<RatedMove<G>>), OracleError> {
        self.searched.rated(position, limit)
    }

    fn prove(
        &self,
        question: &Request,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Verdict, RequestError> {
        self.searched.prove(question, line_nodes, progress)
    }

    fn certify(&self, question: &Request, progress: &dyn Progress) -> Result<Certificate, RequestError> {
        self.searched.certify(question, progress)
    }

    fn openings(&self, moves: usize) -> Vec<String> {
        (self.openings)(self.searched.game(), moves)
    }

    fn measure(
        &self,
        cpu_seconds: f64,
        clock: &dyn Fn() -> Duration,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), RequestError> {
        self.searched.measure(&self.openings(1), cpu_seconds, clock, done)
    }

    fn save(&self) -> Result<(), BookError> {
        self.searched.save()
    }
}

impl<G: Provable + Published + Notation + 'static> IntoSetup for BySearch<G>
where
    G::Position: Ord,
{
    type Game = G;

    fn into_setup(self) -> Setup<G> {
        Setup::new(Arc::clone(&self.game)).and_searched(self)
    }
}
