//! Proof-number search, depth first (df-pn): the prover's usual method.
//!
//! Every open state has two numbers: how many states must at least be shown to
//! reach the goal before this one does (its proof number), and how many must be
//! shown not to (its disproof number). With the side that wants the goal to
//! move, the proof number is the least of the children's and the disproof
//! number their sum; with the other side it is the other way round. The search
//! always goes to the state that decides most cheaply and leaves a child when
//! its numbers pass those of its rival by three eighths. All numbers live in the
//! table, so a search that ran out of room does some work again and nothing
//! wrong.
//!
//! Memory besides the table: the children of the states on the path.

use crate::search::limits::Limits;
use crate::search::relaxation::Relaxation;
use crate::search::table::Table;
use crate::search::{Glance, Goal, Provable, Purpose};

/// More than any number that is counted, and the number of what is impossible.
const INFINITE: u32 = 1 << 24;

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const REACHED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const MISSED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    fn decided(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    fn word(self) -> u64 {
        u64::from(self.proof) | u64::from(self.disproof) << 25
    }

    fn from_word(word: u64) -> Self {
        Numbers { proof: word as u32 & 0x1ff_ffff, disproof: (word >> 25) as u32 & 0x1ff_ffff }
    }

    /// The number that the side to move wants small, and the other one.
    fn seen(self, wants: bool) -> (u32, u32) {
        if wants { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    /// The inverse of [`Numbers::seen`].
    fn of(wants: bool, own: u32, other: u32) -> Self {
        if wants { Numbers { proof: own, disproof: other } } else { Numbers { proof: other, disproof: own } }
    }
}

/// The answer that a memory of the table holds.
pub(crate) fn decided(word: u64) -> Option<bool> {
    Numbers::from_word(word).decided()
}

struct Child<S> {
    state: S,
    key: u128,
    numbers: Numbers,
}

/// One thread's search.
pub(crate) struct ProofNumbers<'s, G: Provable> {
    pub(crate) game: &'s G,
    pub(crate) goal: Goal,
    pub(crate) table: &'s Table,
    /// The search of the simpler game.
    pub(crate) relaxation: Relaxation<'s>,
    pub(crate) limits: &'s Limits<'s>,
    /// Threads that share a table guess differently, so that they part.
    pub(crate) thread: u32,
    pub(crate) moves: Vec<G::Move>,
}

impl<G: Provable> ProofNumbers<'_, G> {
    /// Whether the goal is reached; `None` if a limit was exceeded.
    pub(crate) fn solve(&mut self, state: &G::State) -> Option<bool> {
        self.limits.count(1);
        match self.game.glance(state, self.goal) {
            Glance::Reached(_) => return Some(true),
            Glance::Never => return Some(false),
            Glance::Open => {}
        }
        let known = self.table.get(self.game.key(state, self.goal)).and_then(decided);
        known.or_else(|| self.solve_below(state))
    }

    /// Searches below a state whatever the table says of it, until its children
    /// decide it; `None` if a limit was exceeded.
    pub(crate) fn solve_below(&mut self, state: &G::State) -> Option<bool> {
        let key = self.game.key(state, self.goal);
        loop {
            let numbers = self.deepen(state, key, Numbers { proof: INFINITE, disproof: INFINITE });
            if numbers.decided().is_some() || self.limits.exceeded() {
                return numbers.decided();
            }
        }
    }

    /// Searches below a state until one of its numbers reaches its limit.
    fn deepen(&mut self, state: &G::State, key: u128, limit: Numbers) -> Numbers {
        let nodes = self.limits.nodes();
        let wants = self.game.mover(state) == self.goal.side;
        let numbers = match self.expand(state, wants) {
            None => Numbers::of(wants, 0, INFINITE),
            Some(mut children) => self.descend(&mut children, wants, limit),
        };
        self.table.put(key, self.limits.nodes() - nodes, |before| match before.map(Numbers::from_word) {
            // Another thread may know more already.
            Some(known) if known.decided().is_some() => known.word(),
            _ => numbers.word(),
        });
        numbers
    }

    /// The children that are undecided, or `None` if one decides the state in
    /// favour of the side to move.
    fn expand(&mut self, state: &G::State, wants: bool) -> Option<Vec<Child<G::State>>> {
        let from = self.moves.len();
        self.game.candidates(state, self.goal, &mut self.moves);
        let to = self.moves.len();
        let mut children = Vec::with_capacity(to - from);
        let mut decided = false;
        let mut seen = (from < to).then(|| self.see(state, from));
        for at in from..to {
            // What the table knows of a child is on its way while the next one is seen.
            let next = (at + 1 < to).then(|| self.see(state, at + 1));
            let Some(mut child) = std::mem::replace(&mut seen, next) else { break };
            self.limits.count(1);
            if child.numbers.decided().is_none() {
                let known = self.table.get(child.key).map(Numbers::from_word);
                child.numbers = known.unwrap_or_else(|| self.first_look(&child.state, child.key));
            }
            match child.numbers.decided() {
                Some(reached) if reached == wants => {
                    decided = true;
                    break;
                }
                Some(_) => {}
                None => children.push(child),
            }
        }
        self.moves.truncate(from);
        (!decided).then_some(children)
    }

    /// The child of a move at a glance; if it is open, its numbers are not known yet.
    fn see(&self, state: &G::State, at: usize) -> Child<G::State> {
        let (state, _) = self.game.next(state, &self.moves[at]);
        let (key, numbers) = match self.game.glance(&state, self.goal) {
            Glance::Reached(_) => (0, Numbers::REACHED),
            Glance::Never => (0, Numbers::MISSED),
            Glance::Open => {
                let key = self.game.key(&state, self.goal);
                self.table.expect(key);
                (key, Numbers { proof: 1, disproof: 1 })
            }
        };
        Child { state, key, numbers }
    }

    /// The numbers of a state that was not met before.
    fn first_look(&mut self, state: &G::State, key: u128) -> Numbers {
        let budget = self.game.relaxing_budget(state, Purpose::Search);
        if budget > 0
            && let Some(relaxed) = self.game.relaxed(state, self.goal)
        {
            let (answer, cost) = self.relaxation.within(budget, &relaxed);
            self.limits.count(cost);
            if answer == Some(false) {
                return Numbers::MISSED;
            }
        }
        self.guess(state, key)
    }

    fn guess(&self, state: &G::State, key: u128) -> Numbers {
        let (proof, disproof) = self.game.effort(state, self.goal);
        let part =
            if self.thread == 0 { 0 } else { (key as u32).wrapping_mul(0x9e37_79b9) >> 7 & self.thread };
        Numbers { proof: proof.max(1) + part, disproof: disproof.max(1) + part }
    }

    fn descend(&mut self, children: &mut Vec<Child<G::State>>, wants: bool, limit: Numbers) -> Numbers {
        let (own_limit, other_limit) = limit.seen(wants);
        loop {
            let Some(choice) = Choice::among(children, wants) else {
                return Numbers::of(wants, INFINITE, 0);
            };
            let reached_limit = choice.own >= own_limit || choice.sum >= other_limit;
            if reached_limit || self.limits.exceeded() {
                return Numbers::of(wants, choice.own, choice.sum);
            }
            let child = &children[choice.best];
            let rival = choice.rival.saturating_add((3 * choice.rival / 8).max(1)).min(INFINITE);
            let share = (other_limit - choice.sum + child.numbers.seen(wants).1).min(INFINITE);
            let limit = Numbers::of(wants, own_limit.min(rival), share);
            let (state, key) = (child.state.clone(), child.key);
            let numbers = self.deepen(&state, key, limit);
            match numbers.decided() {
                Some(reached) if reached == wants => return Numbers::of(wants, 0, INFINITE),
                Some(_) => drop(children.swap_remove(choice.best)),
                None => children[choice.best].numbers = numbers,
            }
        }
    }
}

/// Where to go on.
struct Choice {
    best: usize,
    /// The number of the best child that the side to move wants small.
    own: u32,
    /// The same of the second best.
    rival: u32,
    /// The sum of the children's other numbers.
    sum: u32,
}

impl Choice {
    fn among<S>(children: &[Child<S>], wants: bool) -> Option<Choice> {
        let mut choice = Choice { best: 0, own: u32::MAX, rival: INFINITE, sum: 0 };
        let mut least_other = u32::MAX;
        for (place, child) in children.iter().enumerate() {
            let (own, other) = child.numbers.seen(wants);
            choice.sum = (choice.sum + other).min(INFINITE - 1);
            if (own, other) < (choice.own, least_other) {
                choice.rival = choice.own.min(INFINITE);
                (choice.best, choice.own, least_other) = (place, own, other);
            } else {
                choice.rival = choice.rival.min(own);
            }
        }
        (!children.is_empty()).then_some(choice)
    }
}
