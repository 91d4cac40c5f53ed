//! The text of these games is Otrio's; colours beyond the players are refused.

use kaiketsu_game::{Board, Gesture, Notation, NotationError, Scene, Side};

use super::Party;
use crate::otrio::{Colour, Place, Position};

fn letter(colour: Colour) -> char {
    char::from(b'A' + colour)
}

impl Party {
    /// The number of a colour for those who draw: even for the first side, odd for the other.
    fn drawn(&self, colour: Colour) -> u8 {
        let side = self.side(colour);
        let before = (0..colour).filter(|other| self.side(*other) == side).count() as u8;
        2 * before + u8::from(side == Side::Second)
    }
}

impl Notation for Party {
    fn title(&self) -> String {
        let players = if self.players == 3 { "three" } else { "four" };
        let quiet = if self.quiet { ", any line for the one alone" } else { "" };
        let centre = if self.board.centre { "" } else { ", without the centre" };
        format!("Otrio for {players}, {} against the others{quiet}{centre}", letter(self.alone))
    }

    fn about(&self) -> String {
        let last = letter(self.players - 1);
        let alone = letter(self.alone);
        let quiet = match self.quiet {
            true => format!("any line wins for {alone}: the others want nobody to have one"),
            false => "three rings of one colour win for its side".into(),
        };
        let forbidden = if self.board.centre { "" } else { " The place b2M is forbidden." };
        format!(
            "One colour a player, A to {last} in turn, {alone} against all others together: {quiet}. A line is all \
             sizes on one square, or equal, rising or falling sizes along a row, column or diagonal. A move puts a \
             ring on a place, written b2M: column a to c, row 1 to 3, size S, M or L; a colour has three of each \
             size. A colour that cannot be placed passes.{forbidden}"
        )
    }

    fn write_position(&self, position: &Position) -> String {
        self.board.write_position(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let position = self.board.read_position(text)?;
        let colours = Place::all().filter_map(|place| position.ring(place)).chain([position.turn()]);
        match colours.max().filter(|colour| *colour >= self.players) {
            None => Ok(position),
            Some(colour) => Err(NotationError::new(format!(
                "`{text}` has colour {}; {} players are A to {}",
                letter(colour),
                self.players,
                letter(self.players - 1)
            ))),
        }
    }

    fn write_move(&self, position: &Position, place: &Place) -> String {
        self.board.write_move(position, place)
    }

    fn draw(&self, position: &Position) -> String {
        self.board.draw(position)
    }

    fn board(&self) -> Board {
        let mut board = self.board.board();
        board.kinds.truncate(self.players.into());
        board.turns.truncate(self.players.into());
        for (colour, (kind, turn)) in (0..).zip(board.kinds.iter_mut().zip(&mut board.turns)) {
            (kind.side, turn.side) = (self.drawn(colour), self.drawn(colour) % 2);
        }
        board
    }

    fn scene(&self, position: &Position) -> Scene {
        let mover = Some(self.drawn(position.turn()) % 2);
        Scene { mover, ..self.board.scene(position) }
    }

    fn gesture(&self, position: &Position, place: &Place) -> Gesture {
        self.board.gesture(position, place)
    }

    fn decided_by(&self, position: &Position) -> Vec<usize> {
        self.board.decided_by(position)
    }
}
