//! One game of the server, and what it answers. Everything here may block.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use kaiketsu::{
    Annotation, Entry, Error, Limit, Plan, PositionView, Rating, Record, Request, Resources, Solution, Store,
};
use tokio::sync::OnceCell;

use crate::answers::{FamilyFacts, GameFacts, GameState};
use crate::errors::{ApiError, Reason};
use crate::lane::{Cost, Lane};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::statistics::StatisticsAnswer;

/// Answers that took as long are worth keeping, and so is what was found on
/// the way to them.
pub(crate) const LONG: Duration = Duration::from_millis(10);

/// How long a search may look at the start for the list of games.
const GLANCE: Duration = Duration::from_millis(20);

/// How long what it did not find then stays unknown to the list.
const GLANCE_AGAIN: Duration = Duration::from_secs(10);

/// What a game is answered by, as far as it decides what a question costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// A database that knows distances.
    Distances = 1,
    /// A database of values alone: lines are found by search.
    Values = 2,
    /// A search.
    Search = 3,
}

impl Means {
    /// What a position with a line of so many moves costs. What a search knows
    /// already costs little: whoever wants more asks again.
    pub(crate) fn cost_of_line(self, moves: usize) -> Cost {
        if self == Means::Values && moves > 0 { Cost::Much } else { Cost::Little }
    }
}

/// Tells one state of a file from another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp(SystemTime, u64, u64);

/// A game with whatever answers for it.
pub(crate) struct Room {
    pub(crate) id: String,
    family: FamilyFacts,
    variant: String,
    entry: Box<dyn Entry>,
    store: Store,
    pub(crate) limits: Limits,
    opened: Mutex<Option<Arc<Opened>>>,
    /// [`Means`] of what is open; 0 before that.
    means: AtomicU8,
    /// What solving it here takes, found once.
    pub(crate) plan: OnceCell<Arc<Plan>>,
    quick: Arc<Lane>,
    costly: Arc<Lane>,
    pub(crate) metrics: Arc<Metrics>,
}

/// Answers that took long, by position and length of the line.
#[derive(Default)]
pub(crate) struct Answers(HashMap<(String, usize), Arc<PositionView>>);

impl Answers {
    /// How many are kept; the whole lot is forgotten when there are more.
    const MOST: usize = 1024;

    pub(crate) fn get(&self, asked: &(String, usize)) -> Option<Arc<PositionView>> {
        self.0.get(asked).cloned()
    }

    pub(crate) fn insert(&mut self, asked: (String, usize), answer: Arc<PositionView>) {
        if self.0.len() >= Self::MOST {
            self.0.clear();
        }
        self.0.insert(asked, answer);
    }
}

/// A solution with what it has said so far.
pub(crate) struct Opened {
    pub(crate) solution: Box<dyn Solution>,
    /// The signature of its database, if it has one.
    pub(crate) signature: Option<String>,
    pub(crate) means: Means,
    /// The manifest as it was when this was opened.
    stamp: Mutex<Option<Stamp>>,
    answers: Mutex<Answers>,
    /// Counted once, when first asked for.
    pub(crate) statistics: OnceCell<Arc<StatisticsAnswer>>,
    /// What the start is worth, and when that was looked for.
    start_value: Mutex<Option<(Rating, Instant)>>,
}

impl Opened {
    fn new(solution: Box<dyn Solution>, stamp: Option<Stamp>) -> Self {
        let manifest = solution.whole().map(|whole| whole.manifest());
        let means = match manifest.map(|manifest| manifest.distances) {
            Some(true) => Means::Distances,
            Some(false) => Means::Values,
            None => Means::Search,
        };
        let signature = manifest.and_then(|manifest| manifest.signature_plies.or(manifest.signature_values));
        let signature = signature.map(|signature| signature.to_string());
        Opened {
            solution,
            signature,
            means,
            stamp: Mutex::new(stamp),
            answers: Mutex::default(),
            statistics: OnceCell::new(),
            start_value: Mutex::default(),
        }
    }

    /// What the start is worth: at once, or not known.
    fn start_value(&self, start: &str) -> Rating {
        let mut known = self.start_value.lock().unwrap_or_else(PoisonError::into_inner);
        match *known {
            Some((found, when)) if found.value.is_some() || when.elapsed() < GLANCE_AGAIN => found,
            _ => {
                let found = self.solution.rate(start, Limit::within(GLANCE)).unwrap_or(Rating::UNKNOWN);
                known.insert((found, Instant::now())).0
            }
        }
    }

    pub(crate) fn answers(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    pub(crate) fn new(
        family: FamilyFacts,
        variant: &kaiketsu::Variant,
        store: &Store,
        limits: &Limits,
        metrics: &Arc<Metrics>,
    ) -> Self {
        Room {
            id: variant.id.clone(),
            family,
            variant: variant.name.clone(),
            entry: variant.game(),
            store: store.clone(),
            limits: *limits,
            opened: Mutex::default(),
            means: AtomicU8::new(0),
            plan: OnceCell::new(),
            quick: Lane::new(Cost::Little, limits),
            costly: Lane::new(Cost::Much, limits),
            metrics: Arc::clone(metrics),
        }
    }

    /// Whatever answers for the game. It is looked for until it is there, and a
    /// database until there is one: a game solved while the server runs is
    /// served from then on. A database that was replaced is opened again.
    pub(crate) fn opened(&self) -> Result<Arc<Opened>, ApiError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = self.stamp();
        if let Some(found) = &*opened {
            let mut known = found.stamp.lock().unwrap_or_else(PoisonError::into_inner);
            if *known == stamp {
                return Ok(Arc::clone(found));
            }
            // While it is being solved, the search goes on with what it has learnt.
            if found.means == Means::Search && self.store.open(&self.id).is_err() {
                *known = stamp;
                return Ok(Arc::clone(found));
            }
        }
        *opened = None;
        self.means.store(0, Relaxed);
        let Limits { table_bytes, verdicts, .. } = self.limits;
        let resources = Resources { threads: 1, memory: Some(table_bytes), verdicts: Some(verdicts) };
        let solution = self.entry.open(&self.store, resources).map_err(|error| self.refusal(error))?;
        let found = Arc::new(Opened::new(solution, stamp));
        self.metrics.opened.fetch_add(1, Relaxed);
        self.means.store(found.means as u8, Relaxed);
        *opened = Some(Arc::clone(&found));
        Ok(found)
    }

    /// The manifest as it is now; nothing if there is none.
    fn stamp(&self) -> Option<Stamp> {
        self.entry.solver()?;
        let found = std::fs::metadata(self.store.path(&self.id).join(kaiketsu::MANIFEST)).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&found);
        #[cfg(not(unix))]
        let number = 0;
        Some(Stamp(found.modified().ok()?, found.len(), number))
    }

    /// What answers, if it has been opened.
    pub(crate) fn means(&self) -> Option<Means> {
        let means = self.means.load(Relaxed);
        [Means::Distances, Means::Values, Means::Search].into_iter().find(|one| *one as u8 == means)
    }

    /// The next question opens it again.
    pub(crate) fn forget(&self) {
        *self.opened.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.means.store(0, Relaxed);
    }

    pub(crate) fn lane(&self, cost: Cost) -> Arc<Lane> {
        Arc::clone(if cost == Cost::Much { &self.costly } else { &self.quick })
    }

    /// How many questions wait, and how many are worked on.
    pub(crate) fn crowd(&self) -> (usize, usize) {
        let [quick, costly] = [&self.quick, &self.costly].map(|lane| lane.crowd());
        (quick.0 + costly.0, quick.1 + costly.1)
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// What solving it here takes. For some games that takes seconds to say.
    pub(crate) fn work_out_plan(&self) -> Result<Plan, ApiError> {
        let solver = self.entry.solver().ok_or_else(|| Error::ProvedBySearch(self.id.clone()))?;
        Ok(solver.plan(&Request::default())?)
    }

    /// A record with what its moves were worth, as far as that is found in time.
    pub(crate) fn annotate(&self, record: &Record, limit: Limit) -> Result<Annotation, ApiError> {
        Ok(kaiketsu::annotate(&*self.opened()?.solution, &self.start(), record, limit)?)
    }

    fn refusal(&self, error: Error) -> ApiError {
        let rules_alone = matches!(error, Error::NoSolution(_));
        let error = ApiError::from(error);
        match error.reason {
            Reason::NotSolved if !rules_alone => {
                let id = &self.id;
                ApiError::new(error.reason, format!("{id} is not solved here; `kaiketsu solve {id}` does it"))
            }
            _ => error,
        }
    }

    pub(crate) fn start(&self) -> String {
        self.entry.start()
    }

    /// A position by the rules alone.
    pub(crate) fn look(&self, position: &str) -> Result<PositionView, ApiError> {
        Ok(self.entry.look(position)?)
    }

    /// Enters what was found into the book; an answer is right with or without.
    pub(crate) fn keep(&self, opened: &Opened) {
        if let Err(error) = opened.solution.keep() {
            tracing::warn!(game = self.id, %error, "the book of verdicts was not kept");
        }
    }

    /// What is known of the game, with its rules and board if `whole`.
    pub(crate) fn facts(&self, whole: bool) -> GameFacts {
        let opened = self.opened();
        let whole_game = opened.as_ref().ok().and_then(|opened| opened.solution.whole());
        let manifest = whole_game.map(|whole| whole.manifest());
        let state = match (&opened, manifest) {
            (_, Some(_)) => GameState::Solved,
            (Ok(_), None) => GameState::Search,
            (Err(error), _) if error.reason != Reason::NotSolved => GameState::Damaged,
            (Err(_), _) if self.entry.solver().is_some() => GameState::Unsolved,
            (Err(_), _) => GameState::Rules,
        };
        GameFacts {
            game: self.id.clone(),
            title: self.entry.title(),
            family: self.family.clone(),
            variant: self.variant.clone(),
            state,
            start: self.start(),
            stored_positions: manifest.map(|manifest| manifest.positions()),
            distances: manifest.is_some_and(|manifest| manifest.distances),
            start_value: opened.as_ref().map_or(Rating::UNKNOWN, |opened| opened.start_value(&self.start())),
            signature: opened.ok().and_then(|opened| opened.signature.clone()),
            about: whole.then(|| self.entry.about()),
            board: whole.then(|| self.entry.board()),
            seen: whole.then(|| self.entry.seen()),
        }
    }
}
