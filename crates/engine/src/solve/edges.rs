//! Retrograde analysis for games that cannot list predecessors: the moves of
//! the tier are stored backwards.
//!
//! The same rounds as in [`crate::solve::Queue`]. Where that kernel asks the game for
//! the predecessors of a position, this one looks them up. The moves of every
//! position are listed twice: once to count how many lead to each position,
//! once to write them down. The list is the usual one for sparse graphs:
//!
//! ```text
//! ends      | end of list 0 | end of list 1 | ...     4 bytes a position
//! origins   | list 0 ... | list 1 ... | ...           4 bytes a move inside the tier
//! ```
//!
//! An origin is a number of the tier, doubled, and one more if the move keeps
//! the turn. Ends count from the beginning of a *stretch* of positions, whose
//! own place has 64 bits.
//!
//! Time: that of `queue`, with the children listed twice. Memory: six bytes a
//! position and four a move that stays inside the tier; a tier in which no
//! move stays costs no more than the counts.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use kaiketsu_game::{Origin, Tier, Tiered, Turn};
use rayon::prelude::*;

use crate::solve::state::State;
use crate::solve::sweep::GRAIN;
use crate::solve::{
    Child, Children, Job, Kernel, Needs, Run, SolveError, TierSolver, TierValues, TierWriter,
};

/// The retrograde kernel with stored predecessors; see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edges;

/// Positions whose ends count from the same place.
const STRETCH: usize = 1 << 12;

/// The most positions of a tier: doubled, a number must fit 32 bits.
const MOST: u64 = 1 << 31;

/// Positions looked at to foresee the number of moves.
const SAMPLE: u64 = 64;

impl<G: Tiered + ?Sized> Kernel<G> for Edges {
    fn name(&self) -> &'static str {
        "edges"
    }

    /// The number of moves is foreseen from a sample, with a tenth added.
    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        let size = game.size(tier);
        let working_bytes =
            6 * size + TierValues::bytes_at_most(size, distances) + 4 * moves_inside(game, tier);
        Needs { working_bytes, passes: 3.0, ..Needs::all_below(game, tier, distances) }
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(solve_tier))
    }
}

fn solve_tier<G: Tiered + ?Sized>(job: &Job<'_, G>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    let too_large = || SolveError::TierTooLarge {
        game: job.run.game.id(),
        tier: job.run.game.tier_name(job.tier),
        kernel: Kernel::<G>::name(&Edges).into(),
        most: MOST,
    };
    if job.run.game.size(job.tier) > MOST {
        return Err(too_large());
    }
    let below = job.below()?;
    let mut lists = Lists::new(job.size());
    let state = State::expand(job, &below, Some(&|_, child| lists.count(child)))?;
    drop(below);
    if state.is_cyclic() {
        lists.make_room().ok_or_else(too_large)?;
        lists.fill(job);
    }
    state.settle(job, |index, origins| lists.origins(index, origins), out)
}

/// About how many moves lead from the tier into itself; a little too many.
fn moves_inside<G: Tiered + ?Sized>(game: &G, tier: Tier) -> u64 {
    let size = game.size(tier);
    let sample = size.min(SAMPLE);
    let mut children = Children::new(game);
    let inside = |index| {
        let distinct = children.distinct(tier, index).unwrap_or(&[]);
        distinct.iter().filter(|child| child.position.tier == tier).count() as u64
    };
    let found: u64 = (0..sample).map(|number| number * size / sample).map(inside).sum();
    (found as f64 / sample.max(1) as f64 * size as f64 * 1.1) as u64
}

/// For each position, where moves lead to it from.
struct Lists {
    /// First how many origins a position has, then where its list begins, and
    /// once it is filled where it ends; from the beginning of its stretch.
    ends: Vec<AtomicU32>,
    /// Where the list of the first position of each stretch begins.
    stretches: Vec<u64>,
    origins: Vec<AtomicU32>,
}

impl Lists {
    fn new(size: usize) -> Self {
        let ends = (0..size).into_par_iter().map(|_| AtomicU32::new(0)).collect();
        Lists { ends, stretches: Vec::new(), origins: Vec::new() }
    }

    fn count(&self, child: &Child) {
        self.ends[child.position.index as usize].fetch_add(1, Relaxed);
    }

    /// Turns counts into beginnings. `None` if a stretch has too many moves.
    fn make_room(&mut self) -> Option<()> {
        let mut total = 0;
        for stretch in self.ends.chunks_mut(STRETCH) {
            self.stretches.push(total);
            let mut begin: u32 = 0;
            for end in stretch {
                let count = std::mem::replace(end.get_mut(), begin);
                begin = begin.checked_add(count)?;
            }
            total += u64::from(begin);
        }
        self.origins = (0..total).into_par_iter().map(|_| AtomicU32::new(0)).collect();
        Some(())
    }

    /// Lists all moves again and writes them down.
    fn fill<G: Tiered + ?Sized>(&self, job: &Job<'_, G>) {
        job.status("storing moves backwards");
        (0..job.size().div_ceil(GRAIN)).into_par_iter().for_each(|chunk| {
            let mut children = Children::new(job.run.game);
            for index in chunk * GRAIN..job.size().min((chunk + 1) * GRAIN) {
                let distinct = children.distinct(job.tier, index as u64).unwrap_or(&[]);
                for child in distinct.iter().filter(|child| child.position.tier == job.tier) {
                    self.put(index, child);
                }
            }
        });
    }

    fn put(&self, parent: usize, child: &Child) {
        let index = child.position.index as usize;
        let place = self.stretches[index / STRETCH] + u64::from(self.ends[index].fetch_add(1, Relaxed));
        let origin = 2 * parent as u32 + u32::from(child.turn == Turn::Stays);
        self.origins[place as usize].store(origin, Relaxed);
    }

    fn origins(&self, index: u64, origins: &mut Vec<Origin>) {
        let index = index as usize;
        let end_of = |index: usize| self.ends[index].load(Relaxed) as usize;
        let begin = if index.is_multiple_of(STRETCH) { 0 } else { end_of(index - 1) };
        let stretch = self.stretches[index / STRETCH] as usize;
        let list = &self.origins[stretch + begin..stretch + end_of(index)];
        let read = |origin: u32| Origin { index: (origin / 2).into(), passes: origin.is_multiple_of(2) };
        origins.extend(list.iter().map(|origin| read(origin.load(Relaxed))));
    }
}
