//! Sets of cells as the bits of a number.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of cells: bit `n` of a `u16`, `u32`, `u64` or `u128` is cell `n`.
/// Union, common cells and the rest are `|`, `&` and `!`.
///
/// ```
/// use kaiketsu_game::board::CellSet;
/// let set = u16::of(1) | u16::of(4);
/// assert!(set.has(4) && !set.has(0));
/// assert_eq!(set.with(0).without(4), 0b11);
/// assert_eq!(set.cells().collect::<Vec<_>>(), [1, 4]);
/// assert_eq!((set.size(), set.first()), (2, Some(1)));
/// assert_eq!(u16::up_to(3), 0b111);
/// assert_eq!([4, 1].into_iter().collect_cells::<u16>(), set);
/// # use kaiketsu_game::board::CollectCells;
/// ```
pub trait CellSet:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many cells there can be.
    const CELLS: usize;

    /// The set of one cell.
    #[must_use]
    fn of(cell: usize) -> Self;

    /// The lowest cells, so many.
    #[must_use]
    fn up_to(cells: usize) -> Self;

    /// The lowest cell.
    #[must_use]
    fn first(self) -> Option<usize>;

    /// How many cells there are.
    #[must_use]
    fn size(self) -> u32;

    /// Eight cells, from number `8 * byte` on.
    #[must_use]
    fn byte(self, byte: usize) -> u8;

    /// The set without its lowest cell.
    #[must_use]
    fn rest(self) -> Self;

    /// The first 64 cells.
    #[must_use]
    fn bits(self) -> u64;

    /// The set of these cells, as far as there are so many.
    #[must_use]
    fn from_bits(bits: u64) -> Self;

    /// Every cell so many numbers higher, or lower if less than 0.
    #[must_use]
    fn moved(self, by: isize) -> Self;

    /// Whether a cell is in the set.
    #[inline]
    #[must_use]
    fn has(self, cell: usize) -> bool {
        !(self & Self::of(cell)).is_empty()
    }

    /// Whether all cells of another set are in this one.
    #[inline]
    #[must_use]
    fn has_all(self, others: Self) -> bool {
        self & others == others
    }

    /// The set with a cell.
    #[inline]
    #[must_use]
    fn with(self, cell: usize) -> Self {
        self | Self::of(cell)
    }

    /// The set without a cell.
    #[inline]
    #[must_use]
    fn without(self, cell: usize) -> Self {
        self & !Self::of(cell)
    }

    /// Whether there are no cells.
    #[inline]
    #[must_use]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The cells in ascending order.
    #[inline]
    fn cells(self) -> CellsOf<Self> {
        CellsOf(self)
    }
}

/// The cells of a set in ascending order, see [`CellSet::cells`].
#[derive(Clone, Debug)]
pub struct CellsOf<B>(B);

impl<B: CellSet> Iterator for CellsOf<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.first()?;
        self.0 = self.0.rest();
        Some(cell)
    }
}

/// Cells one by one, put into a set; see [`CellSet`].
pub trait CollectCells: Iterator<Item = usize> + Sized {
    /// The set of the cells.
    fn collect_cells<B: CellSet>(self) -> B {
        self.fold(B::default(), B::with)
    }
}

impl<I: Iterator<Item = usize>> CollectCells for I {}

macro_rules! sets_of_cells {
    ($($bits:ty)*) => {$(
        impl CellSet for $bits {
            const CELLS: usize = <$bits>::BITS as usize;

            #[inline]
            fn of(cell: usize) -> Self {
                1 << cell
            }

            #[inline]
            fn up_to(cells: usize) -> Self {
                Self::MAX.checked_shr((Self::CELLS - cells) as u32).unwrap_or(0)
            }

            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            #[inline]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn byte(self, byte: usize) -> u8 {
                (self >> (8 * byte)) as u8
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn bits(self) -> u64 {
                self as u64
            }

            #[inline]
            fn from_bits(bits: u64) -> Self {
                bits as Self
            }

            #[inline]
            fn moved(self, by: isize) -> Self {
                let cells = by.unsigned_abs() as u32;
                if by < 0 { self.checked_shr(cells) } else { self.checked_shl(cells) }.unwrap_or(0)
            }
        }
    )*};
}

sets_of_cells!(u16 u32 u64 u128);
