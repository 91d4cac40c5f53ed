//! The kernel `cubes`: colour cubes as a kernel for [`Quixo`].
//!
//! Values alone stream: a tier is solved as two planes of bits, which stay in
//! memory for the next tier and are encoded into the file block by block. With
//! distances a tier is solved layer by layer and handed over as codes.
//!
//! A tier without distances that takes longer than ten minutes is saved
//! between rounds, and every ten minutes again, and a new run goes on from
//! there; see `checkpoint`. A state that cannot be used, or not be saved, is
//! reported and done without.

mod checkpoint;
mod scanner;

use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::Quixo;
use kaiketsu_db::{BLOCK_POSITIONS, DbError, LayerReader, LayerWriter};
use kaiketsu_engine::solve::{Job, Kernel, SolveError, StreamJob, Streaming, TierValues};
use kaiketsu_game::{Code, Game, Tier, Tiered};
use rayon::prelude::*;

pub use scanner::QuixoScanner;

use crate::quixo::cubes::{
    Board, CubeTier, DistanceTier, Ending, Pool, Processor, Progress, Shapes, Unfinished, resume_tier,
    solve_tier,
};

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
    carried: Mutex<Carried>,
}

/// How long a tier is solved before its state is saved, and then again.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(600);

/// What is kept from tier to tier.
#[derive(Debug)]
struct Carried {
    pool: Pool,
    values: Option<CubeTier>,
    distances: Option<DistanceTier>,
}

impl Carried {
    fn nothing(board: &Board) -> Self {
        Carried { pool: roomy_pool(board), values: None, distances: None }
    }
}

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
        let board = Board::new(game.side());
        let carried = Mutex::new(Carried::nothing(&board));
        QuixoCubes { board, processor, checkpoint_every: CHECKPOINT_EVERY, carried }
    }

    /// The same kernel with another time between checkpoints; with none at
    /// all it saves after every round.
    #[must_use]
    pub fn checkpoint_every(self, checkpoint_every: Duration) -> Self {
        QuixoCubes { checkpoint_every, ..self }
    }

    fn cells(&self) -> u32 {
        self.board.cells() as u32
    }

    fn marks(&self, tier: Tier) -> u32 {
        self.cells() - tier.0
    }

    /// The tier above in memory: carried over, or read back from its file.
    fn values_above(
        &self,
        carried: &mut Carried,
        job: &StreamJob<'_, Quixo>,
    ) -> Result<Option<CubeTier>, SolveError> {
        let marks = self.marks(job.tier);
        let held = carried.values.take();
        if marks == self.cells() {
            held.into_iter().for_each(|tier| tier.recycle(&mut carried.pool));
            return Ok(None);
        }
        if let Some(tier) = held {
            if tier.marks() == marks + 1 {
                return Ok(Some(tier));
            }
            tier.recycle(&mut carried.pool);
        }
        job.progress.status("reading back the tier above");
        let file = (job.finished)(Tier(job.tier.0 - 1))?;
        read_back(&self.board, marks + 1, &mut carried.pool, &file)
            .map(Some)
            .map_err(|cause| cause.into_solve_error(job.game, job.tier))
    }
}

/// Bytes of one plane of a tier: at least one chunk of 64 for each shape.
fn plane_bytes(board: &Board, marks: u32) -> u64 {
    if marks > board.cells() as u32 {
        return 0;
    }
    let shapes = Shapes::count(board, marks);
    shapes.max(shapes << marks >> 9) * 64
}

/// A pool each of whose planes will do for any tier.
fn roomy_pool(board: &Board) -> Pool {
    let most = (0..=board.cells() as u32).map(|marks| plane_bytes(board, marks)).max().unwrap_or(0);
    Pool::with_room(most as usize / 64)
}

/// Reads a tier back from its file.
pub(crate) fn read_back(
    board: &Board,
    marks: u32,
    pool: &mut Pool,
    file: &LayerReader,
) -> Result<CubeTier, ReadBack> {
    CubeTier::decode(board, marks, pool, BLOCK_POSITIONS as usize, |first, bytes| {
        Ok(file.read_two_bits(first, bytes)?)
    })
}

/// Why a tier cannot be read back.
#[derive(Debug)]
pub(crate) enum ReadBack {
    Memory(io::Error),
    File(DbError),
}

impl From<io::Error> for ReadBack {
    fn from(error: io::Error) -> Self {
        ReadBack::Memory(error)
    }
}

impl From<DbError> for ReadBack {
    fn from(error: DbError) -> Self {
        ReadBack::File(error)
    }
}

impl ReadBack {
    pub(crate) fn into_solve_error(self, game: &Quixo, tier: Tier) -> SolveError {
        match self {
            ReadBack::Memory(cause) => no_memory(game, tier, cause),
            ReadBack::File(error) => error.into(),
        }
    }
}

fn no_memory(game: &Quixo, tier: Tier, cause: io::Error) -> SolveError {
    SolveError::Allocation { game: game.id(), tier: game.tier_name(tier), cause }
}

impl Kernel<Quixo> for QuixoCubes {
    fn name(&self) -> &'static str {
        "cubes"
    }

    fn keeps_distances(&self) -> bool {
        true
    }

    /// With distances: codes twice, and the layers of this tier and the one
    /// above, which take less than the codes of either.
    fn working_bytes(&self, game: &Quixo, tier: Tier) -> u64 {
        8 * game.size(tier)
    }

    fn passes(&self) -> f64 {
        0.0015
    }

    fn solve(&self, job: &Job<'_, Quixo>) -> Result<TierValues, SolveError> {
        let marks = self.marks(job.tier);
        let mut carried = self.carried.lock().expect("nobody panics with a tier in hand");
        let held = carried.distances.take().filter(|tier| tier.shapes().marks() == marks + 1);
        let above = match held {
            None if marks < self.cells() => {
                let codes = job.solved.fetch(Tier(job.tier.0 - 1))?;
                Some(DistanceTier::from_codes(&self.board, marks + 1, |slot| codes.get(slot).0))
            }
            held => held,
        };
        let tier = DistanceTier::solve(&self.board, marks, above.as_ref(), self.processor);
        let codes: Vec<Code> = tier.codes().into_par_iter().map(Code).collect();
        carried.distances = (marks > 0).then_some(tier);
        Ok(TierValues::new(&codes))
    }

    fn streaming(&self, distances: bool) -> Option<&dyn Streaming<Quixo>> {
        (!distances).then_some(self)
    }
}

impl Streaming<Quixo> for QuixoCubes {
    /// Three planes of the tier, two of the tier above, tables for each shape,
    /// and the blocks under way to the file.
    fn working_bytes(&self, _: &Quixo, tier: Tier) -> u64 {
        let marks = self.marks(tier);
        let tables = 64 * Shapes::count(&self.board, marks);
        let blocks = 4 * (BLOCKS_AT_A_TIME * BLOCK_BYTES) as u64;
        // Planes are used again: each stays as large as the largest tier so far.
        let plane = (marks..=self.cells()).map(|marks| plane_bytes(&self.board, marks)).max().unwrap_or(0);
        5 * plane + tables + blocks
    }

    fn stream(&self, job: &StreamJob<'_, Quixo>, writer: &mut LayerWriter) -> Result<(), SolveError> {
        let name = job.game.tier_name(job.tier);
        let mut carried = self.carried.lock().expect("nobody panics with a tier in hand");
        let tier = self.solve_values(&mut carried, job, &name)?;
        job.progress.status(&format!("{name}: writing"));
        write(&tier, writer)?;
        if tier.marks() == 0 {
            *carried = Carried::nothing(&self.board); // the last tier: give all memory back
        } else {
            carried.values = Some(tier);
        }
        Ok(())
    }
}

impl QuixoCubes {
    /// Solves a tier for values: from its checkpoint, or from the tier above.
    fn solve_values(
        &self,
        carried: &mut Carried,
        job: &StreamJob<'_, Quixo>,
        name: &str,
    ) -> Result<CubeTier, SolveError> {
        let mut saved_at = Instant::now();
        let mut observe = |progress: &Progress<'_>| {
            job.progress.status(&format!("{name}: round {}", progress.round));
            if saved_at.elapsed() >= self.checkpoint_every {
                job.progress.status(&format!("{name}: saving a checkpoint"));
                match checkpoint::save(&job.checkpoint, job.game, progress.state) {
                    Ok(()) => job.progress.layer_saved(job.game.layer(job.tier)),
                    Err(error) => job.progress.status(&format!("{name}: no checkpoint saved: {error}")),
                }
                saved_at = Instant::now();
            }
            ControlFlow::Continue(())
        };
        let ending = match self.saved_state(carried, job, name) {
            Some(state) => resume_tier(&self.board, state, self.processor, &mut carried.pool, &mut observe),
            None => {
                let above = self.values_above(carried, job)?;
                let (marks, pool) = (self.marks(job.tier), &mut carried.pool);
                let ending =
                    solve_tier(&self.board, marks, above.as_ref(), self.processor, pool, &mut observe);
                above.into_iter().for_each(|tier| tier.recycle(pool));
                ending.map_err(|cause| no_memory(job.game, job.tier, cause))?
            }
        };
        match ending {
            Ending::Solved(tier) => Ok(tier),
            Ending::Stopped(_) => unreachable!("the observer stops nothing"),
        }
    }

    /// The state that an earlier run saved, if it can be used.
    fn saved_state(
        &self,
        carried: &mut Carried,
        job: &StreamJob<'_, Quixo>,
        name: &str,
    ) -> Option<Unfinished> {
        let marks = self.marks(job.tier);
        let chunks = plane_bytes(&self.board, marks) as usize / 64;
        match checkpoint::load(&job.checkpoint, job.game, marks, chunks, &mut carried.pool) {
            Ok(None) => None,
            Ok(Some(state)) => {
                job.progress.status(&format!("{name}: going on from a checkpoint"));
                // The tier above has said all that it had to say.
                carried.values.take().into_iter().for_each(|tier| tier.recycle(&mut carried.pool));
                Some(state)
            }
            Err(error) => {
                job.progress.status(&format!("{name}: not using the checkpoint: {error}"));
                None
            }
        }
    }
}

/// Pushes all values of a tier in stored order.
fn write(tier: &CubeTier, writer: &mut LayerWriter) -> Result<(), SolveError> {
    let mut buffer = vec![0; BLOCKS_AT_A_TIME * BLOCK_BYTES];
    let mut first = 0;
    while first < tier.slots() {
        let positions = (tier.slots() - first).min(buffer.len() as u64 * 4);
        let bytes = &mut buffer[..positions.div_ceil(4) as usize];
        bytes.par_chunks_mut(BLOCK_BYTES).enumerate().for_each(|(block, bytes)| {
            tier.encode(first + block as u64 * BLOCK_POSITIONS, bytes);
        });
        writer.push_two_bits(bytes, positions)?;
        first += positions;
    }
    Ok(())
}
