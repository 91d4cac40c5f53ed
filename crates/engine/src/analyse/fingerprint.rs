//! What a solution says, whatever way it is stored.
//!
//! The signatures of a database are hashes of its values in stored order, so
//! they tell two solves apart that number or fold positions differently. A
//! fingerprint does not: it is the sum, over all positions that can be reached
//! from the start, of a hash of the position as text and its value. A solve by
//! rules alone and one by a numbering of the author's must agree in it.
//!
//! The search holds every reachable position once, unfolded.

use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasher, RandomState};

use kaiketsu_game::{Notation, Outcome, Value};

use crate::oracle::{Known, Limit, Oracle, OracleError};
use crate::parallel;
use crate::solve::Progress;

/// A sum over all reachable positions; see the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    /// How many positions that are.
    pub positions: u64,
    /// The sum with outcomes.
    pub values: Sum,
    /// The sum with outcomes and distances; nothing where they are not kept.
    pub plies: Option<Sum>,
}

/// A sum of hashes, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum(u128);

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Sum {
    fn add(&mut self, position: &str, value: Value) {
        let hash = blake3::hash(format!("{position}\n{value}").as_bytes());
        let (half, _) = hash.as_bytes().split_first_chunk::<16>().expect("a hash has 32 bytes");
        self.0 = self.0.wrapping_add(u128::from_le_bytes(*half));
    }
}

/// Sets of positions, so that threads need not wait for one another.
const SHARDS: usize = 64;
/// Positions looked at before their children are put into the sets.
const BATCH: usize = 1 << 15;
/// Positions that a thread looks at together.
const GRAIN: usize = 1 << 9;

/// The fingerprint of what an oracle says of a game; nothing if the reachable
/// positions do not fit into `memory` bytes.
pub fn fingerprint<G: Notation>(
    game: &G,
    oracle: &dyn Oracle<G>,
    memory: u64,
    progress: &dyn Progress,
) -> Result<Option<Fingerprint>, OracleError> {
    progress.begin(&format!("fingerprint of {}", game.id()), 0);
    let hasher = RandomState::new();
    let shard_of = |position: &G::Position| hasher.hash_one(position) as usize % SHARDS;
    let mut shards: Vec<HashSet<G::Position>> = (0..SHARDS).map(|_| HashSet::new()).collect();
    let mut waiting = vec![game.start()];
    shards[shard_of(&waiting[0])].insert(game.start());
    let mut all = Fingerprint { plies: Some(Sum::default()), ..Fingerprint::default() };
    while !waiting.is_empty() {
        let batch = waiting.split_off(waiting.len().saturating_sub(BATCH));
        let grains: Vec<&[G::Position]> = batch.chunks(GRAIN).collect();
        let looked_at =
            parallel::try_map(grains.len(), &|grain| look_at(game, oracle, grains[grain], &shard_of))?;
        looked_at.iter().for_each(|(found, _)| all.merge(found));
        let put = |shard: usize, known: &mut HashSet<G::Position>| {
            let children = looked_at.iter().flat_map(|(_, children)| &children[shard]);
            children.filter(|child| known.insert((*child).clone())).cloned().collect::<Vec<_>>()
        };
        waiting.extend(parallel::map_mut(&mut shards, &put).into_iter().flatten());
        progress.advance(batch.len() as u64, false);
        let held = shards.iter().map(HashSet::capacity).sum::<usize>() + waiting.capacity();
        // A set keeps a byte beside each element, and an eighth of it is empty.
        if (held * (size_of::<G::Position>() + 1) * 8 / 7) as u64 > memory {
            return Ok(None);
        }
    }
    progress.end();
    Ok(Some(all))
}

/// The part of some positions, and where their moves lead, by shard.
#[expect(clippy::type_complexity, reason = "used once")]
fn look_at<G: Notation>(
    game: &G,
    oracle: &dyn Oracle<G>,
    positions: &[G::Position],
    shard_of: &(dyn Fn(&G::Position) -> usize + Sync),
) -> Result<(Fingerprint, Vec<Vec<G::Position>>), OracleError> {
    let mut found = Fingerprint { plies: Some(Sum::default()), ..Fingerprint::default() };
    let mut children: Vec<Vec<G::Position>> = vec![Vec::new(); SHARDS];
    for position in positions {
        let text = game.write_position(position);
        let Known::Yes(value) = oracle.value(position, Limit::NONE)? else {
            unreachable!("a whole solution knows every reachable position: {text}");
        };
        found.add(&text, value);
        if game.ending(position).is_none() {
            for mv in game.legal_moves(position) {
                let child = game.play(position, &mv).position;
                children[shard_of(&child)].push(child);
            }
        }
    }
    Ok((found, children))
}

impl Fingerprint {
    fn add(&mut self, position: &str, value: Value) {
        self.positions += 1;
        self.values.add(position, value.without_plies());
        match &mut self.plies {
            Some(sum) if value.plies.is_some() || value.outcome == Outcome::Draw => sum.add(position, value),
            plies => *plies = None,
        }
    }

    fn merge(&mut self, other: &Fingerprint) {
        self.positions += other.positions;
        self.values.0 = self.values.0.wrapping_add(other.values.0);
        self.plies = self.plies.zip(other.plies).map(|(a, b)| Sum(a.0.wrapping_add(b.0)));
    }
}
