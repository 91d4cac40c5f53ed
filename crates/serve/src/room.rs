//! One game of the server, and what it answers. Everything here may block.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use kaiketsu::{
    Annotation, Entry, Error, Limit, LineOptions, Plan, PositionView, Rating, Record, Request, Resources,
    Silent, Solution, Store, Strategy, Want,
};
use tokio::sync::{OnceCell, Semaphore};

use crate::answers::{FamilyFacts, GameFacts, GameState};
use crate::caching::Keep;
use crate::errors::{ApiError, Reason};
use crate::limits::Limits;
use crate::statistics::StatisticsAnswer;

/// Answers kept of each game; the whole lot is forgotten when there are more.
const KEPT: usize = 1024;

/// Answers that took as long are worth keeping, and so is what was found on
/// the way to them.
const LONG: Duration = Duration::from_millis(10);

/// How long a search may look at the start for the list of games.
const GLANCE: Duration = Duration::from_millis(20);

/// A game with whatever answers for it.
pub(crate) struct Room {
    pub(crate) id: String,
    family: FamilyFacts,
    variant: String,
    entry: Box<dyn Entry>,
    store: Store,
    limits: Limits,
    opened: Mutex<Option<Arc<Opened>>>,
    /// One permit for each question that is worked on or waits.
    pub(crate) queue: Arc<Semaphore>,
    /// One permit for each question that is worked on.
    pub(crate) turns: Arc<Semaphore>,
}

/// A solution with what it has said so far.
pub(crate) struct Opened {
    pub(crate) solution: Box<dyn Solution>,
    /// The signature of its database, if it has one.
    signature: Option<String>,
    /// By position and length of the line.
    answers: Mutex<HashMap<(String, usize), Arc<PositionView>>>,
    /// Counted once, when first asked for.
    pub(crate) statistics: OnceCell<Arc<StatisticsAnswer>>,
    /// What the start is worth, once that is known.
    start_value: OnceLock<Rating>,
}

impl Opened {
    fn new(solution: Box<dyn Solution>) -> Self {
        let manifest = solution.whole().map(|whole| whole.manifest());
        let signature = manifest.and_then(|manifest| manifest.signature_plies.or(manifest.signature_values));
        let signature = signature.map(|signature| signature.to_string());
        Opened {
            solution,
            signature,
            answers: Mutex::default(),
            statistics: OnceCell::new(),
            start_value: OnceLock::new(),
        }
    }

    /// What the start is worth: at once, or not known.
    fn start_value(&self, start: &str) -> Rating {
        if let Some(known) = self.start_value.get() {
            return *known;
        }
        let found = self.solution.rate(start, Limit::within(GLANCE)).unwrap_or(Rating::UNKNOWN);
        if found.value.is_some() { *self.start_value.get_or_init(|| found) } else { found }
    }

    fn answers(&self) -> MutexGuard<'_, HashMap<(String, usize), Arc<PositionView>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    pub(crate) fn new(
        family: FamilyFacts,
        variant: &kaiketsu::Variant,
        store: &Store,
        limits: &Limits,
    ) -> Self {
        Room {
            id: variant.id.clone(),
            family,
            variant: variant.name.clone(),
            entry: variant.game(),
            store: store.clone(),
            limits: *limits,
            opened: Mutex::default(),
            queue: Arc::new(Semaphore::new(limits.of_one_game + limits.waiting)),
            turns: Arc::new(Semaphore::new(limits.of_one_game)),
        }
    }

    /// Whatever answers for the game. It is looked for until it is there, and a
    /// database until there is one: a game solved while the server runs is
    /// served from then on.
    pub(crate) fn opened(&self) -> Result<Arc<Opened>, ApiError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let is_solved = || self.entry.solver().is_some() && self.store.open(&self.id).is_ok();
        match &*opened {
            Some(found) if found.signature.is_some() || !is_solved() => return Ok(Arc::clone(found)),
            _ => {}
        }
        let resources = Resources { threads: 1, memory: Some(self.limits.table_bytes) };
        let solution = self.entry.open(&self.store, resources).map_err(|error| self.refusal(error))?;
        let found = Arc::new(Opened::new(solution));
        *opened = Some(Arc::clone(&found));
        Ok(found)
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// What solving it takes.
    pub(crate) fn plan(&self, request: &Request) -> Result<Plan, ApiError> {
        let solver = self.entry.solver().ok_or_else(|| Error::ProvedBySearch(self.id.clone()))?;
        Ok(solver.plan(request)?)
    }

    /// A record with what its moves were worth.
    pub(crate) fn annotate(&self, record: &Record) -> Result<Annotation, ApiError> {
        Ok(kaiketsu::annotate(&*self.opened()?.solution, &self.start(), record)?)
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

    /// A position with all its moves, a line of so many, and how long clients
    /// may keep the answer.
    pub(crate) fn view(&self, position: &str, line: usize) -> Result<(Arc<PositionView>, Keep), ApiError> {
        let opened = self.opened()?;
        let question = (position.to_string(), line);
        let kept = opened.answers().get(&question).cloned();
        let answer = match kept {
            Some(answer) => answer,
            None => self.find(&opened, question)?,
        };
        let keep = match &opened.signature {
            Some(signature) => Keep::signed(signature),
            None if answer.complete => Keep::Hour,
            None => Keep::No,
        };
        Ok((answer, keep))
    }

    fn find(&self, opened: &Opened, question: (String, usize)) -> Result<Arc<PositionView>, ApiError> {
        let (began, most) = (Instant::now(), question.1);
        let want = Want {
            limit: Limit::within(self.limits.search_time),
            line: (most > 0).then_some(LineOptions { most, strategy: Strategy::SEARCH, seed: 0 }),
            drawing: false, // pages draw from the scene
            progress: &Silent,
        };
        let answer = Arc::new(opened.solution.view(&question.0, want)?);
        if began.elapsed() >= LONG {
            let _ = opened.solution.keep(); // the answer is right with or without the book
            let mut answers = opened.answers();
            if answers.len() >= KEPT {
                answers.clear();
            }
            if answer.complete && (most == 0 || answer.line.is_some()) {
                answers.insert(question, Arc::clone(&answer));
            }
        }
        Ok(answer)
    }

    /// The values of some positions, as far as they are found within the time
    /// of one search.
    pub(crate) fn rate(&self, positions: &[String]) -> Result<Vec<Result<Rating, ApiError>>, ApiError> {
        let opened = self.opened()?; // an unsolved game is refused as a whole
        let (began, limit) = (Instant::now(), Limit::within(self.limits.search_time));
        let rate = |position: &String| Ok(opened.solution.rate(position, limit)?);
        let found = positions.iter().map(rate).collect();
        if began.elapsed() >= LONG {
            let _ = opened.solution.keep();
        }
        Ok(found)
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
