//! A game that has rules and text and no more.

use std::sync::{Arc, Mutex, MutexGuard};

use kaiketsu_db::{DbError, POSITIONS_FILE, Storage};
use kaiketsu_game::{Notation, Symmetric};

use super::{ByRules, How, IntoSetup, Numbered, Setup, Strong, Whole};
use crate::SOLVES;
use crate::search::Plain;
use crate::solve::{
    Among, Enumerated, Limits, Plan, Progress, Reached, Scheme, Silent, Solution, SolveError, Stopped, Trial,
};

/// Positions that `plan` looks for before it says that there are more.
const TRIAL: u64 = 1 << 20;

/// The kernels of a game numbered automatically, the preferred one first.
const KERNELS: [&str; 2] = ["edges", "sweep"];

/// A game whose positions are found from the start and numbered in order.
///
/// This suits games of up to about 1e8 reachable positions; all of them are
/// held in memory once they are found. See [`Enumerated`].
///
/// ```
/// use kaiketsu_engine::setup::{FromRules, How, Strong};
/// use kaiketsu_engine::solve::Options;
/// use kaiketsu_game::Game;
/// use kaiketsu_games::TicTacToe;
///
/// let game = FromRules::folded(TicTacToe).staged(|game, position| {
///     let mut empty_cells = Vec::new();
///     game.moves(position, &mut empty_cells);
///     empty_cells.len() as u32
/// });
/// let options = Options { threads: 1, memory: 1 << 30, distances: true, layers: None };
/// let plan = game.plan(&How { kernel: None, options })?;
/// assert_eq!((plan.positions, plan.tiers), (765, 10));
/// # Ok::<(), kaiketsu_engine::solve::SolveError>(())
/// ```
pub struct FromRules<G: Notation<Position: Ord>> {
    game: Arc<G>,
    scheme: Scheme<G>,
    /// The numbered game, once its positions have been found.
    found: Mutex<Option<Found<G>>>,
    /// What a plan saw of very many positions, and the memory it was given: it takes
    /// seconds, and an impatient asker comes again.
    tried: Mutex<Option<(u64, Trial)>>,
    /// A search that memory did not hold, to go on with where there are files.
    stopped: Mutex<Option<Stopped<G>>>,
}

type Found<G> = Arc<Numbered<Enumerated<G>>>;

impl<G: Notation<Position: Ord> + 'static> FromRules<G> {
    /// A game with every position by itself.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        Self::by(game, Scheme::plain())
    }

    fn by(game: impl Into<Arc<G>>, scheme: Scheme<G>) -> Self {
        FromRules {
            game: game.into(),
            scheme: scheme.packed_if_small(),
            found: Mutex::new(None),
            tried: Mutex::new(None),
            stopped: Mutex::new(None),
        }
    }

    /// Cuts the positions into tiers by a number that never rises along a
    /// move; see [`Scheme::staged`].
    #[must_use]
    pub fn staged(mut self, stage: fn(&G, &G::Position) -> u32) -> Self {
        self.scheme = self.scheme.staged(stage);
        self
    }

    /// Packs positions into 64 bits, which takes far less memory; see
    /// [`Scheme::packed`]. Positions that are numbers, or pairs or arrays of
    /// numbers, of at most 64 bits are packed without being told how.
    #[must_use]
    pub fn packed(mut self, pack: fn(&G, &G::Position) -> u64, unpack: fn(&G, u64) -> G::Position) -> Self {
        self.scheme = self.scheme.packed(pack, unpack);
        self
    }

    fn found(&self) -> MutexGuard<'_, Option<Found<G>>> {
        self.found.lock().expect("nobody panics while positions are looked for")
    }

    /// The numbered game: as it was found before, or by a search.
    fn numbered(&self, memory: u64, progress: &dyn Progress) -> Result<Found<G>, SolveError> {
        let mut found = self.found();
        if found.is_none() {
            let limits = Limits::memory(memory);
            *found = Some(covered(Enumerated::find(Arc::clone(&self.game), self.scheme, limits, progress)?));
        }
        Ok(found.clone().expect("found a moment ago"))
    }

    /// The numbered game: as it was found before, or by a search, in files where
    /// memory does not hold it.
    fn numbered_beside(
        &self,
        storage: &dyn Storage,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Found<G>, SolveError> {
        let mut found = self.found();
        if found.is_none() {
            let limits = Limits::memory(memory);
            let stopped = self.stopped.lock().expect("nobody panics with a search in hand").take();
            let numbered = match stopped {
                Some(stopped) => Enumerated::find_in_files(stopped, limits, storage, progress)?,
                None => {
                    let game = Arc::clone(&self.game);
                    Enumerated::find_beside(game, self.scheme, limits, storage, progress)?
                }
            };
            *found = Some(covered(numbered));
        }
        Ok(found.clone().expect("found a moment ago"))
    }

    /// Whether the positions are found, or so many that the search must go on in
    /// files. Another error if that would be for nothing.
    fn found_in_memory(&self, memory: u64, progress: &dyn Progress) -> Result<bool, SolveError> {
        let mut found = self.found();
        if found.is_none() {
            let (game, limits) = (Arc::clone(&self.game), Limits::memory(memory));
            match Enumerated::find_or_stop(game, self.scheme, limits, progress)? {
                Ok(game) => *found = Some(covered(game)),
                Err(stopped) => {
                    *self.stopped.lock().expect("nobody panics with a search in hand") = Some(stopped);
                }
            }
        }
        Ok(found.is_some())
    }

    /// The numbered game by the list in a storage, if it has one.
    fn listed(&self, storage: &dyn Storage, progress: &dyn Progress) -> Result<Option<Found<G>>, SolveError> {
        Ok(Enumerated::load(Arc::clone(&self.game), self.scheme, storage, progress)?.map(covered))
    }
}

/// A numbered game that says which positions it does not cover.
fn covered<G: Notation<Position: Ord> + 'static>(game: Enumerated<G>) -> Found<G> {
    Arc::new(Numbered::new(game).covering(Enumerated::covers))
}

impl<G: Notation<Position: Ord> + Symmetric + 'static> FromRules<G> {
    /// A game with one stored position for all images of a position.
    pub fn folded(game: impl Into<Arc<G>>) -> Self {
        Self::by(game, Scheme::folded())
    }
}

impl<G: Notation<Position: Ord> + 'static> Strong<G> for FromRules<G> {
    fn kernels(&self) -> Vec<&'static str> {
        KERNELS.to_vec()
    }

    fn keeps_distances(&self, kernel: &str) -> Option<bool> {
        KERNELS.contains(&kernel).then_some(true)
    }

    fn chosen(&self, how: &How) -> Result<&'static str, SolveError> {
        let asked = how.kernel.as_deref().unwrap_or(KERNELS[0]);
        KERNELS.into_iter().find(|kernel| *kernel == asked).ok_or_else(|| SolveError::UnknownKernel {
            game: self.game.id(),
            kernel: asked.into(),
            known: KERNELS.join(", "),
        })
    }

    /// Exact if there are few positions; else the least there can be, and how
    /// many the memory given would hold.
    fn plan(&self, how: &How) -> Result<Plan, SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        let kernel = self.chosen(how)?;
        let mut found = self.found();
        if found.is_none() {
            let memory = how.options.memory;
            let mut tried = self.tried.lock().expect("nobody panics with a plan in hand");
            let known = tried.filter(|(held, _)| *held <= memory);
            let limits = Limits { memory, positions: TRIAL };
            let trial = match known {
                Some((_, trial)) => Err(trial),
                None => Enumerated::try_find(Arc::clone(&self.game), self.scheme, limits, &Silent)?,
            };
            match trial {
                Ok(game) => *found = Some(covered(game)),
                Err(trial) => {
                    *tried = Some(known.unwrap_or((memory, trial)));
                    return Ok(Plan::of_trial(self.game.id(), kernel, &how.options, trial));
                }
            }
        }
        Strong::<G>::plan(&**found.as_ref().expect("found a moment ago"), how)
    }

    fn check(
        &self,
        storage: Option<&dyn Storage>,
        how: &How,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        self.chosen(how)?;
        let listed = storage.map(|storage| self.listed(storage, progress)).transpose()?.flatten();
        if listed.is_some() {
            *self.found() = listed;
        } else if storage.is_some_and(Enumerated::<G>::has_search) {
            return Ok(()); // to go on with
        }
        if !self.found_in_memory(how.options.memory, progress)? {
            return Ok(()); // and in files
        }
        Strong::<G>::check(&*self.numbered(how.options.memory, progress)?, storage, how, progress)
    }

    fn solve(
        &self,
        storage: &dyn Storage,
        how: &How,
        progress: &dyn Progress,
    ) -> Result<Solution, SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        self.chosen(how)?;
        let numbered = match self.listed(storage, progress)? {
            Some(listed) => listed,
            None => {
                let numbered = self.numbered_beside(storage, how.options.memory, progress)?;
                Strong::<G>::check(&*numbered, None, how, progress)?;
                numbered.game().save(storage)?;
                numbered
            }
        };
        Enumerated::<G>::remove_search(storage)?;
        Strong::<G>::solve(&*numbered, storage, how, progress)
    }

    fn check_among(&self, _: &How, _: usize) -> Result<(), SolveError> {
        Err(SolveError::NotShareable { game: self.game.id() })
    }

    fn plan_among(&self, _: &How, _: usize) -> Result<Plan, SolveError> {
        Err(SolveError::NotShareable { game: self.game.id() })
    }

    fn solve_among(
        &self,
        _: Among<'_>,
        _: &dyn Storage,
        _: &How,
        _: &dyn Progress,
    ) -> Result<Solution, SolveError> {
        Err(SolveError::NotShareable { game: self.game.id() })
    }

    fn open(&self, storage: Arc<dyn Storage>) -> Result<Box<dyn Whole<G>>, SolveError> {
        kaiketsu_db::Database::open(Arc::clone(&storage))?; // what is not solved shall not be read first
        let file = format!("{}/{POSITIONS_FILE}", storage.describe());
        let listed = self.listed(&*storage, &Silent)?.ok_or(DbError::MissingPositions(file))?;
        Ok(Box::new(listed.open_typed(storage)?))
    }

    fn reachable(
        &self,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Reached<G::Position>>, SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        Strong::<G>::reachable(&*self.numbered(memory, progress)?, memory, progress)
    }
}

impl<G: Notation<Position: Ord> + 'static> IntoSetup for FromRules<G> {
    type Game = G;

    fn into_setup(self) -> Setup<G> {
        let search = ByRules::of(Plain::new(Arc::clone(&self.game)).folded_by(self.scheme.fold()));
        Setup::new(Arc::clone(&self.game)).and_searched(search).and_solved(self)
    }
}
