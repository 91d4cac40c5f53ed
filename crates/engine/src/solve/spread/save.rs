//! What is known between two rounds, saved: so that a layer that takes long is not
//! begun again.
//!
//! ```text
//! round-00012-0001-of-0004   a file a peer: frames of neighbours, each with the numbers of its positions, packed;
//!                            and one frame with its exceptions
//! the checkpoint itself      which round is whole, and how many files it has
//! ```
//!
//! The first peer writes the checkpoint when all files of the round are there; only
//! then those of the round before go. Frames say which positions they hold, so other
//! peers, and another number of them, take what is theirs.

use std::io;
use std::time::{Duration, Instant};

use kaiketsu_db::{DbError, Frame, FrameFile, FrameWriter, pack, unpack};

use super::{Deal, Field, Part, agree};
use crate::solve::state::State;
use crate::solve::{Checkpoint, Exchange, SolveError};

/// The most positions of a frame.
const PIECE: u64 = 1 << 16;

/// The key of the frame with exceptions.
const EXCEPTIONS: (u32, u32) = (u32::MAX, u32::MAX);

/// Bytes of an exception: number, children, distance.
const EXCEPTION: usize = 8 + 8 + 2;

/// Where and how often it is saved.
pub(crate) struct Saver<'a> {
    pub(crate) place: Checkpoint<'a>,
    pub(crate) every: Duration,
    /// What is being solved, in words that stand in front.
    pub(crate) header: String,
    /// Is told that it was saved.
    pub(crate) saved: &'a (dyn Fn() + Sync),
}

/// When it was saved last, and by which files.
pub(super) struct Saved {
    since: Instant,
    file: Option<String>,
}

/// A round that was saved whole.
#[derive(Clone, Copy)]
struct Whole {
    /// The distance of the round that is next.
    distance: u16,
    /// How many files there are.
    files: usize,
    /// The most positions of a frame.
    piece: u64,
}

impl<'a> Saver<'a> {
    pub(super) fn begin(&self) -> Saved {
        Saved { since: Instant::now(), file: None }
    }

    /// Whether it is time; the first peer decides for all.
    pub(super) fn is_time(&self, saved: &Saved, me: usize) -> bool {
        me == 0 && saved.since.elapsed() >= self.every
    }

    fn named(&self, distance: u16, peer: usize, peers: usize) -> String {
        format!("round-{distance:05}-{peer:04}-of-{peers:04}")
    }

    fn failed(place: &Checkpoint<'_>, doing: &'static str) -> impl FnOnce(io::Error) -> SolveError {
        let file = place.describe();
        move |source| DbError::Io { file, doing, source }.into()
    }

    /// Saves what is known before the round of a distance, together with all peers.
    pub(super) fn save(
        &self,
        part: &Part,
        distance: u16,
        exchange: &mut dyn Exchange,
        before: &mut Saved,
    ) -> Result<(), SolveError> {
        let (me, peers) = (part.me, exchange.peers());
        let name = self.named(distance, me, peers);
        let written = self.write(part, &self.place.named(&name));
        agree(exchange, written.err(), &[], &mut |_| ())?;
        let piece = part.piece();
        let marked = match me {
            0 => self.mark(Whole { distance, files: peers, piece }),
            _ => Ok(()),
        };
        agree(exchange, marked.err(), &[], &mut |_| ())?;
        if let Some(file) = before.file.replace(name) {
            self.place.named(&file).remove()?;
        }
        before.since = Instant::now();
        (self.saved)();
        Ok(())
    }

    fn write(&self, part: &Part, place: &Checkpoint<'_>) -> Result<(), SolveError> {
        let failed = || Self::failed(place, "saving rounds");
        let file =
            FrameWriter::new(place.create().map_err(failed())?, self.header.as_bytes()).map_err(failed())?;
        for stretch in part.deal.stretches_of(part.me) {
            let range = part.deal.range(stretch);
            for start in range.clone().step_by(part.piece() as usize) {
                let local = part.deal.local_start(stretch) + (start - range.start) as usize;
                let length = (range.end - start).min(part.piece()) as usize;
                let mut bytes = (length as u32).to_le_bytes().to_vec();
                let numbers =
                    (local..local + length).flat_map(|local| part.state.number(local).to_le_bytes());
                let packed = pack(&numbers.collect::<Vec<u8>>());
                file.add(key(start), packed.map(|packed| [&bytes[..], &packed].concat()));
                bytes.clear();
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
        file.commit().map_err(failed())
    }

    fn mark(&self, whole: Whole) -> Result<(), SolveError> {
        let failed = || Self::failed(&self.place, "saving rounds");
        let Whole { distance, files, piece } = whole;
        let file = FrameWriter::new(self.place.create().map_err(failed())?, self.header.as_bytes());
        let file = file.map_err(failed())?;
        file.add((0, 0), Ok(format!("{distance} {files} {piece}").into_bytes()));
        file.commit().map_err(failed())
    }

    /// The round that was saved whole, if there is one.
    fn marked(&self) -> Result<Option<Whole>, SolveError> {
        let failed = || Self::failed(&self.place, "reading what was saved; if it is damaged, remove it");
        let Some(source) = self.place.open().map_err(failed())? else { return Ok(None) };
        let file = FrameFile::open(source, self.header.as_bytes()).map_err(failed())?;
        let bytes = file.frames().first().map(|frame| file.read(frame)).transpose().map_err(failed())?;
        let text = String::from_utf8(bytes.unwrap_or_default()).unwrap_or_default();
        let mut numbers = text.split(' ').map(str::parse::<u64>);
        let mut next = || numbers.next().and_then(Result::ok);
        let found = (next(), next(), next());
        let (Some(distance), Some(files), Some(piece)) = found else {
            return Err(failed()(io::ErrorKind::InvalidData.into()));
        };
        Ok(Some(Whole { distance: distance as u16, files: files as usize, piece }))
    }

    /// The part of this peer of what was saved, and the distance of the next round. All
    /// peers go on, or none.
    pub(super) fn resume(
        &self,
        field: Field,
        deal: Deal,
        exchange: &mut dyn Exchange,
    ) -> Result<Result<(Part, u16), Field>, SolveError> {
        let me = exchange.me();
        let (found, failure) = match if me == 0 { self.marked() } else { Ok(None) } {
            Ok(found) => (found, None),
            Err(error) => (None, Some(error)),
        };
        let vote = found.map_or([0; 4], |whole| [1, whole.distance.into(), whole.files as u64, whole.piece]);
        let sums = agree(exchange, failure, &vote, &mut |_| ())?;
        if sums[0] == 0 {
            return Ok(Err(field));
        }
        let whole = Whole { distance: sums[1] as u16, files: sums[2] as usize, piece: sums[3] };
        let loaded = self.load(field, deal, me, whole);
        let (part, failure) = match loaded {
            Ok(part) => (Some(part), None),
            Err(error) => (None, Some(error)),
        };
        agree(exchange, failure, &[], &mut |_| ())?;
        Ok(Ok((part.expect("who has none has failed"), whole.distance)))
    }

    fn load(&self, field: Field, deal: Deal, me: usize, whole: Whole) -> Result<Part, SolveError> {
        let size = deal.size_of(me);
        let room =
            State::with_room(size).map_err(Self::failed(&self.place, "making room for what was saved"))?;
        let part = Part { field, deal, me, state: room };
        let mut loaded = 0;
        for peer in 0..whole.files {
            let place = self.place.named(&self.named(whole.distance, peer, whole.files));
            let failed = || Self::failed(&place, "reading what was saved");
            let source = place.open().and_then(|found| found.ok_or_else(|| io::ErrorKind::NotFound.into()));
            let file = source.and_then(|source| FrameFile::open(source, self.header.as_bytes()));
            let file = file.map_err(failed())?;
            for frame in file.frames() {
                loaded += part.take(&file, frame, whole.piece).map_err(failed())?;
            }
        }
        if loaded < size {
            return Err(Self::failed(&self.place, "what was saved is not whole")(
                io::ErrorKind::InvalidData.into(),
            ));
        }
        Ok(part)
    }
}

fn key(start: u64) -> (u32, u32) {
    (start as u32, (start >> 32) as u32)
}

impl Part {
    /// The most positions of a frame of this part.
    fn piece(&self) -> u64 {
        PIECE.min(self.deal.length())
    }

    /// Takes what is this peer's from a frame; how many positions that were.
    fn take(&self, file: &FrameFile, frame: &Frame, piece: u64) -> io::Result<usize> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        if frame.key == EXCEPTIONS {
            for bytes in file.read(frame)?.as_chunks::<EXCEPTION>().0 {
                let number =
                    |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
                let (stretch, offset) = self.deal.find(number(0));
                if self.deal.owner(stretch) == self.me {
                    let local = self.deal.local_start(stretch) + offset as usize;
                    self.state.except(local, number(8) as usize, u16::from_le_bytes([bytes[16], bytes[17]]));
                }
            }
            return Ok(0);
        }
        let start = u64::from(frame.key.0) | u64::from(frame.key.1) << 32;
        let end = self.field.size().min(start + piece);
        let mine = |index: u64| self.deal.owner(self.deal.find(index).0) == self.me;
        let step = self.deal.length().min(piece);
        if !(start..end).step_by(step as usize).any(mine) {
            return Ok(0);
        }
        let bytes = file.read(frame)?;
        let (length, packed) = bytes.split_first_chunk().ok_or_else(damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        if length as u64 > piece || start + length as u64 > self.field.size() {
            return Err(damaged());
        }
        let numbers = unpack(packed, 2 * length)?;
        let mut taken = 0;
        for (index, number) in (start..).zip(numbers.as_chunks().0) {
            let (stretch, offset) = self.deal.find(index);
            if self.deal.owner(stretch) == self.me {
                let local = self.deal.local_start(stretch) + offset as usize;
                self.state.put(local, u16::from_le_bytes(*number));
                taken += 1;
            }
        }
        Ok(taken)
    }
}
