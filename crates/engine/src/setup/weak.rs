//! What it takes to prove single positions of a game.

use std::sync::Arc;
use std::time::Duration;

use kaiketsu_db::{BookError, Storage};
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

    /// Replays a certificate against the rules: nothing is searched, and no more held
    /// than so many bytes.
    fn check(&self, certificate: &Certificate, memory: usize) -> Result<Checked, Refusal>;

    /// Opens the game for many questions, with the book of verdicts in a
    /// storage, where it need not be yet.
    fn open(&self, storage: Arc<dyn Storage>, options: Options) -> Result<Box<dyn Proving<G>>, BookError>;

    /// Whether it answers in place of a database that is missing. A search by
    /// rules alone does not: it is for those who ask for a proof.
    fn stands_in(&self) -> bool {
        true
    }
}

/// A game open for questions: an oracle that searches, and more.
pub trait Proving<G: Game>: Oracle<G> {
    /// A move that keeps the value of a position, which is given: the outcome,
    /// and the margin if it has one. The winner takes the shortest way in
    /// sight, a loser with nothing to keep the longest.
    fn best_move(
        &self,
        position: &G::Position,
        value: Value,
        limit: Limit,
    ) -> Result<Known<G::Move>, OracleError>;

    /// The value of a position and of all its moves, the best first, as far as
    /// they are found within the limit. None if the game is over.
    ///
    /// Images of one another are searched once. A first round gives each move
    /// a small part of the time, so that one hard move does not hide the easy
    /// ones; a second round gives what is left.
    fn rated(
        &self,
        position: &G::Position,
        limit: Limit,
    ) -> Result<(Known<Value>, Vec<RatedMove<G>>), OracleError>;

    /// Answers a question, and enters the answer into the book; a value in a
    /// game with wins of two kinds comes with who wins completely. The line
    /// that shows the answer may cost so many nodes; 0 for no line.
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

    /// Measures searches, from an empty table and without the books: each goal
    /// where the game knows wins of two kinds, else the value after each first
    /// move. None is begun after so many seconds of `clock`, which tells the
    /// processor time.
    fn measure(
        &self,
        cpu_seconds: f64,
        clock: &dyn Fn() -> Duration,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), RequestError>;

    /// One position for all images of this one that the search knows.
    fn representative(&self, position: &G::Position) -> G::Position;

    /// Writes what was found into the book on disk.
    fn save(&self) -> Result<(), BookError>;
}
