//! What is known while nothing is under way, saved: so that a layer that takes long is not
//! begun again.
//!
//! ```text
//! round-00012-0001-of-0004   a file a peer: frames of neighbours, each with the numbers of its positions, packed;
//!                            one frame with its exceptions; and one that says what of a stage it has done
//! the checkpoint itself      which save is whole, and how many files it has
//! ```
//!
//! The first peer writes the checkpoint when all files of a save are there; only then
//! those of the save before go. Frames say which positions they hold, so other peers, and
//! another number of them, take what is theirs ([`load`](super::load)).

use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use kaiketsu_db::{DbError, FrameWriter, pack};

use super::ranges::Ranges;
use super::{Part, agree};
use crate::solve::{Checkpoint, Exchange, SolveError};

/// The most positions of a frame.
const PIECE: u64 = 1 << 16;

/// The keys of the frames with exceptions, and with what is done.
pub(super) const EXCEPTIONS: (u32, u32) = (u32::MAX, u32::MAX);
pub(super) const DONE: (u32, u32) = (u32::MAX, u32::MAX - 1);

/// Where and how often it is saved.
pub(crate) struct Saver<'a> {
    pub(crate) place: Checkpoint<'a>,
    pub(crate) every: Duration,
    /// What is being solved, in words that stand in front.
    pub(crate) header: String,
    /// Is told that it was saved.
    pub(crate) saved: &'a (dyn Fn() + Sync),
    /// Is told of what was saved and cannot be used.
    pub(crate) warn: &'a (dyn Fn(&str) + Sync),
}

/// How far a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Owners look at children, those in the tiers below included.
    Looking,
    /// Owners count children.
    Counting,
    /// Values of the tiers below are told, or asked for.
    Below,
    /// The round of a distance.
    Round(u16),
}

/// What has been saved, and when; and what was, before this run.
pub(super) struct Saved<'a> {
    pub(super) saver: Option<&'a Saver<'a>>,
    since: Instant,
    /// The number of the next save.
    pub(super) number: u32,
    /// The file of the last one.
    file: Option<String>,
    /// What peers had done of the stage under way when this run began: numbers in the field,
    /// or in the field of the tiers below.
    pub(super) skip: Ranges,
    /// What all peers counted: children that stay, and moves that do not count one ply.
    pub(super) counted: [u64; 2],
}

/// A save that is whole.
#[derive(Clone, Copy)]
pub(super) struct Whole {
    pub(super) number: u32,
    pub(super) stage: Stage,
    /// How many files there are.
    pub(super) files: usize,
    /// The most positions of a frame.
    pub(super) piece: u64,
    pub(super) counted: [u64; 2],
}

impl Whole {
    /// As numbers.
    pub(super) fn to_numbers(self) -> [u64; 7] {
        let (kind, distance) = match self.stage {
            Stage::Counting => (0, 0),
            Stage::Below => (1, 0),
            Stage::Round(distance) => (2, distance),
            Stage::Looking => (3, 0),
        };
        let [staying, uncounted] = self.counted;
        [self.number.into(), kind, distance.into(), self.files as u64, self.piece, staying, uncounted]
    }

    pub(super) fn from_numbers(numbers: [u64; 7]) -> Option<Self> {
        let [number, kind, distance, files, piece, staying, uncounted] = numbers;
        let stage = match kind {
            0 => Stage::Counting,
            1 => Stage::Below,
            2 => Stage::Round(distance as u16),
            3 => Stage::Looking,
            _ => return None,
        };
        let whole = Whole {
            number: number as u32,
            stage,
            files: files as usize,
            piece,
            counted: [staying, uncounted],
        };
        (piece > 0).then_some(whole)
    }
}

impl<'a> Saver<'a> {
    pub(super) fn named(&self, number: u32, peer: usize, peers: usize) -> String {
        format!("round-{number:05}-{peer:04}-of-{peers:04}")
    }

    pub(super) fn failed(
        place: &Checkpoint<'_>,
        doing: &'static str,
    ) -> impl FnOnce(io::Error) -> SolveError {
        let file = place.describe();
        move |source| DbError::Io { file, doing, source }.into()
    }

    fn write(&self, part: &Part, done: &Ranges, place: &Checkpoint<'_>) -> Result<(), SolveError> {
        let failed = || Self::failed(place, "saving rounds");
        let file =
            FrameWriter::new(place.create().map_err(failed())?, self.header.as_bytes()).map_err(failed())?;
        for stretch in part.deal.stretches_of(part.me) {
            let range = part.deal.range(stretch);
            for start in range.clone().step_by(part.piece() as usize) {
                let local = part.deal.local_start(stretch) + (start - range.start) as usize;
                let length = (range.end - start).min(part.piece()) as usize;
                let numbers =
                    (local..local + length).flat_map(|local| part.state.number(local).to_le_bytes());
                let packed = pack(&numbers.collect::<Vec<u8>>());
                let length = (length as u32).to_le_bytes();
                file.add(key(start), packed.map(|packed| [&length[..], &packed].concat()));
            }
        }
        let mut exceptions = Vec::new();
        for (local, children, plies) in part.state.exceptions() {
            let index = part.deal.globals(part.me, local..local + 1).next().expect("it is one").start;
            exceptions.extend(index.to_le_bytes());
            exceptions.extend((children as u64).to_le_bytes());
            exceptions.extend(plies.to_le_bytes());
        }
        file.add(EXCEPTIONS, Ok(exceptions));
        file.add(
            DONE,
            Ok(done.iter().flat_map(|range| [range.start, range.end]).flat_map(u64::to_le_bytes).collect()),
        );
        file.commit().map_err(failed())
    }

    fn mark(&self, whole: Whole) -> Result<(), SolveError> {
        let failed = || Self::failed(&self.place, "saving rounds");
        let file = FrameWriter::new(self.place.create().map_err(failed())?, self.header.as_bytes());
        let file = file.map_err(failed())?;
        let numbers = whole.to_numbers().map(|number| number.to_string());
        file.add((0, 0), Ok(numbers.join(" ").into_bytes()));
        file.commit().map_err(failed())
    }
}

impl<'a> Saved<'a> {
    pub(super) fn new(saver: Option<&'a Saver<'a>>) -> Self {
        let (since, skip) = (Instant::now(), Ranges::default());
        Saved { saver, since, number: 0, file: None, skip, counted: [0; 2] }
    }

    /// Whether it is time, by the clock of this peer.
    pub(super) fn is_time(&self) -> bool {
        self.saver.is_some_and(|saver| self.since.elapsed() >= saver.every)
    }

    /// What was done of a stage before this run does not matter for the next.
    pub(super) fn stage_is_done(&mut self) {
        self.skip = Ranges::default();
    }

    /// Saves what is known in the midst of a stage, of which this peer has done some, or before
    /// it, together with all peers.
    pub(super) fn save(
        &mut self,
        part: &Part,
        stage: Stage,
        done: impl Iterator<Item = Range<u64>>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SolveError> {
        let Some(saver) = self.saver else { return Ok(()) };
        let (me, peers) = (part.me, exchange.peers());
        let before = self.skip.iter().filter(|_| me == 0);
        let done = before.chain(done).collect();
        let name = saver.named(self.number, me, peers);
        let written = saver.write(part, &done, &saver.place.named(&name));
        agree(exchange, written.err(), &[], &mut |_| ())?;
        let (number, piece, counted) = (self.number, part.piece(), self.counted);
        let marked = match me {
            0 => saver.mark(Whole { number, stage, files: peers, piece, counted }),
            _ => Ok(()),
        };
        agree(exchange, marked.err(), &[], &mut |_| ())?;
        if let Some(file) = self.file.replace(name) {
            saver.place.named(&file).remove()?;
        }
        self.number += 1;
        self.since = Instant::now();
        (saver.saved)();
        Ok(())
    }

    /// Saves before a stage if it is time for anybody.
    pub(super) fn save_if_time(
        &mut self,
        part: &Part,
        stage: Stage,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SolveError> {
        if self.saver.is_some() && agree(exchange, None, &[self.is_time().into()], &mut |_| ())? != [0] {
            self.save(part, stage, std::iter::empty(), exchange)?;
        }
        Ok(())
    }
}

pub(super) fn key(start: u64) -> (u32, u32) {
    (start as u32, (start >> 32) as u32)
}

impl Part {
    /// The most positions of a frame of this part.
    fn piece(&self) -> u64 {
        PIECE.min(self.deal.length())
    }

    /// The numbers in the field of the first positions of this peer.
    pub(super) fn first(&self, local: usize) -> impl Iterator<Item = Range<u64>> {
        self.deal.globals(self.me, 0..local.min(self.size()))
    }
}
