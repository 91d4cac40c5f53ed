//! The shapes of a tier: which cells carry marks, up to symmetry.
//!
//! A shape is represented by the numerically least of its eight images, and
//! shapes are numbered in ascending order of that mask. To find the shape of
//! any mask at once, the tier keeps a table over all masks with its number of
//! marks, in colexicographic order:
//!
//! ```text
//!     bit   0..20   the shape's number
//!     bit  20..23   a symmetry that takes the mask to the representative
//! ```
//!
//! At most C(25,12) entries of four bytes: 21 MB.

use crate::quixo::cubes::board::{Board, MAX_CELLS, SYMMETRIES};

/// Cells in the low piece of a mask when its rank is looked up.
const LOW_CELLS: u32 = 13;
const LOW_MASK: u32 = (1 << LOW_CELLS) - 1;

/// The shapes with a given number of marks.
#[derive(Clone, Debug)]
pub struct Shapes {
    marks: u32,
    representatives: Vec<u32>,
    /// How many different images each shape has.
    orbits: Vec<u8>,
    ranks: Ranks,
    table: Vec<u32>,
}

/// A mask's place among the stored shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The number of its shape.
    pub shape: u32,
    /// A symmetry that takes the mask to the representative.
    pub symmetry: u32,
}

impl Shapes {
    /// All shapes of a board with that many marks.
    ///
    /// # Panics
    ///
    /// If there are more marks than cells.
    #[must_use]
    pub fn new(board: &Board, marks: u32) -> Self {
        let cells = board.cells() as u32;
        assert!(marks <= cells, "{marks} marks do not fit on {cells} cells");
        let ranks = Ranks::new(marks);
        let total = binomial(cells, marks) as usize;
        let (mut representatives, mut orbits) = (Vec::new(), Vec::new());
        let mut table = vec![0; total];
        let mut mask: u32 = (1u32 << marks) - 1;
        for _ in 0..total {
            let images = board.images(mask);
            if images.iter().all(|&other| mask <= other) {
                let number = representatives.len() as u32;
                representatives.push(mask);
                let fixed = images.iter().filter(|&&other| other == mask).count();
                orbits.push((images.len() / fixed) as u8);
                for (symmetry, &image) in images.iter().enumerate() {
                    table[ranks.of(image)] = number | (board.inverse(symmetry) as u32) << 20;
                }
            }
            mask = next_with_as_many_bits(mask);
        }
        Shapes { marks, representatives, orbits, ranks, table }
    }

    /// How many shapes there are, without listing them (Burnside's lemma).
    ///
    /// ```
    /// use kaiketsu_games::cubes::{Board, Shapes};
    /// assert_eq!(Shapes::count(&Board::new(5), 12), 652_048);
    /// ```
    #[must_use]
    pub fn count(board: &Board, marks: u32) -> u64 {
        let fixed = |symmetry: usize| {
            // The masks a symmetry leaves alone are unions of its cycles.
            let map = board.symmetry(symmetry);
            let mut ways = vec![0u64; board.cells() + 1];
            ways[0] = 1;
            let mut seen = 0u32;
            for cell in 0..board.cells() {
                let (mut length, mut next) = (0, cell);
                while seen >> next & 1 == 0 {
                    seen |= 1 << next;
                    length += 1;
                    next = map[next] as usize;
                }
                if length > 0 {
                    (length..ways.len()).rev().for_each(|marks| ways[marks] += ways[marks - length]);
                }
            }
            ways[marks as usize]
        };
        (0..SYMMETRIES).map(fixed).sum::<u64>() / SYMMETRIES as u64
    }

    /// How many marks the shapes have.
    #[must_use]
    pub fn marks(&self) -> u32 {
        self.marks
    }

    /// How many shapes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Whether there are none; there always are.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.representatives.is_empty()
    }

    /// The representative of a shape.
    #[must_use]
    #[inline]
    pub fn mask(&self, shape: usize) -> u32 {
        self.representatives[shape]
    }

    /// How many positions a colouring of the shape stands for.
    #[must_use]
    pub fn orbit(&self, shape: usize) -> u64 {
        u64::from(self.orbits[shape])
    }

    /// The shape of a mask with the right number of marks.
    #[must_use]
    #[inline]
    pub fn place(&self, mask: u32) -> Placed {
        debug_assert_eq!(mask.count_ones(), self.marks);
        let entry = self.table[self.ranks.of(mask)];
        Placed { shape: entry & 0xF_FFFF, symmetry: entry >> 20 }
    }
}

/// Colexicographic ranks of masks with a given number of bits, in two look-ups.
#[derive(Clone, Debug)]
struct Ranks {
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Ranks {
    fn new(marks: u32) -> Self {
        let sum = |piece: u32, start: u32, before: u32| {
            (0..LOW_CELLS)
                .filter(|bit| piece >> bit & 1 == 1)
                .enumerate()
                .fold(0, |rank, (nth, bit)| rank + binomial(start + bit, before + nth as u32 + 1) as u32)
        };
        let low = (0..1 << LOW_CELLS).map(|piece| sum(piece, 0, 0)).collect();
        let high = (0u32..1 << (MAX_CELLS as u32 - LOW_CELLS))
            .map(|piece| sum(piece, LOW_CELLS, marks.saturating_sub(piece.count_ones())))
            .collect();
        Ranks { low, high }
    }

    #[inline]
    fn of(&self, mask: u32) -> usize {
        (self.low[(mask & LOW_MASK) as usize] + self.high[(mask >> LOW_CELLS) as usize]) as usize
    }
}

/// How many ways there are to choose `k` of `n`.
#[must_use]
pub fn binomial(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

/// The next larger mask with as many bits set (Gosper); 0 stays 0.
fn next_with_as_many_bits(mask: u32) -> u32 {
    if mask == 0 {
        return 0;
    }
    let lowest = mask & mask.wrapping_neg();
    let ripple = mask + lowest;
    ripple | (((mask ^ ripple) >> 2) / lowest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quixo::cubes::board::image;

    #[test]
    fn every_mask_finds_its_representative() {
        for (side, step) in [(3, 1), (4, 1), (5, 1009)] {
            let board = Board::new(side);
            let tiers: Vec<Shapes> = (0..=board.cells() as u32).map(|k| Shapes::new(&board, k)).collect();
            for mask in (0..1u32 << board.cells()).step_by(step) {
                let shapes = &tiers[mask.count_ones() as usize];
                let placed = shapes.place(mask);
                let least = board.images(mask).into_iter().min().unwrap();
                assert_eq!(shapes.mask(placed.shape as usize), least);
                assert_eq!(image(mask, board.symmetry(placed.symmetry as usize)), least);
            }
        }
    }

    #[test]
    fn orbits_add_up_to_all_masks() {
        let board = Board::new(5);
        for marks in [0, 1, 2, 12, 24, 25] {
            let shapes = Shapes::new(&board, marks);
            let all: u64 = (0..shapes.len()).map(|s| shapes.orbit(s)).sum();
            assert_eq!(all, binomial(25, marks));
            assert_eq!(shapes.len() as u64, Shapes::count(&board, marks));
            assert!((1..shapes.len()).all(|s| shapes.mask(s - 1) < shapes.mask(s)));
        }
        assert_eq!(Shapes::new(&board, 12).len(), 652_048);
    }
}
