//! What the boards of the family share: how they are drawn, and their texts.

use kaiketsu_game::board::Grid;
use kaiketsu_game::{Board, Cell, CellForm, NotationError, PieceKind, TextPart, View};

/// The board, and the goal above it as one place for each column.
pub(super) fn board(grid: Grid, kinds: Vec<PieceKind>, highest: u8) -> Board {
    let mut board = grid.board(CellForm::Square).with_kinds(kinds).viewed(View::UpsideDown);
    board.stack = highest;
    board.cells.extend((0..grid.columns).map(|column| {
        let name = format!("{} goal", char::from(b'a' + column as u8));
        Cell::new(name, column as f32 + 0.5, -0.5, CellForm::Exit)
    }));
    let mut text: Vec<TextPart> = Vec::new();
    for part in board.text {
        if matches!((text.last(), &part), (Some(TextPart::Cell(_)), TextPart::Cell(_))) {
            text.push(TextPart::Letters(",".into()));
        }
        text.push(part);
    }
    board.text = text;
    board
}

/// Rows from the top with `/` between, cells with `,` between.
pub(super) fn write(grid: Grid, mut stack: impl FnMut(&mut String, usize)) -> String {
    let mut text = String::with_capacity(4 * grid.cells());
    for row in (0..grid.rows).rev() {
        for column in 0..grid.columns {
            stack(&mut text, grid.cell(column, row));
            text.push(if column + 1 < grid.columns { ',' } else { '/' });
        }
    }
    text.pop();
    text
}

/// Reads what [`write`] writes: each cell with its text. `how` ends the sentence that
/// says how to write a position.
pub(super) fn read(
    grid: Grid,
    text: &str,
    how: &str,
    mut stack: impl FnMut(usize, &str) -> bool,
) -> Result<(), NotationError> {
    let Grid { columns, rows } = grid;
    let refuse = |problem: String| Err(refusal(grid, &problem, how));
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != rows {
        return refuse(format!("`{text}` has {} rows", lines.len()));
    }
    for (line, row) in lines.iter().zip((0..rows).rev()) {
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != columns {
            return refuse(format!("row {} of `{text}` has {} cells", row + 1, cells.len()));
        }
        for (column, found) in cells.iter().enumerate() {
            let cell = grid.cell(column, row);
            if !stack(cell, found) {
                return refuse(format!("`{found}` on {} is no stack", grid.name(cell)));
            }
        }
    }
    Ok(())
}

/// What is wrong with a text, and how to write a position.
pub(super) fn refusal(grid: Grid, problem: &str, how: &str) -> NotationError {
    let Grid { columns, rows } = grid;
    NotationError::new(format!(
        "{problem}; write {rows} rows from the top with `/` between, each of {columns} cells with `,` between, \
         a cell as `.` or {how}"
    ))
}
