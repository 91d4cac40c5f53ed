//! What the searches of the papers ask of a game: their order of moves and what
//! they count.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::Certifiable;

/// The order of moves of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    /// Ordering 1 of the paper on quantum tic-tac-toe: by number.
    One,
    /// Ordering 2: corners, centre, edges.
    Two,
    /// Ordering 3: centre, corners, edges.
    Three,
    /// The scores of the Otrio paper.
    Paper,
}

impl FromStr for Ordering {
    type Err = UnknownOrdering;

    fn from_str(text: &str) -> Result<Self, UnknownOrdering> {
        match text {
            "1" => Ok(Ordering::One),
            "2" => Ok(Ordering::Two),
            "3" => Ok(Ordering::Three),
            "paper" => Ok(Ordering::Paper),
            _ => Err(UnknownOrdering(text.into())),
        }
    }
}

/// A text that names no published ordering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOrdering(pub String);

impl fmt::Display for UnknownOrdering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = "1, 2 or 3 for quantum tic-tac-toe, `paper` for Otrio, or `default`";
        write!(f, "`{}` is no ordering: {known}", self.0)
    }
}

impl Error for UnknownOrdering {}

/// A game with a published search.
pub trait Published: Certifiable
where
    Self::Position: Ord,
{
    /// Whether the ordering belongs to this game.
    fn has_ordering(&self, ordering: Ordering) -> bool;

    /// Puts the legal moves of a position into the published order.
    fn arrange(&self, position: &Self::Position, ordering: Ordering, moves: &mut Vec<Self::Move>);

    /// Whether the published search calls a position drawn without going on.
    fn given_up(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Whether the published search counts the position a move leads to, given
    /// whether the turn passes. As it stands: every one.
    fn counts(&self, turn_passes: bool) -> bool {
        let _ = turn_passes;
        true
    }
}
