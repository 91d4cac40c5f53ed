//! The search goes on in files where memory does not hold all keys.
//!
//! What the sets held becomes sorted files of keys. From then on the search goes in
//! rounds: the positions found last are expanded, their children are gathered,
//! sorted and put away as *runs*; all runs are merged, what is known is left
//! out, and the rest is both the next file of known keys and what is expanded next:
//!
//! ```text
//! found last -> children -> runs, sorted -> merged, without what is known -> found last
//! ```
//!
//! After each round a small file says how far the search is, and a later one goes on
//! there. A round reads all known keys once, so it suits games of few rounds: there
//! are as many as the longest way to a position has plies, at the most.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use kaiketsu_db::{DbError, Storage};
use kaiketsu_game::Notation;
use rayon::slice::ParallelSliceMut;

use super::{BATCH, EnumerateError, GRAIN, Limits, Scheme, Search, kernel_bytes};
use crate::parallel;
use crate::solve::enumerate::coding::{Packing, SHORT_BYTES};
use crate::solve::enumerate::list::{Coming, List};
use crate::solve::enumerate::runs::{KeyFiles, Keys, STATE, without};
use crate::solve::enumerate::set::hash_of;
use crate::solve::enumerate::short::Short;
use crate::solve::{Progress, SolveError};

/// Files of known keys before they are merged into one.
const MOST_FILES: usize = 16;
/// The least children that are sorted together.
const LEAST_RUN: u64 = 1 << 12;
/// Positions near the start that must be the same for a search to go on.
const LOOKED_AT: usize = 1_000;

/// The positions of a stage: how many there are, and the greatest key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OfStage {
    count: u64,
    last: u64,
}

impl OfStage {
    /// Memory of the list.
    fn bytes(self) -> u64 {
        match Short::bits(self.count, self.last) {
            Some(_) => self.count * SHORT_BYTES,
            None => self.count * (SHORT_BYTES + 4),
        }
    }
}

/// The positions of each stage.
type Lists<G> = Vec<(u32, List<G>)>;
/// What was searched, and the positions.
type Listed<G> = (Search<G, Packing<G>>, Lists<G>);

/// A search whose keys are in files.
pub(in crate::solve::enumerate) struct InFiles<'a, G: Notation<Position: Ord>> {
    search: Search<G, Packing<G>>,
    files: KeyFiles<'a>,
    /// All keys but those found last; some perhaps more than once.
    known: Vec<u64>,
    found_last: u64,
    stages: BTreeMap<u32, OfStage>,
}

impl<'a, G: Notation<Position: Ord>> InFiles<'a, G> {
    /// Takes over a search that memory does not hold any more.
    pub(in crate::solve::enumerate) fn take_over(
        mut search: Search<G, Packing<G>>,
        storage: &'a dyn Storage,
    ) -> Result<Self, SolveError> {
        let mut files = KeyFiles::new(storage);
        files.keep_only(&[])?;
        let (mut known, mut waiting) = (Vec::new(), Vec::new());
        let mut stages = BTreeMap::new();
        let mut put_away = |mut keys: Vec<u64>, numbers: &mut Vec<u64>| {
            keys.par_sort_unstable();
            files.write(keys.into_iter().map(Ok)).map(|number| numbers.push(number))
        };
        for shard in std::mem::take(&mut search.shards) {
            let keys: Vec<u64> = shard.iter().copied().collect();
            keys.iter().for_each(|key| count(&search, &mut stages, *key));
            put_away(keys, &mut known)?;
            put_away(shard.into_waiting(), &mut waiting)?;
        }
        count(&search, &mut stages, search.start);
        put_away(vec![search.start], &mut known)?;
        put_away(std::mem::take(&mut search.latest), &mut waiting)?;
        let merged = files.merged(&waiting)?;
        let found_last = files.write(merged)?;
        let mut spilled = InFiles { search, files, known, found_last, stages };
        spilled.merge_known()?;
        spilled.save()?;
        Ok(spilled)
    }

    /// Goes on with the search that a storage has the files of, if it is the same.
    pub(in crate::solve::enumerate) fn resume(
        mut search: Search<G, Packing<G>>,
        storage: &'a dyn Storage,
    ) -> Result<Option<Self>, SolveError> {
        let mut files = KeyFiles::new(storage);
        let Some(state) = files.read_named(STATE)? else { return Ok(None) };
        let failed = |error| files.failed(STATE, "reading", error);
        let numbers: Vec<u64> = state.collect::<io::Result<_>>().map_err(failed)?;
        let Some(state) = State::of_numbers(&numbers, search.fingerprint()) else { return Ok(None) };
        files.next = state.next;
        search.shards.clear();
        search.latest.clear();
        search.found = state.stages.values().map(|stage| stage.count).sum();
        search.leads.extend(state.leads.iter().copied());
        let State { known, found_last, stages, .. } = state;
        Ok(Some(InFiles { search, files, known, found_last, stages }))
    }

    /// Goes on until all positions are found.
    pub(in crate::solve::enumerate) fn run(
        &mut self,
        limits: Limits,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        loop {
            self.search.check_staged(&self.stages, limits)?;
            if self.round(limits, progress)? == 0 {
                return Ok(());
            }
            self.save()?;
        }
    }

    /// A round; how many positions it found.
    fn round(&mut self, limits: Limits, progress: &dyn Progress) -> Result<u64, SolveError> {
        // Half of the memory for a pile, which is sorted where it lies.
        let room = (limits.memory / 16).max(LEAST_RUN) as usize;
        let (mut pile, mut runs) = (Vec::with_capacity(room), Vec::new());
        let mut waiting = self.files.read(self.found_last)?;
        loop {
            let batch = self.next_batch(&mut waiting)?;
            let grains: Vec<&[u64]> = batch.chunks(GRAIN).collect();
            for harvest in parallel::try_map(grains.len(), &|grain| self.search.expand(grains[grain]))? {
                self.search.leads.extend(harvest.leads);
                self.search.moves += harvest.moves;
                let children: usize = harvest.shards.iter().map(Vec::len).sum();
                if pile.len() + children > room {
                    runs.push(self.put_away(&mut pile)?);
                }
                pile.extend(harvest.shards.iter().flatten().map(|(_, key)| *key));
            }
            self.search.expanded += batch.len() as u64;
            progress.advance(batch.len() as u64, false);
            progress.status(&format!("{} found, keys in files", self.search.found));
            if batch.is_empty() {
                break;
            }
        }
        runs.push(self.put_away(&mut pile)?);
        self.known.push(self.found_last);
        let (search, stages) = (&self.search, &mut self.stages);
        let mut found = 0;
        let (children, known) = (self.files.merged(&runs)?, self.files.merged(&self.known)?);
        let new = without(children, known).inspect(|key| {
            if let Ok(key) = key {
                found += 1;
                count(search, stages, *key);
            }
        });
        self.found_last = self.files.write(new)?;
        self.search.found += found;
        if self.known.len() > MOST_FILES {
            self.merge_known()?;
        }
        Ok(found)
    }

    fn next_batch(&self, waiting: &mut Keys) -> Result<Vec<u64>, DbError> {
        let batch: io::Result<Vec<u64>> = waiting.take(BATCH).collect();
        batch.map_err(|error| self.files.failed("", "reading sorted positions", error))
    }

    /// Writes a pile of keys, sorted, each once.
    fn put_away(&mut self, pile: &mut Vec<u64>) -> Result<u64, DbError> {
        pile.par_sort_unstable();
        pile.dedup();
        self.files.write(pile.drain(..).map(Ok))
    }

    fn merge_known(&mut self) -> Result<(), DbError> {
        let merged = self.files.merged(&self.known)?;
        self.known = vec![self.files.write(merged)?];
        Ok(())
    }

    /// Says how far the search is, and lets go of files that are not needed.
    fn save(&self) -> Result<(), DbError> {
        let state = State {
            next: self.files.next,
            found_last: self.found_last,
            known: self.known.clone(),
            leads: self.search.leads.iter().copied().collect(),
            stages: self.stages.clone(),
        };
        let numbers = state.numbers(self.search.fingerprint());
        self.files.write_named(STATE, numbers.into_iter().map(Ok))?;
        let kept: Vec<u64> = self.known.iter().copied().chain([self.found_last]).collect();
        self.files.keep_only(&kept)
    }

    /// The lists of all stages, in one walk over the keys.
    pub(in crate::solve::enumerate) fn lists(mut self) -> Result<Listed<G>, SolveError> {
        self.known.push(self.found_last);
        let coming = |(stage, of): (&u32, &OfStage)| (*stage, Coming::new(of.count, of.last));
        let mut lists: BTreeMap<u32, Coming> = self.stages.iter().map(coming).collect();
        for key in self.files.merged(&self.known)? {
            let key = key.map_err(|error| self.files.failed("", "reading sorted positions", error))?;
            let list = lists.get_mut(&self.search.stage_of(key));
            if !list.is_some_and(|list| list.push(key)) {
                return Err(self.search.files_do_not_fit().into());
            }
        }
        let packing = self.search.coding;
        let lists: Option<Lists<G>> =
            lists.into_iter().map(|(stage, list)| Some((stage, list.finish(packing)?))).collect();
        let lists = lists.ok_or_else(|| self.search.files_do_not_fit())?;
        Ok((self.search, lists))
    }
}

fn count<G: Notation<Position: Ord>>(
    search: &Search<G, Packing<G>>,
    stages: &mut BTreeMap<u32, OfStage>,
    key: u64,
) {
    let stage = stages.entry(search.stage_of(key)).or_default();
    *stage = OfStage { count: stage.count + 1, last: stage.last.max(key) };
}

impl<G: Notation<Position: Ord>> Search<G, Packing<G>> {
    fn stage_of(&self, key: u64) -> u32 {
        (self.scheme.stage)(&self.game, &(self.coding.unpack)(&self.game, key))
    }

    /// Refuses what can be found in files and yet not be solved: all positions are
    /// listed in memory, and the largest stage is solved there.
    fn check_staged(&self, stages: &BTreeMap<u32, OfStage>, limits: Limits) -> Result<(), EnumerateError> {
        let largest = stages.values().map(|stage| stage.count).max().unwrap_or(0);
        let lists: u64 = stages.values().map(|stage| stage.bytes()).sum();
        let needed = lists + largest * kernel_bytes();
        if needed <= limits.memory {
            return Ok(());
        }
        Err(EnumerateError::TooMany {
            game: self.game.id(),
            found: self.found,
            bytes_each: needed.div_ceil(self.found),
            given: limits.memory,
        })
    }

    /// Whether what is found so far could be solved if it could be found. Stages
    /// are counted, which takes as long as a look at all positions.
    pub(in crate::solve::enumerate) fn could_be_solved(&self, limits: Limits) -> bool {
        let mut stages = BTreeMap::new();
        let keys = self.shards.iter().flat_map(|shard| shard.iter()).chain([&self.start]);
        keys.for_each(|key| count(self, &mut stages, *key));
        self.check_staged(&stages, limits).is_ok()
    }

    pub(in crate::solve::enumerate) fn into_parts(self) -> (Arc<G>, Scheme<G>, BTreeSet<(u32, u32)>) {
        (self.game, self.scheme, self.leads)
    }

    pub(in crate::solve::enumerate) fn files_do_not_fit(&self) -> EnumerateError {
        let problem = "sorted positions were changed while they were used".into();
        EnumerateError::OtherPositions { file: STATE.into(), problem }
    }

    /// A number that tells the rules, the folding, the stages and the keys of this
    /// search from others: by what is near the start.
    fn fingerprint(&self) -> u64 {
        let game = &*self.game;
        let mut keys = vec![self.start];
        let mut next = 0;
        while next < keys.len() && keys.len() < LOOKED_AT {
            let position = (self.coding.unpack)(game, keys[next]);
            next += 1;
            for mv in game.legal_moves(&position) {
                let child = (self.scheme.fold)(game, &game.play(&position, &mv).position);
                let key = (self.coding.pack)(game, &child);
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        let stages: Vec<u32> = keys.iter().map(|key| self.stage_of(*key)).collect();
        hash_of(&(game.id(), game.rules_version(), keys, stages))
    }
}

/// How far a search is.
struct State {
    next: u64,
    found_last: u64,
    known: Vec<u64>,
    leads: Vec<(u32, u32)>,
    stages: BTreeMap<u32, OfStage>,
}

impl State {
    fn numbers(&self, fingerprint: u64) -> Vec<u64> {
        let lengths = [self.known.len(), self.leads.len(), self.stages.len()].map(|length| length as u64);
        let mut numbers = vec![fingerprint, self.next, self.found_last];
        numbers.extend(lengths);
        numbers.extend(&self.known);
        numbers.extend(self.leads.iter().flat_map(|(from, to)| [u64::from(*from), u64::from(*to)]));
        let of_stage = |(stage, of): (&u32, &OfStage)| [u64::from(*stage), of.count, of.last];
        numbers.extend(self.stages.iter().flat_map(of_stage));
        numbers.push(hash_of(&numbers));
        numbers
    }

    /// What the numbers say, if they are whole and of this search.
    fn of_numbers(numbers: &[u64], fingerprint: u64) -> Option<Self> {
        let (checksum, numbers) = numbers.split_last()?;
        let (&[found, next, found_last, known, leads, stages], rest) = numbers.split_first_chunk::<6>()?;
        let length = |count: u64, each: usize| usize::try_from(count).ok()?.checked_mul(each);
        let (known, rest) = rest.split_at_checked(length(known, 1)?)?;
        let (leads, rest) = rest.split_at_checked(length(leads, 2)?)?;
        let whole = rest.len() == length(stages, 3)? && *checksum == hash_of(&numbers);
        let of_stage = |of: &[u64]| (of[0] as u32, OfStage { count: of[1], last: of[2] });
        (whole && found == fingerprint).then(|| State {
            next,
            found_last,
            known: known.to_vec(),
            leads: leads.chunks_exact(2).map(|pair| (pair[0] as u32, pair[1] as u32)).collect(),
            stages: rest.chunks_exact(3).map(of_stage).collect(),
        })
    }
}
