//! Where the marks are.

use super::Square;

/// Where the marks are on a board of `N` squares. Whose turn it is follows from how many
/// there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<const N: usize = 9> {
    /// The number of the classical mark on each square, or 0.
    pub(super) classical: [u8; N],
    /// The two squares of mark n at n - 1, the smaller first; `None` if the
    /// mark is classical or yet to come.
    pub(super) spooky: [Option<(Square, Square)>; N],
    /// How many marks have been placed.
    pub(super) placed: u8,
}

impl<const N: usize> Position<N> {
    /// The empty board.
    pub const EMPTY: Self = Position { classical: [0; N], spooky: [None; N], placed: 0 };

    /// How many marks have been placed.
    #[must_use]
    pub fn placed(&self) -> u8 {
        self.placed
    }

    /// The number of the classical mark on a square, or 0.
    #[must_use]
    pub fn classical(&self, square: Square) -> u8 {
        self.classical[usize::from(square)]
    }

    /// The spooky marks: number and squares, in the order they were placed.
    pub fn spooky(&self) -> impl Iterator<Item = (u8, (Square, Square))> + '_ {
        (1..).zip(&self.spooky).filter_map(|(number, pair)| Some((number, (*pair)?)))
    }

    /// The squares with a classical mark of the first player and of the second.
    #[must_use]
    pub fn owned(&self) -> [u16; 2] {
        let mut owned = [0; 2];
        for (square, number) in self.classical.iter().enumerate().filter(|(_, number)| **number != 0) {
            owned[usize::from(number.is_multiple_of(2))] |= 1 << square;
        }
        owned
    }

    /// Whether all marks are placed and none has a choice.
    #[must_use]
    pub fn is_full(&self) -> bool {
        usize::from(self.placed) == N && self.open_cycle().is_none()
    }

    /// The squares of the last mark if it closed a cycle that is unresolved.
    #[must_use]
    pub fn open_cycle(&self) -> Option<(Square, Square)> {
        let (from, to) = self.spooky[usize::from(self.placed).checked_sub(1)?]?;
        let mut reached = 1_u16 << from;
        loop {
            let before = reached;
            for (_, (a, b)) in self.spooky().filter(|(number, _)| *number != self.placed) {
                if reached & (1 << a | 1 << b) != 0 {
                    reached |= 1 << a | 1 << b;
                }
            }
            if reached & 1 << to != 0 {
                return Some((from, to));
            }
            if reached == before {
                return None;
            }
        }
    }

    /// The last mark stays on `square`, and whatever is connected follows.
    pub(super) fn collapse(&mut self, square: Square) {
        self.settle(usize::from(self.placed), square);
    }

    fn settle(&mut self, number: usize, square: Square) {
        self.classical[usize::from(square)] = number as u8;
        self.spooky[number - 1] = None;
        for other in 1..=N {
            match self.spooky[other - 1] {
                Some((a, b)) if a == square => self.settle(other, b),
                Some((a, b)) if b == square => self.settle(other, a),
                _ => {}
            }
        }
    }
}
