//! Permuting the nine address bits inside a chunk.
//!
//! Shuffles permute the six bits that name a byte in any way; the twist
//! exchanges the lower three of them with the three that name a bit of a
//! byte. If the bits wanted inside bytes are there already, one shuffle will
//! do. If none of them is, a shuffle lines them up, a twist takes them in and
//! a shuffle orders the rest. If some are, a first twist takes them out.
//!
//! There are 720 orders of six bits, so all shuffles lie in tables and steps are
//! a word. Finding them costs more than taking them, and the same permutations
//! come again and again: each thread remembers some.

use std::cell::RefCell;

use crate::chunk::{BYTE_BITS, CHUNK_BITS, Chunk};
use crate::vectors::Vectors;

/// Six address bits of bytes: which one each comes from.
type ByteWiring = [u8; BYTE_ADDRESS];
const BYTE_ADDRESS: usize = CHUNK_BITS - BYTE_BITS;

/// Orders of six bits, each with a number.
const ORDERS: usize = 720;
const NUMBER_BITS: u32 = 10;
/// How many orders the bits of the end have.
const ORDERS_OF: [usize; BYTE_ADDRESS + 1] = [1, 1, 2, 6, 24, 120, ORDERS];

/// The shuffles by the numbers of their orders. Every number of ten bits has a place.
type Shuffles = [Chunk; 1 << NUMBER_BITS];

static SHUFFLES: Shuffles = shuffles(false);
/// A twist counts bytes downwards, so the shuffle before it does too.
static BEFORE_TWISTS: Shuffles = shuffles(true);

/// How many permutations a thread remembers: 16 bytes each.
const REMEMBERED_BITS: u32 = 12;

thread_local! {
    /// Permutations, packed, with their steps; no permutation is 0.
    static REMEMBERED: RefCell<Vec<(u64, Inside)>> = const { RefCell::new(Vec::new()) };
}

/// Steps that permute the address bits inside a chunk: in ten bits each the
/// numbers of the shuffles, the last one lowest, and above them how many twists
/// there are.
///
/// ```
/// use kaiketsu_lanes::{Chunk, Inside, Processor, Vectors, Work};
///
/// struct Permuted(Chunk, Inside);
///
/// impl Work for Permuted {
///     type Output = Chunk;
///
///     #[inline(always)]
///     fn on<V: Vectors>(self, vectors: V) -> Chunk {
///         let mut chunk = Chunk::ZERO;
///         vectors.store(self.1.run(vectors, vectors.load(&self.0)), &mut chunk);
///         chunk
///     }
/// }
///
/// // Bit 0 of an address becomes bit 8 of it, and all others the one below.
/// let steps = Inside::new([1, 2, 3, 4, 5, 6, 7, 8, 0]);
/// let permuted = Processor::detect().run(Permuted(Chunk::with_address_bit(0), steps));
/// assert_eq!(permuted, Chunk::with_address_bit(8));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inside(u32);

/// The same with the shuffles at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    twists: u32,
    /// Before the first of two twists, before the last twist, and at the end.
    shuffles: [&'static Chunk; 3],
    /// Whether there is nothing to do.
    trivial: bool,
}

impl Inside {
    /// The steps after which bit `i` of an address is the one that was bit `from[i]`,
    /// for a permutation of all nine.
    #[must_use]
    #[inline]
    pub fn new(from: [u8; CHUNK_BITS]) -> Self {
        let key = from.iter().rev().fold(0, |packed, &slot| packed << 4 | u64::from(slot));
        let entry = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - REMEMBERED_BITS)) as usize;
        REMEMBERED.with_borrow_mut(|remembered| {
            if remembered.is_empty() {
                remembered.resize_with(1 << REMEMBERED_BITS, Default::default);
            }
            let (known, steps) = &mut remembered[entry];
            if *known != key {
                (*known, *steps) = (key, Inside::find(&from));
            }
            *steps
        })
    }

    fn find(goal: &[u8; CHUNK_BITS]) -> Self {
        let mut content: [u8; CHUNK_BITS] = std::array::from_fn(|slot| slot as u8);
        let in_bytes = 1u32 << goal[0] | 1 << goal[1] | 1 << goal[2];
        let wanted = |bit: u8| in_bytes >> bit & 1 == 1;
        let (mut twists, mut shuffles) = (0, 0);
        let mut twist = |content: &mut [u8; CHUNK_BITS], order: ByteWiring| {
            twists += 1;
            shuffles = (shuffles | number(order)) << NUMBER_BITS;
            let before = *content;
            for (slot, from) in order.into_iter().enumerate() {
                content[slot + BYTE_BITS] = before[usize::from(from) + BYTE_BITS];
            }
            for bit in 0..BYTE_BITS {
                content.swap(bit, bit + BYTE_BITS);
            }
        };
        if content[..BYTE_BITS] != goal[..BYTE_BITS] {
            if content[..BYTE_BITS].iter().any(|&bit| wanted(bit)) {
                let order = lined_up(&content, |bit| !wanted(bit), |nth, _| nth);
                twist(&mut content, order);
            }
            let place = |_, bit| usize::from(bit != goal[0]) + usize::from(bit == goal[2]);
            let order = lined_up(&content, wanted, place);
            twist(&mut content, order);
        }
        let mut place = [0; CHUNK_BITS];
        for (slot, &bit) in content.iter().enumerate() {
            place[usize::from(bit)] = slot as u8;
        }
        let order = std::array::from_fn(|slot| place[usize::from(goal[slot + BYTE_BITS])] - BYTE_BITS as u8);
        Inside(twists << (3 * NUMBER_BITS) | shuffles | number(order))
    }

    /// Takes the steps, whatever they are: where each chunk has its own.
    #[inline(always)]
    pub fn run<V: Vectors>(self, vectors: V, lane: V::Lane) -> V::Lane {
        self.steps().take(vectors, lane)
    }

    #[inline(always)]
    pub(crate) fn steps(self) -> Steps {
        let number = |nth: u32| (self.0 >> (nth * NUMBER_BITS)) as usize % (1 << NUMBER_BITS);
        Steps {
            twists: self.0 >> (3 * NUMBER_BITS),
            shuffles: [&BEFORE_TWISTS[number(2)], &BEFORE_TWISTS[number(1)], &SHUFFLES[number(0)]],
            trivial: self == Inside::default(),
        }
    }
}

impl Steps {
    /// Takes the steps, if there are any: where many chunks have the same.
    #[inline(always)]
    pub(crate) fn run<V: Vectors>(&self, vectors: V, lane: V::Lane) -> V::Lane {
        if self.trivial { lane } else { self.take(vectors, lane) }
    }

    #[inline(always)]
    fn take<V: Vectors>(&self, vectors: V, mut lane: V::Lane) -> V::Lane {
        let [first, second, last] = self.shuffles;
        if self.twists >= 1 {
            if self.twists >= 2 {
                lane = vectors.twist(vectors.shuffle(lane, first));
            }
            lane = vectors.twist(vectors.shuffle(lane, second));
        }
        vectors.shuffle(lane, last)
    }
}

/// The order that puts three bits where the next twist takes them in: the
/// first three that are `chosen`, each at the `place` of the three it says.
fn lined_up(
    content: &[u8; CHUNK_BITS],
    chosen: impl Fn(u8) -> bool,
    place: impl Fn(usize, u8) -> usize,
) -> ByteWiring {
    let mut order = [0; BYTE_ADDRESS];
    let (mut taken, mut rest) = (0, BYTE_BITS);
    for slot in 0..BYTE_ADDRESS {
        let bit = content[slot + BYTE_BITS];
        if taken < BYTE_BITS && chosen(bit) {
            order[place(taken, bit)] = slot as u8;
            taken += 1;
        } else {
            order[rest] = slot as u8;
            rest += 1;
        }
    }
    order
}

/// The number of an order among all, 0 for the one that changes nothing.
fn number(order: ByteWiring) -> u32 {
    let smaller_behind = |at: usize| order[at + 1..].iter().filter(|bit| **bit < order[at]).count();
    (0..BYTE_ADDRESS).map(|at| smaller_behind(at) * ORDERS_OF[BYTE_ADDRESS - 1 - at]).sum::<usize>() as u32
}

/// The order with a number.
const fn order(number: usize) -> ByteWiring {
    let (mut order, mut left) = ([0; BYTE_ADDRESS], [0, 1, 2, 3, 4, 5]);
    let mut at = 0;
    while at < BYTE_ADDRESS {
        let mut nth = number / ORDERS_OF[BYTE_ADDRESS - 1 - at] % (BYTE_ADDRESS - at);
        order[at] = left[nth];
        while nth + 1 < BYTE_ADDRESS {
            left[nth] = left[nth + 1];
            nth += 1;
        }
        at += 1;
    }
    order
}

const fn shuffles(downwards: bool) -> Shuffles {
    let mut shuffles = [Chunk::ZERO; 1 << NUMBER_BITS];
    let mut number = 0;
    while number < ORDERS {
        shuffles[number] = byte_shuffle(order(number), downwards);
        number += 1;
    }
    shuffles
}

/// The shuffle in which address bit `i` of a byte comes from bit `order[i]`;
/// `downwards` counts the eight bytes of each word from the last.
const fn byte_shuffle(order: ByteWiring, downwards: bool) -> Chunk {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Eight addresses at a time, one in each byte: first those of word 0.
    const COUNT: [u64; 3] = [0x0100_0100_0100_0100, 0x0101_0000_0101_0000, 0x0101_0101_0000_0000];
    let mut low = COUNT[0] << order[0] | COUNT[1] << order[1] | COUNT[2] << order[2];
    if downwards {
        low = low.swap_bytes();
    }
    let (mut shuffle, mut word) = (Chunk::ZERO, 0);
    while word < 8 {
        let high = (word as u64 & 1) << order[3]
            | (word as u64 >> 1 & 1) << order[4]
            | (word as u64 >> 2) << order[5];
        shuffle.0[word] = low | (ONES * high);
        word += 1;
    }
    shuffle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Processor, Work};
    use kaiketsu_testkit::random::Random;

    #[test]
    fn orders_have_the_numbers_they_are_found_by() {
        for wanted in 0..ORDERS {
            assert_eq!(number(order(wanted)) as usize, wanted);
        }
        assert_eq!(order(0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(Inside::new(std::array::from_fn(|bit| bit as u8)), Inside::default());
    }

    struct Run(Inside, Chunk);

    impl Work for Run {
        type Output = [Chunk; 2];

        #[inline(always)]
        fn on<V: Vectors>(self, vectors: V) -> [Chunk; 2] {
            let Run(inside, source) = self;
            let mut permuted = [Chunk::ZERO; 2];
            vectors.store(inside.run(vectors, vectors.load(&source)), &mut permuted[0]);
            vectors.store(inside.steps().run(vectors, vectors.load(&source)), &mut permuted[1]);
            permuted
        }
    }

    #[test]
    fn address_bits_go_where_they_should() {
        let mut random = Random::new(17);
        for round in 0..if cfg!(miri) { 20 } else { 5_000 } {
            let mut from: [u8; CHUNK_BITS] = std::array::from_fn(|bit| bit as u8);
            for _ in 0..round % 12 {
                from.swap(random.below(9) as usize, random.below(9) as usize);
            }
            let source = Chunk(std::array::from_fn(|_| random.bits()));
            let mut wanted = Chunk::ZERO;
            for address in 0..1usize << CHUNK_BITS {
                let there = (0..CHUNK_BITS).fold(0, |sum, bit| sum | (address >> bit & 1) << from[bit]);
                wanted.0[address >> 6] |= (source.0[there >> 6] >> (there & 63) & 1) << (address & 63);
            }
            for processor in Processor::available() {
                assert_eq!(
                    processor.run(Run(Inside::new(from), source)),
                    [wanted; 2],
                    "{processor:?}, {from:?}"
                );
            }
        }
    }
}
