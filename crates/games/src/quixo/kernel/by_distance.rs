//! A tier with distances: values first, then round by round.
//!
//! The log of the tier's rounds is needed longer than the tier itself: the tier
//! below reads it round by round. So it lies at the checkpoint of the *next*
//! layer, and goes with that. A log that is missing, or cannot be used, is made
//! again from the file of its tier.

use std::io;
use std::time::Duration;

use kaiketsu_db::{DbError, Memory};
use kaiketsu_engine::solve::{Checkpoint, Job, SolveError, TierWriter};
use kaiketsu_game::{Aim, Game, Tier, Tiered};

use crate::quixo::cubes::distances::Distances;
use crate::quixo::cubes::links::TierLinks;
use crate::quixo::cubes::windows::{Verdict, Windows};
use crate::quixo::cubes::{CubeTier, Shapes};
use crate::quixo::kernel::round_log::{RoundLog, RoundWriter, code};
use crate::quixo::kernel::{CubeSolver, merge};
use crate::{Quixo, QuixoCubes};

/// Tiers with fewer positions are solved in seconds: their rounds are kept in
/// memory and not on disk.
pub(super) const WORTH_SAVING: u64 = 1 << 27;

/// The log of a tier that is solved, for the tier below.
pub(super) struct Solved {
    marks: u32,
    log: RoundLog,
}

impl CubeSolver<'_> {
    pub(super) fn solve_distances(
        &mut self,
        job: &Job<'_, Quixo>,
        out: &mut TierWriter<'_>,
    ) -> Result<(), SolveError> {
        let marks = job.run.game.marks(job.tier);
        let windows = self.windows(marks);
        let above = self.log_above(job)?;
        let links = TierLinks::new(&self.kernel.board, marks);
        let values = self.solve_values(job, &links)?;
        let log = self.play(job, values, links, above.as_ref())?;
        drop(above);
        let failed = |error| failed(&log_place(job, job.tier), "reading back what a round found", error);
        let tell = |share: f64| {
            job.status(&format!("writing: {:.0} %", 100.0 * share));
            job.partly(0.9 + 0.1 * share);
        };
        merge::write(&log, windows, out, &tell, &failed)?;
        self.log = Some(Solved { marks, log });
        Ok(())
    }

    fn windows(&self, marks: u32) -> Windows {
        Windows::new(marks, Shapes::count(&self.kernel.board, marks) as usize, self.kernel.window_chunks)
    }

    /// Whether the rounds of a tier are kept on disk. Those of the last tier
    /// are not: nobody would remove them.
    fn saves(&self, job: &Job<'_, Quixo>, tier: Tier) -> bool {
        let large = job.run.game.size(tier) >= WORTH_SAVING || self.kernel.checkpoint_every == Duration::ZERO;
        large && job.run.game.marks(tier) > 0
    }

    /// Plays all rounds, or those that an earlier run left to play.
    fn play(
        &mut self,
        job: &Job<'_, Quixo>,
        values: CubeTier,
        links: TierLinks,
        above: Option<&RoundLog>,
    ) -> Result<RoundLog, SolveError> {
        let memory = Memory::new();
        let marks = values.marks();
        let saves = self.saves(job, job.tier);
        let place = if saves { log_place(job, job.tier) } else { Checkpoint::new(&memory, 0) };
        let (log, usable) = RoundLog::open(&place, job.run.game, marks, true);
        if let Err(error) = usable {
            job.not_using(&place.part(log.parts()), &error);
        }
        let QuixoCubes { board, processor, window_chunks, .. } = self.kernel;
        let tier = Distances::new(board, values, links, *window_chunks, *processor, &mut self.pool);
        let mut tier = tier.map_err(|cause| job.no_memory(cause))?;
        let writing = |error| failed(&place, "writing what a round found", error);
        let reading = |error| failed(&place, "reading back what a round found", error);
        let every = if saves { self.kernel.checkpoint_every } else { Duration::MAX };
        let mut writer = RoundWriter::after(&log, &place, job.run.game, marks, every);
        let mut plies = log.rounds;
        if plies == 0 {
            job.status("round 0");
            let frames = writer.frames().map_err(writing)?;
            tier.start(&|verdict, window, bytes| frames.add(key(verdict, 0, window), bytes));
            plies = 1;
            Self::end_round(job, &mut writer, plies).map_err(writing)?;
        } else {
            job.status(&format!("going on from a checkpoint at {plies} plies"));
            for earlier in 0..plies {
                tier.replay(|window| log.found(earlier, window)).map_err(reading)?;
            }
            tier.go_on();
            for earlier in 0..plies - 1 {
                self.reveal(job, &mut tier, above, earlier)?;
            }
        }
        let all = tier.left();
        while tier.left() > 0 {
            self.reveal(job, &mut tier, above, plies - 1)?;
            if !tier.has_changed() && above.is_none_or(|above| above.rounds <= plies) {
                return Err(SolveError::LeftOver {
                    game: job.run.game.id(),
                    tier: job.name(),
                    positions: tier.left(),
                    plies,
                });
            }
            job.status(&format!("round {plies}"));
            job.partly(0.1 + 0.8 * (all - tier.left()) as f64 / all as f64);
            let frames = writer.frames().map_err(writing)?;
            tier.round(plies, &|verdict, window, bytes| frames.add(key(verdict, plies, window), bytes));
            plies = job.next_round(plies)?;
            Self::end_round(job, &mut writer, plies).map_err(writing)?;
        }
        if !log.complete {
            writer.finish(plies).map_err(writing)?;
        }
        self.values = Some(tier.finish(&mut self.pool));
        let (log, usable) = RoundLog::open(&place, job.run.game, marks, false);
        usable.map_err(reading)?;
        Ok(log)
    }

    /// After a round: saves it if it is time to.
    fn end_round(job: &Job<'_, Quixo>, writer: &mut RoundWriter<'_>, rounds: u16) -> io::Result<()> {
        if writer.end_round(rounds)? {
            job.run.progress.layer_saved(job.run.game.layer(job.tier));
        }
        Ok(())
    }

    /// Shows a round of the tier above.
    fn reveal(
        &self,
        job: &Job<'_, Quixo>,
        tier: &mut Distances<'_>,
        above: Option<&RoundLog>,
        plies: u16,
    ) -> Result<(), SolveError> {
        let Some(log) = above else { return Ok(()) };
        tier.reveal_above(|window| log.found(plies, window)).map_err(|error| {
            failed(&job.run.checkpoint(job.tier), "reading back what a round found above", error)
        })
    }

    /// The log of the tier above: carried over, as an earlier run left it, or
    /// made again from the tier's file.
    fn log_above(&mut self, job: &Job<'_, Quixo>) -> Result<Option<RoundLog>, SolveError> {
        let marks = job.run.game.marks(job.tier);
        if marks == self.kernel.cells() {
            return Ok(None);
        }
        if let Some(solved) = self.log.take().filter(|solved| solved.marks == marks + 1) {
            return Ok(Some(solved.log));
        }
        let above = Tier(job.tier.0 - 1);
        let memory = Memory::new();
        let saves = self.saves(job, above);
        let place = if saves { log_place(job, above) } else { Checkpoint::new(&memory, 0) };
        let (log, usable) = RoundLog::open(&place, job.run.game, marks + 1, true);
        match usable {
            Ok(()) if log.complete => return Ok(Some(log)),
            Ok(()) => {}
            Err(error) => job.not_using(&place.part(log.parts()), &error),
        }
        job.run.progress.status("reading back the distances of the tier above");
        let writing = |error| failed(&place, "writing what a round found", error);
        let file = job.run.finished(above, Aim::Win)?;
        merge::rebuild(&file, self.windows(marks + 1), &place, job.run.game, &writing)?;
        let (log, usable) = RoundLog::open(&place, job.run.game, marks + 1, false);
        usable.map_err(writing)?;
        Ok(Some(log))
    }
}

/// Where the log of a tier lies.
fn log_place<'a>(job: &Job<'a, Quixo>, tier: Tier) -> Checkpoint<'a> {
    job.run.files.checkpoint(job.run.game.layer(tier) + 1)
}

fn key(verdict: Verdict, plies: u16, window: usize) -> (u32, u32) {
    (code(verdict, plies).0.into(), window as u32)
}

fn failed(place: &Checkpoint<'_>, doing: &'static str, source: io::Error) -> SolveError {
    DbError::Io { file: place.describe(), doing, source }.into()
}
