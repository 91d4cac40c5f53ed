//! Positions whose keys memory does not hold while they are looked for.
//!
//! A list takes less than half of what the search for it takes. So a game that is
//! cut into stages may be solved although its positions cannot be found in
//! memory: the search goes on in files beside the layers.

use std::sync::Arc;

use kaiketsu_db::Storage;
use kaiketsu_game::Notation;

use super::coding::Packing;
use super::runs::{KeyFiles, STATE};
use super::search::{End, InFiles, Limits, Search};
use super::{EnumerateError, Enumerated, Scheme};
use crate::solve::{Progress, SolveError};

/// A search that memory does not hold, and that can go on in files.
pub(crate) struct Stopped<G: Notation<Position: Ord>>(Search<G, Packing<G>>);

impl<G: Notation<Position: Ord>> Enumerated<G> {
    /// Finds and numbers all positions: in memory as far as that holds them, and
    /// then in files, if they are packed. A search that was ended goes on
    /// from its files. [`Enumerated::remove_search`] removes them.
    pub fn find_beside(
        game: Arc<G>,
        scheme: Scheme<G>,
        limits: Limits,
        storage: &dyn Storage,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        if let Some(found) = Self::find_further(&game, scheme, limits, storage, progress)? {
            return Ok(found);
        }
        match Self::find_or_stop(game, scheme, limits, progress)? {
            Ok(found) => Ok(found),
            Err(stopped) => Self::find_in_files(stopped, limits, storage, progress),
        }
    }

    /// Whether a search was ended that can go on.
    pub(crate) fn has_search(storage: &dyn Storage) -> bool {
        storage.open(STATE).is_ok()
    }

    /// Removes the files of a search, if there are some.
    pub fn remove_search(storage: &dyn Storage) -> Result<(), SolveError> {
        Ok(KeyFiles::new(storage).keep_only(&[])?)
    }

    /// In memory alone; or what was found before memory was full, if it can go on.
    pub(crate) fn find_or_stop(
        game: Arc<G>,
        scheme: Scheme<G>,
        limits: Limits,
        progress: &dyn Progress,
    ) -> Result<Result<Self, Stopped<G>>, EnumerateError> {
        let Some(packing) = scheme.packing else {
            return Self::find(game, scheme, limits, progress).map(Ok);
        };
        let mut search = Search::new(Arc::clone(&game), scheme, packing);
        match search.run(limits, progress)? {
            End::AllFound => Self::of_reached(packing, game, scheme, search.sorted(progress)).map(Ok),
            End::Enough => unreachable!("a search without a limit of positions goes on to the end"),
            End::TooMany => match search.could_be_solved(limits) {
                true => Ok(Err(Stopped(search))),
                false => Err(search.too_many(limits)),
            },
        }
    }

    /// Goes on in files.
    pub(crate) fn find_in_files(
        Stopped(search): Stopped<G>,
        limits: Limits,
        storage: &dyn Storage,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        Self::to_the_end(InFiles::take_over(search, storage)?, limits, progress)
    }

    /// Goes on from the files of a search that was ended, if there are some.
    pub(crate) fn find_further(
        game: &Arc<G>,
        scheme: Scheme<G>,
        limits: Limits,
        storage: &dyn Storage,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, SolveError> {
        let Some(packing) = scheme.packing else { return Ok(None) };
        let search = Search::new(Arc::clone(game), scheme, packing);
        let Some(search) = InFiles::resume(search, storage)? else { return Ok(None) };
        progress.begin(&format!("finding the positions of {}", game.id()), 0);
        Self::to_the_end(search, limits, progress).map(Some)
    }

    fn to_the_end(
        mut search: InFiles<'_, G>,
        limits: Limits,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        search.run(limits, progress)?;
        progress.status("listing positions");
        let (search, lists) = search.lists()?;
        progress.end();
        let (game, scheme, leads) = search.into_parts();
        Ok(Self::of_lists(game, scheme, lists, &leads)?)
    }
}
