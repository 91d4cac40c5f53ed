//! Otrio for three or four players with one colour each, as a game of two sides: one
//! player alone against all others together.
//!
//! The players have turns in order, A first. Three rings of one colour in a line win as
//! ever, and a player who cannot be placed passes. The others are one side, which moves
//! two or three times in a row, so each question about a player is one about this game:
//!
//! - *Can he force a win against all others?* Whether his side wins.
//! - *Can the others force that one of them wins?* Whether theirs does.
//! - *Can the others keep everybody from winning?* In the quiet game every line, whoever
//!   has it, wins for the one alone, and a board that is full without one for the others.
//!
//! There are at least as many rings of a size as places, so the board is always filled
//! unless a line ends the game.

mod search;
mod setup;
mod supplies;
mod text;

use kaiketsu_game::{Game, Outcome, Side, Step, Symmetric, Turn};

use super::{Colour, Otrio, Place, Position};

pub use setup::{parties, setup};

/// One player against the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// How many players there are, 3 or 4.
    pub players: u8,
    /// The colour of the one alone.
    pub alone: Colour,
    /// Whether any line wins for the one alone.
    pub quiet: bool,
    /// The board.
    pub board: Otrio,
}

impl Party {
    /// The side of a colour.
    #[must_use]
    pub fn side(&self, colour: Colour) -> Side {
        Side::first_if((colour == self.alone) == (self.alone == 0))
    }

    /// The side that a line of a colour wins for.
    fn line_of(&self, colour: Colour) -> Side {
        self.side(if self.quiet { self.alone } else { colour })
    }

    /// The colours whose lines win for a side.
    fn colours_for(&self, side: Side) -> impl Iterator<Item = Colour> {
        let party = *self;
        (0..self.players).filter(move |colour| party.line_of(*colour) == side)
    }

    fn after(&self, colour: Colour, turns: u8) -> Colour {
        (colour + turns) % self.players
    }
}

impl Game for Party {
    type Position = Position;
    type Move = Place;

    fn id(&self) -> String {
        let letter = char::from(b'a' + self.alone);
        let quiet = if self.quiet { "-quiet" } else { "" };
        format!("otrio-{}-{letter}{quiet}{}", self.players, if self.board.centre { "" } else { "-no-centre" })
    }

    fn start(&self) -> Position {
        self.board.start()
    }

    fn ending(&self, position: &Position) -> Option<Outcome> {
        let mover = self.side(position.turn);
        let winner = match position.winner() {
            None if self.board.placeable(position, position.turn) => return None,
            None if !self.quiet => return Some(Outcome::Draw),
            None => self.side(self.alone).other(),
            Some(colour) => self.line_of(colour),
        };
        Some(if winner == mover { Outcome::Win } else { Outcome::Loss })
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Place>) {
        self.board.moves(position, moves);
    }

    /// The next colour that can be placed has the turn; if none can, the next one has it,
    /// and the game is over.
    fn play(&self, position: &Position, place: &Place) -> Step<Position> {
        let mut next = *position;
        next.rings[usize::from(place.0)] = Some(position.turn);
        let rotation = (1..=self.players).map(|turns| self.after(position.turn, turns));
        let able = rotation.clone().find(|colour| self.board.placeable(&next, *colour));
        next.turn = able.unwrap_or(self.after(position.turn, 1));
        let stays = self.side(next.turn) == self.side(position.turn);
        Step { position: next, turn: if stays { Turn::Stays } else { Turn::Passes }, plies: 1 }
    }
}

impl Symmetric for Party {
    fn symmetries(&self) -> usize {
        self.board.symmetries()
    }

    fn image(&self, position: &Position, symmetry: usize) -> Position {
        self.board.image(position, symmetry)
    }
}
