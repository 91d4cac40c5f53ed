//! What leaves the lanes: counts, and values of two bits.

use kaiketsu_lanes::{CHUNK_BITS, Chunk, Vectors, Work};

use crate::quixo::cubes::links::Layout;

/// One for each number of marks of the other side.
pub(crate) const WEIGHTS: usize = 26;

/// For each weight the addresses inside a chunk with so many bits set.
static WEIGHT_MASKS: [Chunk; CHUNK_BITS + 1] = {
    let mut masks = [Chunk::ZERO; CHUNK_BITS + 1];
    let mut address: usize = 0;
    while address < 1 << CHUNK_BITS {
        masks[address.count_ones() as usize].0[address >> 6] |= 1 << (address & 63);
        address += 1;
    }
    masks
};

/// How many bits of a shape's lanes are set, by the weight of their address.
pub(crate) struct CountByWeight<'a> {
    pub(crate) lanes: &'a [Chunk],
    pub(crate) layout: Layout,
}

impl Work for CountByWeight<'_> {
    type Output = [u64; WEIGHTS];

    #[inline(always)]
    fn on<V: Vectors>(self, _: V) -> [u64; WEIGHTS] {
        let CountByWeight { lanes, layout } = self;
        let mut counts = [0; WEIGHTS];
        if layout.marks < CHUNK_BITS {
            for address in 0..1usize << layout.marks {
                counts[address.count_ones() as usize] += lanes[0].0[address >> 6] >> (address & 63) & 1;
            }
            return counts;
        }
        // Chunk by chunk and word by word: sums of eight words side by side.
        let mut sums = [[0u64; 8]; WEIGHTS];
        for (number, chunk) in lanes.iter().enumerate() {
            let high = number.count_ones() as usize;
            for (low, mask) in WEIGHT_MASKS.iter().enumerate() {
                let sum = &mut sums[high + low];
                for ((sum, word), mask) in sum.iter_mut().zip(chunk.0).zip(mask.0) {
                    *sum += u64::from((word & mask).count_ones());
                }
            }
        }
        for (count, sum) in counts.iter_mut().zip(sums) {
            *count = sum.iter().sum();
        }
        counts
    }
}

/// Words that are interleaved at a time.
pub(crate) const PIECE: usize = 64;

/// Bit `i` of the words of `even` becomes bit `2 i` of the bytes, of those of
/// `odd` bit `2 i + 1`.
pub(crate) struct Interleave<'a> {
    pub(crate) even: &'a [u64; PIECE],
    pub(crate) odd: &'a [u64; PIECE],
    pub(crate) bytes: &'a mut [u8],
}

impl Work for Interleave<'_> {
    type Output = ();

    #[inline(always)]
    fn on<V: Vectors>(self, vectors: V) {
        let Interleave { even, odd, bytes } = self;
        for (eight, nth) in bytes.chunks_mut(8).zip(0..) {
            let half = |word: u64| (word >> (nth % 2 * 32)) as u32;
            let values = vectors.spread(half(even[nth / 2])) | vectors.spread(half(odd[nth / 2])) << 1;
            match <&mut [u8; 8]>::try_from(&mut *eight) {
                Ok(eight) => *eight = values.to_le_bytes(),
                Err(_) => eight.copy_from_slice(&values.to_le_bytes()[..eight.len()]),
            }
        }
    }
}

/// The other way: one of the two planes of a chunk, read from values of two
/// bits. `first` is the first position of the chunk among the bytes, of which
/// it has `positions`; fewer than 512 are repeated.
pub(crate) fn gather_chunk(bytes: &[u8], first: usize, positions: usize, shift: u32) -> Chunk {
    let mut chunk = Chunk::ZERO;
    if positions == 1 << CHUNK_BITS {
        for (word, values) in chunk.0.iter_mut().zip(bytes[first / 4..].chunks(16)) {
            let half = |at: usize| {
                let eight: [u8; 8] = values[at..at + 8].try_into().expect("a chunk is whole words");
                even_bits(u64::from_le_bytes(eight) >> shift)
            };
            *word = half(0) | half(8) << 32;
        }
        return chunk;
    }
    for place in 0..1 << CHUNK_BITS {
        let at = first + place % positions;
        chunk.0[place / 64] |= u64::from(bytes[at / 4] >> (at % 4 * 2 + shift as usize) & 1) << (place % 64);
    }
    chunk
}

/// The bits at even places, moved together.
fn even_bits(bits: u64) -> u64 {
    let mut bits = bits & 0x5555_5555_5555_5555;
    for (shift, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0F0F_0F0F_0F0F_0F0F),
        (4, 0x00FF_00FF_00FF_00FF),
        (8, 0x0000_FFFF_0000_FFFF),
        (16, 0x0000_0000_FFFF_FFFF),
    ] {
        bits = (bits | bits >> shift) & mask;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_lanes::Processor;

    #[test]
    fn interleaving_takes_bits_in_turn() {
        let words = |seed: u64| -> [u64; PIECE] {
            std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(seed).rotate_left(i as u32))
        };
        let (even, odd) = (words(0x9E37_79B9_7F4A_7C15), words(0xD1B5_4A32_D192_ED03));
        for processor in Processor::available() {
            let mut bytes = [0; 16 * PIECE - 3];
            processor.run(Interleave { even: &even, odd: &odd, bytes: &mut bytes });
            for place in 0..8 * bytes.len() {
                let (word, bit) = (place / 128, place / 2 % 64);
                let expected = if place % 2 == 0 { even[word] } else { odd[word] } >> bit & 1;
                assert_eq!(u64::from(bytes[place / 8] >> (place % 8) & 1), expected);
            }
        }
    }

    #[test]
    fn weights_are_counted_alike() {
        let layout = Layout::new(11);
        let lanes: Vec<Chunk> = (0..layout.chunks as u64)
            .map(|i| {
                Chunk(std::array::from_fn(|j| (8 * i + j as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
            })
            .collect();
        let mut expected = [0; WEIGHTS];
        for address in 0..1usize << 11 {
            let word = lanes[address >> CHUNK_BITS].0[address >> 6 & 7];
            expected[address.count_ones() as usize] += word >> (address & 63) & 1;
        }
        for processor in Processor::available() {
            let counted = processor.run(CountByWeight { lanes: &lanes, layout });
            assert_eq!(counted, expected, "{processor:?}");
        }
    }
}
