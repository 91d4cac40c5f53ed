//! The numbers of positions whose tall piece stands on the fourth level.
//!
//! They are few, a fiftieth of all. The leading part is where it stands and whose it is;
//! a decision diagram numbers the rest of the board, which has three pieces there. Mirror
//! images have numbers of their own.

use kaiketsu_index::{Diagram, Stretches};

use super::super::{Nocca, Stacks};
use super::{FOURTH, Tall, TallStacks};

/// The stacks of three.
const FULL: u16 = 0xFF00;

#[derive(Debug)]
pub(super) struct Fourth {
    /// By the cell of the tall piece; a root for each colour it can have.
    diagrams: Vec<Diagram>,
    /// Where the numbers of each cell and colour begin.
    stretches: Stretches,
}

impl Fourth {
    pub(super) fn new(plain: &Nocca) -> Self {
        let without = |colour: usize| {
            let mut left = plain.all_to_come();
            left.pieces[colour] -= 1;
            left.unseen = [false; 2];
            left
        };
        let below = |cell: usize| {
            let mut board = plain.any_stacks();
            board.cells[cell].1 = FULL;
            Diagram::build(&board, [without(0), without(1)])
        };
        let diagrams: Vec<Diagram> = (0..plain.cells()).map(below).collect();
        let mut size = 0;
        let counts = diagrams.iter().flat_map(|diagram| [diagram.count(0), diagram.count(1)]);
        let start = |count| {
            size += count;
            size - count
        };
        let starts = counts.map(start).collect();
        Fourth { diagrams, stretches: Stretches::new(starts, size) }
    }

    /// How many there are.
    pub(super) fn size(&self) -> u64 {
        self.stretches.size()
    }

    /// The number of a position.
    pub(super) fn rank(&self, TallStacks { stacks, tall }: TallStacks) -> u64 {
        let (cell, colour) = (usize::from(tall.cell), usize::from(tall.colour));
        let below = self.diagrams[cell].rank(colour, |cell| usize::from(stacks.at(cell)) - 1);
        self.stretches.start(2 * cell + colour) + below.expect("three pieces are below the tall one")
    }

    /// The position of a number.
    pub(super) fn unrank(&self, number: u64) -> TallStacks {
        let stretch = self.stretches.find(number);
        let (cell, colour) = (stretch / 2, stretch % 2);
        let diagram = &self.diagrams[cell];
        let mut word = vec![0; diagram.cells()];
        diagram.unrank(colour, number - self.stretches.start(stretch), &mut word);
        let mut stacks = Stacks(0);
        (0..).zip(word).for_each(|(cell, symbol)| stacks.put(cell, symbol + 1));
        TallStacks { stacks, tall: Tall { cell: cell as u8, level: FOURTH, colour: colour as u8 } }
    }
}
