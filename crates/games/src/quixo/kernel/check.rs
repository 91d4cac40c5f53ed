//! The distances of a tier against their local equations, by lanes.
//!
//! A position won in d has a child lost in d - 1 and none lost sooner; one lost in d
//! has only won children, the longest in d - 1. So the rounds of a solve say for every
//! d who must have it, given who has less: each is played from what is stored for
//! fewer plies, here and above, and must find exactly what is stored for d. The first
//! round that does not names positions that contradict the stored values of their
//! moves. Who wins, loses and draws is checked before (see `cubes::scan`).
//!
//! What is stored is first sorted by distance into a log, as a solve leaves it. The
//! logs of large tiers lie in the system's folder for temporary files.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::Quixo;
use crate::quixo::cubes::distances::Distances;
use crate::quixo::cubes::links::TierLinks;
use crate::quixo::cubes::news::News;
use crate::quixo::cubes::windows::{Verdict, WINDOW_CHUNKS, Windows};
use crate::quixo::cubes::{Board, CubeTier, Pool, Processor, Shapes};
use kaiketsu_db::{DbError, Folder, LayerReader, Memory, Storage};
use kaiketsu_engine::solve::{Checkpoint, Contradictions, SolveError};
use kaiketsu_lanes::{CHUNK_BITS, Chunk};

use super::by_distance::WORTH_SAVING;
use super::merge;
use super::round_log::RoundLog;

/// What a tier stores, by distance.
pub(super) struct StoredRounds {
    log: RoundLog,
    windows: Windows,
    // Gone after the log that lies there.
    _place: Scratch,
}

/// Where a log lies.
struct Scratch {
    storage: Box<dyn Storage>,
    path: Option<PathBuf>,
}

impl Scratch {
    fn new(positions: u64) -> Result<Self, DbError> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        if positions < WORTH_SAVING {
            return Ok(Scratch { storage: Box::new(Memory::new()), path: None });
        }
        let name = format!("kaiketsu-rounds-{}-{}", std::process::id(), MADE.fetch_add(1, Relaxed));
        let path = std::env::temp_dir().join(name);
        Ok(Scratch { storage: Box::new(Folder::create(&path)?), path: Some(path) })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed does no harm but to take room.
        self.path.iter().for_each(|path| _ = std::fs::remove_dir_all(path));
    }
}

impl StoredRounds {
    /// Sorts the file of a tier.
    pub(super) fn new(
        game: &Quixo,
        board: &Board,
        marks: u32,
        file: &LayerReader,
    ) -> Result<Self, SolveError> {
        let windows = Windows::new(marks, Shapes::count(board, marks) as usize, WINDOW_CHUNKS);
        let scratch = Scratch::new(file.positions())?;
        let place = Checkpoint::new(&*scratch.storage, 0);
        let failed = |error| failed(&place, error);
        merge::rebuild(file, windows, &place, game, &failed)?;
        let (log, usable) = RoundLog::open(&place, game, marks, false);
        usable.map_err(failed)?;
        Ok(StoredRounds { log, windows, _place: scratch })
    }

    /// In how many positions of a window a verdict in so many plies was found or is
    /// stored, and not both, and the first of them.
    fn differences(
        &self,
        plies: u16,
        window: usize,
        verdict: Verdict,
        found: Option<&[u8]>,
    ) -> io::Result<Contradictions> {
        let Windows { layout, .. } = self.windows;
        let chunks = self.windows.shapes(window).len() * layout.chunks;
        let mut decided = vec![Chunk::ZERO; chunks];
        let decode = |bytes: Option<&[u8]>, decided: &[Chunk]| {
            let mut news = News::default();
            if let Some(bytes) = bytes {
                news.decode(bytes, chunks, |at| Chunk(decided[at].0.map(|word| !word)))?;
            }
            io::Result::Ok(news)
        };
        for earlier in 0..plies {
            let both = self.log.found(earlier, window)?;
            let both = [decode(both[0].as_deref(), &decided)?, decode(both[1].as_deref(), &decided)?];
            for (place, new) in both.iter().flat_map(News::iter) {
                decided[place] = decided[place].zip(*new, |decided, new| decided | new);
            }
        }
        let stored = self.log.found(plies, window)?;
        let mut differ = vec![Chunk::ZERO; chunks];
        for bytes in [found, stored[verdict as usize].as_deref()] {
            for (place, new) in decode(bytes, &decided)?.iter() {
                differ[place] = differ[place].zip(*new, |a, b| a ^ b);
            }
        }
        // Spare address bits repeat positions: they do not count.
        let each = 1_usize << layout.marks.min(CHUNK_BITS);
        let mut all = Contradictions::default();
        for (place, chunk) in differ.iter().enumerate() {
            for position in (0..each).filter(|at| chunk.0[at / 64] >> (at % 64) & 1 == 1) {
                let first = self.windows.shapes(window).start << layout.marks;
                all.count += 1;
                all.first = all.first.or(Some((first + place * each + position) as u64));
            }
        }
        Ok(all)
    }
}

/// Checks the distances of a tier whose values have passed, and gives those back.
pub(super) fn contradictions(
    board: &Board,
    processor: Processor,
    values: CubeTier,
    stored: &StoredRounds,
    above: Option<&StoredRounds>,
    pool: &mut Pool,
) -> io::Result<(Contradictions, CubeTier)> {
    let links = TierLinks::new(board, values.marks());
    let mut tier = Distances::new(board, values, links, WINDOW_CHUNKS, processor, pool)?;
    let mut plies = 0;
    let wrong = loop {
        let round = Round { plies, stored, seen: Mutex::default() };
        if plies == 0 {
            tier.start(&|verdict, window, bytes| round.record(verdict, window, bytes));
        } else {
            if let Some(above) = above {
                tier.reveal_above(|window| above.log.found(plies - 1, window))?;
            }
            tier.round(plies, &|verdict, window, bytes| round.record(verdict, window, bytes));
        }
        let wrong = round.end()?;
        plies += 1;
        if wrong.count > 0 || plies >= stored.log.rounds.max(1) {
            break wrong;
        }
    };
    Ok((wrong, tier.finish(pool)))
}

/// A round while it is played.
struct Round<'a> {
    plies: u16,
    stored: &'a StoredRounds,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// The windows in which something was found.
    windows: HashSet<(bool, usize)>,
    wrong: Contradictions,
    failure: Option<io::Error>,
}

impl Round<'_> {
    /// Compares what was found in a window.
    fn record(&self, verdict: Verdict, window: usize, found: io::Result<Vec<u8>>) {
        let compared = found.and_then(|found| self.compare(verdict, window, Some(&found)));
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.windows.insert((verdict == Verdict::Won, window));
        seen.add(compared);
    }

    /// Equal news have equal bytes; others are told position by position.
    fn compare(&self, verdict: Verdict, window: usize, found: Option<&[u8]>) -> io::Result<Contradictions> {
        let stored = self.stored.log.found(self.plies, window)?;
        if stored[verdict as usize].as_deref() == found {
            return Ok(Contradictions::default());
        }
        self.stored.differences(self.plies, window, verdict, found)
    }

    /// Looks where nothing was found: nothing may be stored there.
    fn end(self) -> io::Result<Contradictions> {
        let mut seen = std::mem::take(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner));
        for window in 0..self.stored.windows.count() {
            for verdict in Verdict::BOTH {
                if !seen.windows.contains(&(verdict == Verdict::Won, window)) {
                    seen.add(self.compare(verdict, window, None));
                }
            }
        }
        seen.failure.map_or(Ok(seen.wrong), Err)
    }
}

impl Seen {
    fn add(&mut self, compared: io::Result<Contradictions>) {
        match compared {
            Ok(found) => {
                self.wrong.count += found.count;
                self.wrong.first = [self.wrong.first, found.first].into_iter().flatten().min();
            }
            Err(error) => self.failure = Some(error),
        }
    }
}

/// What went wrong with the log of a tier.
fn failed(place: &Checkpoint<'_>, source: io::Error) -> SolveError {
    DbError::Io { file: place.describe(), doing: "sorting a tier by distance", source }.into()
}
