//! A game proved by search: one thread with the table, and the answers found.
//!
//! Questions wait in a bounded queue. A client that has gone is not searched
//! for. Complete answers are kept, so that asking again costs nothing.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kaiketsu::{Explored, Explorer, Playing, Provable, Rating, Resources, Store};
use tokio::sync::oneshot;

use crate::errors::{ApiError, Reason};
use crate::limits::Limits;

/// Answers kept of each game; the whole lot is forgotten when there are more.
const KEPT: usize = 4096;

/// A game that forward search proves.
pub(crate) struct SearchRoom {
    pub(crate) game: Arc<dyn Provable>,
    store: Store,
    limits: Limits,
    questions: OnceLock<SyncSender<Question>>,
    answers: Mutex<HashMap<String, Explored>>,
}

/// What the thread is asked, and where the answer goes.
enum Question {
    Explore(String, oneshot::Sender<Result<Explored, ApiError>>),
    Line(String, usize, oneshot::Sender<Result<Option<Playing>, ApiError>>),
    Rate(String, oneshot::Sender<Result<Option<Rating>, ApiError>>),
}

impl SearchRoom {
    pub(crate) fn new(game: Arc<dyn Provable>, store: Store, limits: Limits) -> Self {
        SearchRoom { game, store, limits, questions: OnceLock::new(), answers: Mutex::default() }
    }

    /// A position with its moves, as far as the search gets within the limit.
    pub(crate) async fn explore(&self, position: &str) -> Result<Explored, ApiError> {
        if let Some(known) = self.answers().get(position) {
            return Ok(known.clone());
        }
        let (sender, answer) = oneshot::channel();
        self.ask(Question::Explore(position.into(), sender))?;
        let explored = received(answer.await)?;
        if explored.complete {
            let mut answers = self.answers();
            if answers.len() >= KEPT {
                answers.clear();
            }
            answers.insert(position.into(), explored.clone());
        }
        Ok(explored)
    }

    /// Best play from a position, if it is found within the limit.
    pub(crate) async fn line(&self, position: &str, most: usize) -> Result<Option<Playing>, ApiError> {
        let (sender, answer) = oneshot::channel();
        self.ask(Question::Line(position.into(), most, sender))?;
        received(answer.await)
    }

    /// The value of a position, if it is found within the limit.
    pub(crate) async fn rate(&self, position: &str) -> Result<Option<Rating>, ApiError> {
        let (sender, answer) = oneshot::channel();
        self.ask(Question::Rate(position.into(), sender))?;
        received(answer.await)
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, HashMap<String, Explored>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, question: Question) -> Result<(), ApiError> {
        let queue = self.questions.get_or_init(|| {
            let (sender, questions) = sync_channel(self.limits.waiting_searches);
            let (game, store, limits) = (Arc::clone(&self.game), self.store.clone(), self.limits);
            std::thread::spawn(move || answer_all(&*game, &store, &limits, &questions));
            sender
        });
        queue.try_send(question).map_err(|error| match error {
            TrySendError::Full(_) => {
                ApiError::new(Reason::Busy, "too many searches of this game are waiting")
            }
            TrySendError::Disconnected(_) => {
                ApiError::new(Reason::Internal, "the search of this game has failed")
            }
        })
    }
}

fn received<T>(answer: Result<Result<T, ApiError>, oneshot::error::RecvError>) -> Result<T, ApiError> {
    answer.unwrap_or_else(|_| Err(ApiError::new(Reason::Internal, "the search of this game has failed")))
}

/// The thread: answers until nobody can ask any more. A book that cannot be
/// read is tried again with the next question.
fn answer_all(game: &dyn Provable, store: &Store, limits: &Limits, questions: &Receiver<Question>) {
    let resources = Resources { threads: 1, memory: Some(limits.table_bytes) };
    while let Ok(first) = questions.recv() {
        match game.explorer(store, resources) {
            Ok(mut explorer) => {
                answer(&mut *explorer, limits, first);
                while let Ok(question) = questions.recv() {
                    answer(&mut *explorer, limits, question);
                }
            }
            Err(error) => refuse(first, error.into()),
        }
    }
}

fn answer(explorer: &mut dyn Explorer, limits: &Limits, question: Question) {
    let limit = limits.search_time;
    // A closed channel is a client that has gone.
    match question {
        Question::Explore(position, client) if !client.is_closed() => {
            let _ = client.send(explorer.explore(&position, limit).map_err(Into::into));
        }
        Question::Line(position, most, client) if !client.is_closed() => {
            let _ = client.send(explorer.line(&position, most, limit).map_err(Into::into));
        }
        Question::Rate(position, client) if !client.is_closed() => {
            let _ = client.send(explorer.rate(&position, limit).map_err(Into::into));
        }
        _ => {}
    }
}

fn refuse(question: Question, error: ApiError) {
    match question {
        Question::Explore(_, client) => drop(client.send(Err(error))),
        Question::Line(_, _, client) => drop(client.send(Err(error))),
        Question::Rate(_, client) => drop(client.send(Err(error))),
    }
}
