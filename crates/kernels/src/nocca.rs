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
//! 3. *Stored order.* What a round finds is handed on unit by unit, in stored
//!    order inside the unit. Between rounds, the planes are the whole state.
//!
//! Memory: two bits a quiet position (9.4 GB for 5 x 6), and about 160 bytes
//! for each arrangement of the near part; with the result in memory as here,
//! four bytes a position.
#![deny(unsafe_code)] // but for the call of what is compiled for a processor

mod bits;
mod evaluate;
mod layout;
mod middle;
mod rounds;
mod tables;

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use kaiketsu_game::{Code, Tier, Tiered};
use kaiketsu_games::Nocca;
use kaiketsu_solve::{Job, Kernel, SolveError, TierValues};

pub use layout::{Layout, PlaneUnits};
pub use rounds::{NoccaRecorder, NoccaRounds};

/// The kernel for NOCCA x NOCCA on any board, with distances.
///
/// ```
/// use kaiketsu_db::Memory;
/// use kaiketsu_games::Nocca;
/// use kaiketsu_kernels::NoccaMatrices;
/// use kaiketsu_solve::{Options, Silent, solve};
///
/// let game = Nocca::new(3, 3);
/// let options = Options { threads: 1, memory: 1 << 30, distances: true, layers: None };
/// let solution = solve(&game, &NoccaMatrices, &Memory::new(), &options, &Silent)?;
/// assert_eq!(solution.manifest.layers[0].longest, Some(12));
/// # Ok::<(), kaiketsu_solve::SolveError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoccaMatrices;

impl Kernel<Nocca> for NoccaMatrices {
    fn name(&self) -> &'static str {
        "matrices"
    }

    fn keeps_distances(&self) -> bool {
        true
    }

    fn working_bytes(&self, game: &Nocca, tier: Tier) -> u64 {
        NoccaRounds::bytes(game) + 6 * game.size(tier)
    }

    fn passes(&self) -> f64 {
        0.1
    }

    fn solve(&self, job: &Job<'_, Nocca>) -> Result<TierValues, SolveError> {
        job.progress.status("tables");
        let mut rounds = NoccaRounds::new(job.game);
        let codes = Codes::new(job.game);
        loop {
            job.progress.status(&format!("round {}", rounds.next()));
            if !rounds.play(&codes) {
                break;
            }
            job.next_round(rounds.next())?;
        }
        drop(rounds);
        Ok(codes.values(job.game))
    }
}

/// The codes of the quiet positions in stored order.
struct Codes {
    layout: Layout,
    codes: Vec<AtomicU16>,
}

impl Codes {
    fn new(game: &Nocca) -> Self {
        let quiet = game.won_at_once().start;
        Codes { layout: Layout::new(game), codes: (0..quiet).map(|_| AtomicU16::new(Code::DRAW.0)).collect() }
    }

    fn values(self, game: &Nocca) -> TierValues {
        let mut codes: Vec<Code> = self.codes.into_iter().map(|code| Code(code.into_inner())).collect();
        codes.resize(game.won_at_once().end as usize, Code::win(1));
        codes.push(Code::loss(0)); // the goal
        TierValues::new(&codes)
    }
}

impl NoccaRecorder for Codes {
    fn record(&self, round: u16, class: usize, first_unit: usize, found: &[u64]) {
        let code = if round % 2 == 1 { Code::win(round) } else { Code::loss(round) };
        let units = &self.layout.classes[class];
        for (unit, words) in (first_unit..).zip(found.chunks_exact(units.unit_words)) {
            let first = units.first_slot + unit as u64 * units.slots;
            for (k, &word) in words.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let slot = first + 64 * k as u64 + u64::from(rest.trailing_zeros());
                    self.codes[slot as usize].store(code.0, Relaxed);
                    rest &= rest - 1;
                }
            }
        }
    }
}
