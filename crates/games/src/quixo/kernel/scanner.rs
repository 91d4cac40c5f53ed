//! Counts and checks whole tiers of Quixo by colour cubes.
//!
//! A tier is read back into two planes of bits. Tiers are checked from the
//! full board on, so the tier just checked is kept: it is the one that the
//! next one's moves lead to. Memory: two planes to count, four to check.
//!
//! A shape that is symmetric in itself stores its colourings as twins. Every
//! slot is checked, but which twin speaks for a child is a matter of choice:
//! where a damaged database has unequal twins, the number of contradictions
//! may differ from that of another pass, though neither finds none.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Quixo;
use kaiketsu_db::LayerReader;
use kaiketsu_engine::solve::{Contradictions, Counted, Progress, Scanner, SolveError, TierFiles};
use kaiketsu_game::{Code, Tier, Tiered};

use crate::quixo::cubes::{Board, ClassCount, CubeTier, Pool, Processor, scan};
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
#[derive(Debug)]
struct ReadTier {
    file: Arc<LayerReader>,
    tier: CubeTier,
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
        let board = Board::new(game.side());
        let held = Mutex::new(Held::new(&board));
        QuixoScanner { board, processor, held }
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

    fn checks(&self, distances: bool) -> bool {
        !distances
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
                    Some(kept) if Arc::ptr_eq(&kept.file, &file) => Some(kept.tier),
                    other => {
                        other.into_iter().for_each(|kept| kept.tier.recycle(pool));
                        Some(read_back(game, above, pool, &file)?)
                    }
                }
            }
        };
        last.take().into_iter().for_each(|kept| kept.tier.recycle(pool));
        let file = files(tier, 0)?;
        let values = read_back(game, tier, pool, &file)?;
        let (count, first) = scan::contradictions(&self.board, &values, above.as_ref(), self.processor);
        above.into_iter().for_each(|tier| tier.recycle(pool));
        *last = Some(ReadTier { file, tier: values });
        if game.marks(tier) == 0 {
            *held = Held::new(&self.board); // the last tier: give all memory back
        }
        Ok(Contradictions { count, first })
    }
}
