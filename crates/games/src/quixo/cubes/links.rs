//! How a tier's planes are cut into shapes, and which shapes moves lead to.

use kaiketsu_lanes::{ADDRESS_BITS, CHUNK_BITS, Chunk, Inside, flags};
use rayon::prelude::*;

use crate::quixo::cubes::wiring::Cells;
use crate::quixo::geometry::{Board, Push};
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

    /// Flags of the chunks of a plane with a bit set.
    pub(crate) fn nonzero(self, plane: &[Chunk]) -> Vec<u64> {
        let mut flagged = vec![0; plane.len() / self.chunks * self.flag_words];
        let shapes = flagged.par_chunks_mut(self.flag_words).zip(plane.par_chunks(self.chunks));
        shapes.for_each(|(flagged, lanes)| {
            for (at, _) in lanes.iter().enumerate().filter(|(_, chunk)| **chunk != Chunk::ZERO) {
                flags::set(flagged, at);
            }
        });
        flagged
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

/// A move between shapes of one chunk each, ready to be read: to find out how it
/// permutes address bits takes longer than to do it.
///
/// ```text
///     bit   0..20   the shape it leads to
///     bit  20..24   the address bit that is 1 where the move can be made
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortLink(u32, Inside);

impl ShortLink {
    #[inline(always)]
    pub(crate) fn shape(self) -> usize {
        (self.0 & 0xF_FFFF) as usize
    }

    /// The positions in which the move can be made.
    #[inline(always)]
    pub(crate) fn half(self) -> &'static Chunk {
        &ADDRESS_BITS[(self.0 >> 20) as usize]
    }

    #[inline(always)]
    pub(crate) fn inside(self) -> Inside {
        self.1
    }
}

/// The links of all shapes of a tier: four bytes each, or eight between shapes of
/// one chunk, at most 60 MB.
pub(crate) struct Links {
    starts: Vec<u32>,
    list: List,
    /// The address bit that all positions of the tier spare and its children do not.
    pub(crate) spare: Option<usize>,
}

enum List {
    Long(Vec<Link>),
    Short(Vec<ShortLink>),
}

/// All links of a tier: within it, and to the tier above if there is one.
pub(crate) struct TierLinks {
    pub(crate) within: Links,
    pub(crate) upwards: Option<Links>,
}

impl TierLinks {
    pub(crate) fn new(board: &Board, marks: u32) -> Self {
        let shapes = board.shapes(marks);
        let within = Links::new(board, shapes, shapes);
        let has_above = marks < board.cells() as u32;
        let upwards = has_above.then(|| Links::new(board, shapes, board.shapes(marks + 1)));
        TierLinks { within, upwards }
    }
}

/// The links of a shape.
pub(crate) enum Moves<'a> {
    /// Through a plan.
    Long(&'a [Link]),
    /// Between shapes of one chunk.
    Short(&'a [ShortLink]),
}

impl Links {
    /// The moves from one tier to another: those that take a mark stay in the
    /// tier, those that take a blank lead to the one above.
    pub(crate) fn new(board: &Board, shapes: &Shapes, children: &Shapes) -> Self {
        let within = shapes.marks == children.marks;
        let pushes = |shape: usize| {
            let mask = shapes.mask(shape);
            let leads = move |push: &Push| (mask & push.taken() != 0) == within;
            board.pushes.iter().enumerate().filter(move |(_, push)| leads(push))
        };
        let mut starts = vec![0];
        for shape in 0..shapes.len() {
            starts.push(starts[shape] + pushes(shape).count() as u32);
        }
        let links = |shape: usize| {
            let mask = shapes.mask(shape);
            pushes(shape).map(move |(number, push)| {
                let folded = children.sets.fold((push.forward(mask) | push.inserted()).into());
                Link::new(folded.number, folded.symmetry, number)
            })
        };
        let short_links = |shape: usize| {
            let cells = Cells::new(shapes.mask(shape));
            links(shape).map(move |link| {
                let child = children.mask(link.shape());
                let (inside, half) = cells.inside(board, link.push(), link.symmetry(), child);
                ShortLink(link.shape() as u32 | (half as u32) << 20, inside)
            })
        };
        let numbers = (0..shapes.len()).into_par_iter();
        let list = match Layout::new(children.marks).chunks {
            1 => List::Short(numbers.flat_map_iter(short_links).collect()),
            _ => List::Long(numbers.flat_map_iter(links).collect()),
        };
        let spare = (!within && children.marks as usize <= CHUNK_BITS).then_some(shapes.marks as usize);
        Links { starts, list, spare }
    }

    /// The links of a shape.
    #[inline(always)]
    pub(crate) fn of(&self, shape: usize) -> Moves<'_> {
        let range = self.starts[shape] as usize..self.starts[shape + 1] as usize;
        match &self.list {
            List::Long(links) => Moves::Long(&links[range]),
            List::Short(links) => Moves::Short(&links[range]),
        }
    }
}
