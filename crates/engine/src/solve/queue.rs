//! Retrograde analysis with child counters, in order of distance.
//!
//! Every position first looks at its children once. What the tiers below say
//! is kept as a *candidate* code, the children inside the tier are counted.
//! Then rounds d = 0, 1, 2, … take the positions whose code has distance d,
//! which is final by then, to their predecessors inside the tier:
//!
//! - where the predecessor is thereby won, its candidate becomes the lesser
//!   of what it was and a win in d + 1;
//! - where the move is a losing one, its counter falls; at zero it is lost,
//!   in d + 1 or later if a child below resists longer.
//!
//! A round only writes distances above d, so threads cannot disturb one
//! another, and whatever they do the least distance wins. The "queue" of
//! pending positions is the array of codes itself: a round reads two bytes a
//! position in order, which is cheaper than keeping lists.
//!
//! The kernel [`crate::solve::Edges`] does the same with predecessors it has stored.
//!
//! Time: positions x (moves + predecessors), and rounds x positions x 2 bytes
//! read. Memory: six bytes a position.

use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering::Relaxed};

use kaiketsu_game::{Code, Origin, Outcome, Retrograde, Slot, Tier, Tiered};
use rayon::prelude::*;

use crate::solve::sweep::{GRAIN, OPEN, push_closed};
use crate::solve::{Below, Child, Children, Job, Kernel, Needs, Run, SolveError, TierSolver, TierWriter};

/// The retrograde kernel; see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Queue;

/// Counter of a position that cannot be lost.
const NEVER_LOST: u16 = u16::MAX;

/// About the share of the work that looking at all children is.
const EXPANDING: f64 = 0.7;

/// What is known of each position of the tier.
pub(crate) struct State {
    /// Final if its distance is at most the round, else a candidate; or `OPEN`.
    codes: Vec<AtomicU16>,
    /// Children inside the tier that are not known to lose.
    hopes: Vec<AtomicU16>,
    /// The distance at which the children below lose at the latest.
    resistance: Vec<AtomicU16>,
}

impl<G: Retrograde + ?Sized> Kernel<G> for Queue {
    fn name(&self) -> &'static str {
        "queue"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        let working_bytes = 6 * game.size(tier);
        Needs { working_bytes, passes: 2.5, ..Needs::all_below(game, tier, distances) }
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(solve_tier))
    }
}

fn solve_tier<G: Retrograde + ?Sized>(job: &Job<'_, G>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    let below = job.below()?;
    let state = State::new(job.size());
    state.expand(job, &below, |_, _| ());
    let predecessors = |index: u64, origins: &mut Vec<Origin>| {
        job.run.game.predecessors(Slot { tier: job.tier, index }, job.tier, origins);
    };
    state.settle(job, predecessors, out)
}

impl State {
    pub(crate) fn new(size: usize) -> Self {
        let zeros = || -> Vec<AtomicU16> { (0..size).into_par_iter().map(|_| AtomicU16::new(0)).collect() };
        State { codes: zeros(), hopes: zeros(), resistance: zeros() }
    }

    /// Looks at the children of every position once, and shows each child
    /// inside the tier to `inside`, with the number of its parent.
    pub(crate) fn expand<G: Tiered + ?Sized>(
        &self,
        job: &Job<'_, G>,
        below: &Below,
        inside: impl Fn(usize, &Child) + Sync,
    ) {
        job.status("counting children");
        let done = AtomicUsize::new(0);
        self.codes.par_chunks(GRAIN).enumerate().for_each(|(chunk, codes)| {
            let mut children = Children::new(job.run.game);
            for index in (chunk * GRAIN..).take(codes.len()) {
                match children.distinct(job.tier, index as u64) {
                    Err(outcome) => self.codes[index].store(Code::ended(outcome).0, Relaxed),
                    Ok(children) => {
                        self.count(job.tier, index, children, below);
                        let within = children.iter().filter(|child| child.position.tier == job.tier);
                        within.for_each(|child| inside(index, child));
                    }
                }
            }
            let done = done.fetch_add(codes.len(), Relaxed) + codes.len();
            job.partly(EXPANDING * done as f64 / self.codes.len() as f64);
        });
    }

    /// Takes values backwards until nothing changes; what is open then is drawn.
    pub(crate) fn settle<G: Tiered + ?Sized>(
        self,
        job: &Job<'_, G>,
        predecessors: impl Fn(u64, &mut Vec<Origin>) + Sync,
        out: &mut TierWriter<'_>,
    ) -> Result<(), SolveError> {
        let (mut round, mut decided) = (0, 0);
        while let Some(more) = self.propagate(&predecessors, round) {
            decided += more;
            round = job.next_round(round)?;
            job.status(&format!("distance {round}, {decided} of {} decided", job.size()));
            job.partly(EXPANDING + (1.0 - EXPANDING) * decided as f64 / job.size() as f64);
        }
        drop((self.hopes, self.resistance, predecessors));
        push_closed(self.codes, out)
    }

    fn count(&self, tier: Tier, index: usize, children: &[Child], below: &Below) {
        let (mut code, mut hopes, mut resistance) = (OPEN, 0, 0);
        for child in children {
            if child.position.tier == tier {
                hopes = u16::saturating_add(hopes, 1);
                continue;
            }
            let seen = child.code_before(below.get(child.position));
            match seen.outcome() {
                Outcome::Win => code = code.min(seen.0),
                Outcome::Loss => resistance = resistance.max(seen.plies()),
                Outcome::Draw => hopes = NEVER_LOST,
            }
        }
        if code == OPEN && hopes == 0 {
            code = Code::loss(resistance).0;
        }
        self.codes[index].store(code, Relaxed);
        self.hopes[index].store(hopes, Relaxed);
        self.resistance[index].store(resistance, Relaxed);
    }

    /// Takes what is decided at distance `round` to the predecessors. How many
    /// positions that were; `None` if nothing is left to take, now or later.
    fn propagate(&self, predecessors: &(impl Fn(u64, &mut Vec<Origin>) + Sync), round: u16) -> Option<usize> {
        let propagate_chunk = |(chunk, codes): (usize, &[AtomicU16])| {
            let mut origins = Vec::new();
            let mut decided = None;
            for (offset, code) in codes.iter().enumerate() {
                let code = code.load(Relaxed);
                if code == OPEN || Code(code).plies() < round || code == Code::DRAW.0 {
                    continue;
                }
                let known = decided.get_or_insert(0);
                if Code(code).plies() > round {
                    continue;
                }
                *known += 1;
                origins.clear();
                predecessors((chunk * GRAIN + offset) as u64, &mut origins);
                for origin in &origins {
                    let seen = origin.turn().view(Code(code).outcome());
                    self.learn(origin.index as usize, seen, round + 1);
                }
            }
            decided
        };
        let sum = |one: Option<usize>, other: Option<usize>| match (one, other) {
            (Some(one), Some(other)) => Some(one + other),
            _ => one.or(other),
        };
        self.codes.par_chunks(GRAIN).enumerate().map(propagate_chunk).reduce(|| None, sum)
    }

    /// A move of this position turns out to win or lose in `plies`.
    fn learn(&self, index: usize, seen: Outcome, plies: u16) {
        if seen == Outcome::Win {
            // Never touches a position that is over or lost: those have no
            // winning move, and `predecessors` lists no finished games.
            self.codes[index].fetch_min(Code::win(plies).0, Relaxed);
        } else if self.hopes[index].load(Relaxed) != NEVER_LOST
            && self.hopes[index].fetch_sub(1, Relaxed) == 1
        {
            let last = plies.max(self.resistance[index].load(Relaxed));
            // If a child below wins, its candidate stands.
            let _ = self.codes[index].compare_exchange(OPEN, Code::loss(last).0, Relaxed, Relaxed);
        }
    }
}
