//! Which blocks of a plan have to be read, found from flags.
//!
//! A block is told apart by the free bits of its chunk numbers. Its crossing
//! bits run through all settings; the block counts as flagged if any of its
//! chunks is. So flags are first *folded* over the crossing bits: then the
//! flag at the first chunk of a block speaks for all of them, and only flags
//! that are set cost anything more.

use crate::chunk::{ADDRESS_BITS, CHUNK_BITS};
use crate::wiring::MAX_BITS;

/// A block: its first destination and its first source chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) destination: u32,
    pub(crate) source: u32,
}

/// The bits of chunk numbers on one side of a plan.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Side {
    /// How many bits chunk numbers have.
    pub(crate) bits: usize,
    /// Bits that tell the chunks of a block apart.
    pub(crate) crossing: u32,
    /// Those of them that are always 1.
    pub(crate) always: u32,
    /// Bits that are 1 in the first chunk of every block.
    pub(crate) fixed: u32,
    /// What the fixed bits are on the other side.
    pub(crate) fixed_there: u32,
    /// For each free bit what it is on the other side.
    pub(crate) there: [u32; MAX_BITS - CHUNK_BITS],
}

impl Side {
    /// Calls back with the first chunk of each block that has a flag, here and
    /// on the other side.
    #[inline(always)]
    pub(crate) fn each_block(&self, flags: &[u64], folded: &mut Vec<u64>, mut each: impl FnMut(u32, u32)) {
        // Gather the flags of a block at its first chunk, bit by bit.
        folded.clear();
        folded.extend_from_slice(flags);
        let mut crossing = self.crossing;
        while crossing != 0 {
            let bit = crossing.trailing_zeros();
            crossing &= crossing - 1;
            let always = self.always >> bit & 1 == 1;
            let keep = if always { 0 } else { u64::MAX };
            if bit < 6 {
                folded.iter_mut().for_each(|word| *word = *word & keep | *word >> (1 << bit));
            } else {
                let step = 1 << (bit - 6);
                for word in 0..folded.len() {
                    if word & step == 0 {
                        folded[word] = folded[word] & keep | folded[word + step];
                    }
                }
            }
        }
        let bits = self.bits.min(6);
        let in_word: u64 = (0..bits).fold(u64::MAX, |mask, bit| {
            let ones = ADDRESS_BITS[bit].0[0];
            let first = if self.crossing >> bit & 1 == 1 { !ones } else { u64::MAX };
            let fixed = if self.fixed >> bit & 1 == 1 { ones } else { u64::MAX };
            mask & first & fixed
        });
        let mut low = [0u32; 64];
        for bit in 0..bits {
            for i in 0..1 << bit {
                low[i | 1 << bit] = low[i] + self.there[bit];
            }
        }
        let (crossing, fixed) = (self.crossing >> 6, self.fixed >> 6);
        for (index, &word) in folded.iter().enumerate() {
            let index = index as u32;
            let mut rest = word & in_word;
            if rest == 0 || index & crossing != 0 || index & fixed != fixed {
                continue;
            }
            let mut base = self.fixed_there;
            let mut high = index;
            while high != 0 {
                base += self.there[high.trailing_zeros() as usize + 6];
                high &= high - 1;
            }
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                each(index << 6 | bit, base + low[bit as usize % 64]);
            }
        }
    }
}
