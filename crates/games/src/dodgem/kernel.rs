//! Dodgem, row by row.
//!
//! Take the positions in which the mover has pattern X and the opponent
//! pattern Y. Number the placements of either side by themselves: then the
//! positions are a matrix with a row for each placement of the mover and a
//! column for each of the opponent, in which pairs that share a cell are no
//! positions. The mover's move changes his placement only. So it takes a whole
//! row to a whole row of the matrix after it, if that is held with the same
//! columns, that is, transposed; and no position is ranked at all.
//!
//! 1. *What the tiers below say.* A move forward goes from X to a lower
//!    pattern. For each, the values of that tier are put into a matrix of
//!    scores, and each move takes the greater of the scores of two rows,
//!    16 or more positions at a time (`lane`).
//! 2. *Agenda.* Each position is entered once under the round in which those
//!    scores win, or begin to lose (`agenda`).
//! 3. *Rounds.* In round i, positions are won if the agenda says so or a move
//!    along a rank leads to a loss found in round i - 1; and lost if the tiers
//!    below lose within i plies and all moves along ranks lead to wins found
//!    before. These are words of bits, 64 positions at a time; only rows beside
//!    rows with news are looked at (`half`). A round without news is followed
//!    by the next one on the agenda, so gaps between distances do no harm.
//! 4. *Stored order.* The codes are listed in stored order by adding up places
//!    (`order`).
//!
//! If a distance does not fit a byte, the tier is solved once more with two
//! bytes a position.
//!
//! Time: about 20 nanoseconds a position with four pieces. A tier is solved by
//! one thread: layers worth the name have many tiers.
//! Memory: some 20 bytes a position of the tier; half of the pairs of
//! placements are positions.

mod agenda;
mod half;
mod lane;
mod matrix;
mod order;
mod placements;
mod tier;

use crate::Dodgem;
use kaiketsu_engine::solve::{Job, Kernel, Needs, Run, SolveError, TierSolver};
use kaiketsu_game::{Code, Tier};

use order::RowWords;
use placements::Placements;
use tier::Stop;

/// Room for the lists of rows and the tables of the stored order of a tier.
const SMALL_THINGS: u64 = 1 << 20;

/// The kernel for Dodgem with any number of pieces, with distances.
///
/// The positions of a pair of progress patterns are a matrix with a row for
/// each placement of the mover and a column for each of the opponent. A move
/// takes a whole row to a whole row, so positions are answered 16 to 64 at a
/// time, and none is ranked.
///
/// ```
/// use kaiketsu_db::Memory;
/// use kaiketsu_games::Dodgem;
/// use kaiketsu_games::DodgemRows;
/// use kaiketsu_engine::solve::{Options, Silent, solve};
///
/// let game = Dodgem::new(2);
/// let kernel = DodgemRows::new(&game);
/// let options = Options { threads: 1, memory: 1 << 30, distances: true, layers: None };
/// let solution = solve(&game, &kernel, &Memory::new(), &options, &Silent)?;
/// assert_eq!(solution.manifest.layers.iter().filter_map(|layer| layer.longest).max(), Some(22));
/// # Ok::<(), kaiketsu_engine::solve::SolveError>(())
/// ```
#[derive(Debug)]
pub struct DodgemRows {
    /// By the number of the pattern.
    placements: Vec<Placements>,
    words: RowWords,
    table_bytes: u64,
}

impl DodgemRows {
    /// The kernel for a game, and for no other; makes its tables.
    #[must_use]
    pub fn new(game: &Dodgem) -> Self {
        let placements: Vec<_> = game.patterns().map(|pattern| Placements::new(game.side, pattern)).collect();
        let words = RowWords::new(game.side);
        let table_bytes = placements.iter().map(Placements::bytes).sum::<u64>() + words.bytes();
        DodgemRows { placements, words, table_bytes }
    }
}

impl Kernel<Dodgem> for DodgemRows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn beats_the_rules(&self) -> bool {
        true
    }

    fn needs(&self, game: &Dodgem, tier: Tier, distances: bool) -> Needs {
        let mut working_bytes = self.table_bytes + SMALL_THINGS;
        for (mover, opponent) in game.halves(tier) {
            let (_, slots) = game.stored(mover, opponent);
            let positions = slots.end - slots.start;
            let matrix = |mover| 64 * (self.of(mover).len() * self.of(opponent).words()) as u64;
            let after =
                (0..game.side).filter_map(|rank| game.patterns.advanced(mover, rank)).map(matrix).max();
            // Scores of two bytes, here and after a move, and four bits.
            working_bytes += 2 * matrix(mover) + 2 * after.unwrap_or(0) + matrix(mover) / 2;
            // Entries of four bytes: on the agenda, and, in lists that double
            // as they grow, in what a round found; the result as codes and
            // as values.
            working_bytes += (4 + 8 + 4) * positions;
        }
        Needs { working_bytes, passes: 0.05, ..Needs::one_below(game, tier, distances) }
    }

    fn start<'a>(&'a self, run: &Run<'a, Dodgem>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        assert_eq!(run.game.patterns().len(), self.placements.len(), "the kernel is for as many pieces");
        Ok(run.each_tier(|job, out| out.push(&self.codes(job)?)))
    }
}

impl DodgemRows {
    fn codes(&self, job: &Job<'_, Dodgem>) -> Result<Vec<Code>, SolveError> {
        job.run.progress.status(&job.name());
        let narrow = self.solve_with::<u8>(job);
        let solved =
            if matches!(narrow, Err(Stop::TooNarrow)) { self.solve_with::<u16>(job) } else { narrow };
        solved.map_err(|stop| match stop {
            Stop::Failed(error) => error,
            Stop::TooNarrow => job.too_long(),
        })
    }
}
