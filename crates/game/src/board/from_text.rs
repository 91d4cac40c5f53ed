//! A board made from the text of positions alone: rows with `/` between, a
//! letter a cell. Other texts get one row of letters.

use super::{Board, CellForm, Gesture, Piece, PieceForm, PieceKind, Scene};

/// What a letter is if it is no piece.
const BLANKS: [char; 3] = ['.', '-', '_'];

fn rows(text: &str) -> Vec<Vec<char>> {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let even = rows.iter().all(|row| row.len() == rows[0].len() && row.len() <= 26);
    if even { rows } else { vec![text.chars().collect()] }
}

/// The board on which such texts fit. Every letter and digit is a kind.
pub(crate) fn board(text: &str) -> Board {
    let rows = rows(text);
    let mut board = Board::grid(rows[0].len().max(1), rows.len(), CellForm::Square);
    let kind = |letter: char| {
        let side = u8::from(letter.is_ascii_lowercase() || matches!(letter, 'O' | '2'));
        PieceKind::new(letter, letter, side, PieceForm::Text)
    };
    board.kinds = (' '..='~').filter(|letter| !BLANKS.contains(letter) && *letter != '/').map(kind).collect();
    if rows.len() == 1 {
        board.text.clear();
    }
    board
}

/// The letters of a text on the board of such texts.
pub(crate) fn scene(board: &Board, text: &str) -> Scene {
    let rows = rows(text);
    let mut pieces = Vec::new();
    for (row, letters) in rows.iter().rev().enumerate() {
        for (column, letter) in letters.iter().enumerate() {
            let cell = row * board.width as usize + column;
            let kind = board.kinds.iter().position(|kind| kind.symbol == letter.to_string());
            pieces.extend(kind.filter(|_| cell < board.cells.len()).map(|kind| Piece { cell, kind }));
        }
    }
    Scene { pieces, ..Scene::default() }
}

/// The cells that a move names, in the order in which it names them.
pub(crate) fn gesture(board: &Board, text: &str) -> Gesture {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let cells: Vec<usize> = words.filter_map(|word| board.cell(&word.to_ascii_lowercase())).collect();
    match cells[..] {
        [cell] => Gesture::place(cell),
        [from, to] => Gesture::arrow(from, to),
        _ => Gesture::LISTED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_alone_makes_a_board() {
        let board = board("x.o/.../..x");
        let marks = scene(&board, "x.o/.../..x");
        let cells: Vec<&str> =
            marks.pieces.iter().map(|piece| board.cells[piece.cell].name.as_str()).collect();
        assert_eq!(cells, ["c1", "a3", "c3"]);
        assert_eq!(board.write(&marks).as_deref(), Some("x.o/.../..x"));
        assert_eq!(gesture(&board, "a1-C3"), Gesture::arrow(0, 8));
        assert_eq!(gesture(&board, "b2"), Gesture::place(4));
        assert_eq!(gesture(&board, "pass"), Gesture::LISTED);
    }

    #[test]
    fn text_without_rows_is_one_row() {
        let board = board("12:5");
        assert_eq!((board.width, board.height, board.text.len()), (4.0, 1.0, 0));
        let four = scene(&board, "12:5");
        assert_eq!(four.pieces.len(), 4);
        assert_eq!(board.write(&four), None);
        // A longer text than the start's shows what fits.
        assert_eq!(scene(&board, "123456").pieces.len(), 4);
    }
}
