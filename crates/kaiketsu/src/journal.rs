//! What each layer of a solve took, kept beside the databases.
//!
//! `<store>/journal/<game>.csv` gets a line for every layer when it is solved,
//! and a line without positions when the state of a layer is saved half-way; so
//! the times of a solve that was interrupted add up. It is not part of the
//! database: databases are the same bytes however long they took.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use kaiketsu_db::LayerEntry;
use kaiketsu_engine::solve::Progress;
use serde::Serialize;

use crate::{Store, machine};

/// What one layer took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerTime {
    /// The layer.
    pub layer: u32,
    /// Stored positions.
    pub positions: u64,
    /// The kernel.
    pub kernel: String,
    /// Threads.
    pub threads: usize,
    /// Seconds by the clock, writing included.
    pub seconds: f64,
    /// Processor seconds of all threads.
    pub cpu_seconds: f64,
    /// The most memory the process had held by then, in bytes.
    pub peak_memory: u64,
}

const HEADER: &str = "layer,positions,kernel,threads,seconds,cpu_seconds,peak_memory";

fn path(store: &Store, game: &str) -> PathBuf {
    store.root().join("journal").join(format!("{game}.csv"))
}

/// The layers of a game with what they took: the last solve of each, with what
/// was saved on the way.
pub(crate) fn read(store: &Store, game: &str) -> Vec<LayerTime> {
    let text = fs::read_to_string(path(store, game)).unwrap_or_default();
    let mut times = add_up(text.lines().filter_map(parse));
    times.sort_by_key(|time| time.layer);
    times
}

fn add_up(lines: impl Iterator<Item = LayerTime>) -> Vec<LayerTime> {
    let (mut solved, mut saved): (Vec<LayerTime>, Vec<LayerTime>) = Default::default();
    for mut time in lines {
        if let Some(at) = saved.iter().position(|earlier| earlier.layer == time.layer) {
            let earlier = saved.swap_remove(at);
            time.seconds += earlier.seconds;
            time.cpu_seconds += earlier.cpu_seconds;
            time.peak_memory = time.peak_memory.max(earlier.peak_memory);
        }
        if time.positions == 0 {
            saved.push(time);
        } else {
            solved.retain(|earlier| earlier.layer != time.layer);
            solved.push(time);
        }
    }
    solved
}

/// Lines that are no times, such as the header or a line cut short, are left out.
fn parse(line: &str) -> Option<LayerTime> {
    let mut cells = line.split(',');
    let time = LayerTime {
        layer: cells.next()?.parse().ok()?,
        positions: cells.next()?.parse().ok()?,
        kernel: cells.next()?.to_string(),
        threads: cells.next()?.parse().ok()?,
        seconds: cells.next()?.parse().ok()?,
        cpu_seconds: cells.next()?.parse().ok()?,
        peak_memory: cells.next()?.parse().ok()?,
    };
    cells.next().is_none().then_some(time)
}

/// Passes progress on and keeps the journal.
pub(crate) struct Journal<'a> {
    progress: &'a dyn Progress,
    path: PathBuf,
    kernel: &'static str,
    threads: usize,
    last: Mutex<(Instant, Duration)>,
}

impl<'a> Journal<'a> {
    pub(crate) fn new(
        progress: &'a dyn Progress,
        store: &Store,
        game: &str,
        kernel: &'static str,
        threads: usize,
    ) -> Self {
        let last = Mutex::new((Instant::now(), machine::processor_time()));
        Journal { progress, path: path(store, game), kernel, threads, last }
    }

    /// Adds a line about the time since the last one.
    fn note(&self, layer: u32, positions: u64) {
        let now = (Instant::now(), machine::processor_time());
        let last = std::mem::replace(&mut *self.last.lock().expect("nobody panics with it locked"), now);
        let _ = self.append(&LayerTime {
            layer,
            positions,
            kernel: self.kernel.into(),
            threads: self.threads,
            seconds: (now.0 - last.0).as_secs_f64(),
            cpu_seconds: (now.1 - last.1).as_secs_f64(),
            peak_memory: machine::peak_memory().unwrap_or(0),
        });
    }

    /// A journal that cannot be written must not stop a solve.
    fn append(&self, time: &LayerTime) -> std::io::Result<()> {
        fs::create_dir_all(self.path.parent().expect("a file in a folder"))?;
        let is_new = !self.path.exists();
        let mut file = fs::OpenOptions::new().create(true).append(true).open(&self.path)?;
        let header = if is_new { format!("{HEADER}\n") } else { String::new() };
        let LayerTime { layer, positions, kernel, threads, seconds, cpu_seconds, peak_memory } = time;
        writeln!(
            file,
            "{header}{layer},{positions},{kernel},{threads},{seconds:.3},{cpu_seconds:.3},{peak_memory}"
        )
    }
}

impl Progress for Journal<'_> {
    fn begin(&self, what: &str, positions: u64) {
        self.progress.begin(what, positions);
    }

    fn advance(&self, positions: u64, reused: bool) {
        self.progress.advance(positions, reused);
    }

    fn partly(&self, positions: u64) {
        self.progress.partly(positions);
    }

    fn worked(&self, share: f64) {
        self.progress.worked(share);
    }

    fn status(&self, text: &str) {
        self.progress.status(text);
    }

    fn warning(&self, text: &str) {
        self.progress.warning(text);
    }

    fn layer_saved(&self, layer: u32) {
        self.note(layer, 0);
        self.progress.layer_saved(layer);
    }

    fn layer_solved(&self, layer: &LayerEntry) {
        self.note(layer.number, layer.positions);
        self.progress.layer_solved(layer);
    }

    fn end(&self) {
        self.progress.end();
    }
}
