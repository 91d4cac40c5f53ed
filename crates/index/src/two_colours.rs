//! Pieces of two colours on numbered points, so many of each.
//!
//! The points of the first colour are numbered as combinations of all points,
//! those of the second as combinations of the points that the first leaves.

use crate::{Combinations, gather_bits, scatter_bits};

/// All ways to put `first` pieces of one colour and `second` of another on points.
///
/// ```
/// # use kaiketsu_index::TwoColours;
/// let boards = TwoColours::new(9, 2, 1);
/// assert_eq!(boards.count(), 36 * 7);
/// assert_eq!(boards.unrank(boards.rank(0b11, 0b100)), (0b11, 0b100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoColours {
    first: Combinations,
    second: Combinations,
}

impl TwoColours {
    /// For a number of points and numbers of pieces.
    ///
    /// # Panics
    ///
    /// If there are more than 64 points, or more pieces of the first colour than points.
    #[inline]
    #[must_use]
    pub fn new(points: u32, first: u32, second: u32) -> Self {
        TwoColours {
            first: Combinations::new(points, first),
            second: Combinations::new(points - first, second),
        }
    }

    /// How many ways there are.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u64 {
        self.first.count() * self.second.count()
    }

    /// The number of the points of each colour, given as bits.
    #[inline]
    #[must_use]
    pub fn rank(&self, first: u64, second: u64) -> u64 {
        self.first.rank(first) * self.second.count() + self.second.rank(gather_bits(second, !first))
    }

    /// The points of each colour, by their number.
    #[inline]
    #[must_use]
    pub fn unrank(&self, index: u64) -> (u64, u64) {
        let first = self.first.unrank(index / self.second.count());
        (first, scatter_bits(self.second.unrank(index % self.second.count()), !first))
    }

    /// The points of each colour from a number on, in order; cheaper than one by one.
    pub fn iter_from(&self, index: u64) -> impl Iterator<Item = (u64, u64)> + use<> {
        let (second, skipped) = (self.second, index / self.second.count().max(1));
        let mut start = index % second.count().max(1);
        self.first.iter_from(skipped).flat_map(move |first| {
            second.iter_from(std::mem::take(&mut start)).map(move |rest| (first, scatter_bits(rest, !first)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_all_pairs_of_sets_that_do_not_meet_once() {
        for (first, second) in [(0, 0), (2, 3), (3, 2), (6, 0), (1, 5), (2, 5)] {
            let boards = TwoColours::new(6, first, second);
            let pairs = (0..64_u64).flat_map(|a| (0..64_u64).map(move |b| (a, b)));
            let fits =
                |(a, b): &(u64, u64)| a & b == 0 && a.count_ones() == first && b.count_ones() == second;
            let mut numbers: Vec<u64> = pairs.filter(fits).map(|(a, b)| boards.rank(a, b)).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..boards.count()).collect::<Vec<_>>(), "{first} and {second}");
            for from in [0, 1, boards.count() / 2, boards.count().saturating_sub(1), boards.count()] {
                let one_by_one = (from..boards.count()).map(|number| boards.unrank(number));
                assert!(boards.iter_from(from).eq(one_by_one), "{first} and {second} from {from}");
            }
            assert!(numbers.into_iter().all(|n| {
                let (a, b) = boards.unrank(n);
                boards.rank(a, b) == n
            }));
        }
    }
}
