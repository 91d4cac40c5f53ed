//! What it takes to prove single positions of a game.

use std::sync::Arc;

use kaiketsu_game::{Game, Goal};
use serde::Serialize;

use crate::oracle::{Known, Limit, Oracle, OracleError};
use crate::search::{
    Book, Certificate, Checked, Options, PublishedOrdering, Refusal, Report, Request, RequestError,
};
use crate::solve::Progress;

/// A game whose positions forward search can prove.
pub trait Weak<G: Game>: Send + Sync {
    /// The goals a side can have.
    fn goals(&self) -> Vec<Goal>;

    /// The goal of a name, which may be one that only this game uses.
    fn goal(&self, name: &str) -> Result<Goal, RequestError>;

    /// The orders of moves that were published for the game.
    fn orderings(&self) -> &'static [PublishedOrdering];

    /// Replays a certificate against the rules: nothing is searched.
    fn check(&self, certificate: &Certificate) -> Result<Checked, Refusal>;

    /// Opens the game for many questions. What is found is entered into the
    /// book.
    fn open(&self, book: Arc<Book>, options: Options) -> Box<dyn Proving<G>>;
}

/// One measured question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchRow {
    /// The game.
    pub game: String,
    /// What was asked.
    pub question: String,
    /// What was found.
    pub answer: String,
    /// States looked at.
    pub nodes: u64,
    /// Processor seconds of all threads.
    pub cpu_seconds: f64,
    /// States per processor second.
    pub nodes_per_second: f64,
    /// Entries of the table in use afterwards.
    pub table_used: usize,
    /// Entries of the table.
    pub table_entries: usize,
}

/// A game open for questions: an oracle that searches, and more.
pub trait Proving<G: Game>: Oracle<G> {
    /// A move that keeps the value of a position.
    fn best_move(&self, position: &G::Position, limit: Limit) -> Result<Known<G::Move>, OracleError>;

    /// Answers a question and tells how the search goes; the line beside the
    /// answer may cost so many nodes.
    fn prove(
        &self,
        question: &Request,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Report, RequestError>;

    /// The strategies that show the answer to a question.
    fn certify(&self, question: &Request, progress: &dyn Progress) -> Result<Certificate, RequestError>;

    /// All openings of that many moves, one of each class of images, as texts.
    fn openings(&self, moves: usize) -> Vec<String>;
}
