//! Text for Otrio.
//!
//! A position is the 27 places, `.` or a letter `A` to `D` each, size by size
//! from small to large and row by row from a1, then the colour to move:
//!
//! ```text
//! ........./....A..../B........:C     A on b2M, B on a1L, C to move
//! ```

use kaiketsu_game::{
    Board, Cell, CellForm, Game, Gesture, Notation, NotationError, Piece, PieceForm, PieceKind, Scene,
    TextPart, TurnSymbol,
};

use super::{CENTRE, LINES, Otrio, PLACES, Place, Position, RINGS};

const SIZES: [char; 3] = ['S', 'M', 'L'];

fn write_place(place: Place) -> String {
    let (column, row, size) = place.coordinates();
    format!("{}{}{}", char::from(b'a' + column), row + 1, SIZES[usize::from(size)])
}

fn read_place(text: &str) -> Option<Place> {
    let [column, row, size] = *text.trim().as_bytes() else { return None };
    let column = column.to_ascii_lowercase().checked_sub(b'a').filter(|c| *c < 3)?;
    let row = row.checked_sub(b'1').filter(|r| *r < 3)?;
    let size = SIZES.iter().position(|s| *s == char::from(size.to_ascii_uppercase()))?;
    Some(Place::at(column, row, size as u8))
}

impl Notation for Otrio {
    fn title(&self) -> String {
        if self.centre { "Otrio".into() } else { "Otrio without the centre".into() }
    }

    fn about(&self) -> String {
        let forbidden = if self.centre { "" } else { " The place b2M is forbidden." };
        format!(
            "Two players with two colours each take turns in the order A, B, C, D; the first player has A \
             and C. A move puts a ring on a place, written b2M: column a to c, row 1 to 3, size S, M or L. \
             A colour has three rings of each size. Three rings of one colour win: all sizes on one square, \
             or along a line with equal, rising or falling sizes. A colour that cannot be placed \
             passes.{forbidden}"
        )
    }

    fn write_position(&self, position: &Position) -> String {
        let mut text = String::new();
        for place in Place::all() {
            text.push(position.ring(place).map_or('.', |c| char::from(b'A' + c)));
            if place.0 % 9 == 8 {
                text.push(if place.0 == 26 { ':' } else { '/' });
            }
        }
        text.push(char::from(b'A' + position.turn));
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |what: &str| Err(NotationError::new(format!("`{text}`: {what}")));
        let shape =
            "27 places, `.` or A to D, as `........./........./.........:A` with the colour to move last";
        let text_bytes = text.trim().as_bytes();
        let well_formed = text_bytes.len() == 31
            && text_bytes[9] == b'/'
            && text_bytes[19] == b'/'
            && text_bytes[29] == b':';
        if !well_formed {
            return wrong(shape);
        }
        let mut position = Position { rings: [None; PLACES], turn: 0 };
        for place in Place::all() {
            let index = usize::from(place.0);
            position.rings[index] = match text_bytes[index + index / 9] {
                b'.' => None,
                letter @ b'A'..=b'D' => Some(letter - b'A'),
                _ => return wrong(shape),
            };
        }
        position.turn = match text_bytes[30] {
            letter @ b'A'..=b'D' => letter - b'A',
            _ => return wrong(shape),
        };
        if !self.centre && position.ring(CENTRE).is_some() {
            return wrong("b2M is forbidden in this variant");
        }
        for colour in 0..4 {
            for size in 0..3 {
                let count =
                    Place::all().filter(|p| p.size() == size && position.ring(*p) == Some(colour)).count();
                if count > RINGS {
                    return wrong("a colour has only three rings of each size");
                }
            }
        }
        let stuck = !self.placeable(&position, position.turn);
        if stuck && position.winner().is_none() && (0..4).any(|c| self.placeable(&position, c)) {
            return wrong("the colour to move has no ring for any place; the next colour has the turn");
        }
        Ok(position)
    }

    fn write_move(&self, _: &Position, place: &Place) -> String {
        write_place(*place)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Place, NotationError> {
        let wrong = |what: String| Err(NotationError::new(format!("`{text}`: {what}")));
        let Some(place) = read_place(text) else {
            return wrong(
                "a place is a column a to c, a row 1 to 3 and a size S, M or L, such as `b2M`".into(),
            );
        };
        if self.ending(position).is_some() {
            return wrong("the game is over, there are no moves".into());
        }
        if let Some(colour) = position.ring(place) {
            return wrong(format!("the place is taken by colour {}", char::from(b'A' + colour)));
        }
        if !self.centre && place == CENTRE {
            return wrong("the place is forbidden in this variant".into());
        }
        if position.rings_left(position.turn, place.size()) == 0 {
            let colour = char::from(b'A' + position.turn);
            return wrong(format!(
                "colour {colour} has no ring of size {} left",
                SIZES[usize::from(place.size())]
            ));
        }
        Ok(place)
    }

    fn draw(&self, position: &Position) -> String {
        let mut lines = Vec::new();
        for row in (0..3).rev() {
            let square = |column: u8| -> String {
                let ring =
                    |size| position.ring(Place::at(column, row, size)).map_or('.', |c| char::from(b'A' + c));
                [ring(0), ring(1), ring(2)].iter().collect()
            };
            lines.push(format!("{}  {} {} {}", row + 1, square(0), square(1), square(2)));
        }
        lines.push("   a   b   c    (small, middle, large)".into());
        lines.join("\n")
    }

    /// Three rings about each of nine centres, in the order of the places.
    fn board(&self) -> Board {
        let mut board = Board::grid(3, 3, CellForm::Square);
        let cell = |place: Place| {
            let (column, row, size) = place.coordinates();
            let (x, y) = (f32::from(column) + 0.5, f32::from(2 - row) + 0.5);
            Cell { size, ..Cell::new(write_place(place), x, y, CellForm::Ring) }
        };
        board.cells = Place::all().map(cell).collect();
        let kind = |colour: u8| {
            let letter = char::from(b'A' + colour);
            PieceKind::new(letter, format!("ring of colour {letter}"), colour, PieceForm::Ring)
                .labelled(letter)
        };
        board.kinds = (0..4).map(kind).collect();
        board.text.clear();
        for cell in 0..PLACES {
            board.text.push(TextPart::Cell(cell));
            if cell % 9 == 8 {
                board.text.push(TextPart::Letters(if cell == 26 { ":" } else { "/" }.into()));
            }
        }
        board.text.push(TextPart::Turn);
        board.turns = (0..4)
            .map(|colour| TurnSymbol { symbol: char::from(b'A' + colour).to_string(), side: colour % 2 })
            .collect();
        board
    }

    fn scene(&self, position: &Position) -> Scene {
        let piece = |place: Place| {
            let kind = position.ring(place)?;
            Some(Piece { cell: place.0.into(), kind: kind.into() })
        };
        Scene {
            pieces: Place::all().filter_map(piece).collect(),
            mover: Some(position.turn() % 2),
            turn: Some(position.turn().into()),
            ..Scene::default()
        }
    }

    fn gesture(&self, _: &Position, place: &Place) -> Gesture {
        Gesture::place(place.0.into())
    }

    fn decided_by(&self, position: &Position) -> Vec<usize> {
        let colour = |place: &Place| position.ring(*place);
        let whole = |line: &&[Place; 3]| {
            colour(&line[0]).is_some() && line.iter().all(|place| colour(place) == colour(&line[0]))
        };
        let mut cells: Vec<usize> =
            LINES.iter().filter(whole).flatten().map(|place| place.0.into()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
