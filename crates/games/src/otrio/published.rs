//! The search of the Otrio paper: its scores, and its test for draws.

use kaiketsu_engine::search::{Ordering, Published, PublishedOrdering};

use super::{LINES, Otrio, PLACES, Place, Position};

impl Published for Otrio {
    fn orderings(&self) -> &'static [PublishedOrdering] {
        &[PublishedOrdering { name: "paper", about: "by the scores of the paper" }]
    }

    /// By descending score; places of equal score in the order of the rules,
    /// of which the paper says nothing.
    fn arrange(&self, position: &Position, _: Ordering, moves: &mut Vec<Place>) {
        moves.sort_by_key(|place| -score(position, *place));
    }

    /// From ring 20 on, positions in which nobody can win any more.
    fn given_up(&self, position: &Position) -> bool {
        let rings = Place::all().filter(|place| position.ring(*place).is_some()).count();
        (20..PLACES).contains(&rings) && self.shut_out(position, true) && self.shut_out(position, false)
    }
}

/// The paper's score of a place: a sum over the lines through it by what the
/// other two places of the line hold.
fn score(position: &Position, place: Place) -> i32 {
    let own = position.turn();
    let lines = LINES.iter().filter(|line| line.contains(&place));
    lines
        .map(|line| {
            let others: Vec<_> = line.iter().filter(|p| **p != place).map(|p| position.ring(*p)).collect();
            let rings: Vec<u8> = others.iter().flatten().copied().collect();
            match rings[..] {
                [] => 2,
                [colour] if colour == own => 10,
                [colour] if colour % 2 == own % 2 => -2,
                [_] => 1,
                [a, b] if a == b && a == own => 10_000,
                [a, b] if a == b && a % 2 == own % 2 => -100,
                [a, b] if a == b => 100,
                _ => 0,
            }
        })
        .sum()
}
