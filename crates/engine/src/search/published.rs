//! The searches of the papers, as they describe them.
//!
//! Depth first, one thread, a fixed order of moves, no folding by symmetry. The
//! answer and the number of nodes below a position then depend on the position
//! alone, so both can be remembered: nodes come out as if every subtree had been
//! searched again, which is how the Otrio paper counts, and what the paper on
//! quantum tic-tac-toe did.
//!
//! Memory: a map of everything met. Without it the searches would not end in
//! any reasonable time, so one that needs more than it may use stops.

use std::collections::HashMap;
use std::time::Instant;

use kaiketsu_game::Turn;
use serde::Serialize;

use crate::search::{Goal, Ordering, Provable, Prover, Published};

/// What a published search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PublishedAnswer {
    /// Whether the goal is reached.
    pub reached: bool,
    /// Nodes as the paper counts them.
    pub nodes: u64,
    /// Positions really looked at.
    pub visited: u64,
    /// Seconds on the clock.
    pub seconds: f64,
}

/// A published search and what it remembers.
pub struct PublishedSearch<'g, G: Published> {
    game: &'g G,
    goal: Goal,
    ordering: Ordering,
    max_plies: Option<u8>,
    known: HashMap<(G::Position, u8), (bool, u64)>,
    capacity: usize,
    memory: usize,
    visited: u64,
}

/// A published search met more positions than its memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the published search has met {positions} positions, which is all that {} MiB hold; \
     allow it more memory, or ask about a later position",
    memory >> 20
)]
pub struct OutOfMemory {
    /// How many it could remember.
    pub positions: usize,
    /// The bytes it could use.
    pub memory: usize,
}

impl<'g, G: Published> PublishedSearch<'g, G> {
    /// A search for a goal in an order, within a number of plies if given, that
    /// uses at most `memory` bytes.
    #[must_use]
    pub fn new(game: &'g G, goal: Goal, ordering: Ordering, max_plies: Option<u8>, memory: usize) -> Self {
        // A map doubles when it is 7/8 full and then holds old and new entries.
        let entry = 1 + size_of::<((G::Position, u8), (bool, u64))>();
        let buckets = (memory / (2 * entry)).max(2);
        let capacity = (1 << buckets.ilog2()) / 8 * 7;
        PublishedSearch {
            game,
            goal,
            ordering,
            max_plies,
            known: HashMap::new(),
            capacity,
            memory,
            visited: 0,
        }
    }

    /// Searches a position. What was remembered before is used and counted.
    pub fn run(&mut self, position: &G::Position) -> Result<PublishedAnswer, OutOfMemory> {
        let began = Instant::now();
        let before = self.visited;
        let (reached, nodes) = self.solve(position, self.max_plies.unwrap_or(u8::MAX))?;
        let seconds = began.elapsed().as_secs_f64();
        Ok(PublishedAnswer { reached, nodes, visited: self.visited - before, seconds })
    }

    /// The answer and the nodes below and including the position.
    fn solve(&mut self, position: &G::Position, plies: u8) -> Result<(bool, u64), OutOfMemory> {
        if self.game.ending(position).is_some() {
            return Ok((self.game.reached(position, self.goal), 0));
        }
        if plies == 0 && self.max_plies.is_some() || self.game.given_up(position) {
            return Ok((false, 0));
        }
        if let Some(known) = self.known.get(&(position.clone(), plies)) {
            return Ok(*known);
        }
        let found = self.children(position, plies)?;
        if self.known.len() >= self.capacity {
            return Err(OutOfMemory { positions: self.capacity, memory: self.memory });
        }
        self.known.insert((position.clone(), plies), found);
        Ok(found)
    }

    /// The answer, and the nodes below.
    fn children(&mut self, position: &G::Position, plies: u8) -> Result<(bool, u64), OutOfMemory> {
        self.visited += 1;
        let mut moves = self.game.legal_moves(position);
        self.game.arrange(position, self.ordering, &mut moves);
        let wants = self.game.side_to_move(position) == self.goal.side;
        let mut nodes = 0;
        for mv in &moves {
            let step = self.game.play(position, mv);
            let left = if self.max_plies.is_some() { plies.saturating_sub(step.plies) } else { plies };
            let (reached, below) = self.solve(&step.position, left)?;
            nodes += below + u64::from(self.game.counts(step.turn == Turn::Passes));
            if reached == wants {
                return Ok((wants, nodes));
            }
        }
        Ok((!wants, nodes))
    }
}

/// How many turns of the side to move are tried before the position is decided,
/// in a published order. It depends on answers alone, so the prover gives them.
pub fn answers_tried<G>(prover: &Prover<G>, position: &G::Position, goal: Goal, ordering: Ordering) -> u64
where
    G: Provable + Published,
{
    fn count<G>(prover: &Prover<G>, position: &G::Position, goal: Goal, ordering: Ordering) -> (bool, u64)
    where
        G: Provable + Published,
    {
        let game = prover.game();
        let mover = game.side_to_move(position);
        let wants = mover == goal.side;
        let mut moves = game.legal_moves(position);
        game.arrange(position, ordering, &mut moves);
        let mut tried = 0;
        for mv in &moves {
            let step = game.play(position, mv);
            let (reached, turns) = match step.turn {
                Turn::Stays if game.ending(&step.position).is_none() => {
                    count(prover, &step.position, goal, ordering)
                }
                _ => {
                    let next = game.side_to_move(&step.position);
                    (prover.ask(&step.position, next, goal, None).reached, 1)
                }
            };
            tried += turns;
            if reached == wants {
                return (reached, tried);
            }
        }
        (!wants, tried)
    }
    count(prover, position, goal, ordering).1
}
