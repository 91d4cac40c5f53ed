//! Permutations of the cells of a board, applied to whole boards at once.
//!
//! A table for each byte of the board holds where the 256 values of that byte
//! go; the image of a board is the union of one entry of each table. So an
//! image costs one look-up for each eight cells, and a permutation of `n`
//! cells takes 2 KiB for each eight cells, built in as many steps.

/// A permutation of at most 64 bits: bit `i` moves to bit `map[i]`.
///
/// ```
/// # use kaiketsu_index::BitPermutation;
/// let turn = BitPermutation::new(&[2, 0, 3, 1]); // a quarter turn of 2x2 cells
/// assert_eq!(turn.apply(0b0001), 0b0100);
/// assert_eq!(turn.then(&turn).apply(0b0001), 0b1000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitPermutation {
    map: Vec<u8>,
    /// One table for each byte; bits past the last cell go nowhere.
    images: Vec<[u64; 256]>,
}

impl BitPermutation {
    /// The permutation that moves bit `i` to bit `map[i]`.
    ///
    /// # Panics
    ///
    /// If `map` does not hold each of `0..map.len()` once, or is longer than 64.
    #[must_use]
    pub fn new(map: &[u8]) -> Self {
        assert!(map.len() <= 64, "{} cells do not fit a mask of 64 bits", map.len());
        let mut seen = 0_u64;
        for &target in map {
            let fresh = usize::from(target) < map.len() && seen >> target & 1 == 0;
            assert!(fresh, "{map:?} is not a permutation");
            seen |= 1 << target;
        }
        let images = map.chunks(8).map(byte_images).collect();
        BitPermutation { map: map.to_vec(), images }
    }

    /// The permutation of `len` bits that moves none.
    ///
    /// # Panics
    ///
    /// If `len > 64`.
    #[must_use]
    pub fn identity(len: usize) -> Self {
        assert!(len <= 64, "{len} cells do not fit a mask of 64 bits");
        let map: Vec<u8> = (0..64).take(len).collect();
        BitPermutation::new(&map)
    }

    /// The image of a board. Bits past the last cell are dropped.
    #[inline]
    #[must_use]
    pub fn apply(&self, bits: u64) -> u64 {
        let mut rest = bits;
        let mut image = 0;
        for table in &self.images {
            image |= table[usize::from(rest as u8)];
            rest >>= 8;
        }
        image
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
        BitPermutation::new(&map)
    }

    /// Where each bit goes.
    #[must_use]
    pub fn map(&self) -> &[u8] {
        &self.map
    }

    /// How many bits are permuted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether there are no bits to permute.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Whether every bit stays where it is.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        (0..).zip(&self.map).all(|(source, &target)| source == target)
    }
}

/// Where the values of one byte go, given the targets of its bits.
fn byte_images(targets: &[u8]) -> [u64; 256] {
    let mut images = [0; 256];
    for value in 1..256_usize {
        // One bit less has been done already.
        let bit = value.trailing_zeros() as usize;
        let moved = targets.get(bit).map_or(0, |&target| 1 << target);
        images[value] = images[value & (value - 1)] | moved;
    }
    images
}
