//! Permuting the nine address bits inside a chunk.
//!
//! Shuffles permute the six bits that name a byte in any way; the twist
//! exchanges the lower three of them with the three that name a bit of a
//! byte. If the bits wanted inside bytes are there already, one shuffle will
//! do. If none of them is, a shuffle lines them up, a twist takes them in and
//! a shuffle orders the rest. If some are, a first twist takes them out.
//!
//! Finding the steps costs more than taking them, and the same permutations
//! come again and again: each thread remembers some.

use std::cell::RefCell;

use crate::chunk::{BYTE_BITS, CHUNK_BITS, Chunk};
use crate::vectors::Vectors;

/// Six address bits of bytes: which one each comes from.
type ByteWiring = [u8; 6];

/// How many permutations a thread remembers: about 320 bytes each.
const REMEMBERED_BITS: u32 = 11;

thread_local! {
    /// Permutations, packed, with their steps; no permutation is 0.
    static REMEMBERED: RefCell<Vec<(u64, Inside)>> = const { RefCell::new(Vec::new()) };
}

/// Steps that permute the address bits inside a chunk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inside {
    /// How many twists there are.
    twists: usize,
    /// The shuffles before, between and after them.
    shuffles: [Chunk; 3],
    /// Whether there is nothing to do.
    trivial: bool,
}

impl Inside {
    /// Finds the steps from what the nine bits hold to what they should hold.
    /// Both halves of a `spare` bit get what belongs where it is 1.
    #[inline(always)]
    pub(crate) fn compile(
        &mut self,
        content: [u8; CHUNK_BITS],
        goal: &[u8; CHUNK_BITS],
        spare: Option<usize>,
    ) {
        let mut place = [0u8; 32];
        for (slot, &bit) in content.iter().enumerate() {
            place[usize::from(bit & 31)] = slot as u8;
        }
        // Nothing matters but which of the nine each of the nine comes from.
        let goal = goal.map(|bit| place[usize::from(bit & 31)]);
        let packed = goal.iter().rev().fold(0, |packed, &slot| packed << 4 | u64::from(slot));
        let key = packed | spare.map_or(0, |bit| bit as u64 + 1) << 36;
        let entry = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - REMEMBERED_BITS)) as usize;
        REMEMBERED.with_borrow_mut(|remembered| {
            if remembered.is_empty() {
                remembered.resize_with(1 << REMEMBERED_BITS, Default::default);
            }
            let (known, steps) = &mut remembered[entry];
            if *known != key {
                *known = key;
                steps.find(&goal, spare);
            }
            self.clone_from(steps);
        });
    }

    /// The same where the nine bits hold what they are numbered by.
    fn find(&mut self, goal: &[u8; CHUNK_BITS], spare: Option<usize>) {
        let mut content: [u8; CHUNK_BITS] = std::array::from_fn(|slot| slot as u8);
        let in_bytes = 1u32 << goal[0] | 1 << goal[1] | 1 << goal[2];
        let wanted = |bit: u8| in_bytes >> bit & 1 == 1;
        self.twists = 0;
        if content[..BYTE_BITS] != goal[..BYTE_BITS] {
            if content[..BYTE_BITS].iter().any(|&bit| wanted(bit)) {
                let order = lined_up(&content, |bit| !wanted(bit), |nth, _| nth);
                self.twist(&mut content, order);
            }
            let place = |_, bit| usize::from(bit != goal[0]) + usize::from(bit == goal[2]);
            let order = lined_up(&content, wanted, place);
            self.twist(&mut content, order);
        }
        let mut place = [0; 32];
        for (slot, &bit) in content.iter().enumerate() {
            place[usize::from(bit & 31)] = slot as u8;
        }
        let mut order: ByteWiring = [0; 6];
        for (slot, from) in order.iter_mut().enumerate() {
            *from = place[usize::from(goal[slot + BYTE_BITS] & 31)] - BYTE_BITS as u8;
        }
        let set = spare.map_or(0, |bit| 1 << (bit - BYTE_BITS));
        self.trivial = self.twists == 0 && set == 0 && order == [0, 1, 2, 3, 4, 5];
        self.shuffles[self.twists] = byte_shuffle(order, set, false);
    }

    fn twist(&mut self, content: &mut [u8; CHUNK_BITS], order: ByteWiring) {
        // A twist counts bytes downwards, so the shuffle before it does too.
        self.shuffles[self.twists] = byte_shuffle(order, 0, true);
        self.twists += 1;
        let before = *content;
        for slot in 0..6 {
            content[slot + BYTE_BITS] = before[order[slot] as usize + BYTE_BITS];
        }
        for bit in 0..BYTE_BITS {
            content.swap(bit, bit + BYTE_BITS);
        }
    }

    /// Takes the steps.
    #[inline(always)]
    pub(crate) fn run<V: Vectors>(&self, vectors: V, mut lane: V::Lane) -> V::Lane {
        if self.trivial {
            return lane;
        }
        if self.twists >= 1 {
            lane = vectors.twist(vectors.shuffle(lane, &self.shuffles[0]));
            if self.twists >= 2 {
                lane = vectors.twist(vectors.shuffle(lane, &self.shuffles[1]));
            }
        }
        vectors.shuffle(lane, &self.shuffles[self.twists])
    }
}

/// The order that puts three bits where the next twist takes them in: the
/// first three that are `chosen`, each at the `place` of the three it says.
fn lined_up(
    content: &[u8; CHUNK_BITS],
    chosen: impl Fn(u8) -> bool,
    place: impl Fn(usize, u8) -> usize,
) -> ByteWiring {
    let mut order = [0; 6];
    let (mut taken, mut rest) = (0, BYTE_BITS);
    for slot in 0..6 {
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

/// The shuffle in which address bit `i` of a byte comes from bit `order[i]`.
/// The bits of `set` are taken as 1 in the address asked for; `downwards`
/// counts the eight bytes of each word from the last.
fn byte_shuffle(order: ByteWiring, set: u8, downwards: bool) -> Chunk {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Eight addresses at a time, one in each byte: first those of word 0.
    const COUNT: [u64; 3] = [0x0100_0100_0100_0100, 0x0101_0000_0101_0000, 0x0101_0101_0000_0000];
    let bit = |i: usize| if set >> i & 1 == 1 { ONES } else { COUNT[i] };
    let mut low = bit(0) << order[0] | bit(1) << order[1] | bit(2) << order[2];
    if downwards {
        low = low.swap_bytes();
    }
    let set = u64::from(set) >> 3;
    Chunk(std::array::from_fn(|word| {
        let word = word as u64 | set;
        low | (ONES * ((word & 1) << order[3] | (word >> 1 & 1) << order[4] | (word >> 2) << order[5]))
    }))
}
