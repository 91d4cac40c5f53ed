//! The rounds of a solve: planes in memory, what each round found given away.

use std::io;

use kaiketsu_lanes::{Chunk, Plane, Processor, Vectors, Work};
use rayon::prelude::*;

use crate::nocca::Nocca;
use crate::nocca::stack::MOVER;

use super::Recorder;
use super::evaluate::Evaluator;
use super::layout::Layout;
use super::middle::Family;
use super::stuck::find_stuck;
use super::tables::Tables;
use super::view::View;

/// A solve of NOCCA x NOCCA between two rounds: two planes, and what the last
/// round touched.
///
/// A plane has a bit for every quiet position, in stored order, but each unit
/// begins with a word of its own.
#[derive(Debug)]
pub(super) struct Rounds<'a> {
    game: &'a Nocca,
    /// Where the units of each class of the middle lie in a plane.
    pub(super) layout: Layout,
    tables: Vec<Tables>,
    wins: Plane,
    losses: Plane,
    /// By unit, the matrices in which the last round found something.
    news: Vec<u64>,
    /// The number of the round to come: the distance of what it finds.
    pub(super) next: u16,
}

/// What an arrangement of the near part takes in the tables, about.
const TABLE_BYTES: u64 = 160;

impl<'a> Rounds<'a> {
    /// Before the first round; makes the tables.
    ///
    /// # Errors
    /// If the system gives no memory for the planes.
    pub(super) fn new(game: &'a Nocca) -> io::Result<Self> {
        let (layout, tables) = (Layout::new(game), Tables::all(game));
        // A word more, so that rows can be read across the end.
        let plane = || Plane::new((layout.words + 1).div_ceil(size_of::<Chunk>() / size_of::<u64>()));
        let (wins, losses, news) = (plane()?, plane()?, vec![0; layout.units]);
        Ok(Rounds { game, layout, tables, wins, losses, news, next: 0 })
    }

    /// Puts back what earlier rounds found in these units: wins and losses.
    pub(super) fn restore(&mut self, class: usize, first_unit: usize, found: [&[u64]; 2]) {
        let units = &self.layout.classes[class];
        for (plane, found) in [&mut self.wins, &mut self.losses].into_iter().zip(found) {
            let words = &mut plane.words_mut()[units.first_word + first_unit * units.unit_words..];
            words.iter_mut().zip(found).for_each(|(word, found)| *word |= found);
        }
    }

    /// Goes on with a round, after all that was found in the rounds before it
    /// has been restored. This round looks everywhere, since it is not known
    /// what the last one touched; what it finds is the same.
    pub(super) fn go_on_from(&mut self, round: u16) {
        self.next = round;
        self.news.fill(u64::MAX);
    }

    /// Memory that the planes and tables of a game take.
    pub(super) fn bytes(game: &Nocca) -> u64 {
        let layout = Layout::new(game);
        let parts = game.numbering.near.classes.iter();
        let arrangements: u64 = parts.map(|class| u64::from(class.all)).sum();
        16 * (layout.words + layout.units) as u64 + TABLE_BYTES * arrangements
    }

    /// Plays a round. False if nothing is left to find, now or later.
    pub(super) fn play(&mut self, recorder: &Recorder<'_>) -> bool {
        let (game, round, processor) = (self.game, self.next, Processor::for_short_rows());
        let mut news = vec![0; self.layout.units];
        let (found, source) = match round % 2 {
            1 => (self.wins.words_mut(), self.losses.words()),
            _ => (self.losses.words_mut(), self.wins.words()),
        };
        let view = View {
            layout: &self.layout,
            tables: &self.tables,
            pieces: self.game.grid.columns,
            colour: MOVER,
            plane: source,
            invert: if round % 2 == 1 { 0 } else { u64::MAX },
            news: &self.news,
            everywhere: round == 2,
        };
        for (class, units) in self.layout.classes.iter().enumerate().filter(|(_, units)| units.count > 0) {
            let grain = units.task_units();
            let plane = &mut found[units.first_word..][..units.count * units.unit_words];
            let tasks = plane.par_chunks_mut(grain * units.unit_words);
            let marks = news[units.first_unit..][..units.count].par_chunks_mut(grain);
            tasks.zip(marks).enumerate().for_each_init(
                Buffers::default,
                |buffers, (task, (plane, marks))| {
                    let mut new = vec![0; plane.len() + 1];
                    let first = task * grain;
                    for (offset, mark) in marks.iter_mut().enumerate() {
                        let words = offset * units.unit_words..(offset + 1) * units.unit_words;
                        let (unit, plane) = (first + offset, &plane[words.clone()]);
                        let (view, new) = (&view, &mut new[words]);
                        *mark = match round {
                            0 => find_stuck(game, view, (class, unit), new),
                            _ => processor.run(Find { game, view, class, unit, plane, buffers, new }),
                        };
                    }
                    new.pop();
                    if marks.iter().any(|mark| *mark != 0) {
                        plane.iter_mut().zip(&new).for_each(|(plane, new)| *plane |= new);
                        recorder.writer.add(class, first, &new);
                    }
                    recorder.looked_at(round, plane.len());
                },
            );
        }
        self.next += 1;
        self.news = news;
        round < 2 || self.news.iter().any(|mark| *mark != 0)
    }
}

/// What a thread uses again and again.
#[derive(Default)]
struct Buffers {
    known: Vec<u64>,
    family: Family,
    evaluator: Evaluator,
}

/// What a round finds in a unit; says in which matrices.
struct Find<'a> {
    game: &'a Nocca,
    view: &'a View<'a>,
    class: usize,
    unit: usize,
    /// The bits of the unit in the plane that the round writes.
    plane: &'a [u64],
    buffers: &'a mut Buffers,
    new: &'a mut [u64],
}

impl Work for Find<'_> {
    type Output = u64;

    /// Rows of words, which the compiler makes vectors of.
    #[inline(always)]
    fn on<V: Vectors>(self, _: V) -> u64 {
        let Find { game, view, class, unit, plane, buffers, new } = self;
        let units = &view.layout.classes[class];
        let other = &view.plane[units.first_word + unit * units.unit_words..];
        let Buffers { known, family, evaluator } = buffers;
        known.clear();
        known.extend(plane.iter().zip(other).map(|(one, other)| one | other));
        known.push(0); // rows are read across the end
        if is_full(known, units.slots) {
            return 0;
        }
        family.become_that_of(game, class, unit, MOVER);
        let mut touched = 0;
        for (number, matrix) in units.matrices.iter().enumerate() {
            touched |= u64::from(evaluator.evaluate(view, family, matrix, known, new)) << number;
        }
        touched
    }
}

/// Whether the first bits are all set.
fn is_full(words: &[u64], bits: u64) -> bool {
    let (whole, rest) = ((bits / 64) as usize, bits % 64);
    words[..whole].iter().all(|word| *word == u64::MAX) && words[whole].count_ones() == rest as u32
}
