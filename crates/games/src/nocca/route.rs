//! Proof that a position can come up: moves from the start that lead to it.
//!
//! Pieces can go back the way they came, so the search starts from the
//! position and brings both sides home, the position whose pieces have the
//! shortest way first. It does not look for the shortest way, and where it
//! finds none, that proves nothing.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use kaiketsu_game::Game;

use super::stack::{self, MOVER};
use super::{GOAL, Nocca, NoccaMove, Stacks};

/// Positions looked at before the search gives up.
const MOST: usize = 2_000_000;

impl Nocca {
    /// Moves from the start to a position, if the search finds some.
    ///
    /// ```
    /// use kaiketsu_game::{Game, Notation};
    ///
    /// let game = kaiketsu_games::Nocca::new(3, 3);
    /// let target = game.read_position("O,.,./X,.,OX/.,O,X").unwrap();
    /// let mut position = game.start();
    /// for mv in game.route(&target).expect("it can come up") {
    ///     position = game.play(&position, &mv).position;
    /// }
    /// assert_eq!(position, target);
    /// ```
    #[must_use]
    pub fn route(&self, target: &Stacks) -> Option<Vec<NoccaMove>> {
        if *target == GOAL {
            return None;
        }
        let start = self.start();
        // Each with the number of the position that comes after it.
        let mut met = vec![(*target, 0)];
        let mut known = HashSet::from([*target]);
        let mut open = BinaryHeap::from([(Reverse(self.way_home(*target)), Reverse(0))]);
        while let Some((_, Reverse(at))) = open.pop() {
            let position = met[at].0;
            if position == start {
                return Some(self.moves_along(&met, at));
            }
            if met.len() > MOST {
                return None;
            }
            for before in self.positions_before(position) {
                if known.insert(before) {
                    open.push((Reverse(self.way_home(before)), Reverse(met.len())));
                    met.push((before, at));
                }
            }
        }
        None
    }

    /// The positions that a move can have led from, as the side that moved saw
    /// them: the piece is his.
    fn positions_before(&self, position: Stacks) -> impl Iterator<Item = Stacks> {
        let after = self.turned(position);
        self.taken_back(after).map(move |(from, to)| after.moved(from, to))
    }

    /// The ways to take a move back, given the board after it as the side that
    /// moved saw it: the cells from which and to which a piece goes back.
    pub(super) fn taken_back(&self, after: Stacks) -> impl Iterator<Item = (usize, usize)> {
        let back = move |from: usize| self.targets(after, from).map(move |to| (from, to.into()));
        self.tops(after, MOVER).flat_map(back)
    }

    /// How far the pieces are from their home rows together, and how many
    /// cells there are still without one.
    fn way_home(&self, position: Stacks) -> usize {
        let (columns, last) = (self.grid.columns, self.grid.rows - 1);
        let mut way = 0;
        for cell in 0..self.cells() {
            let [mine, theirs] = stack::pieces(position.at(cell)).map(usize::from);
            let row = cell / columns;
            way += mine * row + theirs * (last - row);
            way += usize::from(row == 0 && mine == 0) + usize::from(row == last && theirs == 0);
        }
        way
    }

    fn moves_along(&self, met: &[(Stacks, usize)], first: usize) -> Vec<NoccaMove> {
        let (mut at, mut route) = (first, Vec::new());
        while at != 0 {
            let (position, next) = met[at];
            let leads_on = |mv: &NoccaMove| self.play(&position, mv).position == met[next].0;
            let mut moves = self.legal_moves(&position).into_iter();
            route.push(moves.find(leads_on).expect("a move taken back can be made"));
            at = next;
        }
        route
    }
}
