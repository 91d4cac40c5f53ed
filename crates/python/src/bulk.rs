//! Values and lessons by the million, as bytes that become arrays.

use std::sync::Arc;

use kaiketsu::game::{Outcome, Value};
use kaiketsu::{Choice, Lessons, Pick, Progress};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyByteArray;
use serde_json::json;

use crate::solution::Solution;

/// Positions that are read between two looks at the progress.
const STRETCH: usize = 1 << 16;

/// 1 for a win, 0 for a draw, -1 for a loss.
pub(crate) fn outcome(value: &Value) -> i8 {
    match value.outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

/// The distance, or -1.
fn plies(value: &Value) -> i16 {
    value.plies.map_or(-1, |plies| plies.0 as i16)
}

/// Bytes that Python may change, so that arrays can be made of them.
type Bytes<'py> = Bound<'py, PyByteArray>;

fn arrays<'py>(py: Python<'py>, values: &[Value]) -> (Bytes<'py>, Bytes<'py>) {
    let outcomes: Vec<u8> = values.iter().map(|value| outcome(value) as u8).collect();
    let distances: Vec<u8> = values.iter().flat_map(|value| plies(value).to_ne_bytes()).collect();
    (PyByteArray::new(py, &outcomes), PyByteArray::new(py, &distances))
}

fn words<'py>(py: Python<'py>, numbers: &[u32]) -> Bytes<'py> {
    PyByteArray::new(py, &numbers.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<u8>>())
}

/// The tiers of a whole game, as JSON.
pub(crate) fn tiers(whole: &dyn kaiketsu::Whole) -> String {
    let facts = |facts: kaiketsu::TierFacts| json!({ "tier": facts.tier, "layer": facts.layer, "name": facts.name, "positions": facts.positions });
    whole.bulk().tiers().into_iter().map(facts).collect::<serde_json::Value>().to_string()
}

/// What `dataset` gives: boards, movers, outcomes, plies, counts of best moves,
/// best moves, texts of moves.
type Taught<'py> = (Bytes<'py>, Bytes<'py>, Bytes<'py>, Bytes<'py>, Bytes<'py>, Bytes<'py>, Vec<String>);

/// A whole game, read in bulk.
#[pyclass(frozen, module = "kaiketsu._kaiketsu")]
pub(crate) struct Bulk(pub(crate) Solution);

#[pymethods]
impl Bulk {
    /// The tiers, as JSON.
    fn tiers(&self, py: Python<'_>) -> PyResult<String> {
        self.0.whole(py, None, |whole, _| Ok(tiers(whole)))
    }

    /// Outcomes and distances of many positions.
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyBackedStr>,
    ) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
        let values = self.0.whole(py, None, move |whole, watch| {
            let texts: Vec<&str> = positions.iter().map(|text| &**text).collect();
            let mut values = Vec::with_capacity(texts.len());
            for (number, some) in texts.chunks(STRETCH).enumerate() {
                let found = whole.bulk().values_of(some);
                values.extend(found.map_err(|error| later(error, number * STRETCH))?);
                watch.advance(some.len() as u64, false);
            }
            Ok(values)
        })?;
        Ok(arrays(py, &values))
    }

    /// Outcomes and distances by numbers, eight bytes each.
    fn values_at<'py>(
        &self,
        py: Python<'py>,
        tier: u32,
        numbers: Vec<u8>,
    ) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
        let values = self.0.whole(py, None, move |whole, _| {
            let numbers: Vec<u64> =
                numbers.as_chunks::<8>().0.iter().map(|eight| u64::from_ne_bytes(*eight)).collect();
            whole.bulk().values_at(tier, &numbers)
        })?;
        Ok(arrays(py, &values))
    }

    /// Positions with what to play there.
    #[pyo3(signature = (positions, seed, tier, progress))]
    fn dataset<'py>(
        &self,
        py: Python<'py>,
        positions: u64,
        seed: u64,
        tier: Option<u32>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Taught<'py>> {
        let lessons = self.0.whole(py, progress, move |whole, watch| {
            let bulk = whole.bulk();
            let pick = Pick { choice: Choice::Sample { positions, seed }, tier };
            let (mut slots, mut lessons) = (bulk.slots(pick)?, Lessons::default());
            watch.begin("positions with their best moves", positions);
            loop {
                let some: Vec<_> = slots.by_ref().take(STRETCH).collect();
                if some.is_empty() {
                    return Ok(lessons);
                }
                bulk.learn(&some, &mut lessons)?;
                watch.advance(some.len() as u64, false);
            }
        })?;
        let (outcomes, distances) = arrays(py, &lessons.values);
        Ok((
            PyByteArray::new(py, &lessons.boards),
            PyByteArray::new(py, &lessons.movers),
            outcomes,
            distances,
            words(py, &lessons.best_counts),
            words(py, &lessons.best),
            lessons.moves,
        ))
    }

    /// Positions as a stream of record batches.
    #[pyo3(signature = (sample, seed, tier, outcome, least, most, rows))]
    #[allow(clippy::too_many_arguments)]
    fn stream(
        &self,
        py: Python<'_>,
        sample: Option<u64>,
        seed: u64,
        tier: Option<u32>,
        outcome: Option<i8>,
        least: Option<u16>,
        most: Option<u16>,
        rows: Option<u64>,
    ) -> PyResult<crate::stream::Stream> {
        self.0.expect_whole(py)?;
        let choice = sample.map_or(Choice::All, |positions| Choice::Sample { positions, seed });
        let wanted = crate::stream::Wanted { outcome, least, most, rows };
        crate::stream::Stream::new(py, Arc::clone(&self.0.solution), Pick { choice, tier }, wanted)
    }
}

/// The error about a position among those that come later.
fn later(error: kaiketsu::Error, before: usize) -> kaiketsu::Error {
    match error {
        kaiketsu::Error::OneOfMany { number, error } => {
            kaiketsu::Error::OneOfMany { number: before + number, error }
        }
        error => error,
    }
}
