//! What the mark that closes a cycle decides: seen at a glance, without playing it.

use kaiketsu_game::{Aim, Glance, Goal, Side};

use super::search::{SearchState, owner};
use super::{Chooser, QuantumTicTacToe, Square};
use crate::board::cells_of;

/// What a collapse does for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Collapse {
    /// The game is over and the goal is reached.
    Reached,
    /// The game is over, and it is not.
    Missed,
    /// The game goes on.
    GoesOn,
}

impl<const N: usize> QuantumTicTacToe<N> {
    /// What a collapse does for a goal if the mark of a number closed the cycle and stays on a
    /// square.
    pub(super) fn collapse(
        &self,
        state: &SearchState<N>,
        number: u8,
        square: Square,
        goal: Goal,
    ) -> Collapse {
        let mut owned = state.forest.pushed_from(square);
        owned[usize::from(owner(number))] |= 1 << square;
        let won = [0, 1].map(|player| self.field.won(owned[player] | state.owned[player]));
        let own = usize::from(goal.side == Side::Second);
        match (won[own], won[1 - own]) {
            (false, false) if usize::from(number) < N => Collapse::GoesOn,
            (true, false) => Collapse::Reached,
            (true, true) if goal.aim == Aim::Win => {
                let mut position = state.position;
                position.spooky[usize::from(number) - 1] = Some((square, square));
                position.placed = number;
                position.collapse(square);
                let (own, other) = position.least_lines(self.field, goal.side == Side::First);
                if own < other { Collapse::Reached } else { Collapse::Missed }
            }
            _ => Collapse::Missed,
        }
    }

    /// Whether the collapse that waits or the next mark decides a goal. A player who closes a
    /// cycle in a tree may take any two of its squares; the other keeps the better one for
    /// himself, or he himself does.
    pub(super) fn collapses(&self, state: &SearchState<N>, goal: Goal) -> Glance {
        let SearchState { position, cycle, mover, forest, .. } = state;
        let wants = *mover == goal.side;
        let good = if wants { Collapse::Reached } else { Collapse::Missed };
        let decided = |plies| if wants { Glance::Reached(plies) } else { Glance::Never };
        if let Some((a, b)) = *cycle {
            let both = [a, b].map(|square| self.collapse(state, position.placed, square, goal));
            return match both {
                _ if both.contains(&good) => decided(0),
                [Collapse::Missed, Collapse::Missed] => Glance::Never,
                [Collapse::Reached, Collapse::Reached] => Glance::Reached(0),
                _ => Glance::Open,
            };
        }
        let number = position.placed + 1;
        let mut left = forest.touched();
        if usize::from(number) == N && left == 0 {
            let square = (0..N as Square).find(|square| position.classical(*square) == 0);
            let last = square.map(|square| self.collapse(state, number, square, goal));
            return if last == Some(Collapse::Reached) { Glance::Reached(1) } else { Glance::Never };
        }
        let needed = if self.chooser == Chooser::Opponent { 2 } else { 1 };
        while left != 0 {
            let tree = forest.tree(left.trailing_zeros() as Square);
            left &= !tree;
            // The mover needs a pattern, or an end without any.
            if usize::from(number) < N && !self.field.won(state.owned[usize::from(owner(number))] | tree) {
                continue;
            }
            let squares = cells_of(tree.into()).map(|square| square as Square);
            let good = squares.filter(|square| self.collapse(state, number, *square, goal) == good);
            if good.take(needed).count() == needed {
                return decided(1);
            }
        }
        Glance::Open
    }
}
