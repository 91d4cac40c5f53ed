//! A game open for questions.

use std::sync::Arc;
use std::time::Duration;

use kaiketsu::{
    Certificate, Entry, Error, Limit, LineOptions, PuzzleOptions, Question, Scope, Strategy, Want, Way,
    machine, picture,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::bulk::Bulk;
use crate::errors::exception;
use crate::watch::{Ends, Watch, briefly, run};

/// The first time that a search without a limit gets before signals are looked at;
/// twice as long each time. What was learnt stays in its table.
const FIRST_SLICE: Duration = Duration::from_secs(1);

/// Whatever answers for a game.
#[pyclass(frozen, module = "kaiketsu._kaiketsu")]
pub(crate) struct Solution {
    entry: Arc<dyn Entry>,
    pub(crate) solution: Arc<dyn kaiketsu::Solution>,
}

impl Solution {
    pub(crate) fn new(entry: Arc<dyn Entry>, solution: Box<dyn kaiketsu::Solution>) -> Self {
        Solution { entry, solution: Arc::from(solution) }
    }

    /// The whole game, or the reason why there is none.
    pub(crate) fn expect_whole(&self, py: Python<'_>) -> PyResult<()> {
        match self.solution.whole() {
            Some(_) => Ok(()),
            None => Err(exception(py, &Error::ProvedBySearch(self.solution.id()))),
        }
    }

    /// Long work with the whole game.
    pub(crate) fn whole<T: Send + 'static>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&dyn kaiketsu::Whole, &Watch) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        self.expect_whole(py)?;
        let solution = Arc::clone(&self.solution);
        run(py, progress, Ends::Unwinding, move |watch| {
            work(solution.whole().expect("looked a moment ago"), watch)
        })
    }

    /// A position with all values. A database answers on this thread; a search
    /// is asked again and again with more time, if it has no limit.
    fn viewed(
        &self,
        py: Python<'_>,
        position: &str,
        seconds: Option<f64>,
    ) -> PyResult<kaiketsu::PositionView> {
        if self.solution.whole().is_some() {
            return briefly(py, || self.solution.view(position, Want::VALUES));
        }
        let (solution, position) = (Arc::clone(&self.solution), position.to_string());
        run(py, None, Ends::ByItself, move |watch| {
            let view = within(seconds, watch, |limit| {
                let view = solution.view(&position, Want { limit, ..Want::VALUES })?;
                let complete = view.complete;
                Ok((view, complete))
            });
            solution.keep().ok(); // answers do not depend on it
            view
        })
    }
}

/// A time limit that was given in seconds.
fn limit(seconds: Option<f64>) -> Limit {
    seconds.map_or(Limit::NONE, |seconds| Limit::within(duration(seconds)))
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

/// Asks once within a limit, or in slices until the answer is complete.
fn within<T>(
    seconds: Option<f64>,
    watch: &Watch,
    mut ask: impl FnMut(Limit) -> Result<(T, bool), Error>,
) -> Result<T, Error> {
    if seconds.is_some() {
        return Ok(ask(limit(seconds))?.0);
    }
    let mut slice = FIRST_SLICE;
    loop {
        let (answer, complete) = ask(Limit::within(slice))?;
        if complete || watch.stopped() {
            return Ok(answer);
        }
        slice *= 2;
    }
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("a view is plain data")
}

#[pymethods]
impl Solution {
    /// Where values come from: `database`, `search` or `rules`.
    fn source(&self) -> String {
        json!(self.solution.source()).as_str().unwrap_or_default().to_string()
    }

    /// The whole game, read in bulk.
    fn bulk(&self, py: Python<'_>) -> PyResult<Bulk> {
        self.expect_whole(py)?;
        Ok(Bulk(Solution { entry: Arc::clone(&self.entry), solution: Arc::clone(&self.solution) }))
    }

    /// What the database says of itself, as JSON; nothing without one.
    fn manifest(&self) -> Option<String> {
        self.solution.whole().map(|whole| text(whole.manifest()))
    }

    /// A position with its value and those of its moves: JSON, and the board for a terminal.
    #[pyo3(signature = (position, seconds))]
    fn view(&self, py: Python<'_>, position: &str, seconds: Option<f64>) -> PyResult<(String, String)> {
        let view = self.viewed(py, position, seconds)?;
        Ok((text(&view), view.drawing))
    }

    /// A picture of a position with its moves coloured by value.
    #[pyo3(signature = (position, second, seconds))]
    fn picture(
        &self,
        py: Python<'_>,
        position: &str,
        second: bool,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        let view = self.viewed(py, position, seconds)?;
        Ok(picture::draw(&self.entry.board(), &view, second))
    }

    /// Best play from a position, as JSON; nothing if it is not found in time.
    #[pyo3(signature = (position, most, seed, seconds))]
    fn line(
        &self,
        py: Python<'_>,
        position: String,
        most: usize,
        seed: u64,
        seconds: Option<f64>,
    ) -> PyResult<Option<String>> {
        let solution = Arc::clone(&self.solution);
        run(py, None, Ends::ByItself, move |watch| {
            let options = LineOptions { most, strategy: Strategy::default(), seed };
            let line = within(seconds, watch, |limit| {
                let line = solution.line(&position, &options, limit)?;
                let found = line.is_some();
                Ok((line, found))
            })?;
            Ok(line.map(|line| text(&line)))
        })
    }

    /// Counts over all positions, as JSON.
    #[pyo3(signature = (fingerprint, memory, progress))]
    fn statistics(
        &self,
        py: Python<'_>,
        fingerprint: bool,
        memory: Option<u64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        self.whole(py, progress, move |whole, watch| {
            let mut report = whole.statistics(watch)?;
            if fingerprint {
                let memory = memory.unwrap_or_else(machine::default_memory);
                report.fingerprint = Some(whole.fingerprint(memory, watch)?);
            }
            Ok(report.to_json().to_string())
        })
    }

    /// Checks all bytes and the equations in scope; how, as JSON.
    #[pyo3(signature = (sample, seed, by_the_rules, memory, progress))]
    fn verify(
        &self,
        py: Python<'_>,
        sample: Option<u64>,
        seed: u64,
        by_the_rules: bool,
        memory: Option<u64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let scope = match (sample, by_the_rules) {
            (Some(positions), _) => Scope::Sample { positions, seed },
            (None, true) => Scope::ByTheRules,
            (None, false) => Scope::Everything,
        };
        let memory = memory.unwrap_or_else(machine::default_memory);
        self.whole(py, progress, move |whole, watch| {
            let verified = whole.verify(scope, memory, watch)?;
            let way = match verified.way {
                None => "a sample, by the rules".into(),
                Some(Way::Rules) => "all, by the rules".into(),
                Some(Way::Scanner) => "all, by the scanner".into(),
                Some(Way::SolvedAgain(kernel)) => format!("all, solved again by {kernel}"),
            };
            Ok(json!({ "verified": true, "proof": verified.proof.word(), "way": way, "by_the_rules": verified.by_the_rules }).to_string())
        })
    }

    /// Positions with one winning move, as JSON.
    #[pyo3(signature = (count, least, most, visits, seed, progress))]
    #[allow(clippy::too_many_arguments)]
    fn puzzles(
        &self,
        py: Python<'_>,
        count: usize,
        least: u16,
        most: u16,
        visits: u64,
        seed: u64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let options = PuzzleOptions { count, plies: least..=most, visits, seed, limit: Limit::NONE };
        self.whole(py, progress, move |whole, watch| Ok(text(&whole.puzzles(&options, watch)?)))
    }

    /// Answers a question by search; the verdict as JSON, and the certificate if
    /// one was asked for.
    #[pyo3(signature = (position, after, goal, max_plies, seconds, certificate, progress))]
    #[allow(clippy::too_many_arguments)]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        position: Option<String>,
        after: String,
        goal: Option<&str>,
        max_plies: Option<u8>,
        seconds: Option<f64>,
        certificate: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
        let goal = goal.map(|goal| self.entry.checker().read_goal(goal)).transpose();
        let goal = goal.map_err(|error| exception(py, &error))?;
        let solution = Arc::clone(&self.solution);
        let question = Question { position, after, goal, max_plies, ..Question::default() };
        let proved = run(py, progress, Ends::ByItself, move |watch| {
            let prover = solution.prover()?;
            let verdict = within(seconds, watch, |limit| {
                let verdict = prover.prove(&Question { time: limit.left(), ..question.clone() }, watch)?;
                let decided = verdict.report.undecided.is_none();
                Ok((verdict, decided))
            })?;
            let decided = verdict.report.undecided.is_none();
            let certificate = (certificate && decided && !watch.stopped())
                .then(|| Ok::<_, Error>(prover.certify(&question, watch)?.1))
                .transpose()?;
            solution.keep().ok(); // answers do not depend on it
            Ok((text(&verdict), certificate))
        })?;
        Ok((proved.0, proved.1.map(|Certificate(bytes)| PyBytes::new(py, &bytes))))
    }
}
