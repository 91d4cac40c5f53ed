//! Text for rectangular boards: cells are named as in chess (`a1` is the lower
//! left one), positions are written row by row from the top, with `/` between.

use kaiketsu_game::{Board, NotationError, Piece, PieceForm, PieceKind, Scene};

/// A board of so many columns and rows; row 0 is the lowest.
pub(crate) use crate::variants::BoardSize as Grid;

impl Grid {
    pub(crate) fn cell_name(self, row: usize, column: usize) -> String {
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    /// The name of a cell, numbered row by row from `a1`.
    pub(crate) fn name(self, cell: impl Into<usize>) -> String {
        let cell = cell.into();
        self.cell_name(cell / self.columns, cell % self.columns)
    }

    /// The position text, given the symbol of each (row, column).
    pub(crate) fn write(self, symbol: impl Fn(usize, usize) -> char) -> String {
        let row_text = |row| (0..self.columns).map(|column| symbol(row, column)).collect::<String>();
        (0..self.rows).rev().map(row_text).collect::<Vec<_>>().join("/")
    }

    /// Reads a position text and returns, for each symbol of `alphabet`, the
    /// cells (row, column) that carry it. Upper and lower case are the same.
    pub(crate) fn read(
        self,
        text: &str,
        alphabet: &[char],
    ) -> Result<Vec<Vec<(usize, usize)>>, NotationError> {
        let form = || {
            let symbols: String = alphabet.iter().collect();
            format!(
                "write {} rows from the top with `/` between, each of {} symbols from `{symbols}`",
                self.rows, self.columns
            )
        };
        let lines: Vec<&str> = text.split('/').collect();
        if lines.len() != self.rows {
            return Err(NotationError::new(format!("`{text}` has {} rows; {}", lines.len(), form())));
        }
        let mut cells = vec![Vec::new(); alphabet.len()];
        for (line, row) in lines.iter().zip((0..self.rows).rev()) {
            let length = line.chars().count();
            if length != self.columns {
                let problem = format!("row {} of `{text}` has {length} symbols; {}", row + 1, form());
                return Err(NotationError::new(problem));
            }
            for (column, symbol) in line.chars().enumerate() {
                let known = alphabet.iter().position(|a| a.eq_ignore_ascii_case(&symbol));
                let Some(kind) = known else {
                    let name = self.cell_name(row, column);
                    let problem = format!("`{symbol}` on {name} is not a symbol of this game; {}", form());
                    return Err(NotationError::new(problem));
                };
                cells[kind].push((row, column));
            }
        }
        Ok(cells)
    }

    /// Reads a position text in which capitals and small letters differ: for
    /// each cell the place of its symbol in `letters`, row 0 first.
    pub(crate) fn read_codes(self, text: &str, letters: &[char]) -> Result<Vec<u8>, NotationError> {
        self.read(text, letters)?; // says what is wrong, but is blind to case
        let code = |symbol| letters.iter().position(|letter| *letter == symbol).unwrap_or(0) as u8;
        Ok(text.split('/').rev().flat_map(str::chars).map(code).collect())
    }

    /// The pieces on a [`Board::grid`], given the letter of each (row, column);
    /// other letters than those of the kinds are empty cells.
    pub(crate) fn scene(self, kinds: &[PieceKind], symbol: impl Fn(usize, usize) -> char) -> Scene {
        let piece = |cell: usize| {
            let letter = symbol(cell / self.columns, cell % self.columns);
            let kind = kinds.iter().position(|kind| kind.symbol.starts_with(letter))?;
            Some(Piece { cell, kind })
        };
        Scene { pieces: (0..self.columns * self.rows).filter_map(piece).collect(), ..Scene::default() }
    }

    /// A board of such cells.
    pub(crate) fn board(self, form: kaiketsu_game::CellForm) -> Board {
        Board::grid(self.columns, self.rows, form)
    }
}

/// The numbers of the bits that are set, in ascending order.
pub(crate) fn cells_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (cell < 64).then_some(cell)
    })
}

/// Crosses and noughts, X and O in the text.
pub(crate) fn marks() -> Vec<PieceKind> {
    vec![
        PieceKind::new("X", "cross", 0, PieceForm::Cross),
        PieceKind::new("O", "nought", 1, PieceForm::Nought),
    ]
}

/// Discs of the first side and of the second, X and O in the text.
pub(crate) fn discs() -> Vec<PieceKind> {
    vec![PieceKind::new("X", "disc", 0, PieceForm::Disc), PieceKind::new("O", "disc", 1, PieceForm::Disc)]
}

/// Pieces with a letter on them that point the way they go: capitals in the text
/// are the first side's, small letters the second's.
pub(crate) fn lettered(letters: &[char]) -> Vec<PieceKind> {
    let kind = |letter: &char| {
        let side = letter.is_ascii_lowercase().into();
        PieceKind::new(*letter, *letter, side, PieceForm::Arrow).labelled(letter.to_ascii_uppercase())
    };
    letters.iter().map(kind).collect()
}

/// Where a cell of a square board goes under one of its eight symmetries:
/// bit 2 of `symmetry` transposes, bit 1 turns the rows round, bit 0 the
/// columns; 0 is the identity.
pub(crate) fn turned(side: usize, row: usize, column: usize, symmetry: usize) -> (usize, usize) {
    let (row, column) = if symmetry & 4 != 0 { (column, row) } else { (row, column) };
    let row = if symmetry & 2 != 0 { side - 1 - row } else { row };
    let column = if symmetry & 1 != 0 { side - 1 - column } else { column };
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

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { columns: 3, rows: 2 };

    #[test]
    fn writes_from_the_top_and_reads_back() {
        let text = GRID.write(|row, column| if (row, column) == (0, 2) { 'X' } else { '.' });
        assert_eq!(text, ".../..X");
        assert_eq!(GRID.read(&text, &['.', 'X']).unwrap()[1], [(0, 2)]);
        assert_eq!(GRID.read(".../..x", &['.', 'X']).unwrap()[1], [(0, 2)]);
    }

    #[test]
    fn says_what_is_wrong_and_what_is_right() {
        for (text, words) in
            [("...", "1 rows"), (".../....", "row 1"), (".../..?", "`?` on c1"), ("", "rows")]
        {
            let error = GRID.read(text, &['.', 'X']).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
            assert!(error.contains("2 rows from the top"), "{error}");
        }
    }
}
