//! Whatever answers for a game, without types: the same questions for every
//! game, however it was solved.

use std::any::Any;

use kaiketsu_db::Manifest;
use kaiketsu_engine::analyse::{
    Census, Choice, Fingerprint, LineOptions, Part, PuzzleOptions, Scope, Verified,
};
use kaiketsu_engine::oracle::Limit;
use kaiketsu_engine::search::{Certificate, SearchRow, Verdict};
use kaiketsu_engine::solve::{Progress, Silent};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Bulk, Error, LayerTime, LineView, PositionView, Rating, Results, Source, StatisticsReport};

/// What is asked of a search: the moves from the start, a goal, limits.
pub use kaiketsu_engine::search::Request as Question;

/// What a view shall show.
#[derive(Clone, Copy)]
pub struct Want<'a> {
    /// How long it may take to find values that are not stored.
    pub limit: Limit,
    /// Whether the main line is wanted, and how long.
    pub line: Option<LineOptions>,
    /// Whether the board is drawn for a terminal.
    pub drawing: bool,
    /// Whom to tell, move by move.
    pub progress: &'a dyn Progress,
}

impl Want<'_> {
    /// All values, however long they take, with a drawing and no line.
    pub const VALUES: Want<'static> =
        Want { limit: Limit::NONE, line: None, drawing: true, progress: &Silent };
}

/// A position that a [`Solution`] has read, its type hidden; the solution that read
/// it takes it back.
pub struct ReadPosition(Box<dyn Any + Send + Sync>);

impl ReadPosition {
    pub(crate) fn new(position: impl Any + Send + Sync) -> Self {
        ReadPosition(Box::new(position))
    }

    pub(crate) fn get<P: Any>(&self) -> Option<&P> {
        self.0.downcast_ref()
    }
}

/// Whatever answers for a game.
///
/// A position is given as the game writes it, or as a list of moves from the
/// start. Whoever asks need not know whether a database answers or a search.
pub trait Solution: Send + Sync {
    /// The one name of the game.
    fn id(&self) -> String;

    /// Where values come from.
    fn source(&self) -> Source;

    /// A position as the rules alone show it.
    fn look(&self, position: &str) -> Result<PositionView, Error>;

    /// A position read from its text, for whoever asks about it more than once.
    fn read(&self, position: &str) -> Result<ReadPosition, Error>;

    /// [`view`](Self::view) of a position that this solution has read.
    fn view_read(&self, position: &ReadPosition, want: Want<'_>) -> Result<PositionView, Error>;

    /// [`rate`](Self::rate) of a position that this solution has read.
    fn rate_read(&self, position: &ReadPosition, limit: Limit) -> Result<Rating, Error>;

    /// A position with its value and those of all its moves, best first.
    fn view(&self, position: &str, want: Want<'_>) -> Result<PositionView, Error> {
        self.view_read(&self.read(position)?, want)
    }

    /// The value of a position alone.
    fn rate(&self, position: &str, limit: Limit) -> Result<Rating, Error> {
        self.rate_read(&self.read(position)?, limit)
    }

    /// Best play from a position; `None` if it is not found within the limit.
    fn line(&self, position: &str, options: &LineOptions, limit: Limit) -> Result<Option<LineView>, Error>;

    /// The whole game, if there is a database of it.
    fn whole(&self) -> Option<&dyn Whole>;

    /// The search. The error says why there is none: the game cannot be proved,
    /// or, where its database answers, the book of verdicts cannot be used.
    fn prover(&self) -> Result<&dyn Prover, Error>;

    /// One text for all images of a position, as far as its numbering or its search
    /// know them: moves that lead to positions of one class are the same move
    /// turned round.
    fn class(&self, position: &str) -> Result<String, Error>;

    /// Keeps what searches have found so far in the book of verdicts. Answers
    /// do not depend on it; the next program that asks is spared the search.
    /// An error is worth a warning, no more: a damaged book is one too.
    fn keep(&self) -> Result<(), Error>;
}

/// A whole game, solved.
pub trait Whole: Send + Sync {
    /// What the database says of itself without being counted.
    fn manifest(&self) -> &Manifest;

    /// Positions with one winning move, the shortest wins first.
    fn puzzles(&self, options: &PuzzleOptions, progress: &dyn Progress) -> Result<Vec<PuzzleView>, Error>;

    /// Hands positions with their values to `row`, one after the other.
    fn positions(
        &self,
        choice: Choice,
        progress: &dyn Progress,
        row: &mut dyn FnMut(PositionRow) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Counts over all positions.
    fn statistics(&self, progress: &dyn Progress) -> Result<StatisticsReport, Error> {
        self.statistics_of(self.census(Part::WHOLE, progress)?, progress)
    }

    /// Counts over a part of what is stored, to be added to those of the other parts.
    fn census(&self, part: Part, progress: &dyn Progress) -> Result<Census, Error>;

    /// What the counts of all parts say.
    fn statistics_of(&self, census: Census, progress: &dyn Progress) -> Result<StatisticsReport, Error>;

    /// The statistics, positions that stand out, and what each layer took: a
    /// page worth keeping.
    fn results(
        &self,
        times: &[LayerTime],
        census: Census,
        progress: &dyn Progress,
    ) -> Result<(StatisticsReport, Results), Error>;

    /// What the solution says, whatever way it is stored: two solves of a game
    /// agree in it, however they number and fold positions.
    fn fingerprint(&self, memory: u64, progress: &dyn Progress) -> Result<Fingerprint, Error>;

    /// Checks all bytes and the equations in scope; `memory` bounds what is held.
    fn verify(&self, scope: Scope, memory: u64, progress: &dyn Progress) -> Result<Verified, Error>;

    /// The same game read in bulk.
    fn bulk(&self) -> &dyn Bulk;
}

/// A game whose positions forward search proves. Verdicts are kept in a book
/// and used again.
pub trait Prover: Send + Sync {
    /// Answers a question and tells how the search goes.
    fn prove(&self, question: &Question, progress: &dyn Progress) -> Result<Verdict, Error>;

    /// Answers a question and writes the strategies that show it. A question
    /// with a limit of plies or a published ordering has none.
    fn certify(&self, question: &Question, progress: &dyn Progress) -> Result<(Verdict, Certificate), Error>;

    /// Asks the question after every opening of that many moves, one of each
    /// class of images; `row` gets each answer when it is found.
    fn table(&self, moves: usize, question: &Question, row: &mut dyn FnMut(&Verdict)) -> Result<(), Error>;

    /// Measures searches of the game, from an empty table and without the
    /// book. None is begun after so many processor seconds.
    fn measure(&self, cpu_seconds: f64, done: &mut dyn FnMut(SearchRow)) -> Result<(), Error>;
}

/// A position in which exactly one move wins.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleView {
    /// The position.
    pub position: String,
    /// Its value for the side to move: a win.
    #[serde(flatten)]
    pub value: Rating,
    /// The only move that wins.
    pub solution: String,
    /// How many legal moves there are.
    pub moves: usize,
}

/// A stored position, as `export` writes it.
#[derive(Clone, Debug)]
pub struct PositionRow {
    /// The layer.
    pub layer: u32,
    /// The number in the layer.
    pub index: u64,
    /// How many positions it stands for in statistics.
    pub weight: u64,
    /// The position.
    pub position: String,
    /// Its value for the side to move.
    pub value: Rating,
}
