//! How a game of quantum tic-tac-toe ended.

use kaiketsu_game::{Aim, Outcome};

use super::{Position, QuantumTicTacToe};
use crate::board::cells_of;

/// The lines on the board when the game was over, or what is to be made there instead.
///
/// ```
/// use kaiketsu_game::Notation;
/// use kaiketsu_games::quantum_tic_tac_toe::{Grade, QuantumTicTacToe};
/// let game = QuantumTicTacToe::ORIGINAL;
/// // Mark 7 completes the top row, mark 8 the middle row: a narrow win.
/// let finish = game.finish(&game.read_position("357248916").unwrap()).unwrap();
/// assert_eq!(finish.grade(), Grade::FirstNarrow);
/// assert_eq!(finish.points(), (1.0, 0.5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The greatest number of each line of the first player, ascending.
    pub first: Vec<u8>,
    /// The greatest number of each line of the second player, ascending.
    pub second: Vec<u8>,
}

/// A result in five grades, the best for the first player last.
///
/// Best play for each of the four goals is best play for the grade: a player
/// can force a goal exactly if the value in grades reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// Only the second player has a line.
    SecondComplete,
    /// Both have, the second player's comes before.
    SecondNarrow,
    /// Nobody has a line.
    Draw,
    /// Both have, the first player's comes before.
    FirstNarrow,
    /// Only the first player has a line.
    FirstComplete,
}

impl Grade {
    /// All grades in ascending order.
    pub const ALL: [Grade; 5] =
        [Grade::SecondComplete, Grade::SecondNarrow, Grade::Draw, Grade::FirstNarrow, Grade::FirstComplete];

    /// Whether it is the first player who reaches an aim; `None` if nobody does.
    #[must_use]
    pub fn winner(self, aim: Aim) -> Option<bool> {
        match (aim, self) {
            (_, Grade::Draw) | (Aim::Complete, Grade::FirstNarrow | Grade::SecondNarrow) => None,
            _ => Some(self > Grade::Draw),
        }
    }

    /// The same as the side to move sees it.
    #[must_use]
    pub fn outcome(self, aim: Aim, first_to_move: bool) -> Outcome {
        match self.winner(aim) {
            None => Outcome::Draw,
            Some(first) if first == first_to_move => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }
}

impl<const N: usize> QuantumTicTacToe<N> {
    /// How the game ended, if it is over.
    #[must_use]
    pub fn finish(&self, position: &Position<N>) -> Option<Finish> {
        let lines_of = |own: u16| {
            let whole = self.field.patterns().iter().filter(|pattern| own & **pattern == **pattern);
            let mut greatest: Vec<u8> = whole.map(|pattern| position.greatest(*pattern)).collect();
            greatest.sort_unstable();
            greatest
        };
        let [first, second] = position.owned().map(lines_of);
        let finish = Finish { first, second };
        let nobody = finish.first.is_empty() && finish.second.is_empty();
        (!nobody || position.is_full()).then_some(finish)
    }
}

impl<const N: usize> Position<N> {
    /// The greatest number of the classical marks on some squares.
    pub(super) fn greatest(&self, squares: u16) -> u8 {
        let numbers = cells_of(squares.into()).map(|square| self.classical[square]);
        numbers.max().unwrap_or_default()
    }
}

impl Finish {
    /// The result in grades.
    #[must_use]
    pub fn grade(&self) -> Grade {
        match (self.first.first(), self.second.first()) {
            (None, None) => Grade::Draw,
            (Some(_), None) => Grade::FirstComplete,
            (None, Some(_)) => Grade::SecondComplete,
            (Some(first), Some(second)) if first < second => Grade::FirstNarrow,
            (Some(_), Some(_)) => Grade::SecondNarrow,
        }
    }

    /// The points of the original scoring, first player's and second player's.
    ///
    /// The line with the smallest greatest number earns one point, and so does
    /// a second line that ends with the same mark; any other line earns half a
    /// point. So a complete win is worth 1, with two lines 2 or 1.5, and a
    /// narrow win 1 against 0.5 (or 1.5 or 2 against 0.5, for two lines).
    #[must_use]
    pub fn points(&self) -> (f32, f32) {
        let least = self.first.iter().chain(&self.second).min().copied();
        let worth = |greatest: u8| if Some(greatest) == least { 1.0 } else { 0.5 };
        let sum = |lines: &[u8]| lines.iter().fold(0.0, |sum, greatest| sum + worth(*greatest));
        (sum(&self.first), sum(&self.second))
    }
}
