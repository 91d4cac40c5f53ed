//! The shapes of a tier: which cells carry marks, up to symmetry.
//!
//! A shape is represented by the numerically least of its images, and
//! shapes are numbered in ascending order of that mask.

use std::sync::Arc;

use kaiketsu_index::FoldedSets;

use crate::quixo::geometry::Board;

/// The shapes with a given number of marks. [`Board::shapes`] has them ready; clones
/// share their tables.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// How many marks the shapes have.
    pub marks: u32,
    pub(crate) sets: Arc<FoldedSets>,
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
        Shapes { marks, sets: Arc::new(FoldedSets::new(cells, marks, &board.symmetries)) }
    }

    /// How many shapes there are, without listing them.
    ///
    /// ```
    /// use kaiketsu_games::cubes::{Board, Shapes};
    /// assert_eq!(Shapes::count(&Board::new(5), 12), 652_048);
    /// ```
    #[must_use]
    pub fn count(board: &Board, marks: u32) -> u64 {
        FoldedSets::count(marks, &board.symmetries)
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
}
