//! What it takes to solve a game as a whole, and what is there afterwards.

use std::sync::Arc;

use kaiketsu_db::{DbError, Manifest, Storage};
use kaiketsu_game::{Game, NotationError, Slot, Value};

use crate::analyse::{
    Census, Choice, Line, LineOptions, NotablePositions, Part, Pick, Puzzle, PuzzleOptions, Scope,
    Statistics, TierFacts, Verified, VerifyError,
};
use crate::oracle::{Limit, Oracle, OracleError};
use crate::solve::{Among, Options, Plan, Progress, Reached, Solution, SolveError};

/// How to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct How {
    /// The kernel, or the game's own choice.
    pub kernel: Option<String>,
    /// Threads, memory, distances, layers.
    pub options: Options,
}

/// A game that can be solved as a whole.
pub trait Strong<G: Game>: Send + Sync {
    /// The names of its kernels, the one it prefers first.
    fn kernels(&self) -> Vec<&'static str>;

    /// Whether a kernel computes distances; nothing if there is no such kernel.
    fn keeps_distances(&self, kernel: &str) -> Option<bool>;

    /// The kernel that a solve would take.
    fn chosen(&self, how: &How) -> Result<&'static str, SolveError>;

    /// What a solve would take.
    fn plan(&self, how: &How) -> Result<Plan, SolveError>;

    /// Refuses what cannot work, before anything is written. `storage` is
    /// where it will be written, if that is there already.
    fn check(
        &self,
        storage: Option<&dyn Storage>,
        how: &How,
        progress: &dyn Progress,
    ) -> Result<(), SolveError>;

    /// Solves into a storage, or finishes what was begun there.
    fn solve(
        &self,
        storage: &dyn Storage,
        how: &How,
        progress: &dyn Progress,
    ) -> Result<Solution, SolveError>;

    /// Refuses what so many peers cannot do.
    fn check_among(&self, how: &How, peers: usize) -> Result<(), SolveError>;

    /// What each of so many peers would need, and what they would take together.
    fn plan_among(&self, how: &How, peers: usize) -> Result<Plan, SolveError>;

    /// Solves together with other peers, into a storage that all share.
    fn solve_among(
        &self,
        among: Among<'_>,
        storage: &dyn Storage,
        how: &How,
        progress: &dyn Progress,
    ) -> Result<Solution, SolveError>;

    /// The finished database in a storage.
    fn open(&self, storage: Arc<dyn Storage>) -> Result<Box<dyn Whole<G>>, SolveError>;

    /// The positions reachable from the start; nothing if the marks of all of them
    /// do not fit into `memory` bytes.
    fn reachable(
        &self,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Reached<G::Position>>, SolveError>;
}

/// A stored position with its value.
#[derive(Clone, Debug)]
pub struct StoredPosition<P> {
    /// The layer.
    pub layer: u32,
    /// The number in the layer.
    pub index: u64,
    /// How many positions it stands for in statistics.
    pub weight: u64,
    /// The position.
    pub position: P,
    /// Its value for the side to move.
    pub value: Value,
}

/// A whole game, solved: an oracle that knows every position it covers.
pub trait Whole<G: Game>: Oracle<G> {
    /// What the database says of itself.
    fn manifest(&self) -> &Manifest;

    /// Says what is wrong with a position that the database does not cover.
    fn covers(&self, position: &G::Position) -> Result<(), NotationError>;

    /// Best play from a position, as far as it is found within the limit.
    fn line(
        &self,
        position: &G::Position,
        options: &LineOptions,
        limit: Limit,
    ) -> Result<Line<G>, OracleError>;

    /// Positions with one winning move, the shortest wins first.
    fn puzzles(
        &self,
        options: &PuzzleOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<Puzzle<G>>, OracleError>;

    /// Hands stored positions to `visit`, one after the other, until it says no.
    fn positions(
        &self,
        choice: Choice,
        progress: &dyn Progress,
        visit: &mut dyn FnMut(StoredPosition<G::Position>) -> bool,
    ) -> Result<(), DbError>;

    /// Counts over a part of what is stored.
    fn census(&self, part: Part, progress: &dyn Progress) -> Result<Census, SolveError>;

    /// What a census of the whole says.
    fn statistics(
        &self,
        census: Census,
        progress: &dyn Progress,
    ) -> Result<Statistics<G::Position>, SolveError>;

    /// Positions that stand out, given the counts.
    fn notable(&self, counts: &Statistics<G::Position>) -> Result<Vec<NotablePositions<G>>, DbError>;

    /// Checks all bytes and the equations in scope; `memory` bounds what is held.
    fn verify(&self, scope: Scope, memory: u64, progress: &dyn Progress) -> Result<Verified, VerifyError>;

    /// The tiers in the order in which they are stored.
    fn tiers(&self) -> Vec<TierFacts>;

    /// The slots of a pick, one after the other.
    fn slots(&self, pick: Pick) -> Box<dyn Iterator<Item = Slot> + Send>;

    /// The values in many slots, which must be there, in the order in which
    /// they are asked for.
    fn get_all(&self, slots: &[Slot]) -> Result<Vec<Value>, DbError>;

    /// The values of many positions that are covered, in their order.
    fn values_of(&self, positions: &[G::Position]) -> Result<Vec<Value>, DbError>;

    /// The position that is stored in a slot.
    fn position(&self, slot: Slot) -> G::Position;

    /// How many positions a slot stands for in statistics.
    fn weight(&self, slot: Slot) -> u64;

    /// One position for all images of this one that the numbering knows; itself
    /// where it has no slot.
    fn representative(&self, position: &G::Position) -> G::Position;
}
