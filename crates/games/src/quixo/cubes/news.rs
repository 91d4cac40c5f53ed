//! What a round finds in a window, and how that is written down.
//!
//! A *window* is a run of shapes whose chunks are looked at in one go. What a
//! round finds there is a list of chunks with their new bits. In bytes:
//!
//! ```text
//!     byte 0   bit 0   0: the distance from each new position to the next,
//!                         seven bits a byte, the top bit set if more follow
//!                      1: a bit for each chunk of the window, whether it is
//!                         in the list; then, of these chunks, a bit for each
//!                         position that was open before the round
//!              bit 1   the rest is a zstd frame, after its length when
//!                      unpacked (four bytes)
//! ```
//!
//! Who reads knows what was known before, so the bits of positions that are
//! decided already are left out: what remains is near the entropy.

use std::io::{self, ErrorKind};

use kaiketsu_db::{pack, unpack};
use kaiketsu_lanes::{CHUNK_BITS, Chunk, Processor, Vectors, Work, flags, gather_bits, scatter_bits};

const DENSE: u8 = 1;
const PACKED: u8 = 2;

/// With no more positions a chunk than this, they are written one by one.
const FEW: usize = 2;

/// Fewer bytes are not worth packing.
const LEAST_PACKED: usize = 64;

/// Chunks of a window with new bits, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    places: Vec<u32>,
    bits: Vec<Chunk>,
}

impl News {
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.bits.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Adds a chunk. Its place must be above all others, or put in order by
    /// [`News::turn`].
    #[inline(always)]
    pub(crate) fn push(&mut self, place: usize, new: Chunk) {
        self.places.push(place as u32);
        self.bits.push(new);
    }

    /// Turns around what was added after so many chunks.
    pub(crate) fn turn(&mut self, from: usize) {
        self.places[from..].reverse();
        self.bits[from..].reverse();
    }

    /// The chunks by their places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Chunk)> {
        self.places.iter().map(|place| *place as usize).zip(&self.bits)
    }

    /// Sets a bit of the last chunk, or of a new one.
    fn set(&mut self, position: usize) {
        let place = (position >> CHUNK_BITS) as u32;
        if self.places.last() != Some(&place) {
            self.places.push(place);
            self.bits.push(Chunk::ZERO);
        }
        if let Some(chunk) = self.bits.last_mut() {
            flags::set(&mut chunk.0, position & ((1 << CHUNK_BITS) - 1));
        }
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> usize {
        Processor::detect().run(Positions(self))
    }

    /// The bytes, for a window of so many chunks of which `open` gives the
    /// positions that were not decided before the round.
    pub(crate) fn encode(&self, chunks: usize, open: impl Fn(usize) -> Chunk) -> io::Result<Vec<u8>> {
        self.encode_by(Processor::detect(), chunks, open)
    }

    fn encode_by(
        &self,
        processor: Processor,
        chunks: usize,
        open: impl Fn(usize) -> Chunk,
    ) -> io::Result<Vec<u8>> {
        let positions = processor.run(Positions(self));
        let (kind, plain) = match positions <= FEW * self.len() {
            true => (0, self.one_by_one(positions)),
            false => (DENSE, processor.run(SideBySide { news: self, chunks, open })),
        };
        if plain.len() >= LEAST_PACKED {
            let packed = pack(&plain)?;
            if packed.len() + 4 < plain.len() {
                let length = (plain.len() as u32).to_le_bytes();
                return Ok([&[kind | PACKED][..], &length, &packed].concat());
            }
        }
        Ok([&[kind][..], &plain].concat())
    }

    fn one_by_one(&self, positions: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * positions);
        let mut last = 0;
        for (place, chunk) in self.iter() {
            for (number, word) in chunk.0.iter().enumerate() {
                let mut rest = *word;
                while rest != 0 {
                    let position = place << CHUNK_BITS | number << 6 | rest.trailing_zeros() as usize;
                    let mut distance = position - last;
                    while distance >= 128 {
                        bytes.push(distance as u8 | 128);
                        distance >>= 7;
                    }
                    bytes.push(distance as u8);
                    last = position;
                    rest &= rest - 1;
                }
            }
        }
        bytes
    }

    /// Reads the bytes of a window of so many chunks, in place of what was here.
    pub(crate) fn decode(
        &mut self,
        bytes: &[u8],
        chunks: usize,
        open: impl Fn(usize) -> Chunk,
    ) -> io::Result<()> {
        self.decode_by(Processor::detect(), bytes, chunks, open)
    }

    fn decode_by(
        &mut self,
        processor: Processor,
        bytes: &[u8],
        chunks: usize,
        open: impl Fn(usize) -> Chunk,
    ) -> io::Result<()> {
        self.clear();
        let (&kind, rest) = bytes.split_first().ok_or_else(damaged)?;
        let unpacked: Vec<u8>;
        let plain = if kind & PACKED == 0 {
            rest
        } else {
            let (length, packed) = rest.split_first_chunk().ok_or_else(damaged)?;
            let length = u32::from_le_bytes(*length) as usize;
            // Of sparse positions there are few, and of dense ones a bit each.
            if length > chunks * 2 * size_of::<Chunk>() + chunks * 3 + 16 {
                return Err(damaged());
            }
            unpacked = unpack(packed, length)?;
            &unpacked
        };
        match kind & !PACKED {
            0 => self.read_one_by_one(plain, chunks),
            DENSE => processor.run(ReadSideBySide { news: self, bytes: plain, chunks, open }),
            _ => Err(damaged()),
        }
    }

    fn read_one_by_one(&mut self, bytes: &[u8], chunks: usize) -> io::Result<()> {
        let (mut position, mut distance, mut shift) = (0, 0, 0);
        for byte in bytes {
            distance |= usize::from(byte & 127) << shift;
            shift += 7;
            if byte & 128 == 0 {
                position += distance;
                if position >> CHUNK_BITS >= chunks {
                    return Err(damaged());
                }
                self.set(position);
                (distance, shift) = (0, 0);
            } else if shift > 28 {
                return Err(damaged());
            }
        }
        Ok(())
    }
}

/// Counts the positions of news.
struct Positions<'a>(&'a News);

impl Work for Positions<'_> {
    type Output = usize;

    #[inline(always)]
    fn on<V: Vectors>(self, _: V) -> usize {
        let mut positions = 0;
        for chunk in &self.0.bits {
            for word in chunk.0 {
                positions += word.count_ones() as usize;
            }
        }
        positions
    }
}

/// Writes a bit for each position that was open.
struct SideBySide<'a, O> {
    news: &'a News,
    chunks: usize,
    open: O,
}

impl<O: Fn(usize) -> Chunk> Work for SideBySide<'_, O> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn on<V: Vectors>(self, _: V) -> Vec<u8> {
        let SideBySide { news, chunks, open } = self;
        let mut listed = vec![0; chunks.div_ceil(8)];
        news.places.iter().for_each(|place| listed[*place as usize / 8] |= 1 << (place % 8));
        let mut stream = BitWriter { bytes: listed, word: 0, filled: 0 };
        stream.bytes.reserve(news.len() * size_of::<Chunk>() + 8);
        for (place, new) in news.iter() {
            for (new, open) in new.0.into_iter().zip(open(place).0) {
                debug_assert_eq!(new & !open, 0, "nothing is found twice");
                stream.push(gather_bits(new, open), open.count_ones());
            }
        }
        stream.finish()
    }
}

/// The same, read.
struct ReadSideBySide<'a, O> {
    news: &'a mut News,
    bytes: &'a [u8],
    chunks: usize,
    open: O,
}

impl<O: Fn(usize) -> Chunk> Work for ReadSideBySide<'_, O> {
    type Output = io::Result<()>;

    #[inline(always)]
    fn on<V: Vectors>(self, _: V) -> io::Result<()> {
        let ReadSideBySide { news, bytes, chunks, open } = self;
        let (listed, bits) = bytes.split_at_checked(chunks.div_ceil(8)).ok_or_else(damaged)?;
        let mut stream = BitReader { bytes: bits, word: 0, left: 0 };
        for (number, byte) in listed.iter().enumerate() {
            let mut rest = *byte;
            while rest != 0 {
                let place = 8 * number + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if place >= chunks {
                    return Err(damaged());
                }
                let mut new = Chunk::ZERO;
                for (new, open) in new.0.iter_mut().zip(open(place).0) {
                    *new = scatter_bits(stream.take(open.count_ones()).ok_or_else(damaged)?, open);
                }
                news.push(place, new);
            }
        }
        Ok(())
    }
}

/// Bits one after the other, low ones first.
struct BitWriter {
    bytes: Vec<u8>,
    word: u64,
    filled: u32,
}

impl BitWriter {
    /// Adds up to 64 bits; those above must be zero.
    #[inline(always)]
    fn push(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.filled;
        if self.filled + count >= 64 {
            self.bytes.extend_from_slice(&self.word.to_le_bytes());
            // Two shifts, so that none is by 64.
            self.word = bits >> 1 >> (63 - self.filled);
            self.filled = self.filled + count - 64;
        } else {
            self.filled += count;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let used = self.filled.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.word.to_le_bytes()[..used]);
        self.bytes
    }
}

/// The same, read.
struct BitReader<'a> {
    bytes: &'a [u8],
    word: u64,
    left: u32,
}

impl BitReader<'_> {
    /// Up to 64 bits, if there are so many.
    #[inline(always)]
    fn take(&mut self, count: u32) -> Option<u64> {
        let mut bits = self.word;
        if count <= self.left {
            self.word = if count == 64 { 0 } else { self.word >> count };
            self.left -= count;
        } else {
            let next = match self.bytes.split_first_chunk() {
                Some((next, rest)) => {
                    self.bytes = rest;
                    u64::from_le_bytes(*next)
                }
                None => {
                    let mut next = [0; 8];
                    next[..self.bytes.len()].copy_from_slice(self.bytes);
                    let found = 8 * self.bytes.len() as u32;
                    if self.left + found < count {
                        return None;
                    }
                    self.bytes = &[];
                    u64::from_le_bytes(next)
                }
            };
            bits |= next << self.left;
            let used = count - self.left;
            self.word = next >> 1 >> (used - 1);
            self.left = 64 - used;
        }
        Some(if count == 64 { bits } else { bits & ((1 << count) - 1) })
    }
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "what a round found is damaged")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_testkit::random::Random;

    const CHUNKS: usize = 300;

    /// Random news in a window of which some positions are open.
    fn case(random: &mut Random, density: u64) -> (News, Vec<Chunk>) {
        let mut word =
            |ones: u64| (0..64).fold(0, |word, _| word << 1 | u64::from(random.below(1000) < ones));
        let open: Vec<Chunk> = (0..CHUNKS).map(|_| Chunk([0; 8].map(|_| word(700)))).collect();
        let mut news = News::default();
        for (place, open) in open.iter().enumerate() {
            let new = open.zip(Chunk([0; 8].map(|_| word(density))), |open, new| open & new);
            if new != Chunk::ZERO {
                news.push(place, new);
            }
        }
        (news, open)
    }

    #[test]
    fn news_are_read_as_written() {
        let mut random = Random::new(3);
        for density in [0, 1, 2, 5, 20, 100, 500, 1000] {
            let (news, open) = case(&mut random, density);
            let bytes = news.encode(CHUNKS, |at| open[at]).unwrap();
            let mut read = News::default();
            for processor in Processor::available() {
                assert_eq!(news.encode_by(processor, CHUNKS, |at| open[at]).unwrap(), bytes, "{processor:?}");
                read.push(7, Chunk::ZERO);
                read.decode_by(processor, &bytes, CHUNKS, |at| open[at]).unwrap();
                assert_eq!(read, news, "{density}, {processor:?}");
            }
            // Bytes that are not news may be taken for others, but do no harm.
            for at in 0..bytes.len().min(400) {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << (at % 8);
                let _ = read.decode(&damaged, CHUNKS, |at| open[at]);
                let _ = read.decode(&bytes[..at], CHUNKS, |at| open[at]);
            }
        }
    }

    #[test]
    fn positions_that_are_decided_take_no_room() {
        let open = Chunk([0xFF; 8]);
        let mut news = News::default();
        let mut random = Random::new(5);
        (0..CHUNKS).for_each(|place| news.push(place, Chunk([0; 8].map(|_| random.bits() & 0xFF | 1))));
        let bytes = news.encode(CHUNKS, |_| open).unwrap();
        assert!(bytes.len() <= 5 + CHUNKS.div_ceil(8) + 8 * CHUNKS);
    }
}
