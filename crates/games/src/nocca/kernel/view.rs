//! What a round reads: the plane of the last round, and where a child's matrix is
//! in it.

use crate::nocca::numbering::Matrix;
use crate::nocca::part::Class;
use crate::nocca::stack::MOVER;

use super::bits::Bits;
use super::layout::Layout;
use super::middle::{Child, Family};
use super::tables::Tables;

/// What a round reads.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) layout: &'a Layout,
    pub(super) tables: &'a [Tables],
    /// Pieces of a side.
    pub(super) pieces: usize,
    /// The colour of the side that moves.
    pub(super) colour: u8,
    /// The plane of what was found in rounds of the other kind.
    pub(super) plane: &'a [u64],
    /// All ones if a child matters that is not in the plane.
    pub(super) invert: u64,
    /// By unit, a bit for each matrix in which the last round found something.
    pub(super) news: &'a [u64],
    /// Whether every matrix is to be looked at: the steps into the goal are news.
    pub(super) everywhere: bool,
}

/// A child matrix and how to read it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) bits: Bits<'a>,
    pub(super) mirrored: bool,
    /// The class of its rows, which are far parts.
    pub(super) rows: &'a Class,
}

impl Source<'_> {
    /// Where the row of a far part is.
    #[inline]
    pub(super) fn row(&self, far: u32) -> u32 {
        if self.mirrored { self.rows.mirror(far) } else { far }
    }
}

impl<'a> View<'a> {
    /// The matrix of a child with these classes of parts, if there is one and
    /// it can matter.
    pub(super) fn source(&self, child: Child, near: Option<usize>, far: Option<usize>) -> Option<Source<'a>> {
        let (near, far) = (near?, far?);
        let units = &self.layout.classes[child.class];
        let matrix = units.matrix_of(far)?;
        debug_assert_eq!(units.matrices[matrix].far, near);
        let is_news = self.news[units.first_unit + child.unit] >> matrix & 1 == 1;
        // What was lost before has been seen before; what is not won matters in any case.
        (is_news || self.invert != 0).then(|| Source {
            bits: Bits {
                plane: self.plane,
                start: units.bit(child.unit, matrix),
                columns: units.matrices[matrix].far_count,
                invert: self.invert,
            },
            mirrored: child.mirrored,
            rows: &self.tables[far].class,
        })
    }

    /// Whether the last round found something in a child of the matrix.
    pub(super) fn is_touched(&self, family: &Family, matrix: &Matrix) -> bool {
        let Neighbours { near_less, near_more, far_less, far_more } = self.neighbours(matrix);
        let news = |child: &Child, near: Option<usize>, far: Option<usize>| {
            let units = &self.layout.classes[child.class];
            let matrix = near.and(far).and_then(|far| units.matrix_of(far));
            matrix.is_some_and(|matrix| self.news[units.first_unit + child.unit] >> matrix & 1 == 1)
        };
        let (near, far) = (Some(matrix.near), Some(matrix.far));
        news(&family.same, near, far)
            || family.inside.iter().any(|child| news(child, near, far))
            || family.near_in.iter().any(|(_, child)| news(child, near_less, far))
            || family.near_out.iter().any(|(_, child)| news(child, near_more, far))
            || family.far_in.iter().any(|(_, child)| news(child, near, far_less))
            || family.far_out.iter().any(|(_, child)| news(child, near, far_more))
    }

    /// The classes with a piece of the side that moves more or less. The far part is
    /// seen by the other side, so there it has the other colour.
    pub(super) fn neighbours(&self, matrix: &Matrix) -> Neighbours {
        let side = self.pieces + 1;
        let ((near, of_near), (far, of_far)) = match self.colour {
            MOVER => ((matrix.near / side, side), (matrix.far % side, 1)),
            _ => ((matrix.near % side, 1), (matrix.far / side, side)),
        };
        Neighbours {
            near_less: (near > 0).then(|| matrix.near - of_near),
            near_more: (near < self.pieces).then(|| matrix.near + of_near),
            far_less: (far > 0).then(|| matrix.far - of_far),
            far_more: (far < self.pieces).then(|| matrix.far + of_far),
        }
    }
}

/// The classes of parts with a piece of the side that moves more or less.
pub(super) struct Neighbours {
    pub(super) near_less: Option<usize>,
    pub(super) near_more: Option<usize>,
    pub(super) far_less: Option<usize>,
    pub(super) far_more: Option<usize>,
}
