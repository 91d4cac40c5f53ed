//! Sweeps over all positions until nothing more is reached.
//!
//! Batches of neighbouring matrices are looked at one after the other, forwards and
//! backwards in turn. What a batch finds is written when all of it has been looked at;
//! so threads share the work of a batch, what a sweep finds does not depend on them,
//! and the next batch builds on it. Whatever is reached stays so: any order ends with
//! the same positions.

use std::io;

use kaiketsu_engine::solve::Progress;
use kaiketsu_game::Game;
use kaiketsu_lanes::{Chunk, Plane, Processor, Vectors, Work};
use rayon::prelude::*;

use crate::nocca::kernel::evaluate::Evaluator;
use crate::nocca::kernel::layout::Layout;
use crate::nocca::kernel::middle::Family;
use crate::nocca::kernel::tables::Tables;
use crate::nocca::kernel::view::View;
use crate::nocca::numbering::Matrix;
use crate::nocca::stack::OPPONENT;
use crate::nocca::{Nocca, Stacks};

use super::tasks::{BATCH_WORDS, Task, batches, tasks};
use super::{places, single};

/// What an arrangement of the near part takes in the tables, about.
const TABLE_BYTES: u64 = 190;

/// The positions that play is known to reach: a bit for each.
pub(super) struct Sweeps<'a> {
    game: &'a Nocca,
    pub(super) layout: Layout,
    tables: Vec<Tables>,
    plane: Plane,
    tasks: Vec<Task>,
    /// By unit, the matrices in which this sweep or the one before it found something.
    news: Vec<u64>,
    /// Whether it is less work to look at so many open positions of so many words one by
    /// one.
    are_few: fn(u64, usize) -> bool,
}

/// What was found in a task: its bits, and by unit in which matrices.
struct Found {
    bits: Vec<u64>,
    marks: Vec<u64>,
}

/// What a thread uses again and again.
#[derive(Default)]
struct Buffers {
    family: Family,
    evaluator: Evaluator,
}

/// How a sweep goes.
#[derive(Clone, Copy)]
struct Way {
    number: u32,
    /// Whether all matrices are looked at, and not only those where there is news.
    everywhere: bool,
}

impl<'a> Sweeps<'a> {
    /// Only the start is reached.
    ///
    /// # Errors
    /// If the system gives no memory.
    pub(super) fn new(game: &'a Nocca) -> io::Result<Self> {
        let layout = places::layout(game);
        // A word more, so that rows can be read across the end.
        let plane = Plane::new((layout.words + 1).div_ceil(size_of::<Chunk>() / size_of::<u64>()))?;
        let (tasks, news) = (tasks(&layout), vec![0; layout.units]);
        let (tables, are_few) = (places::tables(game), |open, words| open <= 16 + words as u64 / 8);
        let mut sweeps = Sweeps { game, layout, tables, plane, tasks, news, are_few };
        sweeps.begin();
        Ok(sweeps)
    }

    /// Memory that is needed, by so many threads.
    pub(super) fn bytes(game: &Nocca, threads: usize) -> u64 {
        let layout = places::layout(game);
        let parts = game.numbering.near.classes.iter();
        let arrangements: u64 = parts.map(|class| u64::from(class.all)).sum();
        let rows = |matrix: &Matrix| places::places(&game.numbering.near.classes[matrix.near]).all;
        let wide = |(rows, columns): (u32, u32)| u64::from(rows) * u64::from(columns).div_ceil(64);
        let of = |matrix: &Matrix| {
            let both = (rows(matrix), matrix.far_count);
            3 * wide(both) + 3 * wide((both.1, both.0))
        };
        let matrices =
            layout.classes.iter().filter(|units| units.count > 0).flat_map(|units| &units.matrices);
        let buffers = matrices.map(of).max().unwrap_or(0);
        let words = layout.words + 3 * layout.units + layout.words.min(BATCH_WORDS);
        8 * (words as u64 + threads as u64 * buffers) + TABLE_BYTES * arrangements
    }

    fn begin(&mut self) {
        let (game, layout) = (self.game, &self.layout);
        let mut rest = self.plane.words_mut();
        let mut parts = Vec::new();
        for task in &self.tasks {
            let (words, later) = rest.split_at_mut(task.words.len());
            parts.push((task, words));
            rest = later;
        }
        parts.into_par_iter().for_each(|(task, words)| {
            for (_, _, matrix, here) in task.visit(layout) {
                let here = here.start - task.words.start..here.end - task.words.start;
                places::fill_gaps(game, matrix, &mut words[here]);
            }
        });
        let (class, unit, matrix, bit) = places::find(game, &self.layout, game.start());
        let units = &self.layout.classes[class];
        let bit = units.bit(unit, matrix) + bit;
        self.plane.words_mut()[(bit / 64) as usize] |= 1 << (bit % 64);
        self.news[units.first_unit + unit] |= 1 << matrix;
    }

    /// Looks at all positions one by one, or at none.
    #[cfg(test)]
    pub(super) fn one_by_one(&mut self, all: bool) {
        self.are_few = if all { |_, _| true } else { |_, _| false };
    }

    /// Whether a position is reached.
    #[cfg(test)]
    pub(super) fn has(&self, position: Stacks) -> bool {
        let (class, unit, matrix, bit) = places::find(self.game, &self.layout, position);
        let bit = self.layout.classes[class].bit(unit, matrix) + bit;
        self.plane.words()[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// Finds all that can be reached; says in how many sweeps.
    pub(super) fn fill(&mut self, progress: &dyn Progress) -> u32 {
        let mut fresh = self.news.clone();
        let mut way = Way { number: 1, everywhere: false };
        loop {
            if way.everywhere {
                self.news.fill(u64::MAX);
            } else {
                self.news.copy_from_slice(&fresh);
            }
            fresh.fill(0);
            let any = self.sweep(way, &mut fresh, progress);
            if !any && way.everywhere {
                return way.number;
            }
            way = Way { number: way.number + 1, everywhere: !any };
        }
    }

    /// Looks at all tasks once; says whether anything was found.
    fn sweep(&mut self, way: Way, fresh: &mut [u64], progress: &dyn Progress) -> bool {
        let batches = batches(&self.layout, &self.tasks);
        let (count, mut any) = (batches.len(), false);
        for turn in 0..count {
            progress.status(&format!("sweep {}: {} %", way.number, 100 * turn / count));
            let batch = batches[if way.number % 2 == 1 { turn } else { count - 1 - turn }].clone();
            let found = self.look(&self.tasks[batch.clone()], way);
            for (number, found) in batch.zip(found) {
                let Some(found) = found else { continue };
                any = true;
                let task = &self.tasks[number];
                let words = &mut self.plane.words_mut()[task.words.clone()];
                words.iter_mut().zip(&found.bits).for_each(|(word, new)| *word |= new);
                let first = self.layout.classes[task.class].first_unit + task.units.start;
                for (unit, marks) in (first..).zip(&found.marks) {
                    self.news[unit] |= marks;
                    fresh[unit] |= marks;
                }
                let new = found.bits.iter().map(|word| u64::from(word.count_ones())).sum();
                progress.advance(new, false);
            }
        }
        any
    }

    /// What there is to find in some tasks.
    fn look(&self, tasks: &[Task], way: Way) -> Vec<Option<Found>> {
        let view = View {
            layout: &self.layout,
            tables: &self.tables,
            pieces: self.game.grid.columns,
            colour: OPPONENT,
            plane: self.plane.words(),
            invert: 0,
            news: &self.news,
            everywhere: way.everywhere,
        };
        let processor = Processor::for_short_rows();
        let look = |buffers: &mut Buffers, task: &Task| {
            processor.run(Look { game: self.game, view: &view, task, are_few: self.are_few, buffers })
        };
        tasks.par_iter().map_init(Buffers::default, look).collect()
    }

    /// Calls for every position that is not reached, from all threads: the position,
    /// and whether it is stored apart from its mirror image.
    pub(super) fn visit_unreached(&self, visit: impl Fn(Stacks, bool) + Sync) {
        self.tasks.par_iter().for_each(|task| {
            for (unit, _, matrix, words) in task.visit(&self.layout) {
                for (at, word) in (0..).step_by(64).zip(&self.plane.words()[words]) {
                    let mut open = !word;
                    while open != 0 {
                        let bit = at + u64::from(open.trailing_zeros());
                        let (position, apart) = places::position(self.game, (task.class, unit), matrix, bit);
                        visit(position, apart);
                        open &= open - 1;
                    }
                }
            }
        });
    }
}

/// A task to look at.
struct Look<'a> {
    game: &'a Nocca,
    view: &'a View<'a>,
    task: &'a Task,
    are_few: fn(u64, usize) -> bool,
    buffers: &'a mut Buffers,
}

impl Work for Look<'_> {
    type Output = Option<Found>;

    /// Rows of words, which the compiler makes vectors of.
    #[inline(always)]
    fn on<V: Vectors>(self, _: V) -> Option<Found> {
        let Look { game, view, task, are_few, buffers: Buffers { family, evaluator } } = self;
        let mut found = None;
        let mut family_of = None;
        for (unit, number, matrix, words) in task.visit(view.layout) {
            let known = &view.plane[words.clone()];
            let open = known.iter().map(|word| u64::from(word.count_zeros())).sum();
            if open == 0 {
                continue;
            }
            if family_of != Some(unit) {
                family.become_that_of(game, task.class, unit, OPPONENT);
                family_of = Some(unit);
            }
            if !view.everywhere && !view.is_touched(family, matrix) {
                continue;
            }
            let Found { bits, marks } = found.get_or_insert_with(|| Found {
                bits: vec![0; task.words.len()],
                marks: vec![0; task.units.len()],
            });
            let new = &mut bits[words.start - task.words.start..words.end - task.words.start];
            let any = if are_few(open, words.len()) {
                single::find(view, family, matrix, known, new)
            } else {
                let alone = Matrix { first: 0, ..*matrix };
                evaluator.evaluate(view, family, &alone, &view.plane[words.start..], new)
            };
            marks[unit - task.units.start] |= u64::from(any) << number;
        }
        found.filter(|found| found.marks.iter().any(|marks| *marks != 0))
    }
}
