//! What it takes to prove single positions of a game.

use std::path::Path;
use std::time::Duration;

use kaiketsu_db::BookError;
use kaiketsu_game::{Game, Goal, UnknownGoal, Value};

use crate::oracle::{Known, Limit, Oracle, OracleError, RatedMove};
use crate::search::{Certificate, Checked, Options, Refusal, Request, RequestError, SearchRow, Verdict};
use crate::solve::Progress;

/// A game whose positions forward search can prove.
pub trait Weak<G: Game>: Send + Sync {
    /// The goals a side can have.
    fn goals(&self) -> Vec<Goal>;

    /// The goal that a text names; the error lists those there are.
    fn read_goal(&self, text: &str) -> Result<Goal, UnknownGoal>;

    /// Replays a certificate against the rules: nothing is searched.
    fn check(&self, certificate: &Certificate) -> Result<Checked, Refusal>;

    /// Opens the game for many questions, with the book of verdicts in a
    /// folder, which need not exist yet.
    fn open(&self, folder: &Path, options: Options) -> Result<Box<dyn Proving<G>>, BookError>;
}

/// A game open for questions: an oracle that searches, and more.
pub trait Proving<G: Game>: Oracle<G> {
    /// A move that keeps a value of a position.
    fn best_move(
        &self,
        position: &G::Position,
        value: Value,
        limit: Limit,
    ) -> Result<Known<G::Move>, OracleError>;

    /// The value of a position and of all its moves, the best first, as far as
    /// they are found within the limit.
    fn rated(
        &self,
        position: &G::Position,
        limit: Limit,
    ) -> Result<(Known<Value>, Vec<RatedMove<G>>), OracleError>;

    /// Answers a question and tells how the search goes; the line beside the
    /// answer may cost so many nodes.
    fn prove(
        &self,
        question: &Request,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Verdict, RequestError>;

    /// The strategies that show the answer to a question.
    fn certify(&self, question: &Request, progress: &dyn Progress) -> Result<Certificate, RequestError>;

    /// All openings of that many moves, one of each class of images, as texts.
    fn openings(&self, moves: usize) -> Vec<String>;

    /// Measures searches, from an empty table and without the books; none is
    /// begun after so many seconds of `clock`, which tells the processor time.
    fn measure(
        &self,
        cpu_seconds: f64,
        clock: &dyn Fn() -> Duration,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), RequestError>;

    /// Writes what was found into the book on disk.
    fn save(&self) -> Result<(), BookError>;
}
