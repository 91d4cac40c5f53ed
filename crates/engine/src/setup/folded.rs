//! A folded game is a way to solve the game inside it.
//!
//! The [`FoldedGame`] has the positions and moves of the game that it folds, so
//! whoever asks about that game can be answered by the folded one, and a search
//! of the game can stand beside it in one [`super::Setup`].

use std::sync::Arc;

use kaiketsu_db::Storage;
use kaiketsu_game::Notation;

use super::{How, Numbered, Strong, Whole};
use crate::fold::{Foldable, FoldedGame};
use crate::solve::{Plan, Progress, Solution, SolveError};

/// As it is asked about itself.
type Own<'a, G> = &'a dyn Strong<FoldedGame<G>>;

impl<G: Foldable + Notation + 'static> Strong<G> for Numbered<FoldedGame<G>> {
    fn kernels(&self) -> Vec<&'static str> {
        (self as Own<'_, G>).kernels()
    }

    fn keeps_distances(&self, kernel: &str) -> Option<bool> {
        (self as Own<'_, G>).keeps_distances(kernel)
    }

    fn chosen(&self, how: &How) -> Result<&'static str, SolveError> {
        (self as Own<'_, G>).chosen(how)
    }

    fn plan(&self, how: &How) -> Result<Plan, SolveError> {
        (self as Own<'_, G>).plan(how)
    }

    fn check(&self, at: Option<&dyn Storage>, how: &How, progress: &dyn Progress) -> Result<(), SolveError> {
        (self as Own<'_, G>).check(at, how, progress)
    }

    fn solve(&self, at: &dyn Storage, how: &How, progress: &dyn Progress) -> Result<Solution, SolveError> {
        (self as Own<'_, G>).solve(at, how, progress)
    }

    fn open(&self, storage: Arc<dyn Storage>) -> Result<Box<dyn Whole<G>>, SolveError> {
        Ok(Box::new(self.open_typed(storage)?))
    }

    fn reachable(&self, memory: u64, progress: &dyn Progress) -> Result<Option<u64>, SolveError> {
        (self as Own<'_, G>).reachable(memory, progress)
    }
}
