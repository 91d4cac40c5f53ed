//! A game that is proved by forward search, without its types.

use kaiketsu_engine::search::{Checked, Goal};
use kaiketsu_engine::solve::{Progress, Silent};

use crate::{Answer, Described, Error, Explorer, Playing, Store};

/// What is asked: the moves from the start, a goal, limits.
pub use kaiketsu_engine::search::Request as Question;
pub use kaiketsu_engine::search::{SearchRow, Verdict};

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// How many threads share the table.
    pub threads: usize,
    /// Bytes of the transposition table, or what suits the game.
    pub memory: Option<u64>,
}

impl Default for Resources {
    fn default() -> Self {
        Resources { threads: 1, memory: None }
    }
}

/// A game that forward search proves, behind text.
///
/// Verdicts are kept in a book in the store and used again.
pub trait Provable: Described {
    /// Opens the game for many questions, each within a time limit.
    fn explorer(&self, store: &Store, resources: Resources) -> Result<Box<dyn Explorer + '_>, Error>;

    /// The goals a side can have.
    fn goals(&self) -> Vec<Goal>;

    /// The goal that a text names.
    fn read_goal(&self, text: &str) -> Result<Goal, Error>;

    /// Answers a question.
    fn prove(&self, store: &Store, question: &Question, resources: Resources) -> Result<Verdict, Error> {
        self.prove_watched(store, question, resources, &Silent)
    }

    /// Answers a question and tells how the search goes.
    fn prove_watched(
        &self,
        store: &Store,
        question: &Question,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<Verdict, Error>;

    /// Answers a question and writes the strategies that show it, in bytes for
    /// a file. A question with a limit of plies or a published ordering has
    /// none.
    fn certify(
        &self,
        store: &Store,
        question: &Question,
        resources: Resources,
    ) -> Result<(Verdict, Vec<u8>), Error> {
        self.certify_watched(store, question, resources, &Silent)
    }

    /// [`Provable::certify`], and tells how the search goes.
    fn certify_watched(
        &self,
        store: &Store,
        question: &Question,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<(Verdict, Vec<u8>), Error>;

    /// Replays a certificate against the rules.
    fn check(&self, certificate: &[u8]) -> Result<Checked, Error>;

    /// Asks the question after every opening of that many moves, one of each
    /// class of images; `row` gets each answer when it is found.
    fn table(
        &self,
        store: &Store,
        moves: usize,
        question: &Question,
        resources: Resources,
        row: &mut dyn FnMut(&Verdict),
    ) -> Result<(), Error>;

    /// The value of a position and of all its moves. The position may also be
    /// a list of moves from the start.
    fn query(
        &self,
        store: &Store,
        position: &str,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<Answer, Error>;

    /// Best play from a position, at most so many moves.
    fn line(
        &self,
        store: &Store,
        position: &str,
        most: usize,
        resources: Resources,
    ) -> Result<Playing, Error>;

    /// Measures searches of the game, from an empty table and without the
    /// book. None is begun after so many processor seconds.
    fn measure(
        &self,
        resources: Resources,
        cpu_seconds: f64,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), Error>;
}
