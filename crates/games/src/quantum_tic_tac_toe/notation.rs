//! Text for quantum tic-tac-toe.
//!
//! A position is the squares, `.` for an open one and the number of the
//! mark for a classical one, then each spooky mark with its two squares; 10 is `A`, 11 `B`:
//!
//! ```text
//! .1....2..,3=17,4=38     mark 1 on square 2, mark 2 on square 7,
//!                         mark 3 on squares 1 and 7, mark 4 on 3 and 8
//! ```

use kaiketsu_game::{
    Board, Cell, CellForm, Gesture, Link, Notation, NotationError, Piece, PieceForm, PieceKind, Scene,
    TextPart,
};

use super::{Chooser, Move, Position, QuantumTicTacToe, Square};
use crate::board::cells_of;

/// How a mark or a square is written: 1 to 9, then letters.
fn digit(number: u8) -> char {
    char::from_digit(number.into(), 36).unwrap_or('?').to_ascii_uppercase()
}

/// The number that a character writes, if it is from 1 to `most`.
fn number(written: u8, most: usize) -> Option<u8> {
    let number = char::from(written).to_digit(36).filter(|_| !written.is_ascii_lowercase())? as u8;
    (1..=most).contains(&number.into()).then_some(number)
}

/// The squares of two numbers, the smaller first.
fn pair(a: u8, b: u8) -> (Square, Square) {
    (a.min(b) - 1, a.max(b) - 1)
}

impl<const N: usize> Notation for QuantumTicTacToe<N> {
    fn title(&self) -> String {
        let (columns, rows) = self.field.size;
        let field = match self.field.name {
            "" => String::new(),
            _ => format!(", {} on {columns}x{rows}", self.field.aim),
        };
        let chooser = if self.chooser == Chooser::Closer { ", closer chooses" } else { "" };
        format!("Quantum tic-tac-toe{field}{chooser}")
    }

    fn about(&self) -> String {
        let who = match self.chooser {
            Chooser::Opponent => "the opponent of the player who closed it",
            Chooser::Closer => "the player who closed it",
        };
        let last = digit(N as u8);
        let (wins, both) = match self.field.name {
            "" => ("Three classical marks of one player in a line win".into(), "line"),
            _ => (format!("Classical marks of one player that make {} win", self.field.aim), "pattern"),
        };
        format!(
            "Squares are numbered 1 to {last}, row by row. A turn puts one numbered mark on two open squares, \
             written 1-{last}. When marks form a cycle, {who} says on which square the last mark stays, written \
             3@1; the marks connected with it follow and become classical. {wins}; if both players have a {both}, \
             the smaller greatest number wins narrowly."
        )
    }

    fn write_position(&self, position: &Position<N>) -> String {
        let square = |number: &u8| if *number == 0 { '.' } else { digit(*number) };
        let mut text: String = position.classical.iter().map(square).collect();
        for (number, (a, b)) in position.spooky() {
            text += &format!(",{}={}{}", digit(number), digit(a + 1), digit(b + 1));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<N>, NotationError> {
        let wrong = |what: &str| NotationError::new(format!("`{text}`: {what}"));
        let mut parts = text.trim().split(',');
        let squares = parts.next().unwrap_or_default().as_bytes();
        if squares.len() != N || squares.iter().any(|c| *c != b'.' && number(*c, N).is_none()) {
            return Err(wrong(&match N {
                9 => "nine squares are needed first, `.` or a digit each, such as `.1....2..`".into(),
                _ => format!("{N} squares are needed first, `.` or one of 1 to {} each", digit(N as u8)),
            }));
        }
        let mut position = Position::EMPTY;
        let mut numbers = 0_u32;
        let mut use_number = |number: u8| {
            let fresh = numbers & 1 << number == 0;
            numbers |= 1 << number;
            if fresh { Ok(()) } else { Err(wrong(&format!("mark {} appears twice", digit(number)))) }
        };
        for (square, number) in squares.iter().map(|c| number(*c, N)).enumerate() {
            if let Some(number) = number {
                use_number(number)?;
                position.classical[square] = number;
            }
        }
        for part in parts {
            let read = |at: usize| number(*part.as_bytes().get(at)?, N);
            let (Some(mark), Some(b'='), Some(a), Some(b), 4) =
                (read(0), part.as_bytes().get(1), read(2), read(3), part.len())
            else {
                return Err(wrong(&format!("`{part}` should be a mark and two squares, such as `3=17`")));
            };
            use_number(mark)?;
            let (a, b) = pair(a, b);
            if a == b || position.classical(a) != 0 || position.classical(b) != 0 {
                return Err(wrong(&format!("mark `{part}` needs two different open squares")));
            }
            position.spooky[usize::from(mark - 1)] = Some((a, b));
        }
        if !(numbers / 2 + 1).is_power_of_two() {
            return Err(wrong("the marks must be numbered 1, 2, 3 and so on without a gap"));
        }
        position.placed = numbers.count_ones() as u8;
        if squares.iter().filter(|c| **c != b'.').count() == 1 {
            return Err(wrong("no game leads here: a collapse makes two marks classical or more, never one"));
        }
        // Take the last mark away: what is left must have no cycle.
        let mut earlier = position;
        while earlier.placed > 0 {
            if earlier.placed < position.placed && earlier.open_cycle().is_some() {
                let closer = digit(earlier.placed);
                return Err(wrong(&format!("the cycle closed by mark {closer} is unresolved")));
            }
            earlier.spooky[usize::from(earlier.placed) - 1] = None;
            earlier.placed -= 1;
        }
        Ok(position)
    }

    fn write_move(&self, position: &Position<N>, mv: &Move) -> String {
        match mv {
            Move::Place(a, b) => format!("{}-{}", digit(a + 1), digit(b + 1)),
            Move::Collapse(square) => format!("{}@{}", digit(position.placed), digit(square + 1)),
        }
    }

    fn read_move(&self, position: &Position<N>, text: &str) -> Result<Move, NotationError> {
        let wrong = |what: String| Err(NotationError::new(format!("`{text}`: {what}")));
        if self.finish(position).is_some() {
            return wrong("the game is over, there are no moves".into());
        }
        let open = |s: Square| position.classical(s) == 0;
        let placed = digit(position.placed);
        match (text.trim().as_bytes(), position.open_cycle()) {
            (&[mark, b'@', s], Some((a, b))) if number(mark, N) == Some(position.placed) => {
                match number(s, N).map(|number| number - 1) {
                    Some(s) if s == a || s == b => Ok(Move::Collapse(s)),
                    _ => wrong(format!("mark {placed} is on squares {} and {}", digit(a + 1), digit(b + 1))),
                }
            }
            (_, Some((a, b))) => {
                let [a, b] = [a, b].map(|square| format!("{placed}@{}", digit(square + 1)));
                wrong(format!("mark {placed} closed a cycle: choose `{a}` or `{b}`"))
            }
            (&[a, b'-', b], None) => {
                let (Some(a), Some(b)) = (number(a, N), number(b, N)) else {
                    return wrong(format!("squares are numbered 1 to {}", digit(N as u8)));
                };
                let (a, b) = pair(a, b);
                if let Some(closed) = [a, b].into_iter().find(|&s| !open(s)) {
                    return wrong(format!("square {} has a classical mark", digit(closed + 1)));
                }
                if a == b && (0..N as Square).filter(|&s| open(s)).count() > 1 {
                    return wrong("a mark needs two different squares".into());
                }
                Ok(Move::Place(a, b))
            }
            _ => wrong("a move is two squares such as `1-9`".into()),
        }
    }

    fn draw(&self, position: &Position<N>) -> String {
        let (columns, rows) = self.field.size;
        // Room for all marks on a square.
        let wide = N.max(columns.into());
        let cell = |square: Square| match position.classical(square) {
            0 => {
                let here = position.spooky().filter(|(_, (a, b))| *a == square || *b == square);
                let here: String = here.map(|(number, _)| digit(number)).collect();
                format!("{here:^wide$}")
            }
            number => {
                let owner = if number % 2 == 1 { 'X' } else { 'O' };
                format!("{:^wide$}", format!("[{owner}{}]", digit(number)))
            }
        };
        let line =
            |row: u8| (0..columns).map(|column| cell(columns * row + column)).collect::<Vec<_>>().join("|");
        let between = vec!["-".repeat(wide); columns.into()].join("+");
        (0..rows).map(line).collect::<Vec<_>>().join(&format!("\n{between}\n"))
    }

    /// The squares; mark n is a kind of its own, with n as its subscript.
    fn board(&self) -> Board {
        let (columns, rows) = (usize::from(self.field.size.0), usize::from(self.field.size.1));
        let mut board = Board::grid(columns, rows, CellForm::Square);
        let cell = |square: usize| {
            let (x, y) = ((square % columns) as f32 + 0.5, (square / columns) as f32 + 0.5);
            Cell::new(digit(square as u8 + 1).to_string(), x, y, CellForm::Square)
        };
        board.cells = (0..N).map(cell).collect();
        let kind = |number: u8| {
            let (letter, side) = if number % 2 == 1 { ('X', 0) } else { ('O', 1) };
            let form = if side == 0 { PieceForm::Cross } else { PieceForm::Nought };
            let number = digit(number).to_string();
            PieceKind::new(number.clone(), format!("{letter}{number}"), side, form).labelled(number)
        };
        board.kinds = (1..=N as u8).map(kind).collect();
        board.text = (0..N).map(TextPart::Cell).chain([TextPart::Links]).collect();
        board.links = true;
        board
    }

    fn scene(&self, position: &Position<N>) -> Scene {
        let kind = |number: u8| usize::from(number) - 1;
        let piece = |square: Square| {
            let number = position.classical(square);
            (number > 0).then(|| Piece { cell: square.into(), kind: kind(number) })
        };
        let link = |(number, (a, b)): (u8, (Square, Square))| Link {
            cells: [a, b].map(usize::from),
            kind: kind(number),
        };
        Scene {
            pieces: (0..N as Square).filter_map(piece).collect(),
            links: position.spooky().map(link).collect(),
            mover: Some(u8::from(!self.first_to_move(position))),
            turn: None,
        }
    }

    fn gesture(&self, _: &Position<N>, mv: &Move) -> Gesture {
        match *mv {
            Move::Place(a, b) if a != b => Gesture::pair(a.into(), b.into()),
            Move::Place(square, _) | Move::Collapse(square) => Gesture::place(square.into()),
        }
    }

    /// The patterns that are made.
    fn decided_by(&self, position: &Position<N>) -> Vec<usize> {
        let owned = position.owned();
        let made = |pattern: &&u16| owned.iter().any(|own| own & **pattern == **pattern);
        let cells = self.field.patterns().iter().filter(made).fold(0, |cells, pattern| cells | pattern);
        cells_of(cells.into()).collect()
    }
}
