//! The orders in which moves are tried, from section 3.1.3 of the paper.

use kaiketsu_engine::search::{Ordering, Published, PublishedOrdering};

use super::{Move, Position, QuantumTicTacToe, Square};

/// Corner, centre or edge.
fn kind(square: Square) -> u8 {
    match square {
        4 => 1,
        s if s.is_multiple_of(2) => 0,
        _ => 2,
    }
}

fn by(mv: &Move, rank: impl Fn(Square) -> u8) -> [u8; 5] {
    match *mv {
        Move::Collapse(square) => [0, 0, 0, square, square],
        Move::Place(a, b) => {
            let (a, b) = if (rank(b), b) < (rank(a), a) { (b, a) } else { (a, b) };
            let beside = u8::from(kind(a) == 0 && kind(b) == 0 && a + b != 8);
            [rank(a), rank(b), beside, a, b]
        }
    }
}

/// Ordering 1: by the numbers of the squares.
pub(super) fn by_number(mv: &Move) -> [u8; 5] {
    match *mv {
        Move::Collapse(square) => [0, 0, 0, square, square],
        Move::Place(a, b) => [0, 0, 0, a, b],
    }
}

/// Ordering 2: corners, then the centre, then edges; two corners across before
/// two corners side by side.
pub(super) fn corners_first(mv: &Move) -> [u8; 5] {
    by(mv, kind)
}

/// Ordering 3: the centre, then corners, then edges.
pub(super) fn centre_first(mv: &Move) -> [u8; 5] {
    by(mv, |square| [1, 0, 2][usize::from(kind(square))])
}

impl Published for QuantumTicTacToe {
    fn orderings(&self) -> &'static [PublishedOrdering] {
        &[
            PublishedOrdering { name: "1", about: "by the numbers of the squares" },
            PublishedOrdering { name: "2", about: "corners, centre, edges" },
            PublishedOrdering { name: "3", about: "centre, corners, edges" },
        ]
    }

    fn arrange(&self, _: &Position, ordering: Ordering, moves: &mut Vec<Move>) {
        match ordering {
            Ordering(1) => moves.sort_by_key(corners_first),
            Ordering(2) => moves.sort_by_key(centre_first),
            _ => moves.sort_by_key(by_number),
        }
    }

    /// A node is a whole turn: a mark, with the choice where its player makes it.
    fn counts(&self, turn_passes: bool) -> bool {
        turn_passes
    }
}
