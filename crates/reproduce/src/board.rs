//! Boards as SVG, from the notation of the games.

use std::fmt::Write;

use crate::html::escape;

const CELL: usize = 34;

/// A picture of a position: rows with `/` between, one letter a cell, or cells
/// with `,` between that hold stacks written from the bottom up.
pub(crate) fn svg(position: &str) -> String {
    let rows: Vec<Vec<String>> = position
        .split('/')
        .map(|row| match row.contains(',') {
            true => row.split(',').map(Into::into).collect(),
            false => row.chars().map(String::from).collect(),
        })
        .collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (columns * CELL + 2, rows.len() * CELL + 2);
    let mut svg = format!(
        "<svg class='board' viewBox='0 0 {width} {height}' width='{width}' height='{height}' role='img' \
         aria-label='{0}'><title>{0}</title>",
        escape(position)
    );
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = (column * CELL + 1, row * CELL + 1);
            let _ = write!(svg, "<rect x='{x}' y='{y}' width='{CELL}' height='{CELL}' class='cell'/>");
            if cell != "." {
                piece(&mut svg, cell, x, y);
            }
        }
    }
    svg + "</svg>"
}

fn piece(svg: &mut String, cell: &str, x: usize, y: usize) {
    let (centre, middle) = (x + CELL / 2, y + CELL / 2);
    if cell.chars().all(|mark| "XO".contains(mark)) && cell.len() > 1 {
        // A stack, the bottom piece first: bars from below, filled for X.
        for (level, mark) in cell.chars().enumerate() {
            let class = if mark == 'X' { "own" } else { "other" };
            let top = y + CELL - 11 - level * 10;
            let _ = write!(
                svg,
                "<rect x='{}' y='{top}' width='{}' height='9' rx='3' class='{class}'/>",
                x + 4,
                CELL - 8
            );
        }
        return;
    }
    let _ = match cell {
        "X" => write!(svg, "<circle cx='{centre}' cy='{middle}' r='11' class='own'/>"),
        "O" => write!(svg, "<circle cx='{centre}' cy='{middle}' r='11' class='other'/>"),
        "U" => write!(svg, "<text x='{centre}' y='{}' class='glyph'>↑</text>", middle + 7),
        "R" => write!(svg, "<text x='{centre}' y='{}' class='glyph faint'>→</text>", middle + 7),
        text => write!(svg, "<text x='{centre}' y='{}' class='mark'>{}</text>", middle + 5, escape(text)),
    };
}
