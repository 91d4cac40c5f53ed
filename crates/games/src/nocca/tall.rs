//! NOCCA x NOCCA with a tall piece, as players do to even the game: one piece of the
//! second player may climb to the fourth level.
//!
//! All other pieces climb to the third level at most, so nobody climbs onto the tall
//! piece there; on lower levels it is a piece like any other, also for those who climb
//! onto it. At the start it stands in the middle of its row, left of it as the first
//! player sees the board if there is no middle.
//!
//! This file has the rules, `tall/numbering.rs` the stored order.

mod fourth;
mod notation;
mod numbering;

use kaiketsu_game::board::Grid;
use kaiketsu_game::{Game, Outcome, Step, Symmetric};

use super::stack::{self, MOVER, OPPONENT};
use super::{Nocca, NoccaMove, Stacks, cells_of};
use numbering::Numbering;

/// NOCCA x NOCCA in which one piece of the second player may climb to the fourth level.
#[derive(Debug)]
pub struct NoccaTall {
    /// The game without a tall piece, on the same board.
    plain: Nocca,
    numbering: Numbering,
}

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TallStacks {
    /// What lies on the first three levels: all pieces, or all but the tall one.
    stacks: Stacks,
    tall: Tall,
}

/// Where the tall piece is, and whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Tall {
    cell: u8,
    /// How many pieces lie below it.
    level: u8,
    colour: u8,
}

/// The level that no other piece climbs to.
const FOURTH: u8 = 3;

/// Once a piece is in the goal.
const GOAL: TallStacks = TallStacks { stacks: super::GOAL, tall: Tall { cell: 0, level: 0, colour: MOVER } };

impl TallStacks {
    /// Whether the tall piece stands on the fourth level.
    fn is_high(&self) -> bool {
        self.tall.level == FOURTH
    }

    /// Whether the piece on top of a cell is the tall one.
    fn is_tall(&self, cell: usize) -> bool {
        let Tall { cell: place, level, .. } = self.tall;
        usize::from(place) == cell
            && (level == FOURTH || u32::from(level) + 1 == stack::height(self.stacks.at(cell)))
    }

    /// The cells whose top piece is of a colour: the lowest bit of each.
    fn tops(&self, colour: u8) -> u128 {
        let below = stack::tops(self.stacks.0, colour);
        let high = u128::from(self.is_high()) << (4 * self.tall.cell);
        if self.tall.colour == colour { below | high } else { below & !high }
    }

    /// The board with the top piece of a cell put on another.
    fn moved(mut self, from: usize, to: usize) -> Self {
        if !self.is_tall(from) {
            return TallStacks { stacks: self.stacks.moved(from, to), ..self };
        }
        if !self.is_high() {
            self.stacks.put(from, stack::without_top(self.stacks.at(from)));
        }
        let target = self.stacks.at(to);
        if stack::has_room(target) {
            self.stacks.put(to, stack::with(target, self.tall.colour));
        }
        self.tall = Tall { cell: to as u8, level: stack::height(target) as u8, ..self.tall };
        self
    }
}

impl NoccaTall {
    /// The game on `columns` x `rows`, up to 5x6.
    ///
    /// # Panics
    ///
    /// If a board is smaller than 2x3 or larger than 5x6.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Self {
        let plain = Nocca::new(columns, rows);
        NoccaTall { numbering: Numbering::new(&plain), plain }
    }

    fn grid(&self) -> Grid {
        self.plain.grid
    }

    /// The cells to which the top piece of a cell can go, the goal aside.
    fn targets(&self, position: TallStacks, from: usize) -> impl Iterator<Item = usize> {
        let room = if position.is_tall(from) { u128::MAX } else { stack::rooms(position.stacks.0) };
        cells_of(room & self.plain.neighbours[from])
    }

    /// The same board as the other side sees it.
    fn turned(&self, TallStacks { stacks, tall }: TallStacks) -> TallStacks {
        let (grid, cell) = (self.grid(), tall.cell.into());
        let cell = grid.cell(grid.column_of(cell), grid.rows - 1 - grid.row_of(cell)) as u8;
        TallStacks {
            stacks: self.plain.turned(stacks),
            tall: Tall { cell, colour: tall.colour ^ OPPONENT, ..tall },
        }
    }

    fn mirrored(&self, TallStacks { stacks, tall }: TallStacks) -> TallStacks {
        let (grid, cell) = (self.grid(), tall.cell.into());
        let cell = grid.cell(grid.columns - 1 - grid.column_of(cell), grid.row_of(cell)) as u8;
        TallStacks { stacks: self.plain.mirrored(stacks), tall: Tall { cell, ..tall } }
    }
}

impl Game for NoccaTall {
    type Position = TallStacks;
    type Move = NoccaMove;

    fn id(&self) -> String {
        format!("nocca-{}-tall", self.grid())
    }

    fn start(&self) -> TallStacks {
        let Grid { columns, rows } = self.grid();
        let cell = self.grid().cell((columns - 1) / 2, rows - 1) as u8;
        TallStacks { stacks: self.plain.start(), tall: Tall { cell, level: 0, colour: OPPONENT } }
    }

    fn ending(&self, position: &TallStacks) -> Option<Outcome> {
        let can_move =
            |from| self.plain.is_on_last_row(from) || self.targets(*position, from).next().is_some();
        let over = *position == GOAL || !cells_of(position.tops(MOVER)).any(can_move);
        over.then_some(Outcome::Loss)
    }

    fn moves(&self, position: &TallStacks, moves: &mut Vec<NoccaMove>) {
        for cell in cells_of(position.tops(MOVER)) {
            let from = cell as u8;
            moves.extend(self.targets(*position, cell).map(|to| NoccaMove { from, to: Some(to as u8) }));
            if self.plain.is_on_last_row(cell) {
                moves.push(NoccaMove { from, to: None });
            }
        }
    }

    #[inline]
    fn play(&self, position: &TallStacks, mv: &NoccaMove) -> Step<TallStacks> {
        Step::passes(match mv.to {
            None => GOAL,
            Some(to) => self.turned(position.moved(mv.from.into(), to.into())),
        })
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Symmetric for NoccaTall {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, position: &TallStacks, symmetry: usize) -> TallStacks {
        if symmetry == 0 || *position == GOAL { *position } else { self.mirrored(*position) }
    }
}
