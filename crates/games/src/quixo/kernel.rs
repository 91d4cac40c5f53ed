//! The kernel `cubes`: colour cubes as a kernel for [`Quixo`].
//!
//! A tier is first solved for values, as two planes of bits, which stay in memory
//! for the next tier. For values alone they are pushed block by block. With
//! distances the tier is then solved once more, strictly by distance; what each
//! round finds goes to a log, which is merged into codes (see `by_distance`).
//!
//! A tier that takes longer than ten minutes is saved between rounds, and
//! every ten minutes again, and a new run goes on from there; see `checkpoint`
//! and `round_log`. A state that cannot be used is reported and done without,
//! and so is one of values that cannot be saved.

mod by_distance;
mod check;
mod checkpoint;
mod count;
mod merge;
mod round_log;
mod scanner;

use std::time::{Duration, Instant};

use crate::Quixo;
use kaiketsu_db::{BLOCK_POSITIONS, LayerReader};
use kaiketsu_engine::solve::{Job, Kernel, Needs, Run, SolveError, TierSolver, TierWriter};
use kaiketsu_game::{Aim, Game, Tier, Tiered};
use kaiketsu_lanes::{CHUNK_BITS, Chunk};
use rayon::prelude::*;

pub use scanner::QuixoScanner;

use crate::quixo::cubes::links::TierLinks;
use crate::quixo::cubes::solve::{resume_with, solve_with};
use crate::quixo::cubes::windows::{WINDOW_CHUNKS, Windows};
use crate::quixo::cubes::{Board, CubeTier, Pool, Processor, Shapes, Unfinished};

/// Solves Quixo by shapes and colourings; see [`crate::quixo::cubes`].
///
/// ```
/// use kaiketsu_db::Memory;
/// use kaiketsu_games::Quixo;
/// use kaiketsu_games::QuixoCubes;
/// use kaiketsu_engine::solve::{Options, Silent, Sweep, solve};
///
/// let game = Quixo::new(3);
/// let options = Options { threads: 2, memory: 1 << 30, distances: false, layers: None };
/// let cubes = solve(&game, &QuixoCubes::new(&game), &Memory::new(), &options, &Silent)?;
/// let sweep = solve(&game, &Sweep, &Memory::new(), &options, &Silent)?;
/// assert_eq!(cubes.manifest, sweep.manifest);
/// # Ok::<(), kaiketsu_engine::solve::SolveError>(())
/// ```
#[derive(Debug)]
pub struct QuixoCubes {
    board: Board,
    processor: Processor,
    checkpoint_every: Duration,
    window_chunks: usize,
}

/// About how often all moves of a position are looked at.
const PASSES: f64 = 0.0015;

/// The same with distances.
const PASSES_WITH_DISTANCES: f64 = 0.04;

/// How long a tier is solved before its state is saved, and then again.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(600);

/// Blocks encoded before they are compressed and written.
const BLOCKS_AT_A_TIME: usize = 512;

const BLOCK_BYTES: usize = BLOCK_POSITIONS as usize / 4;

impl QuixoCubes {
    /// The kernel for a game, with the best instructions of this processor.
    #[must_use]
    pub fn new(game: &Quixo) -> Self {
        Self::with_processor(game, Processor::detect())
    }

    /// The kernel for a game with certain instructions.
    #[must_use]
    pub fn with_processor(game: &Quixo, processor: Processor) -> Self {
        let board = game.board.clone();
        QuixoCubes { board, processor, checkpoint_every: CHECKPOINT_EVERY, window_chunks: WINDOW_CHUNKS }
    }

    /// The same kernel with another time between checkpoints; with none at
    /// all it saves after every round.
    #[must_use]
    pub fn checkpoint_every(self, checkpoint_every: Duration) -> Self {
        QuixoCubes { checkpoint_every, ..self }
    }

    /// The same kernel with windows of about so many chunks: what is looked at in
    /// one go where distances are found. Small ones cut small boards as well.
    #[must_use]
    pub fn windows_of(self, window_chunks: usize) -> Self {
        QuixoCubes { window_chunks, ..self }
    }

    fn cells(&self) -> u32 {
        self.board.cells() as u32
    }

    /// Planes are used again: each stays as large as the largest tier so far.
    fn plane_bytes(&self, marks: u32) -> u64 {
        let largest = (marks..=self.cells()).map(|marks| plane_chunks(&self.board, marks)).max();
        largest.unwrap_or(0) * size_of::<Chunk>() as u64
    }

    /// Four planes of the tier and two of the tier above; tables, flags and links
    /// for each shape; the windows that are merged side by side; and the rounds
    /// of both tiers, or where they are on disk.
    fn needs_with_distances(&self, game: &Quixo, tier: Tier) -> Needs {
        let marks = game.marks(tier);
        let above = (marks + 1).min(self.cells());
        let count = |marks: u32| Shapes::count(&self.board, marks);
        let windows = |marks: u32| Windows::new(marks, 1, self.window_chunks);
        let flags = |marks: u32| count(marks) * windows(marks).layout.flag_words as u64 * 8;
        // Links between shapes of one chunk take twice as much as others.
        let each = if marks as usize <= CHUNK_BITS { 448 } else { 256 };
        let tables = each * count(marks) + 64 * count(above) + 4 * flags(marks) + 2 * flags(above);
        let window = windows(marks).chunks().min(plane_chunks(&self.board, marks) as usize) as u64;
        let window_bytes = window * size_of::<Chunk>() as u64;
        let merging = merge::AT_A_TIME as u64 * 20 * window_bytes;
        let rounds = |marks: u32| match count(marks) << marks {
            small @ ..by_distance::WORTH_SAVING => small,
            large => large / 256, // where each frame is
        };
        let logs = rounds(marks) + rounds(above);
        let working_bytes = 6 * self.plane_bytes(marks) + tables + merging + logs;
        let passes = PASSES_WITH_DISTANCES;
        Needs { working_bytes, below_bytes: 0, fetches: false, distances: true, passes }
    }
}

/// Chunks of one plane of a tier: at least one for each shape.
fn plane_chunks(board: &Board, marks: u32) -> u64 {
    let shapes = Shapes::count(board, marks);
    shapes.max(shapes << marks >> CHUNK_BITS)
}

/// A pool each of whose planes will do for any tier.
fn roomy_pool(board: &Board) -> Pool {
    let most = (0..=board.cells() as u32).map(|marks| plane_chunks(board, marks)).max().unwrap_or(0);
    Pool::with_room(most as usize)
}

/// Reads a tier back from its file.
fn read_back(game: &Quixo, tier: Tier, pool: &mut Pool, file: &LayerReader) -> Result<CubeTier, SolveError> {
    let mut values = CubeTier::new(&game.board, game.marks(tier), pool)
        .map_err(|cause| SolveError::Allocation { game: game.id(), tier: game.tier_name(tier), cause })?;
    values.decode(BLOCK_POSITIONS as usize, |first, bytes| file.read_two_bits(first, bytes))?;
    Ok(values)
}

impl Kernel<Quixo> for QuixoCubes {
    fn name(&self) -> &'static str {
        "cubes"
    }

    fn beats_the_rules(&self) -> bool {
        true
    }

    fn needs(&self, game: &Quixo, tier: Tier, distances: bool) -> Needs {
        if distances {
            return self.needs_with_distances(game, tier);
        }
        // Three planes of the tier, two of the tier above, tables for each
        // shape, and the blocks under way to the file.
        let marks = game.marks(tier);
        let tables = 64 * Shapes::count(&self.board, marks);
        let blocks = 4 * (BLOCKS_AT_A_TIME * BLOCK_BYTES) as u64;
        let working_bytes = 5 * self.plane_bytes(marks) + tables + blocks;
        Needs { working_bytes, below_bytes: 0, fetches: false, distances: true, passes: PASSES }
    }

    fn start<'a>(&'a self, run: &Run<'a, Quixo>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        let pool = roomy_pool(&self.board);
        Ok(Box::new(CubeSolver { kernel: self, run: *run, pool, values: None, log: None }))
    }
}

/// What is kept from tier to tier.
struct CubeSolver<'a> {
    kernel: &'a QuixoCubes,
    run: Run<'a, Quixo>,
    pool: Pool,
    values: Option<CubeTier>,
    log: Option<by_distance::Solved>,
}

impl TierSolver for CubeSolver<'_> {
    fn solve(&mut self, tier: Tier, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
        let run = self.run;
        let job = Job { run: &run, tier };
        if run.distances {
            return self.solve_distances(&job, out);
        }
        let links = TierLinks::new(&self.kernel.board, run.game.marks(tier));
        let tier = self.solve_values(&job, &links)?;
        job.status("writing");
        write(&tier, out)?;
        self.values = Some(tier);
        Ok(())
    }
}

impl CubeSolver<'_> {
    /// Solves a tier for values: from its checkpoint, or from the tier above.
    fn solve_values(&mut self, job: &Job<'_, Quixo>, links: &TierLinks) -> Result<CubeTier, SolveError> {
        let QuixoCubes { board, processor, checkpoint_every, .. } = self.kernel;
        let (run, checkpoint) = (job.run, job.run.checkpoint(job.tier));
        let mut saved_at = Instant::now();
        let mut observe = |round: u32, state: &Unfinished| {
            job.status(&format!("round {round}"));
            if saved_at.elapsed() >= *checkpoint_every {
                job.status("saving a checkpoint");
                match checkpoint::save(&checkpoint, run.game, state) {
                    Ok(()) => run.progress.layer_saved(run.game.layer(job.tier)),
                    Err(error) => job.status(&format!("no checkpoint saved: {error}")),
                }
                saved_at = Instant::now();
            }
        };
        if let Some(state) = self.saved_state(job) {
            return Ok(resume_with(board, links, state, *processor, &mut self.pool, &mut observe));
        }
        let above = self.values_above(job)?;
        let (marks, pool) = (job.run.game.marks(job.tier), &mut self.pool);
        let solved = solve_with(board, links, marks, above.as_ref(), *processor, pool, &mut observe);
        above.into_iter().for_each(|tier| tier.recycle(pool));
        solved.map_err(|cause| job.no_memory(cause))
    }

    /// The state that an earlier run saved, if it can be used.
    fn saved_state(&mut self, job: &Job<'_, Quixo>) -> Option<Unfinished> {
        let marks = job.run.game.marks(job.tier);
        let chunks = plane_chunks(&self.kernel.board, marks) as usize;
        let place = job.run.checkpoint(job.tier);
        match checkpoint::load(&place, job.run.game, marks, chunks, &mut self.pool) {
            Ok(None) => None,
            Ok(Some(state)) => {
                job.status("going on from a checkpoint");
                // The tier above has said all that it had to say.
                self.values.take().into_iter().for_each(|tier| tier.recycle(&mut self.pool));
                Some(state)
            }
            Err(error) => {
                job.not_using(&place, &error);
                None
            }
        }
    }

    /// The tier above in memory: carried over, or read back from its file.
    fn values_above(&mut self, job: &Job<'_, Quixo>) -> Result<Option<CubeTier>, SolveError> {
        let marks = job.run.game.marks(job.tier);
        match self.values.take() {
            Some(tier) if tier.marks() == marks + 1 => return Ok(Some(tier)),
            held => held.into_iter().for_each(|tier| tier.recycle(&mut self.pool)),
        }
        if marks == self.kernel.cells() {
            return Ok(None);
        }
        job.run.progress.status("reading back the tier above");
        let above = Tier(job.tier.0 - 1);
        let file = job.run.finished(above, Aim::Win)?;
        read_back(job.run.game, above, &mut self.pool, &file).map(Some)
    }
}

/// Pushes all values of a tier in stored order.
fn write(tier: &CubeTier, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    let mut buffer = vec![0; BLOCKS_AT_A_TIME * BLOCK_BYTES];
    let mut first = 0;
    while first < tier.slots() {
        let positions = (tier.slots() - first).min(buffer.len() as u64 * 4);
        let bytes = &mut buffer[..positions.div_ceil(4) as usize];
        bytes.par_chunks_mut(BLOCK_BYTES).enumerate().for_each(|(block, bytes)| {
            tier.encode(first + block as u64 * BLOCK_POSITIONS, bytes);
        });
        out.push_two_bits(bytes, positions)?;
        first += positions;
    }
    Ok(())
}
