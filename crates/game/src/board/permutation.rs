//! Permutations of the cells of a board, applied to whole sets at once.
//!
//! A table for each byte of the set holds where the 256 values of that byte
//! go; the image of a set is the union of one entry of each table. So an
//! image costs one look-up for each eight cells.

use super::CellSet;

/// A permutation of cells: cell `n` moves to `map[n]`.
///
/// ```
/// use kaiketsu_game::board::Permutation;
/// let turn = Permutation::<u16>::new(&[2, 0, 3, 1]); // a quarter turn of 2x2 cells
/// assert_eq!(turn.apply(0b0001), 0b0100);
/// assert_eq!(turn.then(&turn).apply(0b0001), 0b1000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation<B> {
    map: Vec<u8>,
    /// One table for each byte; bits past the last cell go nowhere.
    images: Vec<[B; 256]>,
}

impl<B: CellSet> Permutation<B> {
    /// The permutation that moves cell `n` to `map[n]`.
    ///
    /// # Panics
    ///
    /// If `map` does not hold each of `0..map.len()` once, or has more cells than the set.
    #[must_use]
    pub fn new(map: &[u8]) -> Self {
        let most = B::CELLS;
        assert!(map.len() <= most, "{} cells do not fit a set of {most}", map.len());
        let mut seen = B::default();
        for target in map.iter().map(|target| usize::from(*target)) {
            assert!(target < map.len() && !seen.has(target), "{map:?} is not a permutation");
            seen = seen.with(target);
        }
        let images = map.chunks(8).map(byte_images).collect();
        Permutation { map: map.to_vec(), images }
    }

    /// The permutation of `len` cells that moves none.
    ///
    /// # Panics
    ///
    /// If the set has fewer cells.
    #[must_use]
    pub fn identity(len: usize) -> Self {
        let map: Vec<u8> = (0..u8::MAX).take(len).collect();
        Permutation::new(&map)
    }

    /// The image of a set. Bits past the last cell are dropped.
    #[inline]
    #[must_use]
    pub fn apply(&self, set: B) -> B {
        let tables = self.images.iter().enumerate();
        tables.fold(B::default(), |image, (byte, table)| image | table[usize::from(set.byte(byte))])
    }

    /// Where a cell goes.
    #[inline]
    #[must_use]
    pub fn cell(&self, cell: usize) -> usize {
        self.map[cell].into()
    }

    /// This permutation, and `next` applied to the result.
    ///
    /// # Panics
    ///
    /// If the two are not of the same length.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.len(), next.len(), "permutations of the same cells");
        let map: Vec<u8> = self.map.iter().map(|&middle| next.map[usize::from(middle)]).collect();
        Permutation::new(&map)
    }

    /// Where each cell goes.
    #[must_use]
    pub fn map(&self) -> &[u8] {
        &self.map
    }

    /// How many cells are permuted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether there are no cells to permute.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Whether every cell stays where it is.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        (0..).zip(&self.map).all(|(source, &target)| source == target)
    }

    /// The table of each byte.
    pub(super) fn tables(&self) -> &[[B; 256]] {
        &self.images
    }
}

/// Where the values of one byte go, given the targets of its bits.
fn byte_images<B: CellSet>(targets: &[u8]) -> [B; 256] {
    let mut images = [B::default(); 256];
    for value in 1..256_usize {
        // One bit less has been done already.
        let bit = value.trailing_zeros() as usize;
        let moved = targets.get(bit).map_or(B::default(), |&target| B::of(target.into()));
        images[value] = images[value & (value - 1)] | moved;
    }
    images
}
