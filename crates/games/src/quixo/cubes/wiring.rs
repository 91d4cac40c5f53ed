//! Which address bit of a child each address bit of a shape is.
//!
//! A push moves marks along a line, and a symmetry then takes the child to
//! its representative. Both move cells about, and the colour of a mark goes
//! with it: so the colouring of the child is that of the parent with its
//! address bits permuted. The cube that is taken is the mover's afterwards:
//! its address bit is fixed at 1 on both sides.

use kaiketsu_lanes::{CHUNK_BITS, Fixed, MAX_BITS, Wiring};

use crate::quixo::geometry::{Board, CellMap};

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
        let (route, taken) = (board.route(push, symmetry), board.pushes()[push].from());
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
