//! The search for all positions that can be reached from the start.
//!
//! Positions to be expanded are taken in batches; all threads list children,
//! sorted into shards by a hash; then all threads put the shards into hash
//! sets of their own. Nothing is locked, and no set grows large at once.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use kaiketsu_game::{Game, Notation};
use rayon::prelude::*;

use super::{EnumerateError, Scheme};
use crate::solve::Progress;

/// Positions expanded between two looks at the budget.
const BATCH: usize = 1 << 15;
/// Positions that a thread expands at a time.
const GRAIN: usize = 1 << 9;
const SHARDS: usize = 64;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory to use, in bytes.
    pub memory: u64,
    /// Positions after which to stop.
    pub positions: u64,
}

impl Limits {
    /// No limit but memory.
    #[must_use]
    pub fn memory(memory: u64) -> Self {
        Limits { memory, positions: u64::MAX }
    }
}

/// What a search found before it stopped at its limit of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Positions found, after folding.
    pub found: u64,
    /// Moves of an expanded position, on average.
    pub moves: f64,
    /// Bytes that a position takes while searching.
    pub search_bytes: u64,
    /// Bytes that a position takes while solving with distances by the kernel
    /// [`crate::solve::Edges`], if all moves stay in their tier.
    pub solve_bytes: u64,
}

impl Trial {
    /// The most positions that can be numbered and solved in so much memory.
    #[must_use]
    pub fn most_positions(&self, memory: u64) -> u64 {
        memory / self.search_bytes.max(self.solve_bytes)
    }
}

/// All reachable positions, in no order.
pub(super) struct Reached<P> {
    pub(super) positions: Vec<P>,
    /// Pairs of different stages that a move leads from and to.
    pub(super) leads: BTreeSet<(u32, u32)>,
}

/// Bytes a position takes in the hash sets: one more for the set, and room
/// left over, between an eighth and five ninths.
pub(super) fn search_bytes<P>() -> u64 {
    (std::mem::size_of::<P>() as u64 + 1) * 5 / 2
}

pub(super) fn search<G: Game + Notation>(
    game: &G,
    scheme: Scheme<G>,
    limits: Limits,
    progress: &dyn Progress,
) -> Result<Result<Reached<G::Position>, Trial>, EnumerateError> {
    let mut search = Search::new(game, scheme);
    progress.begin(&format!("finding the positions of {}", game.id()), 0);
    search.begin_with((scheme.fold)(game, &game.start()));
    while !search.pending.is_empty() {
        if search.found >= limits.positions {
            progress.end();
            return Ok(Err(search.trial()));
        }
        if search.bytes() > limits.memory {
            return Err(EnumerateError::TooMany {
                game: game.id(),
                found: search.found,
                bytes_each: search_bytes::<G::Position>(),
                given: limits.memory,
            });
        }
        let expanded = search.expand_batch()?;
        progress.advance(expanded, false);
        progress.status(&format!("{} found, {} to be looked at", search.found, search.pending.len()));
    }
    progress.end();
    // Shard after shard, so that memory is not needed twice.
    let mut positions = Vec::with_capacity(search.found as usize);
    for shard in search.shards {
        positions.extend(shard);
    }
    Ok(Ok(Reached { positions, leads: search.leads }))
}

/// Always the same: positions come from rules, not from adversaries.
type Hasher = BuildHasherDefault<DefaultHasher>;

/// By other bits of the hash than the sets use first.
fn shard_of(position: &impl Hash) -> usize {
    (Hasher::default().hash_one(position) >> 32) as usize % SHARDS
}

struct Search<'a, G: Game> {
    game: &'a G,
    scheme: Scheme<G>,
    shards: Vec<HashSet<G::Position, Hasher>>,
    pending: Vec<G::Position>,
    leads: BTreeSet<(u32, u32)>,
    found: u64,
    expanded: u64,
    moves: u64,
}

/// What a thread found: children by shard, stages that lead to one another,
/// and the number of moves.
struct Harvest<P> {
    shards: Vec<Vec<P>>,
    leads: BTreeSet<(u32, u32)>,
    moves: u64,
}

impl<'a, G: Game + Notation> Search<'a, G> {
    fn new(game: &'a G, scheme: Scheme<G>) -> Self {
        Search {
            game,
            scheme,
            shards: vec![HashSet::default(); SHARDS],
            pending: Vec::new(),
            leads: BTreeSet::new(),
            found: 0,
            expanded: 0,
            moves: 0,
        }
    }

    /// Memory held: the sets, and the positions still to be expanded.
    fn bytes(&self) -> u64 {
        let pending = self.pending.len() * std::mem::size_of::<G::Position>();
        self.found * search_bytes::<G::Position>() + pending as u64
    }

    fn begin_with(&mut self, position: G::Position) {
        let mut lists = vec![Vec::new(); SHARDS];
        lists[shard_of(&position)].push(position);
        self.take(&[lists]);
    }

    fn expand_batch(&mut self) -> Result<u64, EnumerateError> {
        let batch = self.pending.split_off(self.pending.len().saturating_sub(BATCH));
        let harvests: Vec<Harvest<G::Position>> = batch
            .par_chunks(GRAIN)
            .map(|positions| self.expand(positions))
            .collect::<Result<_, EnumerateError>>()?;
        let mut found = Vec::with_capacity(harvests.len());
        for harvest in harvests {
            self.leads.extend(harvest.leads);
            self.moves += harvest.moves;
            found.push(harvest.shards);
        }
        self.expanded += batch.len() as u64;
        self.take(&found);
        Ok(batch.len() as u64)
    }

    fn expand(&self, positions: &[G::Position]) -> Result<Harvest<G::Position>, EnumerateError> {
        let game = self.game;
        let mut harvest = Harvest { shards: vec![Vec::new(); SHARDS], leads: BTreeSet::new(), moves: 0 };
        let mut moves = Vec::new();
        for position in positions {
            if game.ending(position).is_some() {
                continue;
            }
            moves.clear();
            game.moves(position, &mut moves);
            let text = || game.write_position(position);
            if moves.is_empty() {
                return Err(EnumerateError::NoMoves { game: game.id(), position: text() });
            }
            harvest.moves += moves.len() as u64;
            let from = (self.scheme.stage)(game, position);
            for mv in &moves {
                let step = game.play(position, mv);
                let child = (self.scheme.fold)(game, &step.position);
                let to = (self.scheme.stage)(game, &child);
                if to > from {
                    return Err(EnumerateError::StageRises { game: game.id(), position: text(), from, to });
                }
                if to == from && step.plies == 0 {
                    return Err(EnumerateError::UncountedStep { game: game.id(), position: text() });
                }
                if to < from {
                    harvest.leads.insert((from, to));
                }
                harvest.shards[shard_of(&child)].push(child);
            }
        }
        Ok(harvest)
    }

    /// Puts children, listed by shard, into their sets; those not met before
    /// become pending.
    fn take(&mut self, found: &[Vec<Vec<G::Position>>]) {
        let put = |(number, shard): (usize, &mut HashSet<G::Position, Hasher>)| {
            let mut new = Vec::new();
            for child in found.iter().flat_map(|lists| &lists[number]) {
                if !shard.contains(child) {
                    shard.insert(child.clone());
                    new.push(child.clone());
                }
            }
            new
        };
        let new: Vec<Vec<G::Position>> = self.shards.par_iter_mut().enumerate().map(put).collect();
        for positions in new {
            self.found += positions.len() as u64;
            self.pending.extend(positions);
        }
    }

    fn trial(&self) -> Trial {
        let moves = self.moves as f64 / self.expanded.max(1) as f64;
        let position = std::mem::size_of::<G::Position>() as u64;
        Trial {
            found: self.found,
            moves,
            search_bytes: search_bytes::<G::Position>(),
            solve_bytes: position + position.div_ceil(64) + 10 + (4.0 * moves) as u64,
        }
    }
}
