//! The searches of the papers, as they describe them.
//!
//! Depth first, one thread, a fixed order of moves, no folding by symmetry. The
//! answer and the number of nodes below a position then depend on the position
//! alone, so both can be remembered: nodes come out as if every subtree had been
//! searched again, which is how the Otrio paper counts, and what the paper on
//! quantum tic-tac-toe did.
//!
//! Memory: a map of everything met, up to a number of positions; after that
//! nothing new is remembered and only time grows.

use std::collections::HashMap;
use std::str::FromStr;
use std::time::Instant;

use kaiketsu_game::Turn;
use serde::Serialize;

use crate::{Certifiable, Goal, Provable, Prover};

/// The order of moves of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    /// Ordering 1 of the paper on quantum tic-tac-toe: by number.
    One,
    /// Ordering 2: corners, centre, edges.
    Two,
    /// Ordering 3: centre, corners, edges.
    Three,
    /// The scores of the Otrio paper.
    Paper,
}

impl FromStr for Ordering {
    type Err = UnknownOrdering;

    fn from_str(text: &str) -> Result<Self, UnknownOrdering> {
        match text {
            "1" => Ok(Ordering::One),
            "2" => Ok(Ordering::Two),
            "3" => Ok(Ordering::Three),
            "paper" => Ok(Ordering::Paper),
            _ => Err(UnknownOrdering(text.into())),
        }
    }
}

/// A text that names no published ordering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no ordering: 1, 2 or 3 for quantum tic-tac-toe, `paper` for Otrio, or `default`")]
pub struct UnknownOrdering(pub String);

/// A game with a published search.
pub trait Published: Certifiable
where
    Self::Position: Ord,
{
    /// Whether the ordering belongs to this game.
    fn has_ordering(&self, ordering: Ordering) -> bool;

    /// Puts the legal moves of a position into the published order.
    fn arrange(&self, position: &Self::Position, ordering: Ordering, moves: &mut Vec<Self::Move>);

    /// Whether the published search calls a position drawn without going on.
    fn given_up(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Whether the published search counts the position a move leads to, given
    /// whether the turn passes. As it stands: every one.
    fn counts(&self, turn_passes: bool) -> bool {
        let _ = turn_passes;
        true
    }
}

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
pub struct PublishedSearch<'g, G: Published>
where
    G::Position: Ord,
{
    game: &'g G,
    goal: Goal,
    ordering: Ordering,
    max_plies: Option<u8>,
    known: HashMap<(G::Position, u8), (bool, u64)>,
    capacity: usize,
    visited: u64,
}

impl<'g, G: Published> PublishedSearch<'g, G>
where
    G::Position: Ord,
{
    /// A search for a goal in an order, within a number of plies if given, that
    /// remembers at most `capacity` positions.
    #[must_use]
    pub fn new(game: &'g G, goal: Goal, ordering: Ordering, max_plies: Option<u8>, capacity: usize) -> Self {
        PublishedSearch { game, goal, ordering, max_plies, known: HashMap::new(), capacity, visited: 0 }
    }

    /// Searches a position. What was remembered before is used and counted.
    pub fn run(&mut self, position: &G::Position) -> PublishedAnswer {
        let began = Instant::now();
        let before = self.visited;
        let (reached, nodes) = self.solve(position, self.max_plies.unwrap_or(u8::MAX));
        let seconds = began.elapsed().as_secs_f64();
        PublishedAnswer { reached, nodes, visited: self.visited - before, seconds }
    }

    /// The answer and the nodes below and including the position.
    fn solve(&mut self, position: &G::Position, plies: u8) -> (bool, u64) {
        if self.game.ending(position).is_some() {
            return (self.game.reached(position, self.goal), 0);
        }
        if plies == 0 && self.max_plies.is_some() || self.game.given_up(position) {
            return (false, 0);
        }
        if let Some(known) = self.known.get(&(position.clone(), plies)) {
            return *known;
        }
        let found = self.children(position, plies);
        if self.known.len() < self.capacity {
            self.known.insert((position.clone(), plies), found);
        }
        found
    }

    /// The answer, and the nodes below.
    fn children(&mut self, position: &G::Position, plies: u8) -> (bool, u64) {
        self.visited += 1;
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        self.game.arrange(position, self.ordering, &mut moves);
        let wants = self.game.side_to_move(position) == self.goal.side;
        let mut nodes = 0;
        for mv in &moves {
            let step = self.game.play(position, mv);
            let left = if self.max_plies.is_some() { plies.saturating_sub(step.plies) } else { plies };
            let (reached, below) = self.solve(&step.position, left);
            nodes += below + u64::from(self.game.counts(step.turn == Turn::Passes));
            if reached == wants {
                return (wants, nodes);
            }
        }
        (!wants, nodes)
    }
}

/// How many turns of the side to move are tried before the position is decided,
/// in a published order. It depends on answers alone, so the prover gives them.
pub fn answers_tried<G>(prover: &Prover<'_, G>, position: &G::Position, goal: Goal, ordering: Ordering) -> u64
where
    G: Provable + Published,
    G::Position: Ord,
{
    fn count<G>(prover: &Prover<'_, G>, position: &G::Position, goal: Goal, ordering: Ordering) -> (bool, u64)
    where
        G: Provable + Published,
        G::Position: Ord,
    {
        let game = prover.game();
        let mover = game.side_to_move(position);
        let wants = mover == goal.side;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
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
                    (prover.settle(&game.state(&step.position, next), goal, None), 1)
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
