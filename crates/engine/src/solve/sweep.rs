//! The reference kernel: value iteration with distances.
//!
//! Algorithm 6 of Tanaka et al., "Quixo is solved" (GPW 2020), inside one
//! tier: in round i every open position looks at all its children; it becomes
//! a win in i if a child makes it one at exactly that distance, and a loss as
//! soon as all children are decided against it. The paper stops after a round
//! without change. That is too early when distances of the tiers below have
//! gaps, so rounds go on until they exceed every distance known so far.
//!
//! Positions are updated in place. A decision depends only on facts that stay
//! true, and a win in i only on losses decided in earlier rounds, so threads
//! may see each other's updates sooner or later without changing the result.
//!
//! Time: rounds x positions x moves. Memory: two bytes a position.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use kaiketsu_game::{Code, Outcome, Tier, Tiered};

use crate::parallel;
use crate::solve::{Below, Child, Children, Job, Kernel, Needs, Run, SolveError, TierSolver, TierWriter};

/// The reference kernel; see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sweep;

/// Not decided yet; no code has this value.
const OPEN: u16 = u16::MAX;

/// Positions handed to a thread at a time.
pub(crate) const GRAIN: usize = 1 << 12;

impl<G: Tiered + ?Sized> Kernel<G> for Sweep {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        // Codes as atomics, and as they are kept.
        let working_bytes = 4 * game.size(tier);
        Needs { working_bytes, passes: 12.0, ..Needs::all_below(game, tier, distances) }
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(solve_tier))
    }
}

fn solve_tier<G: Tiered + ?Sized>(job: &Job<'_, G>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    let below = job.below()?;
    let codes = all_open(job.size());
    let mut longest = below.longest();
    let mut round = 0;
    loop {
        job.status(&format!("round {round}"));
        let found = sweep_once(job, &below, &codes, round)?;
        longest = longest.max(found.unwrap_or(0));
        if found.is_none() && round > longest {
            break;
        }
        round = job.next_round(round)?;
    }
    push_closed(codes, out)
}

fn all_open(size: usize) -> Vec<AtomicU16> {
    std::iter::repeat_with(|| AtomicU16::new(OPEN)).take(size).collect()
}

/// Pushes the values of a tier in which nothing more can be decided: what is
/// still open is drawn.
fn push_closed(codes: Vec<AtomicU16>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    out.push_each(|index| match codes[index].load(Relaxed) {
        OPEN => Code::DRAW,
        decided => Code(decided),
    })
}

/// One round; the greatest distance decided in it, or `None` without change.
fn sweep_once<G: Tiered + ?Sized>(
    job: &Job<'_, G>,
    below: &Below,
    codes: &[AtomicU16],
    round: u16,
) -> Result<Option<u16>, SolveError> {
    let value_of = |child: &Child| match child.position {
        slot if slot.tier == job.tier => match codes[slot.index as usize].load(Relaxed) {
            OPEN => None,
            code => Some(Code(code)),
        },
        slot => Some(below.get(slot)),
    };
    let sweep_chunk = |chunk: usize| {
        let mut children = Children::new(job.run.game);
        let mut longest = None;
        for (index, code) in codes.iter().enumerate().skip(chunk * GRAIN).take(GRAIN) {
            if code.load(Relaxed) != OPEN {
                continue;
            }
            let decided = match children.of(job.tier, index as u64) {
                Err(outcome) => Some(Code::ended(outcome)),
                Ok([]) => return Err(job.no_moves(index as u64)),
                Ok(children) => decide(children, round, value_of),
            };
            if let Some(decided) = decided {
                code.store(decided.0, Relaxed);
                longest = longest.max(Some(decided.plies()));
            }
        }
        Ok(longest)
    };
    let longest = parallel::try_map(codes.len().div_ceil(GRAIN), &sweep_chunk)?;
    Ok(longest.into_iter().max().flatten())
}

/// What the children say in a round: a win in `round`, a loss, or nothing yet.
fn decide(children: &[Child], round: u16, value_of: impl Fn(&Child) -> Option<Code>) -> Option<Code> {
    let mut longest_loss = Some(0);
    for child in children {
        let seen = value_of(child).map(|code| child.code_before(code));
        match seen.map(|code| (code.outcome(), code.plies())) {
            Some((Outcome::Win, plies)) if plies <= round => return Some(Code::win(plies)),
            Some((Outcome::Loss, plies)) => longest_loss = longest_loss.map(|longest| plies.max(longest)),
            _ => longest_loss = None,
        }
    }
    longest_loss.map(Code::loss)
}
