//! What several games of this crate share beside the toolbox for boards.

use kaiketsu_game::board::{CellSet, Grid};

/// The numbers of the bits that are set, in ascending order.
pub(crate) fn cells_of(bits: u64) -> impl Iterator<Item = usize> {
    bits.cells()
}

/// Where a cell of a board goes under one of its symmetries: bit 2 of `symmetry`
/// transposes, which only a square allows, bit 1 turns the rows round, bit 0 the
/// columns; 0 is the identity. The stored order of Quixo goes by it.
pub(crate) fn turned(grid: Grid, row: usize, column: usize, symmetry: usize) -> (usize, usize) {
    let (row, column) = if symmetry & 4 != 0 { (column, row) } else { (row, column) };
    let row = if symmetry & 2 != 0 { grid.rows - 1 - row } else { row };
    let column = if symmetry & 1 != 0 { grid.columns - 1 - column } else { column };
    (row, column)
}

/// Where a square of a 3x3 board, numbered row by row, goes under one of its
/// symmetries: bit 2 mirrors the columns, bit 1 the rows, and bit 0 exchanges
/// rows and columns afterwards.
pub(crate) const fn turned_square(square: u8, symmetry: usize) -> u8 {
    let (mut row, mut column) = (square / 3, square % 3);
    if symmetry & 4 != 0 {
        column = 2 - column;
    }
    if symmetry & 2 != 0 {
        row = 2 - row;
    }
    if symmetry & 1 != 0 {
        (row, column) = (column, row);
    }
    3 * row + column
}
