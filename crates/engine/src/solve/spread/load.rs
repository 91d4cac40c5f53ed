//! What was saved, taken up by as many peers as there are now.

use std::io;
use std::ops::Range;

use kaiketsu_db::{DbError, Frame, FrameFile, unpack};

use super::ranges::Ranges;
use super::save::{DONE, EXCEPTIONS, Saved, Saver, Stage, Whole};
use super::{Deal, Field, Part, agree};
use crate::solve::state::State;
use crate::solve::{Checkpoint, Exchange, SolveError};

/// Bytes of an exception: number, children, distance.
const EXCEPTION: usize = 8 + 8 + 2;

/// A file of what was saved that cannot be read, and why.
struct Unread {
    file: String,
    source: io::Error,
}

impl Unread {
    fn new(place: &Checkpoint<'_>) -> impl FnOnce(io::Error) -> Self {
        let file = place.describe();
        |source| Unread { file, source }
    }

    /// Whether it is damaged, foreign or missing, and will be the next time too.
    fn for_good(&self) -> bool {
        use io::ErrorKind::{InvalidData, NotFound, UnexpectedEof};
        matches!(self.source.kind(), InvalidData | NotFound | UnexpectedEof)
    }
}

impl From<Unread> for SolveError {
    fn from(Unread { file, source }: Unread) -> Self {
        DbError::Io { file, doing: "reading what was saved", source }.into()
    }
}

impl Saved<'_> {
    /// The part of this peer of what was saved, and the stage under way; or the field, if
    /// nothing was or somebody's part of it is damaged. All peers go on, or none.
    pub(super) fn resume(
        &mut self,
        field: Field,
        deal: Deal,
        exchange: &mut dyn Exchange,
    ) -> Result<Result<(Part, Stage), Field>, SolveError> {
        let Some(saver) = self.saver else { return Ok(Err(field)) };
        let me = exchange.me();
        let (found, failure) = match if me == 0 { saver.usable() } else { Ok(None) } {
            Ok(found) => (found, None),
            Err(error) => (None, Some(error)),
        };
        let vote = found.map_or([0; 8], |whole| {
            let [a, b, c, d, e, f, g] = whole.to_numbers();
            [1, a, b, c, d, e, f, g]
        });
        let sums = agree(exchange, failure, &vote, &mut |_| ())?;
        let numbers = sums[1..].try_into().expect("as many as were voted");
        let Some(whole) = Whole::from_numbers(numbers).filter(|_| sums[0] > 0) else { return Ok(Err(field)) };
        let state = match saver.room(deal.size_of(me)) {
            Ok(state) => state,
            Err(error) => return agree(exchange, Some(error), &[0], &mut |_| ()).map(|_| Err(field)),
        };
        let mut part = Part { field, deal, me, state };
        let (skip, failure) = match saver.load(&mut part, whole) {
            Ok(skip) => (Some(skip), None),
            Err(unread) if unread.for_good() => {
                saver.not_using(&unread);
                (None, None)
            }
            Err(unread) => (None, Some(unread.into())),
        };
        let lost = agree(exchange, failure, &[skip.is_none().into()], &mut |_| ())?[0] > 0;
        // Files of the save that was broken off are written over; those of the one that is marked
        // never are, though it may not be used.
        self.number = whole.number + 1;
        match skip.filter(|_| !lost) {
            None => Ok(Err(part.field)),
            Some(skip) => {
                self.skip = skip;
                self.counted = whole.counted;
                Ok(Ok((part, whole.stage)))
            }
        }
    }
}

impl Saver<'_> {
    /// The save that is whole, if there is one. A mark that is damaged goes: nobody can say
    /// which of the files belong together.
    fn usable(&self) -> Result<Option<Whole>, SolveError> {
        match self.marked() {
            Err(unread) if unread.for_good() => {
                self.not_using(&unread);
                self.place.remove()?;
                Ok(None)
            }
            found => Ok(found?),
        }
    }

    fn marked(&self) -> Result<Option<Whole>, Unread> {
        let failed = || Unread::new(&self.place);
        let Some(source) = self.place.open().map_err(failed())? else { return Ok(None) };
        let file = FrameFile::open(source, self.header.as_bytes()).map_err(failed())?;
        let bytes = file.frames().first().map(|frame| file.read(frame)).transpose().map_err(failed())?;
        let text = String::from_utf8(bytes.unwrap_or_default()).unwrap_or_default();
        let numbers: Vec<u64> = text.split(' ').map_while(|number| number.parse().ok()).collect();
        let whole = numbers.try_into().ok().and_then(Whole::from_numbers);
        whole.map(Some).ok_or_else(|| failed()(io::ErrorKind::InvalidData.into()))
    }

    fn not_using(&self, Unread { file, source }: &Unread) {
        (self.warn)(&format!("not using what was saved in {file}: {source}; the layer is begun again"));
    }

    fn room(&self, size: usize) -> Result<State, SolveError> {
        State::with_room(size).map_err(Self::failed(&self.place, "making room for what was saved"))
    }

    /// Fills the part of a peer; what of the stage had been done.
    fn load(&self, part: &mut Part, whole: Whole) -> Result<Ranges, Unread> {
        let mut loaded = 0;
        let mut done: Vec<Range<u64>> = Vec::new();
        for peer in 0..whole.files {
            let place = self.place.named(&self.named(whole.number, peer, whole.files));
            let failed = || Unread::new(&place);
            let source = place.open().and_then(|found| found.ok_or_else(|| io::ErrorKind::NotFound.into()));
            let file = source.and_then(|source| FrameFile::open(source, self.header.as_bytes()));
            let file = file.map_err(failed())?;
            for frame in file.frames() {
                match frame.key {
                    EXCEPTIONS => part.take_exceptions(&file.read(frame).map_err(failed())?),
                    DONE => done.extend(ranges(&file.read(frame).map_err(failed())?)),
                    _ => loaded += part.take(&file, frame, whole.piece).map_err(failed())?,
                }
            }
        }
        if loaded < part.size() {
            return Err(Unread::new(&self.place)(io::ErrorKind::InvalidData.into()));
        }
        Ok(done.into_iter().collect())
    }
}

fn ranges(bytes: &[u8]) -> impl Iterator<Item = Range<u64>> {
    let number =
        |bytes: &[u8; 16], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    bytes.as_chunks::<16>().0.iter().map(move |bytes| number(bytes, 0)..number(bytes, 8))
}

impl Part {
    /// Takes what is this peer's of exceptions.
    fn take_exceptions(&self, bytes: &[u8]) {
        for bytes in bytes.as_chunks::<EXCEPTION>().0 {
            let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
            let (stretch, offset) = self.deal.find(number(0));
            if self.deal.owner(stretch) == self.me {
                let local = self.deal.local_start(stretch) + offset as usize;
                self.state.except(local, number(8) as usize, u16::from_le_bytes([bytes[16], bytes[17]]));
            }
        }
    }

    /// Takes what is this peer's from a frame; how many positions that were.
    fn take(&self, file: &FrameFile, frame: &Frame, piece: u64) -> io::Result<usize> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
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
