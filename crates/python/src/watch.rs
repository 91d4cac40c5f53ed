//! Long work beside the interpreter.
//!
//! The work runs on a thread of its own. The thread that called waits without the
//! interpreter's lock, so other Python threads go on; now and then it takes the
//! lock to tell a callback how far the work is and to see whether the user pressed
//! Ctrl-C. Then the work is ended by unwinding from its next word about progress:
//! files are whole or absent, so nothing that was finished is lost.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kaiketsu::{Error, LayerEntry, Progress};
use pyo3::prelude::*;

use crate::errors::{exception, raise};

/// How long the calling thread sleeps between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// How far the work is.
#[derive(Clone, Default, PartialEq)]
struct State {
    what: String,
    total: u64,
    done: u64,
    partly: u64,
    status: String,
}

/// Notes progress, and ends the work if it shall stop.
pub(crate) struct Watch {
    stop: AtomicBool,
    unwinds: bool,
    state: Mutex<State>,
}

/// What unwinds.
struct Stopped;

impl Watch {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, change: impl FnOnce(&mut State)) {
        if self.unwinds && self.stop.load(Relaxed) {
            resume_unwind(Box::new(Stopped));
        }
        change(&mut self.state());
    }

    /// Whether the work shall stop, for work that looks by itself.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

impl Progress for Watch {
    fn begin(&self, what: &str, positions: u64) {
        self.note(|state| *state = State { what: what.into(), total: positions, ..State::default() });
    }

    fn advance(&self, positions: u64, _: bool) {
        self.note(|state| (state.done, state.partly) = (state.done + positions, 0));
    }

    fn partly(&self, positions: u64) {
        self.note(|state| state.partly = positions);
    }

    fn status(&self, text: &str) {
        self.note(|state| state.status = text.into());
    }

    fn layer_saved(&self, _: u32) {
        self.note(|_| ());
    }

    fn layer_solved(&self, _: &LayerEntry) {
        self.note(|_| ());
    }
}

/// How the work may be ended.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ends {
    /// By unwinding; whoever waits waits for that.
    Unwinding,
    /// By itself, soon: it looks at [`Watch::stopped`].
    ByItself,
}

type Done<T> = Result<Result<T, Error>, Box<dyn Any + Send>>;

/// Runs work and tells `progress`, if there is one, how it goes:
/// `progress(what, done, total, status)`.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    ends: Ends,
    work: impl FnOnce(&Watch) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let unwinds = ends == Ends::Unwinding;
    let watch = Arc::new(Watch { stop: AtomicBool::new(false), unwinds, state: Mutex::default() });
    let result: Arc<(Mutex<Option<Done<T>>>, Condvar)> = Arc::default();
    let (worker_watch, worker_result) = (Arc::clone(&watch), Arc::clone(&result));
    let worker = move || {
        let done = catch_unwind(AssertUnwindSafe(|| work(&worker_watch)));
        *worker_result.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        worker_result.1.notify_all();
    };
    std::thread::Builder::new().name("kaiketsu".into()).stack_size(16 << 20).spawn(worker)?;
    let (mut told, mut trouble): (State, Option<PyErr>) = Default::default();
    loop {
        let done = py.detach(|| {
            let waiting = result.0.lock().unwrap_or_else(PoisonError::into_inner);
            let woken = result.1.wait_timeout_while(waiting, PAUSE, |done| done.is_none());
            woken.unwrap_or_else(PoisonError::into_inner).0.take()
        });
        if let Some(done) = done {
            return match (trouble, done) {
                (Some(trouble), _) => Err(trouble),
                (None, Ok(Ok(value))) => Ok(value),
                (None, Ok(Err(error))) => Err(exception(py, &error)),
                (None, Err(cause)) => Err(raise(py, "InternalError", text_of(&*cause))),
            };
        }
        let looked = py.check_signals().and_then(|()| match progress {
            Some(progress) if trouble.is_none() => tell(progress, &watch, &mut told),
            _ => Ok(()),
        });
        if let Err(error) = looked {
            watch.stop.store(true, Relaxed);
            // Who insists need not wait for the end.
            if trouble.is_some() || !unwinds {
                return Err(error);
            }
            trouble = Some(error);
        }
    }
}

fn tell(progress: &Bound<'_, PyAny>, watch: &Watch, told: &mut State) -> PyResult<()> {
    let now = watch.state().clone();
    if now != *told {
        progress.call1((&now.what, now.done + now.partly, now.total, &now.status))?;
        *told = now;
    }
    Ok(())
}

/// Work that is short: without the lock, on this thread, its panics caught.
pub(crate) fn briefly<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    match py.detach(|| catch_unwind(AssertUnwindSafe(work))) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(exception(py, &error)),
        Err(cause) => Err(raise(py, "InternalError", text_of(&*cause))),
    }
}

/// What a panic says.
fn text_of(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| text.to_string());
    let text = text.or_else(|| cause.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the library failed without a word".into())
}
