//! The search of the simpler game: depth first, within a budget.
//!
//! Answers are kept in a table of their own, 1 for reached and 2 for not. A
//! question that takes more states than the budget stays open; what was found
//! on the way is kept.

use kaiketsu_game::Relaxed;

use crate::search::table::Table;

const REACHED: u64 = 1;
const MISSED: u64 = 2;

/// One thread's search of the simpler game.
pub(crate) struct Relaxation<'s> {
    table: &'s Table,
    /// States that may still be looked at.
    budget: u64,
    /// The moves of all states on the path, one after another.
    moves: Vec<u8>,
}

impl<'s> Relaxation<'s> {
    pub(crate) fn new(table: &'s Table) -> Self {
        Relaxation { table, budget: 0, moves: Vec::new() }
    }

    /// Whether the goal is reached, if that takes no more than `budget` states;
    /// and how many it took.
    pub(crate) fn within<R: Relaxed>(&mut self, budget: u64, state: &R) -> (Option<bool>, u64) {
        self.budget = budget;
        (self.solve(state), budget - self.budget)
    }

    /// Whether the goal is reached; `None` if the budget is used up.
    fn solve<R: Relaxed>(&mut self, state: &R) -> Option<bool> {
        if let Some(settled) = state.settled() {
            return Some(settled);
        }
        let key = state.key();
        if let Some(word) = self.table.get(key) {
            return Some(word == REACHED);
        }
        let before = self.budget;
        self.budget = self.budget.checked_sub(1)?;
        let from = self.moves.len();
        state.moves(&mut self.moves);
        let wants = state.wants();
        let mut answer = Some(!wants);
        for at in from..self.moves.len() {
            match self.solve(&state.play(self.moves[at])) {
                Some(reached) if reached != wants => {}
                decided => {
                    answer = decided;
                    break;
                }
            }
        }
        self.moves.truncate(from);
        if let Some(reached) = answer {
            let word = if reached { REACHED } else { MISSED };
            self.table.put(key, before - self.budget, |_| word);
        }
        answer
    }
}
