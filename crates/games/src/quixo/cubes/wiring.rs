//! Which address bit of a child each address bit of a shape is.
//!
//! A push moves marks along a line, and a symmetry then takes the child to
//! its representative. Both move cells about, and the colour of a mark goes
//! with it: so the colouring of the child is that of the parent with its
//! address bits permuted. The cube that is taken is the mover's afterwards:
//! its address bit is fixed at 1 on both sides.

use crate::quixo::cubes::board::{Board, CellMap};
use crate::quixo::cubes::chunk::CHUNK_BITS;

/// The most address bits: one per cell, one for a mark that appears.
pub(crate) const MAX_BITS: usize = 26;

/// A permutation of address bits with one bit fixed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wiring {
    /// For each destination bit the source bit.
    pub(crate) from: [u8; MAX_BITS],
    /// How many bits there are on both sides, a phantom included.
    pub(crate) bits: usize,
    /// The destination bit that is fixed at 1.
    pub(crate) fixed: usize,
    /// What the fixed bit is in the destination.
    pub(crate) role: Fixed,
}

/// What the fixed destination bit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixed {
    /// An address bit like others; the half where it is 0 is not written.
    Real,
    /// An address bit above all others that the destination does not have.
    Phantom,
    /// A spare address bit inside the chunk; both halves get the same.
    Spare,
}

/// The marked cells of a shape in address order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    cells: [u8; 32],
    count: usize,
    mask: u32,
}

impl Cells {
    #[inline(always)]
    pub(crate) fn new(mask: u32) -> Self {
        let (mut cells, mut count, mut rest) = ([0; 32], 0, mask);
        while rest != 0 {
            cells[count] = rest.trailing_zeros() as u8;
            count += 1;
            rest &= rest - 1;
        }
        Cells { cells, count, mask }
    }

    /// The address bit of a marked cell.
    #[inline(always)]
    pub(crate) fn bit(&self, cell: u8) -> usize {
        usize::from(rank(self.mask, cell))
    }

    /// How a push followed by a symmetry reads the representative `child`.
    #[inline(always)]
    pub(crate) fn wiring(&self, board: &Board, push: usize, symmetry: usize, child: u32) -> Wiring {
        let (route, taken) = (board.route(push, symmetry), board.pushes()[push].from);
        let mut from = self.ranks(route, child);
        let mut marks = self.count;
        let (fixed, role) = if self.mask >> taken & 1 == 1 {
            (self.bit(taken), Fixed::Real)
        } else {
            from[marks] = rank(child, route[usize::from(taken)]);
            marks += 1;
            (self.count, if self.count < CHUNK_BITS { Fixed::Spare } else { Fixed::Phantom })
        };
        for (bit, source) in from.iter_mut().enumerate().take(CHUNK_BITS).skip(marks) {
            *source = bit as u8;
        }
        Wiring { from, bits: marks.max(CHUNK_BITS), fixed, role }
    }

    #[inline(always)]
    fn ranks(&self, route: &CellMap, child: u32) -> [u8; MAX_BITS] {
        let mut from = [0; MAX_BITS];
        for (source, &cell) in from.iter_mut().zip(&self.cells[..self.count]) {
            *source = rank(child, route[usize::from(cell)]);
        }
        from
    }
}

/// How many cells of a mask come before a cell.
#[inline(always)]
fn rank(mask: u32, cell: u8) -> u8 {
    (mask & ((1 << cell) - 1)).count_ones() as u8
}
