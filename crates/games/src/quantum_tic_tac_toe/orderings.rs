//! The orders in which moves are tried, from section 3.1.3 of the paper.

use kaiketsu_engine::search::{Ordering, Published, PublishedOrdering};

use super::{Field, Move, Position, QuantumTicTacToe, Square};

impl<const N: usize> Field<N> {
    fn by(&self, mv: &Move, rank: impl Fn(Square) -> u8) -> [u8; 5] {
        match *mv {
            Move::Collapse(square) => [0, 0, 0, square, square],
            Move::Place(a, b) => {
                let (a, b) = if (rank(b), b) < (rank(a), a) { (b, a) } else { (a, b) };
                let across = usize::from(a + b) == N - 1;
                let beside = u8::from(self.kind(a) == 0 && self.kind(b) == 0 && !across);
                [rank(a), rank(b), beside, a, b]
            }
        }
    }

    /// Ordering 2: corners, then the centre, then edges; two corners across before
    /// two corners side by side.
    fn corners_first(&self, mv: &Move) -> [u8; 5] {
        self.by(mv, |square| self.kind(square))
    }

    /// Ordering 3: the centre, then corners, then edges.
    fn centre_first(&self, mv: &Move) -> [u8; 5] {
        self.by(mv, |square| [1, 0, 2][usize::from(self.kind(square))])
    }
}

/// The most pairs of squares.
const MOST_PAIRS: usize = 120;

/// All pairs of squares of a board in the order in which the search tries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairs {
    pairs: [(Square, Square); MOST_PAIRS],
    count: usize,
}

impl Pairs {
    pub(super) fn all(&self) -> &[(Square, Square)] {
        &self.pairs[..self.count]
    }

    /// Squares in most patterns first, two corners across before two corners side by side;
    /// where lines win on 3x3, that is ordering 3.
    pub(super) const fn busiest_first<const N: usize>(field: &Field<N>) -> Self {
        let mut found = Pairs { pairs: [(0, 0); MOST_PAIRS], count: 0 };
        let mut keys = [0; MOST_PAIRS];
        let mut pair = 0;
        while pair < N * N {
            let (low, high) = ((pair / N) as Square, (pair % N) as Square);
            if low < high {
                let key = key(field, low, high);
                // Insertion: whatever comes later moves up.
                let mut at = found.count;
                while at > 0 && keys[at - 1] > key {
                    (keys[at], found.pairs[at]) = (keys[at - 1], found.pairs[at - 1]);
                    at -= 1;
                }
                (keys[at], found.pairs[at]) = (key, (low, high));
                found.count += 1;
            }
            pair += 1;
        }
        found
    }
}

/// What pairs are sorted by: the rank of the better square, of the other, whether two corners
/// lie side by side, and the squares.
const fn key<const N: usize>(field: &Field<N>, low: Square, high: Square) -> u32 {
    let ranks = [field.spared(low), field.spared(high)];
    let (better, other) = if ranks[1] < ranks[0] { (1, 0) } else { (0, 1) };
    let squares = [low as u32, high as u32];
    let beside = field.kind(low) == 0 && field.kind(high) == 0 && low + high != N as Square - 1;
    let place = squares[better] << 8 | squares[other];
    (ranks[better] << 8 | ranks[other]) << 17 | (beside as u32) << 16 | place
}

/// Ordering 1: by the numbers of the squares.
fn by_number(mv: &Move) -> [u8; 5] {
    match *mv {
        Move::Collapse(square) => [0, 0, 0, square, square],
        Move::Place(a, b) => [0, 0, 0, a, b],
    }
}

impl<const N: usize> Published for QuantumTicTacToe<N> {
    fn orderings(&self) -> &'static [PublishedOrdering] {
        &[
            PublishedOrdering { name: "1", about: "by the numbers of the squares" },
            PublishedOrdering { name: "2", about: "corners, centre, edges" },
            PublishedOrdering { name: "3", about: "centre, corners, edges" },
        ]
    }

    fn arrange(&self, _: &Position<N>, ordering: Ordering, moves: &mut Vec<Move>) {
        match ordering {
            Ordering(1) => moves.sort_by_key(|mv| self.field.corners_first(mv)),
            Ordering(2) => moves.sort_by_key(|mv| self.field.centre_first(mv)),
            _ => moves.sort_by_key(by_number),
        }
    }

    /// A node is a whole turn: a mark, with the choice where its player makes it.
    fn counts(&self, turn_passes: bool) -> bool {
        turn_passes
    }
}
