//! Moves of a tier, gathered by where they lead.
//!
//! Threads pile up moves as they find them. A full pile is sorted by *bucket*,
//! 65,536 targets each, and put away as a run: in memory, or as a file where
//! memory does not hold all moves. So nothing is ever written all over memory,
//! and a bucket is read back from every run in one piece.
//!
//! A move takes eight bytes in a pile and six in a run.

use std::io;
use std::sync::Mutex;

use kaiketsu_db::Source;

use super::Files;

/// Targets of a bucket: their numbers in it take 16 bits.
pub(super) const BUCKET: usize = 1 << 16;

/// Bytes for each move of a pile: in it, and while it is sorted.
pub(super) const PILE_BYTES: u64 = 8 + MOVE_BYTES as u64;

const MOVE_BYTES: usize = 6;

/// A move of a run: the target in its bucket, and the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lead {
    pub(super) target: u16,
    pub(super) origin: u32,
}

impl Lead {
    fn bytes(self) -> [u8; MOVE_BYTES] {
        let ([a, b], [c, d, e, f]) = (self.target.to_le_bytes(), self.origin.to_le_bytes());
        [a, b, c, d, e, f]
    }

    fn of_bytes(bytes: &[u8]) -> Self {
        let target = u16::from_le_bytes([bytes[0], bytes[1]]);
        Lead { target, origin: u32::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]) }
    }
}

/// Moves gathered so far.
pub(super) struct Gather<'a> {
    /// For each thread: targets in the high half, origins in the low half.
    piles: Vec<Mutex<Vec<u64>>>,
    /// Moves of a full pile.
    room: usize,
    buckets: usize,
    runs: Mutex<Vec<Run>>,
    /// Where runs go; memory if there is no such place.
    files: Option<&'a Files<'a>>,
    failure: Mutex<Option<io::Error>>,
}

/// A sorted pile.
struct Run {
    /// Where the moves of each bucket begin, and where all end.
    starts: Vec<u32>,
    bytes: Bytes,
}

enum Bytes {
    Memory(Vec<u8>),
    File(Box<dyn Source>),
}

impl<'a> Gather<'a> {
    /// For a tier of so many positions; `room` moves fill the piles of all
    /// threads.
    pub(super) fn new(size: usize, room: usize, files: Option<&'a Files<'a>>) -> Self {
        let threads = rayon::current_num_threads();
        Gather {
            piles: (0..threads).map(|_| Mutex::default()).collect(),
            room: room.div_ceil(threads),
            buckets: size.div_ceil(BUCKET),
            runs: Mutex::default(),
            files,
            failure: Mutex::default(),
        }
    }

    /// Takes moves, each a target and an origin; how many there were.
    #[inline]
    pub(super) fn put(&self, moves: impl Iterator<Item = (u32, u32)>) -> usize {
        let pile = &self.piles[rayon::current_thread_index().unwrap_or(0) % self.piles.len()];
        let mut pile = pile.lock().expect("no panic while moves are gathered");
        let before = pile.len();
        pile.extend(moves.map(|(target, origin)| u64::from(target) << 32 | u64::from(origin)));
        let taken = pile.len() - before;
        if pile.len() >= self.room {
            self.put_away(&mut pile);
        }
        taken
    }

    /// All moves, once what is left in the piles has been put away; or what
    /// went wrong while they were.
    pub(super) fn finish(mut self) -> io::Result<Runs> {
        for pile in std::mem::take(&mut self.piles) {
            let mut pile = pile.into_inner().expect("no panic while moves are gathered");
            if !pile.is_empty() {
                self.put_away(&mut pile);
            }
        }
        match self.failure.into_inner().expect("no panic while moves are put away") {
            Some(failure) => Err(failure),
            None => Ok(Runs(self.runs.into_inner().expect("no panic while moves are put away"))),
        }
    }

    fn put_away(&self, pile: &mut Vec<u64>) {
        let (starts, bytes) = sorted(pile, self.buckets);
        pile.clear();
        let mut runs = self.runs.lock().expect("no panic while moves are put away");
        let bytes = match &self.files {
            None => Ok(Bytes::Memory(bytes)),
            Some(files) => files.keep(runs.len() as u32 + 1, |sink| sink.write_all(&bytes)).map(Bytes::File),
        };
        match bytes {
            Ok(bytes) => runs.push(Run { starts, bytes }),
            Err(error) => *self.failure.lock().expect("no panic while moves are put away") = Some(error),
        }
    }
}

/// All moves of a tier.
pub(super) struct Runs(Vec<Run>);

impl Runs {
    /// How many runs there are; none if there are no moves.
    pub(super) fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// How many buckets there are, if there are moves.
    pub(super) fn buckets(&self) -> usize {
        self.0.first().map_or(0, |run| run.starts.len() - 1)
    }

    /// The moves into a bucket, run after run.
    pub(super) fn bucket(&self, bucket: usize) -> io::Result<Vec<Lead>> {
        let length = |run: &Run| (run.starts[bucket + 1] - run.starts[bucket]) as usize;
        let mut leads = Vec::with_capacity(self.0.iter().map(length).sum());
        let mut buffer = Vec::new();
        for run in &self.0 {
            let places =
                run.starts[bucket] as usize * MOVE_BYTES..run.starts[bucket + 1] as usize * MOVE_BYTES;
            let bytes = match &run.bytes {
                Bytes::Memory(bytes) => &bytes[places],
                Bytes::File(source) => {
                    buffer.resize(places.len(), 0);
                    source.read_at(places.start as u64, &mut buffer)?;
                    &buffer
                }
            };
            leads.extend(bytes.chunks_exact(MOVE_BYTES).map(Lead::of_bytes));
        }
        Ok(leads)
    }
}

/// The moves of a pile by bucket: where those of each begin, and all of them.
fn sorted(pile: &[u64], buckets: usize) -> (Vec<u32>, Vec<u8>) {
    let bucket_of = |lead: &u64| (lead >> 48) as usize;
    let mut starts = vec![0; buckets + 1];
    for lead in pile {
        starts[bucket_of(lead) + 1] += 1;
    }
    for bucket in 0..buckets {
        starts[bucket + 1] += starts[bucket];
    }
    let mut places = starts.clone();
    let mut bytes = vec![0; pile.len() * MOVE_BYTES];
    for lead in pile {
        let place = &mut places[bucket_of(lead)];
        let begin = *place as usize * MOVE_BYTES;
        let lead = Lead { target: (lead >> 32) as u16, origin: *lead as u32 };
        bytes[begin..begin + MOVE_BYTES].copy_from_slice(&lead.bytes());
        *place += 1;
    }
    (starts, bytes)
}
