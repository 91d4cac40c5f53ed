//! What a round found, as a file of frames: the state of a solve between
//! rounds, and what the distances are made of in the end.
//!
//! The header is magic "kainocca", version, round, rules version, length of
//! the game's id (four bytes each) and the game's id. A frame is found by the
//! class of the middle and the first unit, and holds the bits of some
//! neighbouring units, one after the other: a byte and, by its value,
//!
//! - 0: the distances from each set bit to the next, seven bits a byte, the
//!   top bit set if more follow;
//! - 1: the words, compressed by zstd.
//!
//! Bits that are far apart take less room the first way, and time in any case.

use std::io;

use crate::Nocca;
use crate::board::cells_of;
use kaiketsu_db::{Frame, FrameFile, FrameWriter, Sink, Source, pack, unpack};
use kaiketsu_game::{Game, Notation};

const MAGIC: &[u8; 8] = b"kainocca";
const VERSION: u32 = 1;

const SPARSE: u8 = 0;
const DENSE: u8 = 1;

/// Fewer set bits a word than one in so many are written one by one.
const SPARSE_WORDS: usize = 2;

/// The file of a round that is being played. Frames come from all threads, in
/// any order.
pub(super) struct RoundWriter(FrameWriter);

impl RoundWriter {
    pub(super) fn new(sink: Box<dyn Sink>, game: &Nocca, round: u16) -> io::Result<Self> {
        Ok(RoundWriter(FrameWriter::new(sink, &header(game, round))?))
    }

    /// Adds the bits of neighbouring units. A failure is kept for the end.
    pub(super) fn add(&self, class: usize, first_unit: usize, found: &[u64]) {
        self.0.add((class as u32, first_unit as u32), encode(found));
    }

    /// Makes the file durable and visible.
    pub(super) fn commit(self) -> io::Result<()> {
        self.0.commit()
    }
}

/// The file of a round that was played.
pub(super) struct RoundFile(FrameFile);

impl RoundFile {
    /// Opens the file of a round; refuses that of another game or round.
    pub(super) fn open(source: Box<dyn Source>, game: &Nocca, round: u16) -> io::Result<Self> {
        FrameFile::open(source, &header(game, round)).map(RoundFile)
    }

    /// Where its frames are: each by class and first unit.
    pub(super) fn frames(&self) -> &[Frame] {
        self.0.frames()
    }

    /// Reads the bits of a frame over the words, which must be zero.
    pub(super) fn read(&self, frame: &Frame, words: &mut [u64]) -> io::Result<()> {
        decode(&self.0.read(frame)?, words)
    }
}

fn header(game: &Nocca, round: u16) -> Vec<u8> {
    let id = game.id();
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, u32::from(round), game.rules_version(), id.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(id.bytes());
    bytes
}

fn encode(words: &[u64]) -> io::Result<Vec<u8>> {
    let set: usize = words.iter().map(|word| word.count_ones() as usize).sum();
    if set * SPARSE_WORDS >= words.len() {
        let raw: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        return Ok([&[DENSE][..], &pack(&raw)?].concat());
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
    let words = (0..).step_by(64).zip(words);
    words.flat_map(|(first, &word)| cells_of(word).map(move |bit| first + bit as u64))
}

fn decode(bytes: &[u8], words: &mut [u64]) -> io::Result<()> {
    match bytes.split_first() {
        Some((&DENSE, rest)) => {
            let raw = unpack(rest, 8 * words.len())?;
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
    fn files_know_what_they_are() {
        let (game, other, memory) = (Nocca::new(3, 3), Nocca::new(3, 4), Memory::new());
        let writer = RoundWriter::new(memory.create("round").unwrap(), &game, 7).unwrap();
        writer.add(2, 5, &[0, 1 << 40]);
        writer.add(1, 0, &[u64::MAX, 7]);
        writer.commit().unwrap();
        let open = |game, round| RoundFile::open(memory.open("round").unwrap(), game, round);
        let file = open(&game, 7).unwrap();
        let mut words = [0; 2];
        file.read(&file.frames()[0], &mut words).unwrap();
        assert_eq!((file.frames()[0].key, words), ((2, 5), [0, 1 << 40]));
        assert!(open(&game, 8).is_err() && open(&other, 7).is_err());
    }
}
