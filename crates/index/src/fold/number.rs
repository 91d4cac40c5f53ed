//! Quick ranks of subsets, and numbers for some of them.

use crate::Combinations;

/// The rank of [`Combinations`] by two look-ups, one for each half of the mask.
///
/// The number of a subset is a sum over its members, in which each term needs
/// to know how many members are smaller. For the low half that is known from
/// the half itself, for the high half from the size: what the high half does
/// not hold is in the low one. 25 cells take 48 KiB.
#[derive(Clone, Debug)]
pub(super) struct HalfRanks {
    sets: Combinations,
    split: u32,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl HalfRanks {
    /// The ranks of the subsets with `size` members of at most 32 cells.
    pub(super) fn new(cells: u32, size: u32) -> Self {
        let split = cells.div_ceil(2);
        let low = (0..1_u64 << split).map(|half| rank_above(half, 0, 0));
        let high = (0..1_u64 << (cells - split)).map(|half| {
            // Halves with too many members occur in no subset of this size.
            size.checked_sub(half.count_ones()).map_or(0, |below| rank_above(half, split, below))
        });
        HalfRanks { sets: Combinations::new(cells, size), split, low: low.collect(), high: high.collect() }
    }

    /// The subsets that are ranked.
    pub(super) fn sets(&self) -> Combinations {
        self.sets
    }

    /// The number of a subset of the right size.
    #[inline]
    pub(super) fn rank(&self, mask: u32) -> u32 {
        let low = mask & ((1 << self.split) - 1);
        self.low[low as usize] + self.high[(mask >> self.split) as usize]
    }

    /// How much memory the tables hold.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.low[..]) + size_of_val(&self.high[..])
    }
}

/// What the members of `half`, moved up by `shift` cells, add to the rank of a
/// subset with `below` smaller members.
fn rank_above(half: u64, shift: u32, below: u32) -> u32 {
    let members = (0..64).filter(|cell| half >> cell & 1 != 0);
    // Sums past 32 bits belong to halves that occur in no subset of the size.
    (1..).zip(members).fold(0_u32, |rank, (count, cell)| {
        rank.wrapping_add(crate::binomial(cell + shift, below + count) as u32)
    })
}

/// Consecutive numbers for some members of `0..count`: a bit for each, and
/// the number of bits before each word of 64. Two bits of memory for each
/// member, and one memory access to find a number.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    words: Vec<Word>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Word {
    bits: u64,
    before: u32,
}

impl Numbers {
    /// Numbers for the members that are listed.
    pub(super) fn new(count: u64, members: impl Iterator<Item = u32>) -> Self {
        let mut words = vec![Word::default(); count.div_ceil(64) as usize];
        for member in members {
            words[member as usize / 64].bits |= 1 << (member % 64);
        }
        let mut before = 0;
        for word in &mut words {
            word.before = before;
            before += word.bits.count_ones();
        }
        Numbers { words }
    }

    /// The number of a listed member: how many listed members are smaller.
    #[inline]
    pub(super) fn number(&self, member: u32) -> u32 {
        let word = self.words[member as usize / 64];
        let smaller = word.bits & ((1 << (member % 64)) - 1);
        word.before + smaller.count_ones()
    }

    /// How much memory the words hold.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}
