//! Text for quantum tic-tac-toe.
//!
//! A position is the nine squares, `.` for an open one and the number of the
//! mark for a classical one, then each spooky mark with its two squares:
//!
//! ```text
//! .1....2..,3=17,4=38     mark 1 on square 2, mark 2 on square 7,
//!                         mark 3 on squares 1 and 7, mark 4 on 3 and 8
//! ```

use kaiketsu_game::board::Grid;
use kaiketsu_game::{
    Board, Cell, CellForm, Gesture, Link, Notation, NotationError, Piece, PieceForm, PieceKind, Scene,
    TextPart,
};

use super::{Chooser, Move, Position, QuantumTicTacToe, Square};

impl Notation for QuantumTicTacToe {
    fn title(&self) -> String {
        match self.chooser {
            Chooser::Opponent => "Quantum tic-tac-toe".into(),
            Chooser::Closer => "Quantum tic-tac-toe, closer chooses".into(),
        }
    }

    fn about(&self) -> String {
        let who = match self.chooser {
            Chooser::Opponent => "the opponent of the player who closed it",
            Chooser::Closer => "the player who closed it",
        };
        format!(
            "Squares are numbered 1 to 9, row by row. A turn puts one numbered mark on two open squares, \
             written 1-9. When marks form a cycle, {who} says on which square the last mark stays, written \
             3@1; the marks connected with it follow and become classical. Three classical marks of one \
             player in a line win; if both players have a line, the smaller greatest number wins narrowly."
        )
    }

    fn write_position(&self, position: &Position) -> String {
        let mut text: String = (0..9)
            .map(|square| match position.classical(square) {
                0 => '.',
                number => char::from(b'0' + number),
            })
            .collect();
        for (number, (a, b)) in position.spooky() {
            text += &format!(",{number}={}{}", a + 1, b + 1);
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |what: &str| NotationError::new(format!("`{text}`: {what}"));
        let mut parts = text.trim().split(',');
        let squares = parts.next().unwrap_or_default().as_bytes();
        if squares.len() != 9 || squares.iter().any(|c| !matches!(c, b'.' | b'1'..=b'9')) {
            return Err(wrong("nine squares are needed first, `.` or a digit each, such as `.1....2..`"));
        }
        let mut position = Position::EMPTY;
        let mut numbers = 0_u16;
        let mut use_number = |number: u8| {
            let fresh = numbers & 1 << number == 0;
            numbers |= 1 << number;
            if fresh { Ok(()) } else { Err(wrong(&format!("mark {number} appears twice"))) }
        };
        for (square, &c) in squares.iter().enumerate().filter(|(_, c)| **c != b'.') {
            use_number(c - b'0')?;
            position.classical[square] = c - b'0';
        }
        for part in parts {
            let &[number @ b'1'..=b'9', b'=', a @ b'1'..=b'9', b @ b'1'..=b'9'] = part.as_bytes() else {
                return Err(wrong(&format!("`{part}` should be a mark and two squares, such as `3=17`")));
            };
            use_number(number - b'0')?;
            let (a, b) = (a.min(b) - b'1', a.max(b) - b'1');
            if a == b || position.classical(a) != 0 || position.classical(b) != 0 {
                return Err(wrong(&format!("mark `{part}` needs two different open squares")));
            }
            position.spooky[usize::from(number - b'1')] = Some((a, b));
        }
        if numbers & 1 != 0 || !(numbers / 2 + 1).is_power_of_two() {
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
                return Err(wrong(&format!("the cycle closed by mark {} is unresolved", earlier.placed)));
            }
            earlier.spooky[usize::from(earlier.placed) - 1] = None;
            earlier.placed -= 1;
        }
        Ok(position)
    }

    fn write_move(&self, position: &Position, mv: &Move) -> String {
        match mv {
            Move::Place(a, b) => format!("{}-{}", a + 1, b + 1),
            Move::Collapse(square) => format!("{}@{}", position.placed, square + 1),
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let wrong = |what: String| Err(NotationError::new(format!("`{text}`: {what}")));
        if position.finish().is_some() {
            return wrong("the game is over, there are no moves".into());
        }
        let square = |c: u8| c.wrapping_sub(b'1') as Square;
        let open = |s: Square| s < 9 && position.classical(s) == 0;
        match (text.trim().as_bytes(), position.open_cycle()) {
            (&[number, b'@', s], Some((a, b))) if number == b'0' + position.placed => match square(s) {
                s if s == a || s == b => Ok(Move::Collapse(s)),
                _ => wrong(format!("mark {} is on squares {} and {}", position.placed, a + 1, b + 1)),
            },
            (_, Some((a, b))) => {
                let n = position.placed;
                wrong(format!("mark {n} closed a cycle: choose `{n}@{}` or `{n}@{}`", a + 1, b + 1))
            }
            (&[a, b'-', b], None) => {
                let (a, b) = (square(a.min(b)), square(a.max(b)));
                if a > 8 || b > 8 {
                    return wrong("squares are numbered 1 to 9".into());
                }
                if let Some(closed) = [a, b].into_iter().find(|&s| !open(s)) {
                    return wrong(format!("square {} has a classical mark", closed + 1));
                }
                if a == b && (0..9).filter(|&s| open(s)).count() > 1 {
                    return wrong("a mark needs two different squares".into());
                }
                Ok(Move::Place(a, b))
            }
            _ => wrong("a move is two squares such as `1-9`".into()),
        }
    }

    fn draw(&self, position: &Position) -> String {
        let mut lines = Vec::new();
        for row in 0..3 {
            let cell = |column: u8| {
                let square = 3 * row + column;
                match position.classical(square) {
                    0 => {
                        let here: String = position
                            .spooky()
                            .filter(|(_, (a, b))| *a == square || *b == square)
                            .map(|(number, _)| char::from(b'0' + number))
                            .collect();
                        format!("{here:^9}")
                    }
                    number => {
                        format!("{:^9}", format!("[{}{number}]", if number % 2 == 1 { 'X' } else { 'O' }))
                    }
                }
            };
            lines.push(format!("{}|{}|{}", cell(0), cell(1), cell(2)));
        }
        lines.join(&format!("\n{0}+{0}+{0}\n", "-".repeat(9)))
    }

    /// Nine squares; mark n is a kind of its own, with n as its subscript.
    fn board(&self) -> Board {
        let mut board = Board::grid(3, 3, CellForm::Square);
        let cell = |square: usize| {
            let (x, y) = ((square % 3) as f32 + 0.5, (square / 3) as f32 + 0.5);
            Cell::new((square + 1).to_string(), x, y, CellForm::Square)
        };
        board.cells = (0..9).map(cell).collect();
        let kind = |number: u8| {
            let (letter, side) = if number % 2 == 1 { ('X', 0) } else { ('O', 1) };
            let form = if side == 0 { PieceForm::Cross } else { PieceForm::Nought };
            PieceKind::new(number.to_string(), format!("{letter}{number}"), side, form)
                .labelled(number.to_string())
        };
        board.kinds = (1..=9).map(kind).collect();
        board.text = (0..9).map(TextPart::Cell).chain([TextPart::Links]).collect();
        board.links = true;
        board
    }

    fn scene(&self, position: &Position) -> Scene {
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
            pieces: (0..9).filter_map(piece).collect(),
            links: position.spooky().map(link).collect(),
            mover: Some(u8::from(!self.first_to_move(position))),
            turn: None,
        }
    }

    fn gesture(&self, _: &Position, mv: &Move) -> Gesture {
        match *mv {
            Move::Place(a, b) if a != b => Gesture::pair(a.into(), b.into()),
            Move::Place(square, _) | Move::Collapse(square) => Gesture::place(square.into()),
        }
    }

    /// The lines of classical marks; squares are numbered from the top, which
    /// lines do not mind.
    fn decided_by(&self, position: &Position) -> Vec<usize> {
        let of_side = |parity: u8| -> u16 {
            let has =
                |square: &u8| position.classical(*square) > 0 && position.classical(*square) % 2 == parity;
            (0..9).filter(has).fold(0, |set, square| set | 1 << square)
        };
        Grid::square(3).lines_of(3, &[of_side(1), of_side(0)])
    }
}
