//! The boolean search: depth first, one yes or no per state.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::table::{Knowledge, Table, UNLIMITED};
use crate::{Glance, Goal, Provable};

/// One thread's search.
pub(crate) struct Search<'s, G: Provable> {
    game: &'s G,
    goal: Goal,
    table: &'s Table,
    stop: &'s AtomicBool,
    /// The moves of all states on the path, one after another.
    moves: Vec<G::Move>,
    /// Where this thread starts in a list of moves, so that threads that share
    /// a table do not all do the same.
    thread: usize,
    pub(crate) nodes: u64,
}

/// The search was told to stop before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl<'s, G: Provable> Search<'s, G> {
    pub(crate) fn new(game: &'s G, goal: Goal, table: &'s Table, stop: &'s AtomicBool, thread: usize) -> Self {
        Search { game, goal, table, stop, moves: Vec::new(), thread, nodes: 0 }
    }

    /// The plies within which the goal is reached, if that is within `limit`.
    pub(crate) fn solve(&mut self, state: &G::State, limit: u8) -> Result<Option<u8>, Stopped> {
        self.nodes += 1;
        match self.game.glance(state, self.goal) {
            Glance::Reached(plies) => return Ok((plies <= limit).then_some(plies)),
            Glance::Never => return Ok(None),
            Glance::Open if limit == 0 => return Ok(None),
            Glance::Open => {}
        }
        let key = self.game.key(state, self.goal);
        if let Some(answer) = self.table.get(key).answer(limit) {
            return Ok(answer);
        }
        if self.nodes.is_multiple_of(1 << 10) && self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let nodes = self.nodes;
        let from = self.moves.len();
        self.game.candidates(state, self.goal, &mut self.moves);
        let answer = self.children(state, limit, from);
        self.moves.truncate(from);
        let answer = answer?;
        let knowledge = match answer {
            Some(plies) => Knowledge { reached_within: Some(plies), missed_within: None },
            None => Knowledge { reached_within: None, missed_within: Some(limit) },
        };
        self.table.put(key, knowledge, self.nodes - nodes);
        Ok(answer)
    }

    fn children(&mut self, state: &G::State, limit: u8, from: usize) -> Result<Option<u8>, Stopped> {
        let wants = self.game.mover(state) == self.goal.side;
        let count = self.moves.len() - from;
        let mut longest = 0;
        for turn in 0..count {
            let mv = self.moves[from + (turn + self.thread) % count].clone();
            let (next, plies) = self.game.next(state, &mv);
            let left = if limit == UNLIMITED { limit } else { limit - plies };
            let answer = self.solve(&next, left)?.map(|p| p + plies);
            match answer {
                Some(plies) if wants => return Ok(Some(plies)),
                Some(plies) => longest = longest.max(plies),
                None if wants => {}
                None => return Ok(None),
            }
        }
        Ok((!wants).then_some(longest))
    }
}
