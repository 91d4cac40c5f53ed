//! Otrio for two players with two colours each.
//!
//! The board has 3x3 squares with one place for a ring of each size, 27 places
//! in all. Columns are `a` to `c`, rows `1` to `3`, sizes `S`, `M`, `L`, so a
//! place is written `b2M`. Four colours take turns, A, B, C, D and round again;
//! the first player has A and C, the second B and D. Every colour has three
//! rings of each size.
//!
//! A colour wins when it completes
//!
//! - all three sizes on one square (9 ways),
//! - one size along a row, column or diagonal (24 ways), or
//! - the sizes ascending or descending along one (16 ways).
//!
//! These are the 49 lines of a 3x3x3 cube whose third direction is the size.
//! A colour that has no ring for any free place passes and the rotation goes
//! on; when none of the four has, the game is drawn. The variant without the
//! centre forbids b2M.
//!
//! Places are numbered size by size, each size row by row from a1:
//!
//! ```text
//!         S              M              L
//!   3  6  7  8    3 15 16 17    3 24 25 26
//!   2  3  4  5    2 12 13 14    2 21 22 23
//!   1  0  1  2    1  9 10 11    1 18 19 20
//!      a  b  c       a  b  c       a  b  c
//! ```
//!
//! The symmetries are those of the square, and the exchange of small and
//! large: sixteen.

pub mod arrangements;
mod blockade;
mod blocking;
mod lines;
mod notation;
mod openings;
pub mod party;
mod published;
mod reach;
mod search;
mod setup;
mod state;

use kaiketsu_game::{Game, Outcome, Step, Symmetric, Turn};

use crate::board::turned_square;

pub use blockade::Blockade;
pub use blocking::Blocking;
pub use lines::LINES;
pub use openings::Opening;
pub use setup::{RULES, setup};
pub use state::SearchState;

/// The rules, in one of the two variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Otrio {
    /// Whether b2M may be used.
    pub centre: bool,
}

/// One of the four colours: 0 to 3 for A to D. Even colours are the first player's.
pub type Colour = u8;

/// A place on the board, 0 to 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub u8);

/// How many places there are.
pub const PLACES: usize = 27;

/// How many rings of each size a colour has.
pub const RINGS: usize = 3;

/// The middle place of the middle size, b2M.
pub const CENTRE: Place = Place::at(1, 1, 1);

impl Place {
    /// The place on a column, row and size, each 0 to 2.
    #[must_use]
    pub const fn at(column: u8, row: u8, size: u8) -> Self {
        Place(9 * size + 3 * row + column)
    }

    /// Column, row and size.
    #[must_use]
    pub const fn coordinates(self) -> (u8, u8, u8) {
        (self.0 % 3, self.0 / 3 % 3, self.0 / 9)
    }

    /// The size of the ring that fits: 0 small, 1 middle, 2 large.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.0 / 9
    }

    /// Where a symmetry takes the place: bit 3 exchanges small and large, the
    /// bits below are a symmetry of the square.
    #[must_use]
    pub const fn turned(self, symmetry: usize) -> Self {
        let size = if symmetry & 8 != 0 { 2 - self.size() } else { self.size() };
        Place(9 * size + turned_square(self.0 % 9, symmetry))
    }

    /// All places in their order.
    pub fn all() -> impl Iterator<Item = Place> {
        (0..PLACES as u8).map(Place)
    }
}

/// The rings on the board and the colour whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The colour of the ring on each place.
    rings: [Option<Colour>; PLACES],
    /// The colour to be placed next.
    turn: Colour,
}

impl Position {
    /// The colour of the ring on a place.
    #[must_use]
    pub fn ring(&self, place: Place) -> Option<Colour> {
        self.rings[usize::from(place.0)]
    }

    /// The colour to be placed next.
    #[must_use]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// Whether the first player is to move.
    #[must_use]
    pub fn first_to_move(&self) -> bool {
        self.turn.is_multiple_of(2)
    }

    /// How many rings of a size a colour has left.
    #[must_use]
    pub fn rings_left(&self, colour: Colour, size: u8) -> usize {
        let used = Place::all().filter(|p| p.size() == size && self.ring(*p) == Some(colour)).count();
        RINGS.saturating_sub(used)
    }

    /// The colour that has completed a line.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        (0..4).find(|&colour| LINES.iter().any(|line| line.iter().all(|&p| self.ring(p) == Some(colour))))
    }
}

impl Otrio {
    /// The game with all places.
    pub const STANDARD: Self = Otrio { centre: true };
    /// The game in which b2M is forbidden.
    pub const NO_CENTRE: Self = Otrio { centre: false };

    /// Whether a colour has a ring for a free place.
    #[must_use]
    pub fn can_place(&self, position: &Position, colour: Colour, place: Place) -> bool {
        position.ring(place).is_none()
            && (self.centre || place != CENTRE)
            && position.rings_left(colour, place.size()) > 0
    }

    fn placeable(&self, position: &Position, colour: Colour) -> bool {
        Place::all().any(|place| self.can_place(position, colour, place))
    }

    /// Whether neither colour of a player can complete a line any more, however
    /// the game goes on: each of the 49 lines holds a ring of another colour,
    /// a forbidden place, or wants more rings of a size than the colour has.
    /// Rings never move, so what is shut stays shut.
    #[must_use]
    pub fn shut_out(&self, position: &Position, first: bool) -> bool {
        let colours = if first { [0, 2] } else { [1, 3] };
        colours.iter().all(|&colour| LINES.iter().all(|line| self.shut(position, colour, line)))
    }

    fn shut(&self, position: &Position, colour: Colour, line: &[Place; 3]) -> bool {
        let missing = |p: &&Place| position.ring(**p) != Some(colour);
        let taken = line.iter().any(|p| position.ring(*p).is_some_and(|c| c != colour));
        let forbidden = !self.centre && line.contains(&CENTRE);
        let short = (0..3).any(|size| {
            let wanted = line.iter().filter(missing).filter(|p| p.size() == size).count();
            wanted > position.rings_left(colour, size)
        });
        taken || forbidden || short
    }
}

impl Game for Otrio {
    type Position = Position;
    type Move = Place;

    fn id(&self) -> String {
        if self.centre { "otrio".into() } else { "otrio-no-centre".into() }
    }

    fn start(&self) -> Position {
        Position { rings: [None; PLACES], turn: 0 }
    }

    fn ending(&self, position: &Position) -> Option<Outcome> {
        match position.winner() {
            Some(colour) if colour % 2 == position.turn % 2 => Some(Outcome::Win),
            Some(_) => Some(Outcome::Loss),
            None => (!self.placeable(position, position.turn)).then_some(Outcome::Draw),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Place>) {
        moves.extend(Place::all().filter(|&place| self.can_place(position, position.turn, place)));
    }

    /// The next colour that can be placed has the turn; if none can, the
    /// colour after the one placed has it, and the game is drawn.
    fn play(&self, position: &Position, place: &Place) -> Step<Position> {
        let mut next = *position;
        next.rings[usize::from(place.0)] = Some(position.turn);
        let rotation = (1..=4).map(|k| (position.turn + k) % 4);
        let able = rotation.clone().find(|&colour| self.placeable(&next, colour));
        next.turn = able.unwrap_or((position.turn + 1) % 4);
        let stays = next.first_to_move() == position.first_to_move();
        Step { position: next, turn: if stays { Turn::Stays } else { Turn::Passes }, plies: 1 }
    }
}

impl Symmetric for Otrio {
    fn symmetries(&self) -> usize {
        16
    }

    fn image(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = *position;
        for place in Place::all() {
            image.rings[usize::from(place.turned(symmetry).0)] = position.ring(place);
        }
        image
    }
}

#[cfg(test)]
mod arrangements_tests;
#[cfg(test)]
mod blocking_tests;
#[cfg(test)]
mod tests;
