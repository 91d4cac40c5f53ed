//! Pieces of a part: what moves inside it, comes into it and leaves it.
//!
//! For kernels that treat the parts of a board apart.

use super::part::Part;
use super::stack;

fn at(stacks: u64, cell: usize) -> u8 {
    (stacks >> (4 * cell) & 15) as u8
}

fn put(stacks: u64, cell: usize, stack: u8) -> u64 {
    stacks & !(15 << (4 * cell)) | u64::from(stack) << (4 * cell)
}

/// A one for each piece of each stack.
fn places(stacks: u64) -> u64 {
    stack::pieces_below(stacks.into()) as u64
}

/// A row of a part where it touches another, as a side sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Columns in which a piece of the side could leave.
    pub(super) tops: u8,
    /// Columns in which there is room for a piece.
    pub(super) room: u8,
}

impl Part {
    /// Whether neither side has more pieces here than it owns.
    pub(super) fn has(&self, stacks: u64) -> bool {
        // A stack of the opponent has a one for each piece, and the leading one.
        let theirs = stacks.count_ones() as usize - self.rows * self.columns;
        let mine = places(stacks).count_ones() as usize - theirs;
        mine.max(theirs) <= self.most
    }

    /// The same rows as the other side sees them: from the other edge, with
    /// the colours exchanged.
    pub(super) fn turned(&self, stacks: u64) -> u64 {
        let swapped = stacks ^ places(stacks);
        let row_bits = 4 * self.columns;
        let row = |row: usize| swapped >> (row * row_bits) & ((1 << row_bits) - 1);
        (0..self.rows).fold(0, |turned, next| turned << row_bits | row(next))
    }

    /// With one more piece on a cell, if there is room.
    pub(super) fn with_piece(&self, stacks: u64, row: usize, column: usize, colour: u8) -> Option<u64> {
        let cell = row * self.columns + column;
        let stack = at(stacks, cell);
        stack::has_room(stack).then(|| put(stacks, cell, stack::with(stack, colour)))
    }

    /// Without the top piece of a cell, if it has that colour.
    pub(super) fn without_piece(&self, stacks: u64, row: usize, column: usize, colour: u8) -> Option<u64> {
        let cell = row * self.columns + column;
        let stack = at(stacks, cell);
        (stack::top(stack) == Some(colour)).then(|| put(stacks, cell, stack::without_top(stack)))
    }

    /// What can leave a row and come into it.
    pub(super) fn edge(&self, stacks: u64, row: usize, colour: u8) -> Edge {
        let set = |test: &dyn Fn(usize) -> bool| {
            (0..self.columns).filter(|column| test(*column)).map(|column| 1 << column).sum()
        };
        Edge {
            tops: set(&|column| self.without_piece(stacks, row, column, colour).is_some()),
            room: set(&|column| self.with_piece(stacks, row, column, colour).is_some()),
        }
    }

    /// Calls for the result of every step of a side inside the part.
    pub(super) fn steps(&self, stacks: u64, colour: u8, mut each: impl FnMut(u64)) {
        let (rows, columns) = (self.rows, self.columns);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_turned_and_counted_as_one_by_one() {
        let part = Part::new(2, 3, 3, true);
        for (number, class) in part.classes.iter().enumerate() {
            for stacks in (0..class.all).map(|n| part.stacks(number, n)) {
                assert!(part.has(stacks));
                let turned = part.turned(stacks);
                for cell in 0..6 {
                    let image = if cell < 3 { cell + 3 } else { cell - 3 };
                    assert_eq!(at(turned, cell), stack::swapped(at(stacks, image)));
                }
                if part.pieces_of(number) == [3, 3] {
                    let more =
                        (0..6).filter_map(|cell| part.with_piece(stacks, cell / 3, cell % 3, stack::MOVER));
                    assert!(more.into_iter().all(|stacks| !part.has(stacks)));
                }
            }
        }
    }
}
