//! Scores: what a move is worth, as one small number to take the greatest of.
//!
//! ```text
//! 0                      no such move
//! 1 ..= MIDDLE - 1       a loss in that many plies
//! MIDDLE                 a draw
//! MIDDLE + 1 ..= MAX     a win in MAX + 1 - score plies
//! ```
//!
//! The best move is the one with the greatest score: the winner hurries, the
//! loser delays. A byte holds distances of up to 126 plies in the position
//! after the move; where that is not enough, two bytes hold all a
//! [`Code`] can.

use kaiketsu_game::{Code, Outcome};

/// A number wide enough for scores and codes: `u8` or `u16`.
pub(super) trait Lane: Copy + Ord + Default + Into<usize> {
    /// The greatest number.
    const MAX: usize;

    /// The score of a draw.
    const MIDDLE: usize = Self::MAX.div_ceil(2);

    /// The greatest distance of a position whose code, and whose score one
    /// ply earlier, both fit.
    const MOST_PLIES: u16 = (Self::MIDDLE - 2) as u16;

    /// A number that fits.
    fn new(number: usize) -> Self;

    /// The number.
    fn get(self) -> usize {
        self.into()
    }

    /// The score of a move to a position of the opponent with this code.
    fn score(code: Code) -> Self {
        let plies = usize::from(code.plies()) + 1;
        Self::new(match code.outcome() {
            Outcome::Win => plies,
            Outcome::Draw => Self::MIDDLE,
            Outcome::Loss => Self::MAX + 1 - plies,
        })
    }
}

impl Lane for u8 {
    const MAX: usize = u8::MAX as usize;

    fn new(number: usize) -> Self {
        number as u8
    }
}

impl Lane for u16 {
    const MAX: usize = u16::MAX as usize;

    fn new(number: usize) -> Self {
        number as u16
    }
}

/// Takes the greater of two lanes, all along a row. Compiles to vector code.
pub(super) fn take_greater<L: Lane>(row: &mut [L], other: &[L]) {
    for (lane, other) in row.iter_mut().zip(other) {
        *lane = (*lane).max(*other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores_are_in_order_of_preference<L: Lane>() {
        let most = L::MOST_PLIES;
        let quick_losses_first = (0..=most).map(Code::win);
        let slow_wins_first = (0..=most).rev().map(Code::loss);
        let codes = quick_losses_first.chain([Code::DRAW]).chain(slow_wins_first);
        let scores: Vec<usize> = codes.map(|code| L::score(code).get()).collect();
        assert!(scores[0] > 0 && scores.is_sorted_by(|a, b| a < b));
        assert!(usize::from(Code::loss(most).0) <= L::MAX);
    }

    #[test]
    fn the_greatest_score_is_the_best_move() {
        scores_are_in_order_of_preference::<u8>();
        scores_are_in_order_of_preference::<u16>();
        assert_eq!(u8::MOST_PLIES, 126);
        assert_eq!(u16::MOST_PLIES, Code::MAX_PLIES);
    }
}
