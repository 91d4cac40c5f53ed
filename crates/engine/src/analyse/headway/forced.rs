//! Forced wins by search, on top of a database that knows values alone.
//!
//! "Forced within d" means that the winner ends the game in his favour after
//! at most d plies, whatever the loser does:
//!
//! ```text
//! winner to move   some move   ends it, or leads to what is forced within d - 1
//! loser to move    every move  ends it, or leads to what is forced within d - 1
//! ```
//!
//! The search is depth first, d = 1, 3, 5, … The last plies are decided by the
//! rules alone. Further from the end the database strikes out the winner's
//! moves that do not keep the win, which is most of them; there one answer of
//! the database spares a whole subtree, near the end it would cost more than
//! it spares.
//!
//! What is found is a fact of the rules, whatever the search was for: that a
//! win is forced within so many plies, or is not. Facts are used by all later
//! searches: going on with a search that ran out of nodes costs little more
//! than never having stopped. They are kept by position, not by slot: a winner
//! who follows a forced win must find the facts of all positions after it, and
//! folding may take those of one image to other slots than those of another.
//!
//! Time: a node plays all moves of its position, in Quixo about a
//! microsecond; answers of the database come on top. Memory: at most a fact
//! per node and an answer per move struck out or not, some tens of bytes each;
//! see [`Forced::forget_misses`].

use std::collections::HashMap;

use kaiketsu_game::{Code, Game, Notation, Outcome, Step, Tiered, Turn};

use crate::analyse::Stored;
use crate::oracle::{Limit, OracleError};

/// From so many plies on, the winner's moves are struck out by the database.
const DATABASE_FROM: u16 = 4;
/// Up to so many plies, searching again is cheaper than looking facts up.
const NO_FACTS_UP_TO: u16 = 2;
/// So many facts are kept before the useless ones are forgotten.
const MOST_FACTS: usize = 4_000_000;

/// The clock is looked at after so many nodes.
const NODES_A_LOOK: u64 = 256;

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Winner,
    Loser,
}

impl Side {
    /// Who moves after a move of this side.
    pub(super) fn after(self, turn: Turn) -> Self {
        match (self, turn) {
            (side, Turn::Stays) => side,
            (Side::Winner, Turn::Passes) => Side::Loser,
            (Side::Loser, Turn::Passes) => Side::Winner,
        }
    }

    /// Whether an outcome for this side is the winner's win.
    fn is_won(self, outcome: Outcome) -> bool {
        match self {
            Side::Winner => outcome == Outcome::Win,
            Side::Loser => outcome == Outcome::Loss,
        }
    }
}

/// What is known of a position with one of the sides to move.
#[derive(Clone, Copy)]
struct Fact {
    /// A win is forced within so many plies.
    within: Option<u16>,
    /// No win is forced within so many plies.
    not_within: u16,
}

/// Why a search has no answer.
pub(super) enum Stop {
    /// The nodes are used up, or the time.
    Nodes,
    /// The database cannot be read.
    Oracle(OracleError),
}

/// The search and what it has found so far.
pub(super) struct Forced<'a, G: Game> {
    stored: &'a Stored<G>,
    facts: HashMap<(G::Position, Side), Fact>,
    /// Which positions the winner still wins, as the database says.
    kept: HashMap<(G::Position, Side), bool>,
    /// Nodes that may still be visited.
    nodes: u64,
    /// When to stop, whatever the nodes.
    pub(super) limit: Limit,
}

impl<'a, G: Tiered + Notation> Forced<'a, G> {
    pub(super) fn new(stored: &'a Stored<G>) -> Self {
        Forced { stored, facts: HashMap::new(), kept: HashMap::new(), nodes: 0, limit: Limit::NONE }
    }

    /// Gives the next searches so many nodes in all.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.nodes = nodes;
        self.forget_misses();
    }

    /// Where the winner's quickest forced move leads, if the nodes suffice to
    /// find one: its place among the moves of the position.
    pub(super) fn winning_move(&mut self, position: &G::Position) -> Result<Option<usize>, OracleError> {
        for plies in (1..=Code::MAX_PLIES).step_by(2) {
            // The winner never overlooks that he can end the game at once.
            self.nodes = self.nodes.max(u64::from(plies == 1));
            match self.search(position, Side::Winner, plies) {
                Ok(true) => break,
                Ok(false) => (),
                Err(Stop::Nodes) => break,
                Err(Stop::Oracle(error)) => return Err(error),
            }
        }
        // Also finds what an earlier search has proved, should this one not
        // have got that far.
        let steps = self.steps(position);
        let proved = |step: &Step<G::Position>| {
            let side = Side::Winner.after(step.turn);
            let within = match self.stored.game().ending(&step.position) {
                Some(outcome) => side.is_won(outcome).then_some(0),
                None => self.within(&step.position, side),
            };
            within.map(|within| within + u16::from(step.plies))
        };
        let proved = steps.iter().enumerate().filter_map(|(place, step)| Some((proved(step)?, place)));
        Ok(proved.min().map(|(_, place)| place))
    }

    /// How many moves of a position are not known to run into a forced win.
    pub(super) fn escapes(&mut self, position: &G::Position, side: Side) -> Result<usize, OracleError> {
        let mut escapes = 0;
        if self.stored.game().ending(position).is_some() {
            return Ok(0);
        }
        for step in self.steps(position) {
            let next = side.after(step.turn);
            if self.stored.game().ending(&step.position).is_some()
                || self.within(&step.position, next).is_some()
            {
                continue;
            }
            // Wins at once are not among the facts.
            self.nodes = self.nodes.max(1);
            match self.search(&step.position, next, 1) {
                Ok(true) => (),
                Ok(false) | Err(Stop::Nodes) => escapes += 1,
                Err(Stop::Oracle(error)) => return Err(error),
            }
        }
        Ok(escapes)
    }

    /// Within how many plies the win is known to be forced.
    pub(super) fn within(&self, position: &G::Position, side: Side) -> Option<u16> {
        self.facts.get(&(position.clone(), side))?.within
    }

    /// Whether the win is forced within so many plies. The game is not over.
    pub(super) fn search(&mut self, position: &G::Position, side: Side, plies: u16) -> Result<bool, Stop> {
        self.nodes = self.nodes.checked_sub(1).ok_or(Stop::Nodes)?;
        if self.nodes.is_multiple_of(NODES_A_LOOK) && self.limit.is_over() {
            return Err(Stop::Nodes);
        }
        if plies > NO_FACTS_UP_TO {
            match self.facts.get(&(position.clone(), side)) {
                Some(fact) if fact.within.is_some_and(|within| within <= plies) => return Ok(true),
                Some(fact) if fact.not_within >= plies => return Ok(false),
                _ => (),
            }
        }
        let forced = self.expand(position, side, plies)?;
        self.note(position, side, plies, forced);
        Ok(forced)
    }

    fn expand(&mut self, position: &G::Position, side: Side, plies: u16) -> Result<bool, Stop> {
        // One step as wished decides for the side to move.
        let decides = side == Side::Winner;
        let mut open = Vec::new();
        for step in self.steps(position) {
            match self.stored.game().ending(&step.position) {
                Some(outcome) if side.after(step.turn).is_won(outcome) == decides => return Ok(decides),
                Some(_) => (),
                None => open.push(step),
            }
        }
        for step in open {
            let left = plies.saturating_sub(step.plies.into());
            let next = side.after(step.turn);
            let forced = left > 0
                && !(decides && plies >= DATABASE_FROM && !self.keeps(&step.position, next)?)
                && self.search(&step.position, next, left)?;
            if forced == decides {
                return Ok(decides);
            }
        }
        Ok(!decides)
    }

    fn note(&mut self, position: &G::Position, side: Side, plies: u16, forced: bool) {
        // In a game that alternates nobody asks for the facts of a winner one
        // ply from the end: they are plain to see, and most positions are such.
        let leaf = side == Side::Winner && plies == 1 && self.stored.game().alternates();
        if leaf || !forced && plies <= NO_FACTS_UP_TO {
            return;
        }
        let key = (position.clone(), side);
        let fact = self.facts.entry(key).or_insert(Fact { within: None, not_within: 0 });
        if forced {
            fact.within = Some(fact.within.map_or(plies, |within| within.min(plies)));
        } else {
            fact.not_within = fact.not_within.max(plies);
        }
    }

    /// Whether the winner still wins, by the database.
    fn keeps(&mut self, position: &G::Position, side: Side) -> Result<bool, Stop> {
        let key = (position.clone(), side);
        if let Some(&kept) = self.kept.get(&key) {
            return Ok(kept);
        }
        let value = self.stored.value_of(position).map_err(|error| Stop::Oracle(error.into()))?;
        let kept = side.is_won(value.outcome);
        self.kept.insert(key, kept);
        Ok(kept)
    }

    fn steps(&self, position: &G::Position) -> Vec<Step<G::Position>> {
        let game = self.stored.game();
        let moves = game.legal_moves(position);
        moves.iter().map(|mv| game.play(position, mv)).collect()
    }

    /// Bounds the memory. What is forced is never forgotten: a winner who
    /// follows it must find it again after every reply.
    fn forget_misses(&mut self) {
        if self.facts.len() > MOST_FACTS {
            self.facts.retain(|_, fact| fact.within.is_some());
        }
        if self.kept.len() > MOST_FACTS {
            self.kept.clear();
        }
    }
}
