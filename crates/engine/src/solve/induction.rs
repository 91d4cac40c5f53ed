//! Backward induction with two bits a position: the Quixo paper's own method.
//!
//! Tanaka et al., "Quixo is solved" (GPW 2020), Algorithms 3 to 5 on top of 1
//! and 2. Per tier:
//!
//! 1. finished games get their value, and the parents of lost ones are won
//!    (Algorithm 3);
//! 2. each tier below is fetched once, alone: lost positions make their
//!    parents won, drawn ones make them *win-or-draw*, after which that tier
//!    is not needed again (Algorithm 4). So two tiers in memory suffice;
//! 3. positions still open whose children inside the tier are all won are
//!    lost, and make their parents won, until nothing changes (Algorithm 5);
//! 4. what remains is drawn.
//!
//! The fixed point is unique, so threads may update it in any order.
//!
//! Time: rounds x open positions x moves. Memory: a quarter byte a position.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use kaiketsu_game::{Code, Outcome, Retrograde, Slot, Tier, Turn};

use crate::parallel;
use crate::solve::{Child, Children, Job, Kernel, Needs, Run, SolveError, TierSolver, TierWriter};

/// The paper's kernel, values only; see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Induction;

/// The state of a position. The first three are the codes of their values.
const OPEN: u64 = 0;
const WIN: u64 = 1;
const LOSS: u64 = 2;
/// Not lost; drawn unless it turns out to be won.
const WIN_OR_DRAW: u64 = 3;

const PER_WORD: usize = 32;

impl<G: Retrograde + ?Sized> Kernel<G> for Induction {
    fn name(&self) -> &'static str {
        "induction"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        // States, the packed result, and the codes of a stretch on their way there.
        let working_bytes = game.size(tier).div_ceil(2) + 2 * game.size(tier);
        Needs { working_bytes, distances: false, passes: 4.0, ..Needs::one_below(game, tier, distances) }
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(solve_tier))
    }
}

fn solve_tier<G: Retrograde + ?Sized>(job: &Job<'_, G>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    let states = States::all_open(job.size());
    job.status("finished games");
    mark_finished(job, &states);
    for below in job.run.game.below(job.tier) {
        job.status(&format!("from {}", job.run.game.tier_name(below)));
        mark_from_below(job, &states, below)?;
    }
    let mut round = 1;
    while find_losses(job, &states)? {
        job.status(&format!("round {round}"));
        round += 1;
    }
    out.push_each(|index| match states.get(index) {
        WIN => Code::win(0),
        LOSS => Code::loss(0),
        _ => Code::DRAW,
    })
}

/// Two bits a position.
struct States(Vec<AtomicU64>);

impl States {
    fn all_open(size: usize) -> Self {
        let words = size.div_ceil(PER_WORD);
        States(std::iter::repeat_with(|| AtomicU64::new(0)).take(words).collect())
    }

    fn get(&self, index: usize) -> u64 {
        self.0[index / PER_WORD].load(Relaxed) >> (index % PER_WORD * 2) & 3
    }

    /// Sets a state if the present one is among those that may become it.
    fn advance(&self, index: usize, state: u64, from: &[u64]) -> bool {
        let shift = index % PER_WORD * 2;
        let step =
            |word: u64| from.contains(&(word >> shift & 3)).then_some(word & !(3 << shift) | state << shift);
        self.0[index / PER_WORD].fetch_update(Relaxed, Relaxed, step).is_ok()
    }

    /// A child shows this outcome to the side to move at `index`.
    fn learn(&self, index: usize, seen: Outcome) {
        match seen {
            Outcome::Win => self.advance(index, WIN, &[OPEN, WIN_OR_DRAW]),
            Outcome::Draw => self.advance(index, WIN_OR_DRAW, &[OPEN]),
            Outcome::Loss => false,
        };
    }
}

/// Runs over all positions of a tier in parallel, a few words of states at a time.
fn for_all_chunks<T: Send>(size: usize, visit: &(dyn Fn(std::ops::Range<usize>) -> T + Sync)) -> Vec<T> {
    let grain = 128 * PER_WORD;
    parallel::map(size.div_ceil(grain), &|chunk| visit(chunk * grain..size.min((chunk + 1) * grain)))
}

/// Algorithm 3.
fn mark_finished<G: Retrograde + ?Sized>(job: &Job<'_, G>, states: &States) {
    for_all_chunks(job.size(), &|range| {
        let mut origins = Vec::new();
        for index in range {
            let slot = Slot { tier: job.tier, index: index as u64 };
            let Some(outcome) = job.run.game.ending(&job.run.game.position(slot)) else { continue };
            let state = match outcome {
                Outcome::Win => WIN,
                Outcome::Loss => LOSS,
                Outcome::Draw => WIN_OR_DRAW, // becomes a draw: nothing makes it won
            };
            states.advance(index, state, &[OPEN]);
            if outcome == Outcome::Draw {
                continue; // tells a parent no more than an open child does
            }
            origins.clear();
            job.run.game.predecessors(slot, job.tier, &mut origins);
            for origin in &origins {
                states.learn(origin.index as usize, origin.turn().view(outcome));
            }
        }
    });
}

/// Algorithm 4.
fn mark_from_below<G: Retrograde + ?Sized>(
    job: &Job<'_, G>,
    states: &States,
    below: Tier,
) -> Result<(), SolveError> {
    let values = job.run.solved.fetch(below)?;
    for_all_chunks(values.len() as usize, &|range| {
        let mut origins = Vec::new();
        for index in range.start as u64..range.end as u64 {
            origins.clear();
            job.run.game.predecessors(Slot { tier: below, index }, job.tier, &mut origins);
            for origin in &origins {
                states.learn(origin.index as usize, origin.turn().view(values.outcome(index)));
            }
        }
    });
    Ok(())
}

/// One round of Algorithm 5; whether anything changed.
fn find_losses<G: Retrograde + ?Sized>(job: &Job<'_, G>, states: &States) -> Result<bool, SolveError> {
    let changed = for_all_chunks(job.size(), &|range| {
        let mut children = Children::new(job.run.game);
        let mut origins = Vec::new();
        let mut changed = false;
        // Beyond the paper: where a side may move twice, a won child can make
        // a position won, so positions that are win-or-draw are looked at too.
        let may_change = |state| state == OPEN || (!job.run.game.alternates() && state == WIN_OR_DRAW);
        for index in range {
            let state = states.get(index);
            if !may_change(state) {
                continue;
            }
            let Ok(children) = children.of(job.tier, index as u64) else { continue };
            if children.is_empty() {
                return Err(job.no_moves(index as u64));
            }
            let inside = |child: &Child| child.position.tier == job.tier;
            let is = |child: &Child, state| states.get(child.position.index as usize) == state;
            let wins = |child: &Child| inside(child) && child.turn == Turn::Stays && is(child, WIN);
            let loses = |child: &Child| {
                let needed = if child.turn == Turn::Passes { WIN } else { LOSS };
                !inside(child) || is(child, needed)
            };
            if children.iter().any(wins) {
                changed |= states.advance(index, WIN, &[OPEN, WIN_OR_DRAW]);
            } else if state == OPEN && children.iter().all(loses) && states.advance(index, LOSS, &[OPEN]) {
                changed = true;
                origins.clear();
                job.run.game.predecessors(
                    Slot { tier: job.tier, index: index as u64 },
                    job.tier,
                    &mut origins,
                );
                for origin in &origins {
                    states.learn(origin.index as usize, origin.turn().view(Outcome::Loss));
                }
            }
        }
        Ok(changed)
    });
    changed.into_iter().try_fold(false, |some, changed| Ok(some | changed?))
}
