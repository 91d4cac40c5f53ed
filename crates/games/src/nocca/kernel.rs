//! NOCCA x NOCCA, matrix by matrix.
//!
//! The stored order of the game cuts the board into a near part, a middle and
//! a far part. All positions with the same middle are a *unit*, and inside it
//! the positions with the same pieces in each part are a *matrix*: a row for
//! each near part, a column for each far part. A move changes one part, or two
//! that touch; so it takes whole rows to whole rows, or whole columns to whole
//! columns, and no position is ranked.
//!
//! ```text
//! move inside ...   reads in the child matrix (far x near)
//! far part          rows at the new far part        as they are
//! middle            the same rows, in another unit  as they are
//! middle - far      rows at the new far part there  as they are
//! near part         columns at the new near part    transposed
//! near - middle     the same in another unit        transposed
//! ```
//!
//! 1. *Planes.* One bit for every quiet position (the mover cannot step into
//!    the goal at once) and value: wins and losses. Units are folded by the
//!    mirror; the image of a row is the row with neighbouring bits exchanged,
//!    because images have neighbouring numbers.
//! 2. *Rounds.* Odd rounds read losses and write wins, even rounds read wins
//!    and write losses; so threads cannot disturb the result, and the round is
//!    the distance (`rounds`, `evaluate`). Round 0 finds the positions without
//!    a move. Units and matrices none of whose children changed are left alone.
//! 3. *Files.* What a round finds goes into a file of its own (`round_file`).
//!    These files are the checkpoint, and they hold what the planes do not:
//!    the distances. When nothing more is found, they are merged into the
//!    stored order, unit by unit (`merge`).
//!
//! Memory: two bits a quiet position (9.4 GB for 5 x 6), and about 160 bytes
//! for each arrangement of the near part. Disk: the files of the rounds take
//! about as much as the layer, until it is finished.

mod bits;
mod evaluate;
mod layout;
mod merge;
mod middle;
mod reach;
mod round_file;
mod rounds;
mod scanner;
mod stuck;
mod tables;
mod view;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::Nocca;
use kaiketsu_db::{DbError, Memory};
use kaiketsu_engine::solve::{
    Checkpoint, Job, Kernel, Needs, Progress, Run, SolveError, TierSolver, TierWriter,
};
use kaiketsu_game::{Code, Tier, Tiered};

use layout::Layout;
use round_file::{RoundFile, RoundWriter};
use rounds::Rounds;

pub use scanner::NoccaScanner;

/// The kernel for NOCCA x NOCCA on any board, with distances.
///
/// ```
/// use kaiketsu_db::Memory;
/// use kaiketsu_games::Nocca;
/// use kaiketsu_games::NoccaMatrices;
/// use kaiketsu_engine::solve::{Options, Silent, solve};
///
/// let game = Nocca::new(3, 3);
/// let options = Options { threads: 1, memory: 1 << 30, distances: true, layers: None };
/// let solution = solve(&game, &NoccaMatrices::default(), &Memory::new(), &options, &Silent)?;
/// assert_eq!(solution.manifest.layers[0].longest, Some(12));
/// # Ok::<(), kaiketsu_engine::solve::SolveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoccaMatrices {
    worth_saving: u64,
}

impl Default for NoccaMatrices {
    fn default() -> Self {
        NoccaMatrices { worth_saving: WORTH_SAVING }
    }
}

impl NoccaMatrices {
    /// The same kernel, but the rounds of every board are saved.
    #[must_use]
    pub fn saving_always(self) -> Self {
        NoccaMatrices { worth_saving: 0 }
    }
}

impl Kernel<Nocca> for NoccaMatrices {
    fn name(&self) -> &'static str {
        "matrices"
    }

    fn beats_the_rules(&self) -> bool {
        true
    }

    fn needs(&self, game: &Nocca, _: Tier, _: bool) -> Needs {
        let working_bytes = Rounds::bytes(game) + BUFFERS.min(2 * game.won_at_once().start);
        Needs { working_bytes, below_bytes: 0, fetches: false, distances: true, passes: 0.1 }
    }

    fn start<'a>(&'a self, run: &Run<'a, Nocca>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(|job, out| self.solve_tier(job, out)))
    }
}

/// Boards with fewer quiet positions are solved in seconds. Nobody resumes
/// that, so the rounds are kept in memory.
const WORTH_SAVING: u64 = 100_000_000;

/// The files of the rounds on boards that are not worth saving, and what the
/// merging holds.
const BUFFERS: u64 = 256 << 20;

impl NoccaMatrices {
    fn solve_tier(&self, job: &Job<'_, Nocca>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
        let memory = Memory::new();
        let saves = job.run.game.won_at_once().start >= self.worth_saving;
        let place = if saves { job.run.checkpoint(job.tier) } else { Checkpoint::new(&memory, 0) };
        merge::write(job, &play(job, &place, saves)?, out)
    }
}

/// Plays all rounds, or those that an earlier run left to play.
fn play(job: &Job<'_, Nocca>, place: &Checkpoint<'_>, saves: bool) -> Result<Vec<RoundFile>, SolveError> {
    let mut files = earlier_rounds(job, place);
    if files.len() > 2 && files.last().is_some_and(|file| file.frames().is_empty()) {
        return Ok(files); // only the merging is left
    }
    job.run.progress.status("tables");
    let mut rounds = Rounds::new(job.run.game).map_err(|cause| job.no_memory(cause))?;
    merge::restore(job, &files, &mut rounds)?;
    loop {
        let round = rounds.next;
        let part = place.part(round.into());
        let sink = part.create().map_err(|error| failed(&part, "making the file", error))?;
        let recorder = Recorder {
            writer: RoundWriter::new(sink, job.run.game, round)
                .map_err(|error| failed(&part, "writing the header", error))?,
            progress: job.run.progress,
            words: rounds.layout.words,
            positions: job.size() as u64,
            done: AtomicUsize::new(0),
        };
        let more = rounds.play(&recorder);
        recorder.writer.commit().map_err(|error| failed(&part, "writing a round", error))?;
        let file = opened(job, &part, round).and_then(|file| file.ok_or(io::ErrorKind::NotFound.into()));
        files.push(file.map_err(|error| failed(&part, "reading back a round", error))?);
        if saves {
            job.run.progress.layer_saved(job.run.game.layer(job.tier));
        }
        if !more {
            return Ok(files);
        }
        job.next_round(round)?;
    }
}

/// The rounds that an earlier run finished, up to the first that is missing
/// or cannot be used.
fn earlier_rounds(job: &Job<'_, Nocca>, place: &Checkpoint<'_>) -> Vec<RoundFile> {
    let (mut files, layout) = (Vec::new(), Layout::new(job.run.game));
    for round in 0..Code::MAX_PLIES {
        let part = place.part(round.into());
        // Looked at in full: what comes after a damaged round is played again.
        let file = opened(job, &part, round)
            .and_then(|file| file.map(|file| merge::check(&layout, &file).map(|()| file)).transpose());
        match file {
            Ok(Some(file)) => files.push(file),
            Ok(None) => break,
            Err(error) => {
                job.not_using(&part, &error);
                break;
            }
        }
    }
    files
}

/// The file of a round, if there is one.
fn opened(job: &Job<'_, Nocca>, part: &Checkpoint<'_>, round: u16) -> io::Result<Option<RoundFile>> {
    part.open()?.map(|source| RoundFile::open(source, job.run.game, round)).transpose()
}

fn failed(part: &Checkpoint<'_>, doing: &'static str, source: io::Error) -> SolveError {
    DbError::Io { file: part.describe(), doing, source }.into()
}

/// Writes what a round finds, and tells how far it is.
struct Recorder<'a> {
    writer: RoundWriter,
    progress: &'a dyn Progress,
    words: usize,
    /// Positions of the tier.
    positions: u64,
    done: AtomicUsize,
}

/// About the share of the work that the rounds are; the rest is writing.
const PLAYING: f64 = 0.88;

/// The share of the rounds that is played after so many of them. Nobody knows how
/// many there will be, but later ones have less to look at: on the boards from 5x3
/// to 5x6 about a quarter of the time is gone after 4 rounds, half after 10 and
/// nine tenths after 30.
fn played(rounds: f64) -> f64 {
    1.0 - (-rounds / 14.0).exp()
}

impl Recorder<'_> {
    /// So many more words of a plane have been looked at.
    fn looked_at(&self, round: u16, words: usize) {
        let before = self.done.fetch_add(words, Relaxed);
        let percent = |done: usize| 100 * done / self.words.max(1);
        if before == 0 || percent(before) != percent(before + words) {
            self.progress.status(&format!("round {round}: {} %", percent(before + words)));
            let share = (before + words) as f64 / self.words.max(1) as f64;
            let share = PLAYING * played(f64::from(round) + share);
            self.progress.partly((share * self.positions as f64) as u64);
        }
    }
}
