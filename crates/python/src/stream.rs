//! Positions as Arrow record batches, by the PyCapsule interface: whoever reads
//! Arrow takes them as they are.

use std::sync::Arc;

use arrow_array::builder::{Int8Builder, StringBuilder, UInt16Builder, UInt32Builder, UInt64Builder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use kaiketsu::game::{Slot, Value};
use kaiketsu::{Pick, Solution as Answers};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::bulk::outcome;
use crate::watch::briefly;

/// Rows of a batch at the most.
const BATCH: usize = 1 << 16;

/// Which positions go into the stream, of those picked.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) outcome: Option<i8>,
    pub(crate) least: Option<u16>,
    pub(crate) most: Option<u16>,
    pub(crate) rows: Option<u64>,
}

impl Wanted {
    fn takes(&self, value: &Value) -> bool {
        let bounded = self.least.is_some() || self.most.is_some();
        let (least, most) = (self.least.unwrap_or(0), self.most.unwrap_or(u16::MAX));
        self.outcome.is_none_or(|wanted| wanted == outcome(value))
            && (!bounded || value.plies.is_some_and(|plies| (least..=most).contains(&plies.0)))
    }
}

/// A stream that can be read as often as one likes, each time from its beginning.
#[pyclass(frozen, module = "kaiketsu._kaiketsu")]
pub(crate) struct Stream {
    solution: Arc<dyn Answers>,
    pick: Pick,
    wanted: Wanted,
}

impl Stream {
    pub(crate) fn new(
        py: Python<'_>,
        solution: Arc<dyn Answers>,
        pick: Pick,
        wanted: Wanted,
    ) -> PyResult<Self> {
        // What cannot be picked is refused now.
        briefly(py, || solution.whole().expect("looked a moment ago").bulk().slots(pick).map(drop))?;
        Ok(Stream { solution, pick, wanted })
    }
}

#[pymethods]
impl Stream {
    /// The stream for those who read Arrow.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema; // only a wish, by the interface
        let solution = Arc::clone(&self.solution);
        let pick = self.pick;
        let reader = briefly(py, || {
            let slots = solution.whole().expect("looked a moment ago").bulk().slots(pick)?;
            let left = self.wanted.rows.unwrap_or(u64::MAX);
            Ok(Reader { solution: Arc::clone(&solution), slots, wanted: self.wanted, left, schema: schema() })
        })?;
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}

fn schema() -> SchemaRef {
    let column = |name: &str, kind: DataType| Field::new(name, kind, name == "plies");
    Arc::new(Schema::new(vec![
        column("tier", DataType::UInt32),
        column("number", DataType::UInt64),
        column("weight", DataType::UInt64),
        column("position", DataType::Utf8),
        column("outcome", DataType::Int8),
        column("plies", DataType::UInt16),
    ]))
}

struct Reader {
    solution: Arc<dyn Answers>,
    slots: Box<dyn Iterator<Item = Slot> + Send>,
    wanted: Wanted,
    left: u64,
    schema: SchemaRef,
}

impl Reader {
    /// The next rows; an empty batch where none of those looked at was wanted.
    fn batch(&mut self, slots: &[Slot]) -> Result<RecordBatch, ArrowError> {
        let failed = |error: kaiketsu::Error| ArrowError::ExternalError(Box::new(error));
        let bulk = self.solution.whole().expect("looked when the stream was made").bulk();
        let rows = bulk.rows(slots).map_err(failed)?;
        let (mut tiers, mut numbers) = (UInt32Builder::new(), UInt64Builder::new());
        let (mut weights, mut positions) = (UInt64Builder::new(), StringBuilder::new());
        let (mut outcomes, mut plies) = (Int8Builder::new(), UInt16Builder::new());
        for (slot, row) in slots.iter().zip(rows) {
            let Some(value) = row.value.known().filter(|value| self.left > 0 && self.wanted.takes(value))
            else {
                continue;
            };
            self.left -= 1;
            tiers.append_value(slot.tier.0);
            numbers.append_value(slot.index);
            weights.append_value(row.weight);
            positions.append_value(row.position);
            outcomes.append_value(outcome(&value));
            plies.append_option(value.plies.map(|plies| plies.0));
        }
        let columns: Vec<ArrayRef> = vec![
            Arc::new(tiers.finish()),
            Arc::new(numbers.finish()),
            Arc::new(weights.finish()),
            Arc::new(positions.finish()),
            Arc::new(outcomes.finish()),
            Arc::new(plies.finish()),
        ];
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let slots: Vec<Slot> = self.slots.by_ref().take(BATCH).collect();
            if slots.is_empty() || self.left == 0 {
                return None;
            }
            match self.batch(&slots) {
                Ok(batch) if batch.num_rows() == 0 => {}
                batch => return Some(batch),
            }
        }
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
