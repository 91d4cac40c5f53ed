//! Pieces of a part: what moves inside it, comes into it and leaves it.
//!
//! For kernels that treat the parts of a board apart.

use super::part::Part;
use super::stack;

/// Whose piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The side to move.
    Mover,
    /// The other side.
    Opponent,
}

impl Colour {
    fn bit(self) -> u8 {
        match self {
            Colour::Mover => stack::MOVER,
            Colour::Opponent => stack::OPPONENT,
        }
    }
}

fn at(stacks: u64, cell: usize) -> u8 {
    (stacks >> (4 * cell) & 15) as u8
}

fn put(stacks: u64, cell: usize, stack: u8) -> u64 {
    stacks & !(15 << (4 * cell)) | u64::from(stack) << (4 * cell)
}

impl Part {
    /// Whether neither side has more pieces here than it owns.
    #[must_use]
    pub fn has(&self, stacks: u64) -> bool {
        let cells = (0..self.rows() * self.columns()).map(|cell| stack::pieces(at(stacks, cell)));
        let [mine, theirs] = cells.fold([0, 0], |sum, stack| [sum[0] + stack[0], sum[1] + stack[1]]);
        usize::from(mine.max(theirs)) <= self.most()
    }

    /// The same rows as the other side sees them: from the other edge, with
    /// the colours exchanged.
    #[must_use]
    pub fn turned(&self, stacks: u64) -> u64 {
        let (rows, columns) = (self.rows(), self.columns());
        let cells =
            (0..rows * columns).map(|cell| (cell, (rows - 1 - cell / columns) * columns + cell % columns));
        cells.fold(0, |turned, (cell, from)| put(turned, cell, stack::swapped(at(stacks, from))))
    }

    /// With one more piece on a cell, if there is room.
    #[must_use]
    pub fn with_piece(&self, stacks: u64, row: usize, column: usize, colour: Colour) -> Option<u64> {
        let cell = row * self.columns() + column;
        let stack = at(stacks, cell);
        stack::has_room(stack).then(|| put(stacks, cell, stack::with(stack, colour.bit())))
    }

    /// Without the top piece of a cell, if it has that colour.
    #[must_use]
    pub fn without_piece(&self, stacks: u64, row: usize, column: usize, colour: Colour) -> Option<u64> {
        let cell = row * self.columns() + column;
        let stack = at(stacks, cell);
        (stack::top(stack) == Some(colour.bit())).then(|| put(stacks, cell, stack::without_top(stack)))
    }

    /// Calls for the result of every step of a side inside the part.
    pub fn steps(&self, stacks: u64, colour: Colour, mut each: impl FnMut(u64)) {
        let (rows, columns) = (self.rows(), self.columns());
        let around = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
        for (row, column) in (0..rows * columns).map(|cell| (cell / columns, cell % columns)) {
            let Some(taken) = self.without_piece(stacks, row, column, colour) else { continue };
            for (to_row, to_column) in
                around(row, rows).flat_map(|r| around(column, columns).map(move |c| (r, c)))
            {
                if (to_row, to_column) != (row, column) {
                    self.with_piece(taken, to_row, to_column, colour).into_iter().for_each(&mut each);
                }
            }
        }
    }
}
