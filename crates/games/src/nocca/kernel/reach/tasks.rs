//! What threads share: tasks, in batches.

use std::ops::Range;

use crate::nocca::kernel::layout::{Layout, PlaneUnits};
use crate::nocca::numbering::Matrix;

/// Words of the plane that one thread looks at in one go, if no matrix has more.
const TASK_WORDS: usize = 1 << 13;

/// At most so many words of the plane are looked at before what was found is written.
pub(super) const BATCH_WORDS: usize = 1 << 23;

/// What a thread looks at in one go: neighbouring units of a class, or matrices of one.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) class: usize,
    pub(super) units: Range<usize>,
    pub(super) matrices: Range<usize>,
    /// Its words in the plane.
    pub(super) words: Range<usize>,
}

/// All tasks, in the order of the plane.
pub(super) fn tasks(layout: &Layout) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (class, units) in layout.classes.iter().enumerate().filter(|(_, units)| units.count > 0) {
        let begin = |unit: usize| units.first_word + unit * units.unit_words;
        let matrices = 0..units.matrices.len();
        let grain = (TASK_WORDS / units.unit_words).max(1);
        for first in (0..units.count).step_by(grain) {
            let last = units.count.min(first + grain);
            if last - first > 1 || units.unit_words <= TASK_WORDS {
                let words = begin(first)..begin(last);
                tasks.push(Task { class, units: first..last, matrices: matrices.clone(), words });
                continue;
            }
            let mut task =
                Task { class, units: first..last, matrices: 0..0, words: begin(first)..begin(first) };
            for matrix in matrices.clone() {
                task.matrices.end = matrix + 1;
                task.words.end = begin(first) + words_of(units, matrix).end;
                if task.words.len() >= TASK_WORDS || matrix + 1 == matrices.end {
                    tasks.push(task.clone());
                    task.matrices.start = task.matrices.end;
                    task.words.start = task.words.end;
                }
            }
        }
    }
    tasks
}

/// The words of a matrix in its unit.
fn words_of(units: &PlaneUnits, matrix: usize) -> Range<usize> {
    let begin = |matrix: &Matrix| (matrix.first / 64) as usize;
    begin(&units.matrices[matrix])..units.matrices.get(matrix + 1).map_or(units.unit_words, begin)
}

/// The tasks in batches: 64 of them, if they are neither too small nor too large then.
pub(super) fn batches(layout: &Layout, tasks: &[Task]) -> Vec<Range<usize>> {
    let enough = (layout.words / 64).clamp(4 * TASK_WORDS, BATCH_WORDS);
    let mut batches = Vec::new();
    let (mut first, mut words) = (0, 0);
    for (number, task) in tasks.iter().enumerate() {
        words += task.words.len();
        if words >= enough || number + 1 == tasks.len() {
            batches.push(first..number + 1);
            (first, words) = (number + 1, 0);
        }
    }
    batches
}

impl Task {
    /// Unit, number of the matrix, matrix, and its words in the plane.
    pub(super) fn visit<'b>(
        &'b self,
        layout: &'b Layout,
    ) -> impl Iterator<Item = (usize, usize, &'b Matrix, Range<usize>)> {
        let units = &layout.classes[self.class];
        self.units.clone().flat_map(move |unit| {
            let begin = units.first_word + unit * units.unit_words;
            self.matrices.clone().map(move |number| {
                let matrix = &units.matrices[number];
                let Range { start, end } = words_of(units, number);
                (unit, number, matrix, begin + start..begin + end)
            })
        })
    }
}
