//! The board turned and mirrored: one stored position for all images.

use kaiketsu::game::Symmetric;

use crate::rules::{Kono, Stones, has};

impl Symmetric for Kono {
    fn symmetries(&self) -> usize {
        if self.columns == self.rows { 8 } else { 4 }
    }

    /// Bit 0 mirrors columns, bit 1 mirrors rows, bit 2 exchanges the two.
    fn image(&self, position: &Stones, symmetry: usize) -> Stones {
        let place = |cell: usize| {
            let (row, column) = (cell / self.columns, cell % self.columns);
            let column = if symmetry & 1 == 0 { column } else { self.columns - 1 - column };
            let row = if symmetry & 2 == 0 { row } else { self.rows - 1 - row };
            if symmetry & 4 == 0 { row * self.columns + column } else { column * self.columns + row }
        };
        let turned =
            |stones| (0..self.cells()).filter(|cell| has(stones, *cell)).map(|cell| 1 << place(cell)).sum();
        Stones { mover: turned(position.mover), opponent: turned(position.opponent) }
    }
}
