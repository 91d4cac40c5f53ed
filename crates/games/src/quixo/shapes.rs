//! The shapes of a tier: which cells carry marks, up to symmetry.
//!
//! A shape is represented by the numerically least of its eight images, and
//! shapes are numbered in ascending order of that mask.

use kaiketsu_index::{Folded, FoldedSets};

use crate::quixo::geometry::Board;

/// The shapes with a given number of marks.
#[derive(Clone, Debug)]
pub struct Shapes {
    marks: u32,
    sets: FoldedSets,
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
        Shapes { marks, sets: FoldedSets::new(cells, marks, board.symmetries()) }
    }

    /// How many shapes there are, without listing them.
    ///
    /// ```
    /// use kaiketsu_games::cubes::{Board, Shapes};
    /// assert_eq!(Shapes::count(&Board::new(5), 12), 652_048);
    /// ```
    #[must_use]
    pub fn count(board: &Board, marks: u32) -> u64 {
        FoldedSets::count(marks, board.symmetries())
    }

    /// How many marks the shapes have.
    #[must_use]
    pub fn marks(&self) -> u32 {
        self.marks
    }

    /// How many shapes there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // there always are some
    pub fn len(&self) -> usize {
        self.sets.len() as usize
    }

    /// The representative of a shape.
    #[must_use]
    #[inline]
    pub fn mask(&self, shape: usize) -> u32 {
        self.sets.representative(shape as u32) as u32
    }

    /// How many positions a colouring of the shape stands for.
    #[must_use]
    pub fn orbit(&self, shape: usize) -> u64 {
        self.sets.orbit(shape as u32).into()
    }

    /// The symmetries that keep the representative of a shape as it is.
    pub(crate) fn stabiliser(&self, shape: usize) -> impl Iterator<Item = usize> {
        self.sets.stabiliser(shape as u32)
    }

    /// Whether a symmetry other than the first keeps it as it is.
    pub(crate) fn is_symmetric(&self, shape: usize) -> bool {
        self.sets.is_symmetric(shape as u32)
    }

    /// The shape of a mask with the right number of marks, and a symmetry that
    /// takes the mask to the representative.
    #[must_use]
    #[inline]
    pub fn fold(&self, mask: u32) -> Folded {
        self.sets.fold(mask.into())
    }
}
