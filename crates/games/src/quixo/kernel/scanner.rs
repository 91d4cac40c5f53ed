//! Counts and checks whole tiers of Quixo by colour cubes.
//!
//! A tier is read back into two planes of bits. Tiers are checked from the
//! full board on, so the tier just checked is kept: it is the one that the
//! next one's moves lead to. Memory: two planes to count, four to check, six with
//! distances (see `check`); with distances counting reads block by block.
//!
//! A shape that is symmetric in itself stores its colourings as twins. Every
//! slot is checked, but which twin speaks for a child is a matter of choice:
//! where a damaged database has unequal twins, the number of contradictions
//! may differ from that of another pass, though neither finds none.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Quixo;
use kaiketsu_db::{DbError, LayerReader};
use kaiketsu_engine::solve::{Contradictions, Counted, Progress, Scanner, SolveError, TierFiles};
use kaiketsu_game::{Code, Tier, Tiered};

use crate::quixo::cubes::{Board, ClassCount, CubeTier, Pool, Processor, scan};
use crate::quixo::kernel::check::{self, StoredRounds};
use crate::quixo::kernel::{count, read_back, roomy_pool};

/// Scans databases of Quixo.
#[derive(Debug)]
pub struct QuixoScanner {
    board: Board,
    processor: Processor,
    held: Mutex<Held>,
}

/// What is kept from tier to tier.
#[derive(Debug)]
struct Held {
    pool: Pool,
    last: Option<ReadTier>,
}

/// A tier and the file it was read from, which tells it from the same tier of
/// another database.
struct ReadTier {
    file: Arc<LayerReader>,
    tier: CubeTier,
    /// With distances: the same by distance.
    rounds: Option<StoredRounds>,
}

impl fmt::Debug for ReadTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadTier").field("file", &self.file).finish_non_exhaustive()
    }
}

impl Held {
    fn new(board: &Board) -> Self {
        Held { pool: roomy_pool(board), last: None }
    }
}

impl QuixoScanner {
    /// The scanner for a game, with the best instructions of this processor.
    #[must_use]
    pub fn new(game: &Quixo) -> Self {
        Self::with_processor(game, Processor::detect())
    }

    /// The scanner for a game with certain instructions.
    #[must_use]
    pub fn with_processor(game: &Quixo, processor: Processor) -> Self {
        let board = game.board.clone();
        let held = Mutex::new(Held::new(&board));
        QuixoScanner { board, processor, held }
    }

    /// Reads a tier that the one after it leads to.
    fn read(
        &self,
        game: &Quixo,
        tier: Tier,
        file: Arc<LayerReader>,
        pool: &mut Pool,
    ) -> Result<ReadTier, SolveError> {
        let values = read_back(game, tier, pool, &file)?;
        let rounds = match file.facts().distances {
            true => Some(StoredRounds::new(game, &self.board, game.marks(tier), &file)?),
            false => None,
        };
        Ok(ReadTier { file, tier: values, rounds })
    }

    /// Spare planes are spare planes, also after a panic elsewhere.
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scanner<Quixo> for QuixoScanner {
    fn counts(&self, _: bool) -> bool {
        true
    }

    fn checks(&self, _: bool) -> bool {
        true
    }

    fn count(
        &self,
        game: &Quixo,
        tier: Tier,
        files: &TierFiles<'_>,
        progress: &dyn Progress,
    ) -> Result<Counted, SolveError> {
        let file = files(tier, 0)?;
        if file.facts().distances {
            return count::count(game, &self.board, tier, &file, progress);
        }
        let mut held = self.held();
        let values = read_back(game, tier, &mut held.pool, &file)?;
        let counted =
            Counted::of_classes(values.counts().into_iter().map(|ClassCount { mover, other, counts }| {
                let codes =
                    [(Code::DRAW, counts.draw), (Code::win(0), counts.win), (Code::loss(0), counts.loss)];
                (vec![mover, other], codes)
            }));
        values.recycle(&mut held.pool);
        if game.marks(tier) == 0 {
            *held = Held::new(&self.board); // the last tier: give all memory back
        }
        progress.advance(game.size(tier), false);
        Ok(counted)
    }

    fn contradictions(
        &self,
        game: &Quixo,
        tier: Tier,
        files: &TierFiles<'_>,
    ) -> Result<Contradictions, SolveError> {
        let mut held = self.held();
        let Held { pool, last } = &mut *held;
        let above = match tier.0.checked_sub(1).map(Tier) {
            None => None,
            Some(above) => {
                let file = files(above, 0)?;
                match last.take() {
                    Some(kept) if Arc::ptr_eq(&kept.file, &file) => Some(kept),
                    other => {
                        other.into_iter().for_each(|kept| kept.tier.recycle(pool));
                        Some(self.read(game, above, file, pool)?)
                    }
                }
            }
        };
        last.take().into_iter().for_each(|kept| kept.tier.recycle(pool));
        let file = files(tier, 0)?;
        let values = read_back(game, tier, pool, &file)?;
        let values_above = above.as_ref().map(|above| &above.tier);
        let (count, first) = scan::contradictions(&self.board, &values, values_above, self.processor);
        let found = Contradictions { count, first };
        let mut above_rounds = None;
        above.into_iter().for_each(|above| {
            above_rounds = above.rounds;
            above.tier.recycle(pool);
        });
        let (found, now) = if file.facts().distances && found.count == 0 {
            let rounds = StoredRounds::new(game, &self.board, game.marks(tier), &file)?;
            let (board, above) = (&self.board, above_rounds.as_ref());
            let checked = check::contradictions(board, self.processor, values, &rounds, above, pool);
            let (found, values) = checked.map_err(|source| {
                let file = file.file().to_string();
                SolveError::from(DbError::Io { file, doing: "checking distances", source })
            })?;
            (found, (found.count == 0).then_some(ReadTier { file, tier: values, rounds: Some(rounds) }))
        } else {
            let distances = file.facts().distances;
            (found, (!distances).then_some(ReadTier { file, tier: values, rounds: None }))
        };
        *last = now;
        if game.marks(tier) == 0 {
            *held = Held::new(&self.board); // the last tier: give all memory back
        }
        Ok(found)
    }
}
