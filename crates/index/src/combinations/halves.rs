//! Subsets of few cells, ranked and unranked by look-ups.
//!
//! A mask is cut into a low half of 13 cells and a high one. In colexicographic
//! order the subsets with the same high half stand side by side, so
//!
//! ```text
//! rank   = subsets with a lesser high half + number of the low half among those of its size
//! unrank = the last high half with at most that many before it, then the low half by its number
//! ```
//!
//! The tables of a size take about 80 KiB and are made when it is first asked
//! for; those of the low halves, 48 KiB, are shared by all sizes.

use std::sync::{LazyLock, OnceLock};

use super::binomial;

/// Cells of a half.
const HALF: u32 = 13;
const HALVES: usize = 1 << HALF;

/// Masks of at most so many cells have tables.
pub(super) const CELLS: u32 = 2 * HALF;

/// Places at which the search for a high half begins.
const BEGINNINGS: u64 = 1 << 14;

/// The tables of the subsets of one size.
pub(super) struct Halves {
    size: u32,
    low: &'static LowHalves,
    /// How many subsets have a lesser high half.
    before: Vec<u32>,
    /// The high halves that occur in a subset, ascending, with `before` of each.
    occurring: Vec<(u32, u16)>,
    /// For each run of ranks of a length of a power of two, the first place in `occurring`
    /// that may be meant.
    beginnings: Vec<u16>,
    shift: u32,
}

/// Numbers of low halves among those with as many members, and back.
struct LowHalves {
    numbers: [u16; HALVES],
    /// By size, then in ascending order.
    masks: [u16; HALVES],
    /// Where a size begins.
    first: [u16; HALF as usize + 2],
}

static LOW: LazyLock<LowHalves> = LazyLock::new(|| {
    let mut low = LowHalves { numbers: [0; HALVES], masks: [0; HALVES], first: [0; HALF as usize + 2] };
    let mut masks: Vec<u16> = (0..HALVES as u16).collect();
    masks.sort_by_key(|mask| mask.count_ones()); // stable: ascending inside a size
    low.masks.copy_from_slice(&masks);
    for size in 0..=HALF {
        low.first[size as usize + 1] = low.first[size as usize] + binomial(HALF, size) as u16;
    }
    for (place, mask) in (0..).zip(masks) {
        low.numbers[usize::from(mask)] = place - low.first[mask.count_ones() as usize];
    }
    low
});

impl Halves {
    /// The tables of a size, which is at most [`CELLS`].
    #[inline]
    pub(super) fn of(size: u32) -> &'static Halves {
        static SIZES: [OnceLock<Halves>; CELLS as usize + 1] =
            [const { OnceLock::new() }; CELLS as usize + 1];
        SIZES[size as usize].get_or_init(|| Halves::new(size))
    }

    fn new(size: u32) -> Self {
        let (mut before, mut occurring, mut total) = (Vec::with_capacity(HALVES), Vec::new(), 0);
        for high in 0..HALVES as u16 {
            before.push(total);
            let subsets = size.checked_sub(high.count_ones()).map_or(0, |low| binomial(HALF, low) as u32);
            if subsets > 0 {
                occurring.push((total, high));
            }
            total += subsets;
        }
        let shift = (u64::from(total) / BEGINNINGS).checked_ilog2().map_or(0, |bits| bits + 1);
        let begin = |run: u32| occurring.partition_point(|(start, _)| *start <= run << shift) as u16 - 1;
        let beginnings = (0..=(total - 1) >> shift).map(begin).collect();
        Halves { size, low: &LOW, before, occurring, beginnings, shift }
    }

    /// The number of a mask of this size.
    #[inline]
    pub(super) fn rank(&self, mask: u64) -> u64 {
        let (low, high) = (mask as usize & (HALVES - 1), (mask >> HALF) as usize & (HALVES - 1));
        u64::from(self.before[high] + u32::from(self.low.numbers[low]))
    }

    /// The mask of a number, which is one of a subset of [`CELLS`] cells.
    #[inline]
    pub(super) fn unrank(&self, rank: u64) -> u64 {
        let rank = rank as u32;
        let mut place = usize::from(self.beginnings[(rank >> self.shift) as usize]);
        while self.occurring.get(place + 1).is_some_and(|(start, _)| *start <= rank) {
            place += 1;
        }
        let (start, high) = self.occurring[place];
        let first = self.low.first[(self.size - high.count_ones()) as usize];
        let low = self.low.masks[usize::from(first) + (rank - start) as usize];
        u64::from(high) << HALF | u64::from(low)
    }
}
