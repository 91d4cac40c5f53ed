//! How a game of quantum tic-tac-toe ended.

use super::{LINES, Position};

/// The lines on the board when the game was over.
///
/// ```
/// use kaiketsu_game::Notation;
/// use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
/// let game = QuantumTicTacToe::ORIGINAL;
/// // Mark 7 completes the top row, mark 8 the middle row: a narrow win.
/// let finish = game.read_position("357248916").unwrap().finish().unwrap();
/// assert_eq!(finish.winner(), Some(true));
/// assert_eq!(finish.complete_winner(), None);
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

    /// Whether the first player wins; `None` for a draw.
    #[must_use]
    pub fn winner(self) -> Option<bool> {
        (self != Grade::Draw).then_some(self > Grade::Draw)
    }

    /// Whether the first player wins completely; `None` if nobody does.
    #[must_use]
    pub fn complete_winner(self) -> Option<bool> {
        match self {
            Grade::FirstComplete => Some(true),
            Grade::SecondComplete => Some(false),
            _ => None,
        }
    }
}

impl Position {
    /// How the game ended, if it is over.
    #[must_use]
    pub fn finish(&self) -> Option<Finish> {
        let lines_of = |parity: u8| {
            let mut greatest: Vec<u8> = LINES
                .iter()
                .map(|line| line.map(|square| self.classical(square)))
                .filter(|marks| marks.iter().all(|&mark| mark != 0 && mark % 2 == parity))
                .map(|marks| marks.into_iter().max().unwrap_or_default())
                .collect();
            greatest.sort_unstable();
            greatest
        };
        let finish = Finish { first: lines_of(1), second: lines_of(0) };
        let nobody = finish.first.is_empty() && finish.second.is_empty();
        (!nobody || (self.placed() == 9 && self.open_cycle().is_none())).then_some(finish)
    }
}

impl Finish {
    /// Whether the first player won, completely or narrowly; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<bool> {
        match (self.first.first(), self.second.first()) {
            (None, None) => None,
            (Some(_), None) => Some(true),
            (None, Some(_)) => Some(false),
            (Some(first), Some(second)) => Some(first < second),
        }
    }

    /// Whether the first player won completely; `None` if nobody did.
    #[must_use]
    pub fn complete_winner(&self) -> Option<bool> {
        (self.first.is_empty() != self.second.is_empty()).then_some(self.second.is_empty())
    }

    /// The result in grades.
    #[must_use]
    pub fn grade(&self) -> Grade {
        match (self.winner(), self.complete_winner()) {
            (None, _) => Grade::Draw,
            (Some(true), None) => Grade::FirstNarrow,
            (Some(true), Some(_)) => Grade::FirstComplete,
            (Some(false), None) => Grade::SecondNarrow,
            (Some(false), Some(_)) => Grade::SecondComplete,
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
