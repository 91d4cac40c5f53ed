//! The boolean search, depth first: for questions with a limit of plies, for
//! games with very many transpositions, and to compare with
//! [`crate::search::Method::ProofNumbers`].
//!
//! In a game that may not end, a search without a limit watches for a state that
//! comes back on its own path, and gives up when it meets one. Until then every
//! answer rests on answers that were complete before it, so what the table
//! holds is right.
//!
//! A memory of the table holds two bounds, so that one table serves all limits:
//!
//! ```text
//! bits 0..8    plies within which the goal is reached, + 1; 0 if unknown
//! bits 8..16   plies within which it is not reached, + 1; 0 if unknown
//! ```

use std::collections::HashSet;

use crate::search::limits::Limits;
use crate::search::table::Table;
use crate::search::{Glance, Goal, Provable};

/// No limit on the number of plies; as a bound, never.
pub(crate) const UNLIMITED: u8 = 254;

/// A path this long is taken for one that comes back: the stack ends somewhere.
const LONGEST_PATH: usize = 400;

/// How many moves that decided are remembered for each depth.
const KILLERS: usize = 4;

/// What is known of a state for a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bounds {
    reached_within: Option<u8>,
    missed_within: Option<u8>,
}

impl Bounds {
    /// The answer for a limit, if the bounds hold one.
    fn answer(self, limit: u8) -> Option<Option<u8>> {
        match self {
            Bounds { reached_within: Some(plies), .. } if plies <= limit => Some(Some(plies)),
            Bounds { missed_within: Some(missed), .. } if missed >= limit => Some(None),
            _ => None,
        }
    }

    fn join(self, answer: Option<u8>, limit: u8) -> Self {
        match answer {
            Some(plies) => {
                Bounds { reached_within: Some(self.reached_within.map_or(plies, |p| p.min(plies))), ..self }
            }
            None => Bounds { missed_within: self.missed_within.max(Some(limit)), ..self },
        }
    }

    fn word(self) -> u64 {
        let byte = |plies: Option<u8>| plies.map_or(0, |p| u64::from(p) + 1);
        byte(self.reached_within) | byte(self.missed_within) << 8
    }

    fn from_word(word: u64) -> Self {
        let plies = |byte: u64| (byte as u8).checked_sub(1);
        Bounds { reached_within: plies(word), missed_within: plies(word >> 8) }
    }
}

/// The answer for a limit that a memory of the table holds.
pub(crate) fn decided(word: u64, limit: u8) -> Option<bool> {
    Bounds::from_word(word).answer(limit).map(|plies| plies.is_some())
}

/// One thread's search.
pub(crate) struct DepthFirst<'s, G: Provable> {
    game: &'s G,
    goal: Goal,
    table: &'s Table,
    limits: &'s Limits<'s>,
    /// Where this thread starts in a list of moves, so that threads part.
    thread: usize,
    /// The moves of all states on the path, one after another.
    moves: Vec<G::Move>,
    /// For each depth, the moves that decided last, the latest first: they are
    /// tried before the others.
    killers: Vec<Vec<G::Move>>,
    /// The open children of all states on the path, where all are looked at first.
    ahead: Vec<Child<G::State>>,
    /// How deep the search is.
    depth: usize,
    /// The keys of the states on the path, where they might come back.
    path: HashSet<u128>,
}

/// An open child of a state.
#[derive(Clone)]
struct Child<S> {
    state: S,
    key: u128,
    plies: u8,
    /// Its move in the list of all.
    at: usize,
}

/// Why there is no answer.
pub(crate) enum Stopped {
    /// A limit was exceeded.
    Limit,
    /// A state came back on its own path.
    Repeats,
}

impl<'s, G: Provable> DepthFirst<'s, G> {
    /// A search that has met nothing yet.
    pub(crate) fn new(
        game: &'s G,
        goal: Goal,
        table: &'s Table,
        limits: &'s Limits<'s>,
        thread: usize,
    ) -> Self {
        let (moves, killers, ahead, path) = (Vec::new(), Vec::new(), Vec::new(), HashSet::new());
        DepthFirst { game, goal, table, limits, thread, moves, killers, ahead, depth: 0, path }
    }

    /// The plies within which the goal is reached, if that is within `limit`.
    pub(crate) fn solve(&mut self, state: &G::State, limit: u8) -> Result<Option<u8>, Stopped> {
        self.limits.count(1);
        match self.glance(state, limit) {
            Some(answer) => Ok(answer),
            None => self.solve_open(state, self.game.key(state, self.goal), limit),
        }
    }

    /// The answer as far as the game knows it at a glance.
    fn glance(&self, state: &G::State, limit: u8) -> Option<Option<u8>> {
        match self.game.glance(state, self.goal) {
            Glance::Reached(plies) => Some((plies <= limit).then_some(plies)),
            Glance::Never => Some(None),
            Glance::Open if limit == UNLIMITED => None,
            Glance::Open => self.game.too_late(state, self.goal, limit).then_some(None),
        }
    }

    fn known(&self, key: u128, limit: u8) -> Option<Option<u8>> {
        self.table.get(key).and_then(|word| Bounds::from_word(word).answer(limit))
    }

    /// [`DepthFirst::solve`] for an open state with its key.
    fn solve_open(&mut self, state: &G::State, key: u128, limit: u8) -> Result<Option<u8>, Stopped> {
        if let Some(answer) = self.known(key, limit) {
            return Ok(answer);
        }
        if self.limits.exceeded() {
            return Err(Stopped::Limit);
        }
        let watched = limit == UNLIMITED && !self.game.ends();
        if watched && (self.depth == LONGEST_PATH || !self.path.insert(key)) {
            return Err(Stopped::Repeats);
        }
        let (nodes, from) = (self.limits.nodes(), self.moves.len());
        self.game.candidates(state, self.goal, &mut self.moves);
        self.depth += 1;
        let answer = match self.game.looks_ahead() {
            true => self.children_looking_ahead(state, limit, from),
            false => self.children(state, limit, from),
        };
        self.depth -= 1;
        self.moves.truncate(from);
        let answer = answer?;
        if watched {
            self.path.remove(&key);
        }
        self.table.put(key, self.limits.nodes() - nodes, |before| {
            before.map(Bounds::from_word).unwrap_or_default().join(answer, limit).word()
        });
        Ok(answer)
    }

    fn children(&mut self, state: &G::State, limit: u8, from: usize) -> Result<Option<u8>, Stopped> {
        let mut tally = Tally { wants: self.game.mover(state) == self.goal.side, longest: 0 };
        let count = self.moves.len() - from;
        self.killers_first(from);
        for turn in 0..count {
            let at = from + (turn + self.thread) % count;
            let (next, plies) = self.game.next(state, &self.moves[at]);
            let answer = match left(limit, plies) {
                Some(left) => self.solve(&next, left)?,
                None => None,
            };
            if let Some(decided) = tally.decided(answer, plies) {
                self.remember(at);
                return Ok(decided);
            }
        }
        Ok(tally.undecided())
    }

    /// The same, with a look at all children before one is searched.
    fn children_looking_ahead(
        &mut self,
        state: &G::State,
        limit: u8,
        from: usize,
    ) -> Result<Option<u8>, Stopped> {
        let mut tally = Tally { wants: self.game.mover(state) == self.goal.side, longest: 0 };
        self.killers_first(from);
        let open = self.ahead.len();
        for at in from..self.moves.len() {
            self.limits.count(1);
            let (state, plies) = self.game.next(state, &self.moves[at]);
            let mut key = 0;
            let answer = match left(limit, plies) {
                None => Some(None),
                Some(left) => self.glance(&state, left).or_else(|| {
                    key = self.game.key(&state, self.goal);
                    self.known(key, left)
                }),
            };
            match answer {
                None => self.ahead.push(Child { state, key, plies, at }),
                Some(answer) => {
                    if let Some(decided) = tally.decided(answer, plies) {
                        self.ahead.truncate(open);
                        self.remember(at);
                        return Ok(decided);
                    }
                }
            }
        }
        let count = self.ahead.len() - open;
        for turn in 0..count {
            let Child { state, key, plies, at } = self.ahead[open + (turn + self.thread) % count].clone();
            let answer = match left(limit, plies) {
                Some(left) => self.solve_open(&state, key, left)?,
                None => None,
            };
            if let Some(decided) = tally.decided(answer, plies) {
                self.ahead.truncate(open);
                self.remember(at);
                return Ok(decided);
            }
        }
        self.ahead.truncate(open);
        Ok(tally.undecided())
    }

    /// Puts the moves that decided last at this depth before the others.
    fn killers_first(&mut self, from: usize) {
        if self.game.well_ordered() {
            return;
        }
        self.killers.resize(self.killers.len().max(self.depth + 1), Vec::new());
        let mut front = from;
        for killer in &self.killers[self.depth] {
            if let Some(at) = self.moves[front..].iter().position(|mv| mv == killer) {
                self.moves[front..=front + at].rotate_right(1);
                front += 1;
            }
        }
    }

    fn remember(&mut self, at: usize) {
        if self.game.well_ordered() {
            return;
        }
        let mv = self.moves[at].clone();
        let killers = &mut self.killers[self.depth];
        killers.retain(|k| *k != mv);
        killers.insert(0, mv);
        killers.truncate(KILLERS);
    }
}

/// The plies left after a move, if there are so many.
fn left(limit: u8, plies: u8) -> Option<u8> {
    if limit == UNLIMITED { Some(limit) } else { limit.checked_sub(plies) }
}

/// What the children of a state say together.
struct Tally {
    /// The side to move wants the goal.
    wants: bool,
    longest: u8,
}

impl Tally {
    /// The answer, if one more child decides it.
    fn decided(&mut self, answer: Option<u8>, plies: u8) -> Option<Option<u8>> {
        // In a very long game `UNLIMITED` stands for any number of plies.
        let answer = answer.map(|p| p.saturating_add(plies).min(UNLIMITED));
        self.longest = self.longest.max(answer.unwrap_or(0));
        (answer.is_some() == self.wants).then_some(answer)
    }

    /// The answer if no child decided it.
    fn undecided(self) -> Option<u8> {
        (!self.wants).then_some(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_what_they_imply() {
        let known = Bounds::default().join(Some(9), UNLIMITED).join(None, 4).join(Some(7), 8).join(None, 0);
        assert_eq!(known, Bounds { reached_within: Some(7), missed_within: Some(4) });
        assert_eq!(Bounds::from_word(known.word()), known);
        assert_eq!([known.answer(4), known.answer(6), known.answer(7)], [Some(None), None, Some(Some(7))]);
        let never = Bounds::default().join(None, UNLIMITED);
        assert!((0..=UNLIMITED).all(|limit| never.answer(limit) == Some(None)));
    }
}
