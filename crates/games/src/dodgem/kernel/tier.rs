//! Solving one tier with lanes of some width.

use crate::Dodgem;
use kaiketsu_engine::solve::{Job, SolveError};
use kaiketsu_game::Code;

use super::DodgemRows;
use super::half::{Found, Half};
use super::lane::{Lane, take_greater};
use super::order::StoredOrder;
use super::placements::Placements;

/// Why a tier was not solved with lanes of some width.
pub(super) enum Stop {
    /// A distance does not fit.
    TooNarrow,
    /// Something else went wrong.
    Failed(SolveError),
}

impl From<SolveError> for Stop {
    fn from(error: SolveError) -> Self {
        Stop::Failed(error)
    }
}

impl DodgemRows {
    /// The placements of a pattern.
    pub(super) fn of(&self, pattern: u16) -> &Placements {
        &self.placements[usize::from(pattern)]
    }

    /// Solves a tier; its codes in stored order.
    pub(super) fn solve_with<L: Lane>(&self, job: &Job<'_, Dodgem>) -> Result<Vec<Code>, Stop> {
        let halves = job.run.game.halves(job.tier);
        let make = |&(mover, opponent): &(u16, u16)| {
            let scores = self.scores::<L>(job, mover, opponent)?;
            Ok(Half::new(self.of(mover), self.of(opponent), scores))
        };
        let mut solved = halves.iter().map(make).collect::<Result<Vec<Half<'_, L>>, Stop>>()?;
        play_rounds(&mut solved)?;
        let mut codes = Vec::with_capacity(job.size());
        for ((mover, opponent), half) in halves.into_iter().zip(solved) {
            let (mover, opponent) = (self.of(mover), self.of(opponent));
            let order = StoredOrder::new(&self.words, (mover, 64 * opponent.words()), (opponent, 1));
            let matrix = half.into_codes();
            for (place, endings) in order.runs() {
                let matrix = &matrix[place..];
                codes.extend(endings.iter().map(|ending| Code(matrix[*ending as usize].get() as u16)));
            }
        }
        Ok(codes)
    }

    /// The best that moves into tiers below can do, for the positions with
    /// these patterns.
    fn scores<L: Lane>(&self, job: &Job<'_, Dodgem>, mover: u16, opponent: u16) -> Result<Vec<L>, Stop> {
        let width = 64 * self.of(opponent).words();
        let mut scores = vec![L::default(); self.of(mover).len() * width];
        for rank in 0..job.run.game.side {
            let Some(next) = job.run.game.patterns.advanced(mover, rank) else { continue };
            let after = self.scores_after::<L>(job, next, opponent)?;
            for step in self.of(mover).forward(rank) {
                let row = &mut scores[usize::from(step.origin) * width..][..width];
                take_greater(row, &after[usize::from(step.target) * width..][..width]);
            }
        }
        Ok(scores)
    }

    /// The scores of moves after which the mover has the pattern `moved` and
    /// it is the turn of the opponent: a row for each placement of the mover.
    fn scores_after<L: Lane>(
        &self,
        job: &Job<'_, Dodgem>,
        moved: u16,
        opponent: u16,
    ) -> Result<Vec<L>, Stop> {
        let (tier, slots) = job.run.game.stored(opponent, moved);
        let values = job.run.solved.fetch(tier)?;
        if values.longest() > L::MOST_PLIES {
            return Err(Stop::TooNarrow);
        }
        let by_code: Vec<L> = (0..=Code::loss(values.longest()).0).map(|code| L::score(Code(code))).collect();
        let (moved, opponent) = (self.of(moved), self.of(opponent));
        let width = 64 * opponent.words();
        let mut scores = vec![L::default(); moved.len() * width];
        let order = StoredOrder::new(&self.words, (opponent, 1), (moved, width));
        let mut index = slots.start;
        for (place, endings) in order.runs() {
            let scores = &mut scores[place..];
            for &ending in endings {
                scores[ending as usize] = by_code[usize::from(values.get(index).0)];
                index += 1;
            }
        }
        Ok(scores)
    }
}

/// Round after round, until nothing is left to find.
fn play_rounds<L: Lane>(halves: &mut [Half<'_, L>]) -> Result<(), Stop> {
    let mut found: Vec<Found> = halves.iter().map(|_| Found::default()).collect();
    let mut round = 0;
    loop {
        for (half, found) in halves.iter_mut().zip(&mut found) {
            half.play_round(round, found);
        }
        let news = found.iter().any(|found| !found.is_empty());
        if news && round > L::MOST_PLIES.into() {
            return Err(Stop::TooNarrow);
        }
        // The last half tells the first; a half that is alone tells itself.
        for (half, found) in halves.iter_mut().zip(found.iter_mut().rev()) {
            half.learn(found);
        }
        if news {
            round += 1;
            continue;
        }
        match halves.iter().filter_map(|half| half.next_on_agenda(round)).min() {
            Some(next) => round = next,
            None => return Ok(()),
        }
    }
}
