//! What the steps of the mover do to the numbers of near and far parts.
//!
//! A quiet far part is a column of a matrix, any far part a row after the
//! move, and the other way round for near parts. So tables for near parts lead
//! from all to sound ones, tables for far parts from sound ones to all. A near
//! part that becomes breached lets the opponent win at once; nothing is read
//! for that.

use crate::nocca::Nocca;
use crate::nocca::part::{Class, Part};
use crate::nocca::stack::{MOVER, OPPONENT};
use crate::nocca::steps::Edge;
use rayon::prelude::*;

/// No such step.
pub(super) const NONE: u32 = u32::MAX;

/// The tables of one class of parts.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) class: Class,
    /// How many of them can be columns of a matrix.
    pub(super) columns: u32,
    /// As a near part: own pieces, from all to sound ones.
    pub(super) near: Steps,
    /// As a far part, seen by the opponent: his opponent's pieces, from sound
    /// ones to all.
    pub(super) far: Steps,
}

/// Steps of one side in the parts of a class.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// Where the steps inside the part begin for each number, and lead to.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// By number and column: a piece leaves for the middle, or comes from it.
    take: Vec<u32>,
    put: Vec<u32>,
    pub(super) columns: usize,
    /// Those without a step inside the part.
    pub(super) stuck: Vec<(u32, Edge)>,
}

impl Steps {
    /// Where the steps inside the part lead.
    #[inline(always)]
    pub(super) fn inside(&self, number: u32) -> &[u32] {
        let at = number as usize;
        &self.targets[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// By column, the part without a piece that left for the middle.
    #[inline(always)]
    pub(super) fn take(&self, number: u32) -> &[u32] {
        &self.take[number as usize * self.columns..][..self.columns]
    }

    /// By column, the part with a piece that came from the middle.
    #[inline(always)]
    pub(super) fn put(&self, number: u32) -> &[u32] {
        &self.put[number as usize * self.columns..][..self.columns]
    }

    /// The steps of a colour from some numbers of a class (`None` is no arrangement) to
    /// those that are stored, as what `stored` makes of their class and number.
    pub(super) fn new(
        part: &Part,
        class: usize,
        colour: u8,
        sources: impl Iterator<Item = Option<u32>>,
        stored: impl Fn(&Class, u32) -> Option<u32>,
    ) -> Self {
        let mut steps = Steps { starts: vec![0], columns: part.columns, ..Steps::default() };
        let target = |stacks: Option<u64>| {
            let Some(stacks) = stacks.filter(|stacks| part.has(*stacks)) else { return NONE };
            let (class, number) = part.number(stacks);
            stored(&part.classes[class], number).unwrap_or(NONE)
        };
        let (edge, columns) = (part.rows - 1, part.columns);
        let pieces = part.pieces_of(class)[usize::from(colour)];
        for number in sources {
            let Some(number) = number else {
                steps.starts.push(steps.targets.len() as u32);
                if pieces > 0 {
                    steps.take.resize(steps.take.len() + columns, NONE);
                }
                if pieces < part.most {
                    steps.put.resize(steps.put.len() + columns, NONE);
                }
                continue;
            };
            let stacks = part.stacks(class, number);
            let mut stuck = true;
            part.steps(stacks, colour, |after| {
                stuck = false;
                steps.targets.extend(Some(target(Some(after))).filter(|number| *number != NONE));
            });
            steps.starts.push(steps.targets.len() as u32);
            let taken = |column| part.without_piece(stacks, edge, column, colour);
            let given = |column| part.with_piece(stacks, edge, column, colour);
            // Nobody asks for what no arrangement of the class has.
            if pieces > 0 {
                steps.take.extend((0..columns).map(|column| target(taken(column))));
            }
            if pieces < part.most {
                steps.put.extend((0..columns).map(|column| target(given(column))));
            }
            if stuck {
                steps.stuck.push((number, part.edge(stacks, edge, colour)));
            }
        }
        steps.targets.shrink_to_fit();
        steps.take.shrink_to_fit();
        steps.put.shrink_to_fit();
        steps
    }
}

impl Tables {
    /// The tables of all classes.
    pub(super) fn all(game: &Nocca) -> Vec<Tables> {
        let part = &game.numbering.near;
        let sound = |class: &Class, number: u32| (number < class.sound).then_some(number);
        let any = |_: &Class, number: u32| Some(number);
        let tables = |number: usize| {
            let class = part.classes[number];
            Tables {
                class,
                columns: class.sound,
                near: Steps::new(part, number, MOVER, (0..class.all).map(Some), sound),
                far: Steps::new(part, number, OPPONENT, (0..class.sound).map(Some), any),
            }
        };
        (0..part.classes.len()).into_par_iter().map(tables).collect()
    }
}
