//! Proof that a position can come up: moves from the start that lead to it.
//!
//! The search goes backwards and takes marks off the board, the position with the
//! fewest plies to go at the least first. Where it finds no way, that proves nothing.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use kaiketsu_game::Game;

use super::{Cubes, PushNumber, Quixo};

/// Positions looked at before the search gives up.
const MOST: usize = 1_000_000;

impl Quixo {
    /// Moves from the start to a position, if the search finds some.
    ///
    /// ```
    /// use kaiketsu_game::{Game, Notation};
    ///
    /// let game = kaiketsu_games::Quixo::new(4);
    /// let target = game.read_position("XO.X/..../O..X/O..O").unwrap();
    /// let mut position = game.start();
    /// for mv in game.route(&target).expect("it can come up") {
    ///     position = game.play(&position, &mv).position;
    /// }
    /// assert_eq!(position, target);
    /// // The side that moved last must have a mark on the border.
    /// let nobody_moved = game.read_position("XXX./.O../..../....").unwrap();
    /// assert_eq!(game.route(&nobody_moved), None);
    /// ```
    #[must_use]
    pub fn route(&self, target: &Cubes) -> Option<Vec<PushNumber>> {
        let start = self.start();
        // Each with the number of the position that comes after it, and the move.
        let mut met = vec![(*target, 0, PushNumber(0))];
        let mut known = HashSet::from([*target]);
        let mut open = BinaryHeap::from([(Reverse(plies_to_go(target)), 0)]);
        while let Some((_, at)) = open.pop() {
            let position = met[at].0;
            if position == start {
                return Some(moves_along(&met, at));
            }
            if met.len() > MOST {
                return None;
            }
            for (before, mv) in self.positions_before(&position) {
                if known.insert(before) {
                    open.push((Reverse(plies_to_go(&before)), met.len()));
                    met.push((before, at, mv));
                }
            }
        }
        None
    }

    /// The positions that a move can have led from, as the side that moved saw them,
    /// and the move.
    fn positions_before(&self, after: &Cubes) -> Vec<(Cubes, PushNumber)> {
        let mut found = Vec::new();
        for (number, push) in (0..).zip(&self.board.pushes) {
            if after.opponent & push.inserted() == 0 {
                continue;
            }
            let (mover, opponent) = (push.backward(after.opponent), push.backward(after.mover));
            for taken in [0, push.taken()] {
                let before = Cubes { mover: mover | taken, opponent };
                if self.ending(&before).is_none()
                    && self.play(&before, &PushNumber(number)).position == *after
                {
                    found.push((before, PushNumber(number)));
                }
            }
        }
        found
    }
}

/// A move brings at most one mark, of the side that moves, and sides take turns.
fn plies_to_go(position: &Cubes) -> u32 {
    let [mover, opponent] = [position.mover, position.opponent].map(u32::count_ones);
    (2 * mover).max((2 * opponent).saturating_sub(1))
}

fn moves_along(met: &[(Cubes, usize, PushNumber)], first: usize) -> Vec<PushNumber> {
    let (mut at, mut route) = (first, Vec::new());
    while at != 0 {
        let (_, next, mv) = met[at];
        route.push(mv);
        at = next;
    }
    route
}
