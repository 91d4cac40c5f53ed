//! Retrograde analysis for games that cannot list predecessors: the moves of
//! the tier are stored backwards.
//!
//! The same rounds as in [`crate::solve::Queue`]. Where that kernel asks the game for
//! the predecessors of a position, this one looks them up. The moves of every
//! position are listed once:
//!
//! ```text
//! moves as they are found -> piles, sorted by ranges of targets -> pages of lists
//!                                     gather.rs                        lists.rs
//! ```
//!
//! An origin is a number of the tier, doubled, and one more if the move keeps
//! the turn. Where memory does not hold ten bytes a move, piles and pages are
//! files beside the layers, removed when the tier is solved.
//!
//! Time: that of `queue`, with the predecessors looked up. Memory: five bytes
//! a position, and if the moves are to stay in memory, ten a move inside the
//! tier and four more a position. A tier in which no move stays stores none.

mod gather;
mod lists;

use std::io::{self, Write};

use kaiketsu_db::{DbError, Source};
use kaiketsu_game::{Tier, Tiered, Turn};

use crate::solve::state::{Inside, State};
use crate::solve::{
    Checkpoint, Child, Children, Job, Kernel, Needs, Run, SolveError, TierSolver, TierWriter,
};
use gather::{Gather, PILE_BYTES};
use lists::Lists;

/// The retrograde kernel with stored predecessors; see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edges;

/// The most positions of a tier: doubled, a number must fit 32 bits.
const MOST: u64 = 1 << 31;

/// Positions looked at to foresee the number of moves.
const SAMPLE: u64 = 256;

/// Bytes a position takes, moves aside: its state, its value, and its share of the piles.
pub(crate) const LEAST_BYTES: u64 = 5;

/// Moves that fill the piles of a small tier, and piles that hold a large one.
const LEAST_ROOM: u64 = 1 << 18;
const RUNS: u64 = 256;

impl<G: Tiered + ?Sized> Kernel<G> for Edges {
    fn name(&self) -> &'static str {
        "edges"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        let size = game.size(tier);
        let piles = PILE_BYTES * room(size * MOVES_FORESEEN).min(size * MOVES_FORESEEN);
        let working_bytes = (LEAST_BYTES - 1) * size + piles;
        Needs { working_bytes, passes: 2.0, ..Needs::all_below(game, tier, distances) }
    }

    /// Moves in memory; their number is foreseen from a sample, with a tenth added.
    fn spare(&self, game: &G, tier: Tier) -> u64 {
        4 * game.size(tier) + 10 * moves_inside(game, tier)
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(solve_tier))
    }
}

/// Moves of a position, where only the size of the piles depends on them.
const MOVES_FORESEEN: u64 = 16;

/// Moves that the piles hold, if there are so many in all.
fn room(moves: u64) -> u64 {
    (moves / RUNS).max(LEAST_ROOM)
}

fn solve_tier<G: Tiered + ?Sized>(job: &Job<'_, G>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    let Run { game, crew, memory, .. } = *job.run;
    if game.size(job.tier) > MOST {
        return Err(SolveError::TierTooLarge {
            game: game.id(),
            tier: game.tier_name(job.tier),
            kernel: Kernel::<G>::name(&Edges).into(),
            most: MOST,
        });
    }
    // Workers may have tiers of their own, and then each keeps its moves.
    let in_memory = Edges.spare(game, job.tier).saturating_mul(crew.workers() as u64) <= memory / 2;
    let files = (!in_memory).then(|| Files::new(job));
    let failed = |error| SolveError::from(Files::new(job).failed(error));
    let below = job.below()?;
    let moves = Gather::new(job.size(), room(game.size(job.tier) * MOVES_FORESEEN) as usize, files.as_ref());
    let put = |parent: u64, children: &[Child]| {
        let inside = children.iter().filter(|child| child.position.tier == job.tier);
        let origin = |child: &Child| 2 * parent as u32 + u32::from(child.turn == Turn::Stays);
        moves.put(inside.map(|child| (child.position.index as u32, origin(child))))
    };
    let state = State::expand(job, &below, Inside::Show(&put))?;
    drop(below);
    job.status("storing moves backwards");
    let runs = moves.finish().map_err(failed)?;
    if runs.count() == 0 {
        return state.settle(job, |_, _| (), out);
    }
    let lists = Lists::new(&runs, files.as_ref()).map_err(failed)?;
    files.as_ref().map_or(Ok(()), |files| files.remove_runs(runs.count()))?;
    drop(runs);
    state.settle(job, |index, origins| lists.origins(index, origins), out)?;
    lists.failure().map_err(failed)?;
    files.as_ref().map_or(Ok(()), Files::remove)
}

/// About how many moves lead from the tier into itself; a little too many.
fn moves_inside<G: Tiered + ?Sized>(game: &G, tier: Tier) -> u64 {
    let size = game.size(tier);
    let sample = size.min(SAMPLE);
    let mut children = Children::new(game);
    let inside = |index| {
        let children = children.of(tier, index).unwrap_or(&[]);
        children.iter().filter(|child| child.position.tier == tier).count() as u64
    };
    let found: u64 = (0..sample).map(|number| number * size / sample).map(inside).sum();
    (found as f64 / sample.max(1) as f64 * size as f64 * 1.1) as u64
}

/// Files for the moves of a tier, beside the layers.
struct Files<'a> {
    place: Checkpoint<'a>,
    /// The number of the first: tiers of a layer may be solved side by side.
    first: u32,
}

impl<'a> Files<'a> {
    fn new<G: Tiered + ?Sized>(job: &Job<'a, G>) -> Self {
        Files { place: job.run.checkpoint(job.tier), first: job.tier.0 << 12 }
    }

    /// Writes a file and opens it. Files may take the place of what a run that
    /// was killed has left.
    fn keep(
        &self,
        number: u32,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Box<dyn Source>> {
        let part = self.place.part(self.first + number);
        let mut sink = part.create()?;
        write(&mut sink)?;
        sink.commit()?;
        part.open()?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Removes the runs; file 0 has what became of them.
    fn remove_runs(&self, runs: u32) -> Result<(), SolveError> {
        (1..=runs).try_for_each(|number| Ok(self.place.part(self.first + number).remove()?))
    }

    fn remove(&self) -> Result<(), SolveError> {
        Ok(self.place.part(self.first).remove()?)
    }

    fn failed(&self, source: io::Error) -> DbError {
        DbError::Io { file: self.place.describe(), doing: "storing moves", source }
    }
}
