//! The subsets of one size, in colexicographic order.
//!
//! A subset of `n <= 64` cells is a mask of bits. Ascending masks of the same
//! size are in colexicographic order, and the mask with members
//! `c_1 < c_2 < ... < c_k` has the number
//!
//! ```text
//! C(c_1, 1) + C(c_2, 2) + ... + C(c_k, k)
//! ```
//!
//! (the combinatorial number system). The number does not depend on `n`. For at
//! most 26 cells both directions take a few look-ups in tables that are made when
//! first needed; for more, ranking costs one look-up per member and unranking one
//! comparison per cell.

mod halves;

use halves::Halves;

/// Pascal's triangle up to row 64, 33 KiB. The largest entry, `C(64, 32)`, is about 1.8e18.
static PASCAL: [[u64; 65]; 65] = pascal();

const fn pascal() -> [[u64; 65]; 65] {
    let mut rows = [[0; 65]; 65];
    let mut n = 0;
    while n <= 64 {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
}

/// The number of `k`-subsets of `n` cells, exactly: 0 if `k > n`.
///
/// # Panics
///
/// If `n > 64`, past which the numbers do not fit 64 bits.
///
/// ```
/// # use kaiketsu_index::binomial;
/// const SHAPES: u64 = binomial(25, 12);
/// assert_eq!(SHAPES, 5_200_300);
/// assert_eq!(binomial(3, 4), 0);
/// ```
#[must_use]
pub const fn binomial(n: u32, k: u32) -> u64 {
    assert!(n <= 64, "binomials are tabulated for at most 64 cells");
    if k > n { 0 } else { PASCAL[n as usize][k as usize] }
}

/// The `k`-subsets of `n` cells as bit masks, in ascending order.
///
/// ```
/// # use kaiketsu_index::Combinations;
/// let pairs = Combinations::new(4, 2);
/// let masks: Vec<u64> = pairs.iter().collect();
/// assert_eq!(masks, [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
/// assert_eq!(pairs.rank(0b1001), 3);
/// assert_eq!(pairs.unrank(3), 0b1001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combinations {
    cells: u32,
    size: u32,
}

impl Combinations {
    /// The subsets of `n` cells with `k` members; there are none if `k > n`.
    ///
    /// # Panics
    ///
    /// If `n > 64`.
    #[must_use]
    pub fn new(n: u32, k: u32) -> Self {
        assert!(n <= 64, "{n} cells do not fit a mask of 64 bits");
        Combinations { cells: n, size: k }
    }

    /// How many subsets there are.
    #[inline]
    #[must_use]
    pub fn count(self) -> u64 {
        binomial(self.cells, self.size)
    }

    /// The number of a subset.
    ///
    /// The mask must be one of these subsets, which is checked in builds with
    /// debug assertions; for any other mask the number means nothing.
    #[inline]
    #[must_use]
    pub fn rank(self, mask: u64) -> u64 {
        debug_assert!(self.contains(mask), "{mask:#b} is not a {}-subset of {} cells", self.size, self.cells);
        if self.is_tabulated() { Halves::of(self.size).rank(mask) } else { rank_by_members(mask) }
    }

    /// Whether there are tables for these subsets.
    #[inline]
    fn is_tabulated(self) -> bool {
        self.cells <= halves::CELLS && self.size <= self.cells
    }

    /// The subset of a number.
    ///
    /// # Panics
    ///
    /// If `rank` is not less than [`Combinations::count`].
    #[inline]
    #[must_use]
    pub fn unrank(self, rank: u64) -> u64 {
        assert!(rank < self.count(), "{rank} is not less than the {} subsets", self.count());
        if self.is_tabulated() {
            Halves::of(self.size).unrank(rank)
        } else {
            unrank_by_cells(rank, self.cells, self.size)
        }
    }

    /// Whether a mask is one of these subsets.
    #[must_use]
    pub fn contains(self, mask: u64) -> bool {
        let outside = mask.checked_shr(self.cells).unwrap_or(0);
        outside == 0 && mask.count_ones() == self.size
    }

    /// All subsets in the order of their numbers, a few instructions each.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        self.iter_from(0)
    }

    /// The subsets from a number on.
    ///
    /// ```
    /// # use kaiketsu_index::Combinations;
    /// let last: Vec<u64> = Combinations::new(4, 2).iter_from(4).collect();
    /// assert_eq!(last, [0b1010, 0b1100]);
    /// ```
    pub fn iter_from(self, rank: u64) -> impl Iterator<Item = u64> {
        let mut next = if rank < self.count() { self.unrank(rank) } else { 0 };
        (rank..self.count()).map(move |_| {
            let mask = next;
            next = successor(mask);
            mask
        })
    }
}

/// The next greater mask with as many bits (Gosper); of no meaning after the last one.
fn successor(mask: u64) -> u64 {
    let lowest = mask & mask.wrapping_neg();
    let carried = mask.wrapping_add(lowest);
    if carried == 0 {
        return 0;
    }
    let run = mask ^ carried;
    carried | ((run >> 2) >> lowest.trailing_zeros())
}

/// The number of a subset, member by member.
fn rank_by_members(mask: u64) -> u64 {
    let mut rest = mask;
    let mut members = 0;
    let mut rank = 0;
    while rest != 0 {
        members += 1;
        rank += PASCAL[rest.trailing_zeros() as usize][members];
        rest &= rest - 1;
    }
    rank
}

/// The subset of a number, cell by cell from the last one.
fn unrank_by_cells(rank: u64, cells: u32, size: u32) -> u64 {
    let mut rest = rank;
    let mut mask = 0;
    let mut cell = cells;
    for member in (1..=size as usize).rev() {
        // The greatest cell with at most `rest` subsets of this size below it.
        cell -= 1;
        while PASCAL[cell as usize][member] > rest {
            cell -= 1;
        }
        rest -= PASCAL[cell as usize][member];
        mask |= 1 << cell;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_give_the_same_numbers() {
        for size in 0..=halves::CELLS {
            let sets = Combinations::new(halves::CELLS, size);
            // All of the small sizes, and some thousands of each other one.
            let step = (sets.count() / 5_000).max(1) as usize;
            for rank in (0..sets.count()).step_by(step).chain([sets.count() - 1]) {
                let mask = unrank_by_cells(rank, halves::CELLS, size);
                assert_eq!((sets.unrank(rank), sets.rank(mask)), (mask, rank), "{rank} of {sets:?}");
                assert_eq!(rank_by_members(mask), rank);
            }
        }
    }
}
