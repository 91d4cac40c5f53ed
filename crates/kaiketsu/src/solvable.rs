//! A game without its types.

use kaiketsu_engine::analyse::{Choice, LineOptions, PuzzleOptions, Scope};
use kaiketsu_engine::solve::{Plan, Progress, Solution};

use crate::{
    Answer, Described, Error, Facts, LayerTime, Playing, PositionRow, PuzzleAnswer, Rating, Results,
    StatisticsReport, Store, machine,
};

/// How to solve: what the command line offers.
#[derive(Clone, Debug)]
pub struct Request {
    /// The kernel, or the game's own choice.
    pub kernel: Option<String>,
    /// Threads to use.
    pub threads: usize,
    /// Memory to use, in bytes.
    pub memory: u64,
    /// Whether to compute and store distances.
    pub distances: bool,
    /// Stop after so many layers.
    pub layers: Option<u32>,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            kernel: None,
            threads: machine::processors(),
            memory: machine::default_memory(),
            distances: true,
            layers: None,
        }
    }
}

/// A game that can be solved, behind text.
pub trait Solvable: Described {
    /// The names of its kernels, the one it prefers first.
    fn kernels(&self) -> Vec<&'static str>;

    /// Whether a kernel computes distances.
    fn keeps_distances(&self, kernel: &str) -> Result<bool, Error>;

    /// What a solve would take.
    fn plan(&self, request: &Request) -> Result<Plan, Error>;

    /// Solves the game into a store, or finishes what was begun.
    fn solve(&self, store: &Store, request: &Request, progress: &dyn Progress) -> Result<Solution, Error>;

    /// Solves into memory and forgets the result; for measurements.
    fn rehearse(&self, request: &Request) -> Result<Solution, Error>;

    /// Opens the finished database of the game.
    fn open(&self, store: &Store) -> Result<Box<dyn Solved>, Error>;

    /// What each layer in the store took to solve, as far as it is known.
    fn times(&self, store: &Store) -> Vec<LayerTime>;

    /// The number of positions reachable from the start.
    fn reachable(&self, memory: u64, progress: &dyn Progress) -> Result<u64, Error>;
}

/// A solved game, behind text.
pub trait Solved: Send + Sync {
    /// The value of a position and of all its moves.
    fn query(&self, position: &str) -> Result<Answer, Error>;

    /// Best play from a position.
    fn line(&self, position: &str, options: &LineOptions) -> Result<Playing, Error>;

    /// The value of a position alone.
    fn rate(&self, position: &str) -> Result<Rating, Error>;

    /// How many positions are stored.
    fn stored_positions(&self) -> u64;

    /// Positions with one winning move, the shortest wins first.
    fn puzzles(&self, options: &PuzzleOptions, progress: &dyn Progress) -> Result<Vec<PuzzleAnswer>, Error>;

    /// Hands positions with their values to `row`, one after the other.
    fn positions(
        &self,
        choice: Choice,
        progress: &dyn Progress,
        row: &mut dyn FnMut(PositionRow) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// What the database says of itself.
    fn facts(&self) -> Facts;

    /// Counts over all positions.
    fn statistics(&self, progress: &dyn Progress) -> Result<StatisticsReport, Error>;

    /// The statistics and what each layer took as a page worth keeping.
    fn results(&self, report: &StatisticsReport, times: &[LayerTime]) -> Result<Results, Error>;

    /// Checks all bytes and the equations in scope; `memory` bounds what is held.
    fn verify(&self, scope: Scope, memory: u64, progress: &dyn Progress) -> Result<(), Error>;
}
