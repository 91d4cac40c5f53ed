//! The kernel `lanes`: ply after ply, the one before in memory.

use kaiketsu_engine::solve::{Kernel, Needs, Run, SolveError, TierSolver, TierWriter};
use kaiketsu_game::{Code, Tier, Tiered};

use super::layers::{code, read};
use super::{Ply, solve_ply};
use crate::quantum_tic_tac_toe::{Grade, QuantumTicTacToe};

/// Solves quantum tic-tac-toe by shapes and colourings, values only; see
/// [`crate::quantum_tic_tac_toe::solution`].
#[derive(Clone, Copy, Debug, Default)]
pub struct QuantumLanes;

impl Kernel<QuantumTicTacToe> for QuantumLanes {
    fn name(&self) -> &'static str {
        "lanes"
    }

    /// A byte a slot of the ply and of the one before.
    fn needs(&self, game: &QuantumTicTacToe, tier: Tier, _: bool) -> Needs {
        let before: u64 = game.below(tier).into_iter().map(|before| game.size(before)).sum();
        let working_bytes = game.size(tier) + before;
        Needs { working_bytes, below_bytes: 0, fetches: false, distances: false, passes: 0.03 }
    }

    fn start<'a>(&'a self, run: &Run<'a, QuantumTicTacToe>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(Box::new(PlySolver { run: *run, before: None }))
    }
}

/// The ply that was solved last.
struct PlySolver<'a> {
    run: Run<'a, QuantumTicTacToe>,
    before: Option<Ply>,
}

impl TierSolver for PlySolver<'_> {
    fn solve(&mut self, tier: Tier, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
        let game = self.run.game;
        let marks = game.marks(tier);
        let held = self.before.take().filter(|ply| ply.numbering.marks == marks + 1);
        let before = match game.below(tier).first() {
            Some(before) if held.is_none() => Some(self.read_back(*before)?),
            _ => held,
        };
        let ply = solve_ply(*game, marks, before.as_ref());
        for aim in game.aims() {
            let codes: [Code; 5] = Grade::ALL.map(|grade| code(marks, *aim, grade));
            out.aim(*aim).push_each(|slot| codes[usize::from(ply.grades[slot])])?;
        }
        self.before = Some(ply);
        Ok(())
    }
}

impl PlySolver<'_> {
    /// Reads a solved ply from its files.
    fn read_back(&self, tier: Tier) -> Result<Ply, SolveError> {
        let aims = self.run.game.aims().iter();
        let files = aims.map(|aim| self.run.finished(tier, *aim)).collect::<Result<Vec<_>, _>>()?;
        Ok(read(self.run.game.numbering(tier).clone(), [&files[0], &files[1]])?)
    }
}
