//! Where the bits of a unit lie in a plane.
//!
//! A plane has one bit for every quiet position. The bits of a unit are in
//! stored order and begin with a word of their own, so that threads can own
//! units and so that a plane becomes the stored order by leaving out the
//! padding.

use crate::nocca::Nocca;
use crate::nocca::numbering::Matrix;

/// The layout of a plane.
#[derive(Debug)]
pub(super) struct Layout {
    /// By class of the middle.
    pub(super) classes: Vec<PlaneUnits>,
    /// How many words a plane has.
    pub(super) words: usize,
    /// How many units there are.
    pub(super) units: usize,
}

/// The units of one class of the middle in a plane.
#[derive(Debug)]
pub(super) struct PlaneUnits {
    /// Where the first of them begins.
    pub(super) first_word: usize,
    /// How many words each takes.
    pub(super) unit_words: usize,
    /// The number of the first of them among all units.
    pub(super) first_unit: usize,
    /// How many there are.
    pub(super) count: usize,
    /// How many slots each has.
    pub(super) slots: u64,
    pub(super) matrices: Vec<Matrix>,
    /// By class of the near part.
    of_near: Vec<Option<u8>>,
}

impl Layout {
    /// The layout of a plane of the quiet positions.
    pub(super) fn new(game: &Nocca) -> Self {
        let units = game.numbering.units[0].iter();
        Layout::of(game, units.map(|units| (units.count, units.slots, units.matrices.clone())))
    }

    /// For each class of the middle: how many units, the slots of each, the matrices.
    pub(super) fn of(game: &Nocca, classes: impl Iterator<Item = (u32, u64, Vec<Matrix>)>) -> Self {
        let mut layout = Layout { classes: Vec::new(), words: 0, units: 0 };
        for (count, slots, matrices) in classes {
            let unit_words = slots.div_ceil(64) as usize;
            let count = if slots == 0 { 0 } else { count as usize };
            let mut of_near = vec![None; game.numbering.near.classes.len()];
            for (number, matrix) in matrices.iter().enumerate() {
                of_near[matrix.near] = Some(number as u8);
            }
            layout.classes.push(PlaneUnits {
                first_word: layout.words,
                unit_words,
                first_unit: layout.units,
                count,
                slots,
                matrices,
                of_near,
            });
            layout.words += count * unit_words;
            layout.units += count;
        }
        layout
    }
}

/// About as many words of a plane are worth a task of their own.
const TASK_WORDS: usize = 1 << 12;

impl PlaneUnits {
    /// How many units make a task.
    pub(super) fn task_units(&self) -> usize {
        (TASK_WORDS / self.unit_words).max(1)
    }

    /// The number of the matrix with a class of near parts, if there is one.
    pub(super) fn matrix_of(&self, near: usize) -> Option<usize> {
        self.of_near[near].map(usize::from)
    }

    /// Where the bits of a matrix begin.
    pub(super) fn bit(&self, unit: usize, matrix: usize) -> u64 {
        64 * (self.first_word + unit * self.unit_words) as u64 + self.matrices[matrix].first
    }
}
