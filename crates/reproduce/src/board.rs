//! Boards as SVG, from the notation of the games.
//!
//! Rows with `/` between them; the three sizes of Otrio with the colour to move
//! after a `:`.

use std::fmt::Write;

use crate::html::escape;

const CELL: usize = 34;

/// A picture of a position: rows with `/` between, one letter a cell, or cells
/// with `,` between that hold stacks written from the bottom up.
pub(crate) fn svg(position: &str) -> String {
    if let Some((rings, _)) = position.split_once(':') {
        return ring_board(position, rings);
    }
    let rows: Vec<Vec<String>> = position
        .split('/')
        .map(|row| match row.contains(',') {
            true => row.split(',').map(Into::into).collect(),
            false => row.chars().map(String::from).collect(),
        })
        .collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (columns * CELL + 2, rows.len() * CELL + 2);
    let mut svg = opened(position, width, height);
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

fn opened(position: &str, width: usize, height: usize) -> String {
    format!(
        "<svg class='board' viewBox='0 0 {width} {height}' width='{width}' height='{height}' role='img' \
         aria-label='{0}'><title>{0}</title>",
        escape(position)
    )
}

/// Otrio: the small, middle and large places of nine squares from the lower
/// left, a letter for a ring.
fn ring_board(position: &str, rings: &str) -> String {
    const SQUARE: usize = 56;
    let mut svg = opened(position, 3 * SQUARE + 2, 3 * SQUARE + 2);
    for (size, letters) in rings.split('/').enumerate() {
        for (square, letter) in letters.chars().enumerate() {
            let (x, y) = (square % 3 * SQUARE + 1, (2 - square / 3 % 3) * SQUARE + 1);
            if size == 0 {
                let _ =
                    write!(svg, "<rect x='{x}' y='{y}' width='{SQUARE}' height='{SQUARE}' class='cell'/>");
            }
            let (x, y, radius) = (x + SQUARE / 2, y + SQUARE / 2, 6 + 8 * size);
            let class =
                if letter == '.' { "free".into() } else { format!("ring {}", letter.to_ascii_lowercase()) };
            let _ = write!(svg, "<circle cx='{x}' cy='{y}' r='{radius}' class='{class}'/>");
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
