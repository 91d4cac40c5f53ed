//! Which address bit of a child each address bit of a shape is.
//!
//! A push moves marks along a line, and a symmetry then takes the child to
//! its representative. Both move cells about, and the colour of a mark goes
//! with it: so the colouring of the child is that of the parent with its
//! address bits permuted. The cube that is taken is the mover's afterwards:
//! its address bit is fixed at 1 on both sides.

use kaiketsu_lanes::{CHUNK_BITS, Fixed, Inside, MAX_BITS, Wiring};

use crate::quixo::geometry::Board;

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

    /// How a push followed by a symmetry reads the representative `child`, which
    /// has several chunks.
    #[inline(always)]
    pub(crate) fn wiring(&self, board: &Board, push: usize, symmetry: usize, child: u32) -> Wiring {
        let (route, taken) = (&board.routes[push][symmetry], board.pushes[push].from());
        let (mut from, mut bits) = ([0; MAX_BITS], self.count);
        for (source, &cell) in from.iter_mut().zip(&self.cells[..self.count]) {
            *source = rank(child, route[usize::from(cell)]);
        }
        let (fixed, role) = if self.mask >> taken & 1 == 1 {
            (self.bit(taken), Fixed::Real)
        } else {
            from[bits] = rank(child, route[usize::from(taken)]);
            bits += 1;
            (self.count, Fixed::Phantom)
        };
        debug_assert!(bits > CHUNK_BITS, "{bits} bits are inside a chunk");
        Wiring { from, bits, fixed, role }
    }

    /// The same where either shape is one chunk, and the address bit of the cube that
    /// is taken. Of a blank that is the first spare bit of the parent: what is read
    /// belongs where it is 1, and is the same where it is 0.
    pub(crate) fn inside(&self, board: &Board, push: usize, symmetry: usize, child: u32) -> (Inside, usize) {
        let (route, taken) = (&board.routes[push][symmetry], board.pushes[push].from());
        // How many cells of the child come before each.
        let (mut ranks, mut before) = ([0; 32], 0);
        for (cell, rank) in ranks.iter_mut().enumerate() {
            *rank = before;
            before += (child >> cell & 1) as u8;
        }
        let mut from = std::array::from_fn(|bit| bit as u8);
        for (source, &cell) in from.iter_mut().zip(&self.cells[..self.count]) {
            *source = ranks[usize::from(route[usize::from(cell)])];
        }
        let mut bit = self.count;
        if self.mask >> taken & 1 == 1 {
            bit = self.bit(taken);
        } else {
            from[bit] = ranks[usize::from(route[usize::from(taken)])];
        }
        (Inside::new(from), bit)
    }
}

/// How many cells of a mask come before a cell.
#[inline(always)]
fn rank(mask: u32, cell: u8) -> u8 {
    (mask & ((1 << cell) - 1)).count_ones() as u8
}
