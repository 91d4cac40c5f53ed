//! How a tier's planes are cut into shapes, and which shapes moves lead to.

use kaiketsu_lanes::CHUNK_BITS;
use rayon::prelude::*;

use crate::quixo::geometry::Board;
use crate::quixo::shapes::Shapes;

/// How a tier's planes are cut into shapes.
///
/// A shape has as many chunks as its `2^marks` colourings need, at least one:
/// with fewer than nine marks the address bits above are spare, and all their
/// settings hold the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// How many marks the shapes have.
    pub(crate) marks: usize,
    /// Chunks of a shape.
    pub(crate) chunks: usize,
    /// Words of flags, one flag for each chunk of a shape.
    pub(crate) flag_words: usize,
}

impl Layout {
    /// The layout of the shapes with that many marks.
    #[must_use]
    pub(crate) fn new(marks: u32) -> Self {
        let marks = marks as usize;
        let chunks = 1usize << marks.saturating_sub(CHUNK_BITS);
        Layout { marks, chunks, flag_words: chunks.div_ceil(64) }
    }
}

/// A move from a shape: where it leads.
///
/// ```text
///     bit   0..20   the shape it leads to
///     bit  20..23   the symmetry that takes the pushed shape there
///     bit  23..29   which push it is
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link(u32);

impl Link {
    fn new(shape: u32, symmetry: usize, push: usize) -> Self {
        Link(shape | (symmetry as u32) << 20 | (push as u32) << 23)
    }

    pub(crate) fn shape(self) -> usize {
        (self.0 & 0xF_FFFF) as usize
    }

    pub(crate) fn symmetry(self) -> usize {
        (self.0 >> 20 & 7) as usize
    }

    pub(crate) fn push(self) -> usize {
        (self.0 >> 23) as usize
    }
}

/// The links of all shapes of a tier: four bytes each, at most 60 MB.
pub(crate) struct Links {
    starts: Vec<u32>,
    links: Vec<Link>,
}

impl Links {
    /// The moves that take a mark, and so stay in the tier.
    pub(crate) fn within(board: &Board, shapes: &Shapes) -> Self {
        Links::new(board, shapes, |mask, taken| mask & taken != 0, shapes)
    }

    /// The moves that take a blank, and so lead to the tier above.
    pub(crate) fn upwards(board: &Board, shapes: &Shapes, above: &Shapes) -> Self {
        Links::new(board, shapes, |mask, taken| mask & taken == 0, above)
    }

    fn new(
        board: &Board,
        shapes: &Shapes,
        takes: impl Fn(u32, u32) -> bool + Sync,
        children: &Shapes,
    ) -> Self {
        let takes = &takes;
        let mut starts = Vec::with_capacity(shapes.len() + 1);
        let mut end = 0;
        starts.push(end);
        for shape in 0..shapes.len() {
            let mask = shapes.mask(shape);
            end += board.pushes().iter().filter(|push| takes(mask, push.taken())).count() as u32;
            starts.push(end);
        }
        let links = (0..shapes.len())
            .into_par_iter()
            .flat_map_iter(|shape| {
                let mask = shapes.mask(shape);
                let pushes = board.pushes().iter().enumerate();
                pushes.filter(move |(_, push)| takes(mask, push.taken())).map(move |(number, push)| {
                    let folded = children.fold(push.forward(mask) | push.inserted());
                    Link::new(folded.number, folded.symmetry, number)
                })
            })
            .collect();
        Links { starts, links }
    }

    /// The links of a shape.
    #[inline]
    pub(crate) fn of(&self, shape: usize) -> &[Link] {
        &self.links[self.starts[shape] as usize..self.starts[shape + 1] as usize]
    }
}
