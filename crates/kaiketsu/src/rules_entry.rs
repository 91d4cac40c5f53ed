//! From a game that has rules and no numbering to a [`Solvable`].

use std::sync::{Arc, Mutex};

use kaiketsu_db::{DbError, Folder, POSITIONS_FILE};
use kaiketsu_engine::solve::{Enumerated, Limits, Plan, Progress, Scheme, Silent, Solution, SolveError};
use kaiketsu_game::{Notation, Symmetric};

use crate::described::HasRules;
use crate::entry::options;
use crate::journal::{self, LayerTime};
use crate::{Entry, Error, Request, Solvable, Solved, Store};

/// Positions that `plan` looks for before it says that there are more.
const TRIAL: u64 = 1 << 20;

/// The kernels of a game numbered automatically, the preferred one first.
const KERNELS: [&str; 2] = ["edges", "sweep"];

/// A game that has rules and text and no more: its positions are found from
/// the start and numbered in order.
///
/// This suits games of up to about 1e8 reachable positions; all of them are
/// held in memory. See [`Enumerated`].
///
/// ```
/// use kaiketsu::{Registry, RulesEntry};
/// use kaiketsu_games::TicTacToe;
///
/// let registry = Registry::empty().with("tic-tac-toe", |_| {
///     Box::new(RulesEntry::folded(TicTacToe).staged(|game, position| {
///         use kaiketsu::game::Game;
///         let mut empty_cells = Vec::new();
///         game.moves(position, &mut empty_cells);
///         empty_cells.len() as u32
///     }))
/// });
/// let plan = registry.find("tic-tac-toe")?.plan(&Default::default())?;
/// assert_eq!((plan.positions, plan.tiers), (765, 10));
/// # Ok::<(), kaiketsu::Error>(())
/// ```
pub struct RulesEntry<G: Notation> {
    game: Arc<G>,
    scheme: Scheme<G>,
    /// The numbered game, once its positions have been found.
    found: Mutex<Option<Numbered<G>>>,
}

type Numbered<G> = Arc<Entry<Enumerated<G>>>;

impl<G: Notation + 'static> RulesEntry<G>
where
    G::Position: Ord,
{
    /// A game with every position by itself.
    pub fn new(game: G) -> Self {
        RulesEntry { game: Arc::new(game), scheme: Scheme::plain(), found: Mutex::new(None) }
    }

    /// Cuts the positions into tiers by a number that never rises along a
    /// move; see [`Scheme::staged`].
    #[must_use]
    pub fn staged(mut self, stage: fn(&G, &G::Position) -> u32) -> Self {
        self.scheme = self.scheme.staged(stage);
        self
    }

    /// The numbered game: as it was found before, or by a search.
    fn numbered(&self, memory: u64, progress: &dyn Progress) -> Result<Numbered<G>, Error> {
        let mut found = self.found.lock().expect("nobody panics while positions are looked for");
        if let Some(entry) = &*found {
            return Ok(Arc::clone(entry));
        }
        let limits = Limits::memory(memory);
        let game = Enumerated::find(Arc::clone(&self.game), self.scheme, limits, progress);
        let entry = Arc::new(Entry::new(game.map_err(SolveError::from)?));
        *found = Some(Arc::clone(&entry));
        Ok(entry)
    }

    /// The numbered game by the list in a folder, if it has one.
    fn listed(&self, folder: &Folder, progress: &dyn Progress) -> Result<Option<Numbered<G>>, Error> {
        let game = Enumerated::load(Arc::clone(&self.game), self.scheme, folder, progress)?;
        Ok(game.map(|game| Arc::new(Entry::new(game))))
    }

    fn check_kernel(&self, request: &Request) -> Result<(), Error> {
        match &request.kernel {
            Some(kernel) if !KERNELS.contains(&kernel.as_str()) => Err(Error::UnknownKernel {
                game: self.game.id(),
                kernel: kernel.clone(),
                known: KERNELS.join(", "),
            }),
            _ => Ok(()),
        }
    }
}

impl<G: Notation + Symmetric + 'static> RulesEntry<G>
where
    G::Position: Ord,
{
    /// A game with one stored position for all images of a position.
    pub fn folded(game: G) -> Self {
        RulesEntry { game: Arc::new(game), scheme: Scheme::folded(), found: Mutex::new(None) }
    }
}

impl<G: Notation + 'static> HasRules for RulesEntry<G>
where
    G::Position: Ord,
{
    type Rules = G;

    fn rules(&self) -> &G {
        &self.game
    }
}

impl<G: Notation + 'static> Solvable for RulesEntry<G>
where
    G::Position: Ord,
{
    fn kernels(&self) -> Vec<&'static str> {
        KERNELS.to_vec()
    }

    fn keeps_distances(&self, kernel: &str) -> Result<bool, Error> {
        self.check_kernel(&Request { kernel: Some(kernel.into()), ..Request::default() })?;
        Ok(true)
    }

    /// Exact if there are few positions; else the least there can be, and how
    /// many the memory given would hold.
    fn plan(&self, request: &Request) -> Result<Plan, Error> {
        self.check_kernel(request)?;
        let mut found = self.found.lock().expect("nobody panics while positions are looked for");
        if found.is_none() {
            let limits = Limits { memory: request.memory, positions: TRIAL };
            let game = Enumerated::try_find(Arc::clone(&self.game), self.scheme, limits, &Silent);
            match game.map_err(SolveError::from)? {
                Ok(game) => *found = Some(Arc::new(Entry::new(game))),
                Err(trial) => {
                    let asked = request.kernel.as_deref().unwrap_or(KERNELS[0]);
                    let kernel = KERNELS.into_iter().find(|kernel| *kernel == asked).unwrap_or(KERNELS[0]);
                    return Ok(Plan::of_trial(self.game.id(), kernel, &options(request), trial));
                }
            }
        }
        found.as_ref().expect("found a moment ago").plan(request)
    }

    fn solve(&self, store: &Store, request: &Request, progress: &dyn Progress) -> Result<Solution, Error> {
        self.check_kernel(request)?;
        let listed = match Folder::open(store.path(&self.game.id())) {
            Ok(folder) => self.listed(&folder, progress)?,
            Err(DbError::NoDatabase { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let is_listed = listed.is_some();
        let entry = match listed {
            Some(entry) => entry,
            None => self.numbered(request.memory, progress)?,
        };
        entry.check(request)?;
        let folder = store.create(&self.game.id())?;
        let _lock = folder.lock()?;
        if !is_listed {
            entry.game().save(&folder)?;
        }
        entry.solve_locked(&folder, store, request, progress)
    }

    fn rehearse(&self, request: &Request) -> Result<Solution, Error> {
        self.check_kernel(request)?;
        self.numbered(request.memory, &Silent)?.rehearse(request)
    }

    fn open(&self, store: &Store) -> Result<Box<dyn Solved>, Error> {
        let id = self.game.id();
        store.open(&id)?; // what is not solved shall not be read first
        let path = store.path(&id);
        let file = path.join(POSITIONS_FILE).display().to_string();
        let entry = self.listed(&Folder::open(path)?, &Silent)?;
        entry.ok_or(DbError::MissingPositions { file })?.open(store)
    }

    fn times(&self, store: &Store) -> Vec<LayerTime> {
        journal::read(store, &self.game.id())
    }

    fn reachable(&self, memory: u64, progress: &dyn Progress) -> Result<u64, Error> {
        self.numbered(memory, progress)?.reachable(memory, progress)
    }
}
