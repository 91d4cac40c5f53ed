//! How many moves there are, counted over the decision diagram.
//!
//! Each pair of neighbouring cells gives a diagram of the positions in which
//! the mover can step from the one to the other; summed over all pairs that is
//! the number of moves. 178 diagrams for 5x6, a few milliseconds each.

use kaiketsu_index::Diagram;

use super::counts::Stacking;
use super::stack::{self, MOVER};
use super::{Nocca, cells_of};

/// Moves of the positions in which the mover cannot step into the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// Pseudo-reachable positions in which the mover can step into the goal.
    pub into_the_goal: u64,
    /// The other pseudo-reachable positions.
    pub quiet: u64,
    /// The legal moves of all of these together.
    pub moves: u64,
}

impl Mobility {
    /// Moves of a quiet position on the average.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.moves as f64 / self.quiet as f64
    }
}

impl Nocca {
    /// Counts the moves of all pseudo-reachable positions in which the mover
    /// cannot step into the goal. A few of these are won in one ply all the same,
    /// by leaving the opponent without a move.
    ///
    /// ```
    /// let mobility = kaiketsu_games::Nocca::new(5, 6).mobility();
    /// assert_eq!(mobility.into_the_goal, 77_584_783_005);
    /// assert_eq!(format!("{:.1}", mobility.mean()), "23.4");
    /// ```
    #[must_use]
    pub fn mobility(&self) -> Mobility {
        let stacks =
            |fits: fn(u8) -> bool| (1..16).filter(|stack| fits(*stack)).map(|stack| 1 << stack).sum();
        let own: u16 = stacks(|stack| stack::top(stack) == Some(MOVER));
        let room: u16 = stacks(stack::has_room);
        let count = |board: &Stacking| Diagram::build(board, [self.all_to_come()]).count(0);
        let mut board = self.any_stacks();
        let all = count(&board);
        // No piece of the mover on top of the opponent's home row.
        let last_row = self.cells() - self.grid.columns;
        board.cells[last_row..].iter_mut().for_each(|(_, stacks)| *stacks &= !own);
        let quiet = count(&board);
        let mut moves = 0;
        for (cell, around) in self.neighbours.iter().enumerate() {
            for beside in cells_of(*around) {
                let mut cells = board.cells.clone();
                cells[cell].1 &= own;
                cells[beside].1 &= room;
                moves += count(&Stacking { cells });
            }
        }
        Mobility { into_the_goal: all - quiet, quiet, moves }
    }
}

#[cfg(test)]
mod tests {
    use kaiketsu_game::Tiered;
    use kaiketsu_testkit::naive;

    use super::*;

    #[test]
    fn moves_are_those_of_the_rules() {
        for (columns, rows) in [(3, 3), (3, 4)] {
            let game = Nocca::new(columns, rows);
            let mut found = Mobility { into_the_goal: 0, quiet: 0, moves: 0 };
            for slot in naive::slots(&game) {
                let (position, weight) = (game.position(slot), game.weight(slot));
                if game.won_at_once().contains(&slot.index) {
                    found.into_the_goal += weight;
                } else {
                    found.quiet += weight;
                    found.moves +=
                        weight * naive::steps(&game, &position).map_or(0, |steps| steps.len() as u64);
                }
            }
            assert_eq!(game.mobility(), found);
        }
    }
}
