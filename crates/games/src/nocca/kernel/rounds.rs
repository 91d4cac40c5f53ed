//! The rounds of a solve: planes in memory, what each round found given away.

use std::io;

use kaiketsu_lanes::{Chunk, Plane, Processor, Vectors, Work};
use rayon::prelude::*;

use crate::{Colour, Nocca};

use super::evaluate::Evaluator;
use super::layout::Layout;
use super::middle::Family;
use super::stuck::{MiddleEdge, stuck};
use super::tables::Tables;
use super::view::View;

/// Told what a round found, unit by unit in any order, from any thread.
pub trait NoccaRecorder: Sync {
    /// In these units of a class of the middle, the positions whose bits are
    /// set were decided in that round. Each unit begins with a word.
    fn record(&self, round: u16, class: usize, first_unit: usize, found: &[u64]);

    /// So many more words of a plane have been looked at in this round.
    fn looked_at(&self, round: u16, words: usize) {
        let _ = (round, words);
    }
}

/// A solve of NOCCA x NOCCA between two rounds: two planes, and what the last
/// round touched.
///
/// A plane has a bit for every quiet position, in stored order, but each unit
/// begins with a word of its own.
#[derive(Debug)]
pub struct NoccaRounds<'a> {
    game: &'a Nocca,
    layout: Layout,
    tables: Vec<Tables>,
    wins: Plane,
    losses: Plane,
    /// By unit, the matrices in which the last round found something.
    news: Vec<u64>,
    next: u16,
}

/// What an arrangement of the near part takes in the tables, about.
const TABLE_BYTES: u64 = 160;

impl<'a> NoccaRounds<'a> {
    /// Before the first round; makes the tables.
    ///
    /// # Errors
    /// If the system gives no memory for the planes.
    pub fn new(game: &'a Nocca) -> io::Result<Self> {
        let (layout, tables) = (Layout::new(game), Tables::all(game));
        // A word more, so that rows can be read across the end.
        let plane = || Plane::new((layout.words + 1).div_ceil(size_of::<Chunk>() / size_of::<u64>()));
        let (wins, losses, news) = (plane()?, plane()?, vec![0; layout.units]);
        Ok(NoccaRounds { game, layout, tables, wins, losses, news, next: 0 })
    }

    /// Puts back what earlier rounds found in these units: wins and losses.
    pub fn restore(&mut self, class: usize, first_unit: usize, found: [&[u64]; 2]) {
        let units = &self.layout.classes[class];
        for (plane, found) in [&mut self.wins, &mut self.losses].into_iter().zip(found) {
            let words = &mut plane.words_mut()[units.first_word + first_unit * units.unit_words..];
            words.iter_mut().zip(found).for_each(|(word, found)| *word |= found);
        }
    }

    /// Goes on with a round, after all that was found in the rounds before it
    /// has been restored. This round looks everywhere, since it is not known
    /// what the last one touched; what it finds is the same.
    pub fn go_on_from(&mut self, round: u16) {
        self.next = round;
        self.news.fill(u64::MAX);
    }

    /// Memory that the planes and tables of a game take.
    #[must_use]
    pub fn bytes(game: &Nocca) -> u64 {
        let layout = Layout::new(game);
        let parts = game.near().classes().iter();
        let arrangements: u64 = parts.map(|class| u64::from(class.all)).sum();
        16 * (layout.words + layout.units) as u64 + TABLE_BYTES * arrangements
    }

    /// The number of the round to come: the distance of what it finds.
    #[must_use]
    pub fn next(&self) -> u16 {
        self.next
    }

    /// The bits of the positions found won and lost so far.
    #[must_use]
    pub fn planes(&self) -> [&[u64]; 2] {
        [&self.wins.words()[..self.layout.words], &self.losses.words()[..self.layout.words]]
    }

    /// Where the units of each class of the middle lie in a plane.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Plays a round. False if nothing is left to find, now or later.
    pub fn play(&mut self, recorder: &dyn NoccaRecorder) -> bool {
        let (game, round, processor) = (self.game, self.next, Processor::for_short_rows());
        let mut news = vec![0; self.layout.units];
        let (found, source) = match round % 2 {
            1 => (self.wins.words_mut(), self.losses.words()),
            _ => (self.losses.words_mut(), self.wins.words()),
        };
        let view = View {
            layout: &self.layout,
            tables: &self.tables,
            pieces: self.game.columns(),
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
                        let unit = UnitBits { class, unit: first + offset, plane: &plane[words.clone()] };
                        *mark = match round {
                            0 => find_stuck(game, &view, &unit, &mut new[words]),
                            _ => {
                                processor.run(Find { game, view: &view, unit, buffers, new: &mut new[words] })
                            }
                        };
                    }
                    new.pop();
                    if marks.iter().any(|mark| *mark != 0) {
                        plane.iter_mut().zip(&new).for_each(|(plane, new)| *plane |= new);
                        recorder.record(round, class, first, &new);
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

/// A unit and its bits in the plane that the round writes.
struct UnitBits<'a> {
    class: usize,
    unit: usize,
    plane: &'a [u64],
}

/// What a round finds in a unit; says in which matrices.
struct Find<'a> {
    game: &'a Nocca,
    view: &'a View<'a>,
    unit: UnitBits<'a>,
    buffers: &'a mut Buffers,
    new: &'a mut [u64],
}

impl Work for Find<'_> {
    type Output = u64;

    /// Rows of words, which the compiler makes vectors of.
    #[inline(always)]
    fn on<V: Vectors>(self, _: V) -> u64 {
        let Find { game, view, unit, buffers, new } = self;
        let units = &view.layout.classes[unit.class];
        let other = &view.plane[units.first_word + unit.unit * units.unit_words..];
        let Buffers { known, family, evaluator } = buffers;
        known.clear();
        known.extend(unit.plane.iter().zip(other).map(|(one, other)| one | other));
        known.push(0); // rows are read across the end
        if is_full(known, units.slots) {
            return 0;
        }
        family.become_that_of(game, unit.class, unit.unit);
        let mut touched = 0;
        for (number, matrix) in units.matrices.iter().enumerate() {
            touched |= u64::from(evaluator.evaluate(view, family, matrix, known, new)) << number;
        }
        touched
    }
}

/// The positions of a unit that are lost because there is no move.
fn find_stuck(game: &Nocca, view: &View<'_>, unit: &UnitBits<'_>, new: &mut [u64]) -> u64 {
    let part = game.middle();
    let stacks = part.stacks(unit.class, part.classes()[unit.class].unfold(unit.unit as u32));
    let mut can_move = false;
    part.steps(stacks, Colour::Mover, |_| can_move = true);
    if can_move {
        return 0;
    }
    let edge = |row: usize| {
        let set = |test: &dyn Fn(usize) -> bool| -> u8 {
            (0..part.columns()).filter(|column| test(*column)).map(|column| 1 << column).sum()
        };
        MiddleEdge {
            tops: set(&|column| part.without_piece(stacks, row, column, Colour::Mover).is_some()),
            room: set(&|column| part.with_piece(stacks, row, column, Colour::Mover).is_some()),
        }
    };
    let edges = [edge(0), edge(part.rows() - 1)];
    let matrices = view.layout.classes[unit.class].matrices.iter().enumerate();
    matrices.map(|(number, matrix)| u64::from(stuck(view.tables, matrix, edges, new)) << number).sum()
}

/// Whether the first bits are all set.
fn is_full(words: &[u64], bits: u64) -> bool {
    let (whole, rest) = ((bits / 64) as usize, bits % 64);
    words[..whole].iter().all(|word| *word == u64::MAX) && words[whole].count_ones() == rest as u32
}
