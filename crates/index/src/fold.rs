//! Subsets up to symmetry, numbered without gaps.
//!
//! A group of cell permutations sorts the `k`-subsets of a board into orbits.
//! The numerically least mask of an orbit represents it, and representatives
//! are numbered in ascending order. [`FoldedSets::fold`] finds the number of
//! any mask and a symmetry that takes it to its representative.
//!
//! # How a mask is folded
//!
//! ```text
//! mask -> the images under all symmetries (one row of eight for each byte of the mask, united)
//!      -> the least image
//!      -> its number among all k-subsets (two look-ups, one for each half of the board)
//!      -> a bit for each k-subset: is it a representative? and how many are before it
//! ```
//!
//! Families of at most 65,536 subsets, so all on 16 cells, keep the answer for
//! each subset in 4 bytes instead and do not look at the images.
//!
//! # Bounds
//!
//! Building goes once over all `k`-subsets and stops at the first image that
//! is smaller. Memory is 4 bytes for each representative, 2 bits for each
//! subset (or the 4 bytes above) and up to 100 KiB of tables for 25 cells.
//! For 25 cells and the 8 symmetries of the square all 26 sizes have 4,211,744
//! representatives together and take less than 30 MB.

mod images;
mod number;

use crate::{BitPermutation, Combinations};
use images::Images;
use number::{HalfRanks, Numbers};
use std::collections::HashSet;

/// Families of at most this many subsets are answered from a table.
const TABULATED: u64 = 1 << 16;

/// The subsets of one size of a board, up to a group of symmetries.
///
/// ```
/// # use kaiketsu_index::{BitPermutation, FoldedSets};
/// // Pairs of cells in a row of four, up to reflection.
/// let group = [BitPermutation::identity(4), BitPermutation::new(&[3, 2, 1, 0])];
/// let pairs = FoldedSets::new(4, 2, &group);
/// assert_eq!(pairs.len(), 4);
/// let folded = pairs.fold(0b1100);
/// assert_eq!((folded.number, folded.symmetry), (0, 1));
/// assert_eq!(pairs.representative(0), 0b0011);
/// assert_eq!((pairs.orbit(0), pairs.is_symmetric(0)), (2, false));
/// ```
#[derive(Clone, Debug)]
pub struct FoldedSets {
    images: Images,
    representatives: Vec<u32>,
    /// A bit for each representative: whether a symmetry other than the first keeps it.
    symmetric: Vec<u64>,
    ranks: HalfRanks,
    lookup: Lookup,
}

/// How the number of a subset is found.
#[derive(Clone, Debug)]
enum Lookup {
    /// For each subset the number in the low and the symmetry in the high half.
    Tabulated(Vec<u32>),
    /// The subsets that are representatives.
    Counted(Numbers),
}

/// A subset's representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The number of the representative.
    pub number: u32,
    /// The first symmetry of the group that takes the subset to the representative.
    pub symmetry: usize,
}

impl FoldedSets {
    /// The subsets with `size` members of a board with that many cells, up to the symmetries of `group`.
    ///
    /// # Panics
    ///
    /// If there are more than 32 cells or 65,536 symmetries, `group[0]` is not
    /// the identity, a symmetry is not of all the cells or is listed twice, or
    /// the symmetries do not form a group.
    #[must_use]
    pub fn new(cells: u32, size: u32, group: &[BitPermutation]) -> Self {
        assert!(cells <= 32, "{cells} cells are too many to fold: at most 32");
        check_group(cells, group);
        let images = Images::new(group);
        let sets = Combinations::new(cells, size);
        let representatives: Vec<u32> =
            sets.iter().map(|mask| mask as u32).filter(|&mask| images.is_least(mask)).collect();
        let ranks = HalfRanks::new(cells, size);
        let numbers = Numbers::new(sets.count(), representatives.iter().map(|&mask| ranks.rank(mask)));
        let lookup = if sets.count() <= TABULATED {
            let answer = |mask: u64| {
                let (least, symmetry) = images.least(mask as u32);
                numbers.number(ranks.rank(least)) | (symmetry as u32) << 16
            };
            Lookup::Tabulated(sets.iter().map(answer).collect())
        } else {
            Lookup::Counted(numbers)
        };
        let mut symmetric = vec![0; representatives.len().div_ceil(64)];
        for (number, mask) in representatives.iter().enumerate() {
            let kept = images.of(*mask).skip(1).any(|image| image == *mask);
            symmetric[number / 64] |= u64::from(kept) << (number % 64);
        }
        FoldedSets { images, representatives, symmetric, ranks, lookup }
    }

    /// How many representatives the subsets with `size` members have, without
    /// listing them: by Burnside's lemma the average, over the group, of the
    /// subsets that a symmetry keeps, which are unions of its cycles.
    ///
    /// ```
    /// # use kaiketsu_index::{BitPermutation, FoldedSets};
    /// let group = [BitPermutation::identity(4), BitPermutation::new(&[3, 2, 1, 0])];
    /// assert_eq!(FoldedSets::count(2, &group), 4);
    /// ```
    #[must_use]
    pub fn count(size: u32, group: &[BitPermutation]) -> u64 {
        let kept = |symmetry: &BitPermutation| {
            // How many unions of the cycles so far have so many members.
            let mut unions = vec![0; symmetry.len().max(size as usize) + 1];
            unions[0] = 1;
            let mut seen = 0_u64;
            for cell in 0..symmetry.len() {
                let (mut length, mut next) = (0, cell);
                while seen >> next & 1 == 0 {
                    seen |= 1 << next;
                    length += 1;
                    next = symmetry.map()[next].into();
                }
                if length > 0 {
                    (length..unions.len())
                        .rev()
                        .for_each(|members| unions[members] += unions[members - length]);
                }
            }
            unions[size as usize]
        };
        group.iter().map(kept).sum::<u64>() / group.len() as u64
    }

    /// How many representatives there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        // A family of 32 cells has at most 6.0e8 members.
        self.representatives.len() as u32
    }

    /// Whether there are no subsets at all, because there are fewer cells than members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.representatives.is_empty()
    }

    /// The representative with a number.
    #[inline]
    #[must_use]
    pub fn representative(&self, number: u32) -> u64 {
        self.representatives[number as usize].into()
    }

    /// The number of a subset, and the first symmetry that takes it to its
    /// representative: symmetry 0 if it is the representative itself.
    ///
    /// The mask must be a subset of the right size, which is checked in
    /// builds with debug assertions; for any other mask this may panic, or
    /// the answer means nothing.
    #[inline]
    #[must_use]
    pub fn fold(&self, mask: u64) -> Folded {
        debug_assert!(self.ranks.sets().contains(mask), "{mask:#b} is not in {:?}", self.ranks.sets());
        let mask = mask as u32;
        match &self.lookup {
            Lookup::Tabulated(answers) => {
                let answer = answers[self.ranks.rank(mask) as usize];
                Folded { number: answer & 0xFFFF, symmetry: (answer >> 16) as usize }
            }
            Lookup::Counted(numbers) => {
                let (least, symmetry) = self.images.least(mask);
                Folded { number: numbers.number(self.ranks.rank(least)), symmetry }
            }
        }
    }

    /// How many images the representative has, itself included.
    #[must_use]
    pub fn orbit(&self, number: u32) -> u32 {
        (self.images.order() / self.stabiliser(number).count()) as u32
    }

    /// The symmetries that keep the representative as it is, in ascending order; 0 is always the first.
    pub fn stabiliser(&self, number: u32) -> impl Iterator<Item = usize> {
        let mask = self.representatives[number as usize];
        let candidates = if self.is_symmetric(number) { self.images.order() } else { 1 };
        self.images
            .of(mask)
            .take(candidates)
            .enumerate()
            .filter(move |&(_, image)| image == mask)
            .map(|(symmetry, _)| symmetry)
    }

    /// Whether a symmetry other than the first keeps the representative as it is.
    #[must_use]
    pub fn is_symmetric(&self, number: u32) -> bool {
        self.symmetric[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// How much memory the family holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let lookup = match &self.lookup {
            Lookup::Tabulated(answers) => size_of_val(&answers[..]),
            Lookup::Counted(numbers) => numbers.bytes(),
        };
        let representatives = size_of_val(&self.representatives[..]) + size_of_val(&self.symmetric[..]);
        representatives + self.images.bytes() + self.ranks.bytes() + lookup
    }
}

/// Finitely many permutations form a group if they are closed under composition.
fn check_group(cells: u32, group: &[BitPermutation]) {
    assert!(group.first().is_some_and(BitPermutation::is_identity), "symmetry 0 must be the identity");
    assert!(group.len() <= 1 << 16, "{} symmetries are too many: at most 65,536", group.len());
    for (number, symmetry) in group.iter().enumerate() {
        assert_eq!(symmetry.len(), cells as usize, "symmetry {number} must permute all {cells} cells");
    }
    let members: HashSet<&[u8]> = group.iter().map(BitPermutation::map).collect();
    assert_eq!(members.len(), group.len(), "no symmetry may be listed twice");
    let mut product = vec![0; cells as usize];
    for (first, one) in group.iter().enumerate() {
        for (second, other) in group.iter().enumerate() {
            for (target, &middle) in product.iter_mut().zip(one.map()) {
                *target = other.map()[usize::from(middle)];
            }
            let closed = members.contains(&product[..]);
            assert!(closed, "symmetry {first} followed by symmetry {second} is not among the symmetries");
        }
    }
}
