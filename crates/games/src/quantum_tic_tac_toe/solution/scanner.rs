//! Counts and checks stored plies by lanes.
//!
//! A ply is read back into a byte a slot. To check one, the lanes solve it
//! again from the *stored* values of the next ply; as no play leads back, all
//! plies together leave one solution. Memory: three plies of a byte a slot.

use kaiketsu_engine::solve::{Contradictions, Counted, Progress, Reached, Scanner, SolveError, TierFiles};
use kaiketsu_game::{Game, Tier};

use super::{Ply, layers, solve_ply, statistics};
use crate::quantum_tic_tac_toe::QuantumTicTacToe;

/// Scans databases of quantum tic-tac-toe.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuantumScanner;

fn read(game: &QuantumTicTacToe, tier: Tier, files: &TierFiles<'_>) -> Result<Ply, SolveError> {
    let (value, complete) = (files(tier, 0)?, files(tier, 1)?);
    Ok(layers::read(game.numbering(tier).clone(), [&value, &complete])?)
}

impl Scanner<QuantumTicTacToe> for QuantumScanner {
    fn counts(&self, distances: bool) -> bool {
        !distances
    }

    fn checks(&self, distances: bool) -> bool {
        !distances
    }

    /// Every move adds a mark, so no position comes again.
    fn proves(&self, _: bool) -> bool {
        true
    }

    fn count(
        &self,
        game: &QuantumTicTacToe,
        tier: Tier,
        files: &TierFiles<'_>,
        progress: &dyn Progress,
    ) -> Result<Counted, SolveError> {
        Ok(statistics::of_ply(game, &read(game, tier, files)?, progress))
    }

    /// The positions with eight marks, searched, and the boards of nine.
    fn beyond(&self, game: &QuantumTicTacToe, progress: &dyn Progress) -> Result<Counted, SolveError> {
        Ok(statistics::beyond(game, progress))
    }

    fn reachable(
        &self,
        game: &QuantumTicTacToe,
        _: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Reached<<QuantumTicTacToe as Game>::Position>>, SolveError> {
        Ok(Some(Reached::counted(statistics::reachable(game, progress))))
    }

    fn contradictions(
        &self,
        game: &QuantumTicTacToe,
        tier: Tier,
        files: &TierFiles<'_>,
    ) -> Result<Contradictions, SolveError> {
        let next = tier.0.checked_sub(1).map(|next| read(game, Tier(next), files)).transpose()?;
        let stored = read(game, tier, files)?;
        let expected = solve_ply(*game, game.marks(tier), next.as_ref());
        let wrong = || (0..).zip(stored.grades.iter().zip(&expected.grades)).filter(|(_, (a, b))| a != b);
        Ok(Contradictions { count: wrong().count() as u64, first: wrong().next().map(|(slot, _)| slot) })
    }
}
