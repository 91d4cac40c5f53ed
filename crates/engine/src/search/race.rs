//! Both sides' goals at once, where positions repeat.
//!
//! For each side two searches take turns, with twice as many nodes each round.
//! One ([`Forcing`]) ends in every case, but holds all it meets in memory. The
//! other deepens: is the goal forced within one ply, two, three? That is well
//! founded however often positions repeat, and finds what is won soon.
//! What one side reaches the other does not.
//!
//! A round ends when the time is over. If the memory is full and no time was
//! set, the question stays open: deepening alone never shows a draw.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::search::depth_first::{DepthFirst, Stopped, UNLIMITED};
use crate::search::forcing::{Forcing, Progress};
use crate::search::limits::Limits;
use crate::search::{Glance, Goal, Provable, Prover, Side};

/// Nodes of each search in the first round.
const FIRST_ROUND: u64 = 1 << 8;

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// Within so many plies neither side can force the goal it was asked for,
    /// where that is known.
    pub plies: Option<u8>,
    /// Whether it was the memory that did not suffice, not the time.
    pub memory: bool,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.plies {
            write!(f, "nobody forces a win within {plies} plies, and beyond that ")?;
        }
        f.write_str(match self.memory {
            true => "the memory is full of positions that may repeat",
            false => "the time is over",
        })
    }
}

/// The search for one side.
struct Attempt<'s, G: Provable> {
    goal: Goal,
    answer: Option<bool>,
    /// Within so many plies the goal is not reached.
    missed: u8,
    forcing: Forcing<'s, G>,
    full: bool,
}

/// What the race may use.
pub(super) struct Allowed<'s> {
    pub(super) stop: &'s AtomicBool,
    /// Nodes in all.
    pub(super) nodes: u64,
    /// Whether it goes on deepening when the memory is full.
    pub(super) on_and_on: bool,
}

impl<G: Provable> Prover<G> {
    /// Whether each side can win, the first side's answer first; or, if one goal
    /// is wanted, whether each side reaches its like, that one for certain.
    pub(super) fn race(
        &self,
        state: &G::State,
        wanted: Option<Goal>,
        allowed: &Allowed<'_>,
    ) -> Result<[Option<bool>; 2], Undecided> {
        let game = self.game();
        let mut attempts = [Side::First, Side::Second].map(|side| {
            let goal = Goal { side, ..wanted.unwrap_or(Goal::win(side)) };
            let answer = match game.glance(state, goal) {
                Glance::Reached(_) => Some(true),
                Glance::Never => Some(false),
                Glance::Open => None,
            };
            let forcing = Forcing::new(game, goal, state, self.memory() / 4);
            Attempt { goal, answer, missed: 0, forcing, full: false }
        });
        let (mut round, before) = (FIRST_ROUND, self.nodes());
        loop {
            for at in [0, 1] {
                if attempts[at].answer.is_none() {
                    self.round(state, &mut attempts[at], round, allowed.stop);
                }
                if attempts[at].answer == Some(true) {
                    attempts[1 - at].answer = Some(false);
                }
            }
            let answers = [attempts[0].answer, attempts[1].answer];
            let enough = match wanted.map(|goal| goal.side) {
                Some(Side::First) => answers[0].is_some(),
                Some(Side::Second) => answers[1].is_some(),
                None => answers.iter().all(Option::is_some),
            };
            if enough {
                return Ok(answers);
            }
            let open = || attempts.iter().filter(|attempt| attempt.answer.is_none());
            let full = open().all(|attempt| attempt.full);
            let over = allowed.stop.load(Ordering::Relaxed) || self.nodes() - before >= allowed.nodes;
            let deepest = open().all(|attempt| attempt.missed == UNLIMITED - 1);
            if over || full && (deepest || !allowed.on_and_on) {
                return Err(Undecided { plies: open().map(|attempt| attempt.missed).min(), memory: full });
            }
            round *= 2;
        }
    }

    fn round(&self, state: &G::State, attempt: &mut Attempt<'_, G>, nodes: u64, stop: &AtomicBool) {
        if !attempt.full {
            match attempt.forcing.run(&Limits::new(stop, &self.nodes, nodes)) {
                Progress::Answered(reached) => return attempt.answer = Some(reached),
                Progress::Stopped => {}
                Progress::Full => attempt.full = true,
            }
        }
        let limits = Limits::new(stop, &self.nodes, nodes);
        while attempt.missed < UNLIMITED - 1 {
            let mut search = DepthFirst::new(self.game(), attempt.goal, self.bounds(), &limits, 0);
            match search.solve(state, attempt.missed + 1) {
                Ok(Some(_)) => return attempt.answer = Some(true),
                Ok(None) => attempt.missed += 1,
                Err(Stopped::Limit | Stopped::Repeats) => break,
            }
        }
    }
}
