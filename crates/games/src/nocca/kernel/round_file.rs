//! What a round found, as a file: the state of a solve between rounds, and
//! what the distances are made of in the end.
//!
//! ```text
//!     header   magic "kainocca", version, round, rules version, length of the
//!              game's id (four bytes each), the game's id, checksum of all this
//!     frames   the bits of some neighbouring units, one after the other
//!     index    for each frame: class of the middle, first unit (four bytes
//!              each), offset (eight), length, checksum (four each)
//!     end      offset of the index, frames (eight bytes each), checksum of
//!              index and these
//! ```
//!
//! Numbers have their low bytes first; checksums are CRC-32C. A frame is a
//! byte and, by its value,
//!
//! - 0: the distances from each set bit to the next, seven bits a byte, the
//!   top bit set if more follow;
//! - 1: the words, compressed by zstd.
//!
//! Bits that are far apart take less room the first way, and time in any case.

use std::io::{self, Write};
use std::sync::Mutex;

use crate::Nocca;
use kaiketsu_db::{Sink, Source};
use kaiketsu_game::{Game, Notation};

const MAGIC: &[u8; 8] = b"kainocca";
const VERSION: u32 = 1;
const ENTRY: usize = 24;
const END: usize = 20;

const SPARSE: u8 = 0;
const DENSE: u8 = 1;

/// Fewer set bits a word than one in so many are written one by one.
const SPARSE_WORDS: usize = 2;
const ZSTD_LEVEL: i32 = 1;

/// Where a frame is, and what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Frame {
    pub(super) class: u32,
    pub(super) first_unit: u32,
    offset: u64,
    length: u32,
    checksum: u32,
}

/// The file of a round that is being played. Frames come from all threads, in
/// any order.
pub(super) struct RoundWriter {
    open: Mutex<Open>,
}

struct Open {
    /// Gone once writing has failed.
    sink: Option<Box<dyn Sink>>,
    failure: Option<io::Error>,
    written: u64,
    index: Vec<u8>,
}

impl RoundWriter {
    pub(super) fn new(mut sink: Box<dyn Sink>, game: &Nocca, round: u16) -> io::Result<Self> {
        let header = header(game, round);
        sink.write_all(&header)?;
        let written = header.len() as u64;
        Ok(RoundWriter {
            open: Mutex::new(Open { sink: Some(sink), failure: None, written, index: Vec::new() }),
        })
    }

    /// Adds the bits of neighbouring units. A failure is kept for the end.
    pub(super) fn add(&self, class: usize, first_unit: usize, found: &[u64]) {
        let written = encode(found).and_then(|bytes| {
            let mut open = self.open.lock().expect("no thread panics while it writes");
            open.add(class as u32, first_unit as u32, &bytes)
        });
        if let Err(error) = written {
            let mut open = self.open.lock().expect("no thread panics while it writes");
            open.sink = None;
            open.failure.get_or_insert(error);
        }
    }

    /// Makes the file durable and visible.
    pub(super) fn commit(self) -> io::Result<()> {
        let Open { sink, failure, written, mut index } =
            self.open.into_inner().expect("no thread panics while it writes");
        let Some(mut sink) = sink else {
            return Err(failure.unwrap_or_else(|| io::Error::other("the file was given up")));
        };
        let frames = (index.len() / ENTRY) as u64;
        index.extend(written.to_le_bytes());
        index.extend(frames.to_le_bytes());
        index.extend(crc32c::crc32c(&index).to_le_bytes());
        sink.write_all(&index)?;
        sink.commit()
    }
}

impl Open {
    fn add(&mut self, class: u32, first_unit: u32, bytes: &[u8]) -> io::Result<()> {
        let Some(sink) = &mut self.sink else { return Ok(()) };
        sink.write_all(bytes)?;
        self.index.extend(class.to_le_bytes());
        self.index.extend(first_unit.to_le_bytes());
        self.index.extend(self.written.to_le_bytes());
        self.index.extend((bytes.len() as u32).to_le_bytes());
        self.index.extend(crc32c::crc32c(bytes).to_le_bytes());
        self.written += bytes.len() as u64;
        Ok(())
    }
}

/// The file of a round that was played.
pub(super) struct RoundFile {
    source: Box<dyn Source>,
    pub(super) frames: Vec<Frame>,
}

impl RoundFile {
    /// Opens the file of a round; refuses that of another game or round.
    pub(super) fn open(source: Box<dyn Source>, game: &Nocca, round: u16) -> io::Result<Self> {
        let wanted = header(game, round);
        let length = source.len();
        if length < (wanted.len() + END) as u64 {
            return Err(unusable("it is too short"));
        }
        let mut found = vec![0; wanted.len()];
        source.read_at(0, &mut found)?;
        if found != wanted {
            return Err(unusable("it is for something else"));
        }
        let mut end = [0; END];
        source.read_at(length - END as u64, &mut end)?;
        let number = |at: usize| u64::from_le_bytes(end[at..at + 8].try_into().expect("eight bytes"));
        let (offset, frames) = (number(0), number(8));
        let fits = frames.checked_mul(ENTRY as u64).and_then(|bytes| bytes.checked_add(offset + END as u64));
        if offset > length || fits != Some(length) {
            return Err(unusable("it is damaged"));
        }
        let mut index = vec![0; (length - offset) as usize];
        source.read_at(offset, &mut index)?;
        let (checked, checksum) = index.split_at(index.len() - 4);
        if crc32c::crc32c(checked).to_le_bytes() != checksum {
            return Err(unusable("it is damaged"));
        }
        let frames = checked[..frames as usize * ENTRY].chunks_exact(ENTRY).map(Frame::read).collect();
        Ok(RoundFile { source, frames })
    }

    /// Reads the bits of a frame over the words, which must be zero.
    pub(super) fn read(&self, frame: &Frame, words: &mut [u64]) -> io::Result<()> {
        let mut bytes = vec![0; frame.length as usize];
        self.source.read_at(frame.offset, &mut bytes)?;
        if crc32c::crc32c(&bytes) != frame.checksum {
            return Err(unusable("it is damaged"));
        }
        decode(&bytes, words)
    }
}

impl Frame {
    fn read(bytes: &[u8]) -> Frame {
        let small = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let offset = u64::from_le_bytes(bytes[8..16].try_into().expect("eight bytes"));
        Frame { class: small(0), first_unit: small(4), offset, length: small(16), checksum: small(20) }
    }
}

fn header(game: &Nocca, round: u16) -> Vec<u8> {
    let id = game.id();
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, u32::from(round), game.rules_version(), id.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(id.bytes());
    bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
    bytes
}

fn encode(words: &[u64]) -> io::Result<Vec<u8>> {
    let set: usize = words.iter().map(|word| word.count_ones() as usize).sum();
    if set * SPARSE_WORDS >= words.len() {
        let mut bytes = vec![DENSE];
        let raw: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        zstd::stream::copy_encode(&raw[..], &mut bytes, ZSTD_LEVEL)?;
        return Ok(bytes);
    }
    let mut bytes = vec![SPARSE];
    let mut last = 0;
    for bit in set_bits(words) {
        let mut distance = bit - last;
        while distance >= 128 {
            bytes.push(distance as u8 | 128);
            distance >>= 7;
        }
        bytes.push(distance as u8);
        last = bit;
    }
    Ok(bytes)
}

/// The numbers of the set bits.
pub(super) fn set_bits(words: &[u64]) -> impl Iterator<Item = u64> {
    (0..).step_by(64).zip(words).flat_map(|(first, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| first + u64::from(rest.trailing_zeros()));
            rest &= rest.wrapping_sub(1);
            bit
        })
    })
}

fn decode(bytes: &[u8], words: &mut [u64]) -> io::Result<()> {
    match bytes.split_first() {
        Some((&DENSE, rest)) => {
            let mut raw = Vec::with_capacity(8 * words.len());
            zstd::stream::copy_decode(rest, &mut raw)?;
            if raw.len() != 8 * words.len() {
                return Err(unusable("a frame has another length"));
            }
            for (word, bytes) in words.iter_mut().zip(raw.chunks_exact(8)) {
                *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            }
            Ok(())
        }
        Some((&SPARSE, rest)) => {
            let (mut bit, mut distance, mut shift) = (0_u64, 0_u64, 0);
            for byte in rest {
                distance |= u64::from(byte & 127) << shift;
                shift += 7;
                if byte & 128 == 0 {
                    bit += distance;
                    let word = words.get_mut((bit / 64) as usize);
                    *word.ok_or_else(|| unusable("a frame is too long"))? |= 1 << (bit % 64);
                    (distance, shift) = (0, 0);
                } else if shift > 56 {
                    return Err(unusable("a frame is damaged"));
                }
            }
            Ok(())
        }
        _ => Err(unusable("a frame is of an unknown kind")),
    }
}

fn unusable(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_db::{Memory, Storage};
    use kaiketsu_testkit::random::Random;

    #[test]
    fn frames_are_read_as_written() {
        let mut random = Random::new(1);
        for density in [1, 3, 40, 3000] {
            let mut words = vec![0_u64; 300];
            for _ in 0..density {
                words[random.below(300) as usize] |= 1 << random.below(64);
            }
            let mut read = vec![0; 300];
            decode(&encode(&words).unwrap(), &mut read).unwrap();
            assert_eq!(read, words);
        }
    }

    #[test]
    fn files_know_what_they_are_and_notice_damage() {
        let (game, other, memory) = (Nocca::new(3, 3), Nocca::new(3, 4), Memory::new());
        let writer = RoundWriter::new(memory.create("round").unwrap(), &game, 7).unwrap();
        writer.add(2, 5, &[0, 1 << 40]);
        writer.add(1, 0, &[u64::MAX, 7]);
        writer.commit().unwrap();
        let open = |game, round| RoundFile::open(memory.open("round").unwrap(), game, round);
        let file = open(&game, 7).unwrap();
        let mut words = [0; 2];
        file.read(&file.frames[0], &mut words).unwrap();
        assert_eq!((file.frames[0].class, file.frames[0].first_unit, words), (2, 5, [0, 1 << 40]));
        assert!(open(&game, 8).is_err() && open(&other, 7).is_err());
        let bytes = memory.bytes("round").unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            let mut sink = memory.create("round").unwrap();
            sink.write_all(&damaged).unwrap();
            sink.commit().unwrap();
            let read = open(&game, 7)
                .and_then(|file| file.frames.iter().try_for_each(|frame| file.read(frame, &mut [0; 2])));
            assert!(read.is_err(), "byte {at}");
        }
    }
}
