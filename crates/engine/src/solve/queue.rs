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
//! A tier in which no move stays is done once its children have been looked at.
//! How little memory this takes, and in what order it is read, says the module
//! `state`. The kernel [`crate::solve::Edges`] does the same with predecessors
//! it has stored.
//!
//! Time: positions x (moves + predecessors). Memory: two bytes a position, and
//! those of the result.

use kaiketsu_game::{Origin, Retrograde, Slot, Tier};

use crate::solve::state::{Inside, State};
use crate::solve::{CountBy, Job, Kernel, Needs, Run, SolveError, TierSolver, TierValues, TierWriter};

/// CPU seconds of a solve beside those of the trial for forecasts: from 0.6 for
/// connect-four, where no move stays in its tier, to 3.5 for Quixo, and 1.5 in the
/// middle of the eight games in docs/kernels.md.
const PASSES: f64 = 1.5;

/// The retrograde kernel; see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Queue;

impl<G: Retrograde + ?Sized> Kernel<G> for Queue {
    fn name(&self) -> &'static str {
        "queue"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        let size = game.size(tier);
        let working_bytes = 2 * size + TierValues::bytes_at_most(size, distances);
        Needs { working_bytes, passes: PASSES, ..Needs::all_below(game, tier, distances) }
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(solve_tier))
    }
}

fn solve_tier<G: Retrograde + ?Sized>(job: &Job<'_, G>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    let below = job.below()?;
    let by = if job.run.game.once_a_move() { CountBy::Moves } else { CountBy::Slots };
    let state = State::expand(job, &below, Inside::Count(by))?;
    drop(below);
    let predecessors = |index: u64, origins: &mut Vec<Origin>| {
        job.run.game.predecessors(Slot { tier: job.tier, index }, job.tier, origins);
    };
    state.settle(job, predecessors, out)
}
