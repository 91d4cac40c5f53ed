//! The search for all positions that can be reached from the start.
//!
//! Positions to be expanded are taken in batches; all threads list children,
//! sorted into shards by a hash; then all threads put the shards into sets of
//! their own. Nothing is locked, no set grows large at once, and a child is
//! hashed once. The latest positions found wait in a list; where that would
//! grow long, they wait where they are, with a bit set. Where memory does not hold
//! all keys, the search can go on in files (`in_files`).

mod in_files;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kaiketsu_game::{Game, Notation};
use rayon::slice::ParallelSliceMut;

use super::coding::Coding;
use super::set::{KeySet, hash_of};
use super::{EnumerateError, Scheme};
use crate::parallel;
use crate::solve::Progress;

pub(super) use in_files::InFiles;

/// Positions expanded between two looks at the budget.
const BATCH: usize = 1 << 15;
/// Positions that a thread expands at a time.
const GRAIN: usize = 1 << 9;
const SHARDS: usize = 64;
/// So many keys before one is put into a set, its memory is asked for.
const AHEAD: usize = 16;

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
    /// [`crate::solve::Edges`], if all positions are one tier. Its moves lie on
    /// disk where memory does not hold them.
    pub solve_bytes: u64,
    /// The same of a position outside the largest tier, if keys can be sorted in
    /// files where memory does not hold the search: for positions that are packed.
    pub listed_bytes: Option<u64>,
}

impl Trial {
    /// The most positions that can be numbered and solved in so much memory.
    #[must_use]
    pub fn most_positions(&self, memory: u64) -> u64 {
        memory / self.search_bytes.max(self.solve_bytes)
    }
}

/// All reachable positions, by stage.
pub(super) struct Reached<K> {
    /// The keys of each stage, in order.
    pub(super) stages: BTreeMap<u32, Vec<K>>,
    /// Pairs of different stages that a move leads from and to.
    pub(super) leads: BTreeSet<(u32, u32)>,
}

/// Bytes a key takes in the sets: the places left free, and a bit.
fn search_bytes<K>() -> u64 {
    (size_of::<K>() as u64 * 27).div_ceil(20) + 1
}

/// Bytes a position takes beside the list while its tier is solved: for the kernel,
/// and its value.
fn kernel_bytes() -> u64 {
    crate::solve::edges::LEAST_BYTES + 2
}

/// Bytes a position takes while it is solved, if all are one tier.
fn solve_bytes<G: Game + ?Sized, C: Coding<G>>() -> u64 {
    C::listed_bytes() + kernel_bytes()
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All positions are found.
    AllFound,
    /// So many were asked for.
    Enough,
    /// Memory does not hold more, or what is found could not be solved.
    TooMany,
}

fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// A search under way.
pub(super) struct Search<G: Game, C: Coding<G>> {
    game: Arc<G>,
    scheme: Scheme<G>,
    coding: C,
    /// All positions found but the start.
    shards: Vec<KeySet<C::Key>>,
    start: C::Key,
    /// The latest positions found, to be expanded first.
    latest: Vec<C::Key>,
    leads: BTreeSet<(u32, u32)>,
    found: u64,
    expanded: u64,
    moves: u64,
}

/// Keys with their hashes, for each shard.
type ByShard<K> = Vec<Vec<(u64, K)>>;

/// What a thread found: children by shard, stages that lead to one another,
/// and the number of moves.
struct Harvest<K> {
    shards: ByShard<K>,
    leads: BTreeSet<(u32, u32)>,
    moves: u64,
}

impl<G: Game + Notation, C: Coding<G>> Search<G, C> {
    pub(super) fn new(game: Arc<G>, scheme: Scheme<G>, coding: C) -> Self {
        let start = coding.key(&game, &(scheme.fold)(&game, &game.start()));
        Search {
            game,
            scheme,
            coding,
            // The start is known from the beginning, so it can mark free places.
            shards: (0..SHARDS).map(|_| KeySet::new(start.clone())).collect(),
            latest: vec![start.clone()],
            start,
            leads: BTreeSet::new(),
            found: 1,
            expanded: 0,
            moves: 0,
        }
    }

    /// Goes on until all is found or a limit is met.
    pub(super) fn run(&mut self, limits: Limits, progress: &dyn Progress) -> Result<End, EnumerateError> {
        progress.begin(&format!("finding the positions of {}", self.game.id()), 0);
        loop {
            if self.found >= limits.positions && self.to_be_expanded() > 0 {
                progress.end();
                return Ok(End::Enough);
            }
            // What is found has to be solved as well: no need to go on for nothing.
            if self.found.saturating_mul(Self::bytes_each()) > limits.memory {
                return Ok(End::TooMany);
            }
            let expanded = self.expand_batch()?;
            if expanded == 0 {
                return Ok(End::AllFound);
            }
            progress.advance(expanded, false);
            progress.status(&format!("{} found, {} to be looked at", self.found, self.to_be_expanded()));
        }
    }

    /// Bytes that a position takes where all is done in memory.
    fn bytes_each() -> u64 {
        search_bytes::<C::Key>().max(solve_bytes::<G, C>())
    }

    /// What is said of a game with more positions than memory holds.
    pub(super) fn too_many(&self, limits: Limits) -> EnumerateError {
        EnumerateError::TooMany {
            game: self.game.id(),
            found: self.found,
            bytes_each: Self::bytes_each(),
            given: limits.memory,
        }
    }

    fn to_be_expanded(&self) -> usize {
        self.latest.len() + self.shards.iter().map(KeySet::waiting).sum::<usize>()
    }

    /// How many positions may wait in the list: few beside those in the sets,
    /// but so many that the sets are not asked often.
    fn room(&self) -> usize {
        BATCH + self.found as usize / 64
    }

    /// Expands some positions; 0 if none are left.
    fn expand_batch(&mut self) -> Result<u64, EnumerateError> {
        let mut batch = self.latest.split_off(self.latest.len().saturating_sub(BATCH));
        if batch.is_empty() {
            for shard in &mut self.shards {
                shard.take_waiting(BATCH - batch.len(), &mut batch);
            }
        }
        let grains: Vec<&[C::Key]> = batch.chunks(GRAIN).collect();
        let harvests: Vec<Harvest<C::Key>> =
            parallel::try_map(grains.len(), &|grain| self.expand(grains[grain]))?;
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

    fn expand(&self, keys: &[C::Key]) -> Result<Harvest<C::Key>, EnumerateError> {
        let (game, coding) = (&*self.game, self.coding);
        // Room for as many children as there are on average, and a quarter more.
        let room = keys.len() * (self.moves / self.expanded.max(1) + 1) as usize * 5 / 4 / SHARDS;
        let shards = (0..SHARDS).map(|_| Vec::with_capacity(room)).collect();
        let mut harvest = Harvest { shards, leads: BTreeSet::new(), moves: 0 };
        let mut moves = Vec::new();
        let mut last_lead = None;
        for (number, key) in keys.iter().enumerate() {
            let position = coding.position(game, key);
            if game.ending(&position).is_some() {
                continue;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            let text = || game.write_position(&position);
            if moves.is_empty() {
                return Err(EnumerateError::NoMoves { game: game.id(), position: text() });
            }
            harvest.moves += moves.len() as u64;
            let from = (self.scheme.stage)(game, &position);
            let looked_at_twice = number % moves.len();
            for (place, mv) in moves.iter().enumerate() {
                let step = game.play(&position, mv);
                let child = (self.scheme.fold)(game, &step.position);
                let to = (self.scheme.stage)(game, &child);
                if to > from {
                    return Err(EnumerateError::StageRises { game: game.id(), position: text(), from, to });
                }
                if to == from && step.plies == 0 {
                    return Err(EnumerateError::UncountedStep { game: game.id(), position: text() });
                }
                if to < from && last_lead != Some((from, to)) {
                    last_lead = Some((from, to));
                    harvest.leads.insert((from, to));
                }
                let key = coding.key(game, &child);
                if place == looked_at_twice && coding.position(game, &key) != child {
                    let position = game.write_position(&child);
                    return Err(EnumerateError::Packing { game: game.id(), position });
                }
                let hash = hash_of(&key);
                harvest.shards[shard_of(hash)].push((hash, key));
            }
        }
        Ok(harvest)
    }

    /// Puts children, listed by shard, into their sets; those not met before
    /// are to be expanded.
    fn take(&mut self, found: &[ByShard<C::Key>]) {
        let room = self.room().saturating_sub(self.latest.len()) / SHARDS;
        let put = |number: usize, shard: &mut KeySet<C::Key>| {
            let before = shard.len();
            let mut new = Vec::new();
            for children in found.iter().map(|lists| &lists[number]) {
                for (at, (hash, child)) in children.iter().enumerate() {
                    if let Some((hash, _)) = children.get(at + AHEAD) {
                        shard.expect(*hash);
                    }
                    match shard.insert(*hash, child) {
                        Some(_) if new.len() < room => new.push(child.clone()),
                        Some(place) => shard.wait(place),
                        None => {}
                    }
                }
            }
            (new, shard.len() - before)
        };
        for (latest, count) in parallel::map_mut(&mut self.shards, &put) {
            self.found += count as u64;
            self.latest.extend(latest);
        }
    }

    /// All keys by stage, in order. Shard after shard is let go, so that
    /// memory is not needed twice.
    pub(super) fn sorted(self, progress: &dyn Progress) -> Reached<C::Key> {
        progress.status(&format!("sorting {} positions", self.found));
        let Search { game, scheme, coding, shards, start, leads, .. } = self;
        let stage_of = |key: &C::Key| (scheme.stage)(&game, &coding.position(&game, key));
        let mut counts = BTreeMap::from([(stage_of(&start), 1)]);
        for key in shards.iter().flat_map(KeySet::iter) {
            *counts.entry(stage_of(key)).or_insert(0) += 1;
        }
        let mut stages: BTreeMap<u32, Vec<C::Key>> =
            counts.into_iter().map(|(stage, count)| (stage, Vec::with_capacity(count))).collect();
        let mut put = |key: C::Key| stages.get_mut(&stage_of(&key)).expect("counted").push(key);
        put(start);
        for shard in shards {
            shard.iter().cloned().for_each(&mut put);
        }
        for keys in stages.values_mut() {
            keys.par_sort_unstable();
        }
        progress.end();
        Reached { stages, leads }
    }

    pub(super) fn trial(&self) -> Trial {
        Trial {
            found: self.found,
            moves: self.moves as f64 / self.expanded.max(1) as f64,
            search_bytes: search_bytes::<C::Key>(),
            solve_bytes: solve_bytes::<G, C>(),
            listed_bytes: self.scheme.packing.map(|_| C::listed_bytes()),
        }
    }
}
