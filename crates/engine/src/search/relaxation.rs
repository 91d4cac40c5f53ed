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
    /// The moves of a state.
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
        state.settled().or_else(|| self.solve_open(state, state.key()))
    }

    /// The same for a state that is not settled: a glance at all moves often decides it.
    fn solve_open<R: Relaxed>(&mut self, state: &R, key: u128) -> Option<bool> {
        if let Some(word) = self.table.get(key) {
            return Some(word == REACHED);
        }
        let before = self.budget;
        self.budget = self.budget.checked_sub(1)?;
        let wants = state.wants();
        let answer = match self.open_children(state, wants) {
            None => Some(wants),
            Some(open) => {
                let mut answers = open.iter().map(|(child, key)| self.solve_open(child, *key));
                answers.find(|answer| *answer != Some(!wants)).unwrap_or(Some(!wants))
            }
        };
        if let Some(reached) = answer {
            let word = if reached { REACHED } else { MISSED };
            self.table.put(key, before - self.budget, |_| word);
        }
        answer
    }

    /// The states after the moves that are not settled, with their keys; `None` if one is
    /// settled as the side to move wants. What the table knows of them is then on its way.
    fn open_children<R: Relaxed>(&mut self, state: &R, wants: bool) -> Option<Vec<(R, u128)>> {
        self.moves.clear();
        state.moves(&mut self.moves);
        let mut open = Vec::with_capacity(self.moves.len());
        for mv in &self.moves {
            let child = state.play(*mv);
            match child.settled() {
                Some(reached) if reached == wants => return None,
                Some(_) => {}
                None => {
                    let key = child.key();
                    self.table.expect(key);
                    open.push((child, key));
                }
            }
        }
        Some(open)
    }
}
