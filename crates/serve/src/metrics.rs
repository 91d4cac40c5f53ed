//! What the server has done and does, in the text form of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the classes of the histogram, in seconds.
const BOUNDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Counts since the server began.
#[derive(Default)]
pub(crate) struct Metrics {
    /// By route, of which there are few, and status.
    requests: Mutex<BTreeMap<(String, u16), u64>>,
    /// Requests by class of time; the last class has no bound.
    classes: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
    /// Questions refused because they could not be answered in time.
    pub(crate) refused: AtomicU64,
    /// Answers about positions that were kept from before.
    pub(crate) kept: AtomicU64,
    /// Those that were not.
    pub(crate) found: AtomicU64,
    /// Games opened, again after a change included.
    pub(crate) opened: AtomicU64,
}

/// What there is at one moment.
pub(crate) struct Moment {
    pub(crate) connections: usize,
    pub(crate) waiting: usize,
    pub(crate) working: usize,
    pub(crate) memory: u64,
}

impl Metrics {
    /// A request was answered.
    pub(crate) fn answered(&self, route: &str, status: u16, time: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((route.into(), status)).or_default() += 1;
        drop(requests);
        let seconds = time.as_secs_f64();
        let class = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        self.classes[class].fetch_add(1, Relaxed);
        self.microseconds.fetch_add(time.as_micros() as u64, Relaxed);
    }

    /// All of it as text.
    pub(crate) fn text(&self, moment: &Moment) -> String {
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, help: &str| {
            let _ = writeln!(text, "# HELP kaiketsu_{name} {help}\n# TYPE kaiketsu_{name} {kind}");
        };
        head(&mut text, "requests_total", "counter", "Requests answered, by route and status.");
        for ((route, status), count) in &*self.requests.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ =
                writeln!(text, "kaiketsu_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}");
        }
        head(&mut text, "request_seconds", "histogram", "Time from the head of a request to its answer.");
        let mut so_far = 0;
        for (class, count) in self.classes.iter().enumerate() {
            so_far += count.load(Relaxed);
            let bound = BOUNDS.get(class).map_or("+Inf".into(), ToString::to_string);
            let _ = writeln!(text, "kaiketsu_request_seconds_bucket{{le=\"{bound}\"}} {so_far}");
        }
        let seconds = self.microseconds.load(Relaxed) as f64 / 1e6;
        let _ =
            writeln!(text, "kaiketsu_request_seconds_sum {seconds}\nkaiketsu_request_seconds_count {so_far}");
        head(
            &mut text,
            "answers_total",
            "counter",
            "Positions answered, by whether the answer was kept before.",
        );
        for (kept, count) in [("yes", &self.kept), ("no", &self.found)] {
            let _ = writeln!(text, "kaiketsu_answers_total{{kept=\"{kept}\"}} {}", count.load(Relaxed));
        }
        let counters = [
            ("refused_total", "Questions refused because they could not be answered in time.", &self.refused),
            ("opened_total", "Games opened, again after a change included.", &self.opened),
        ];
        for (name, help, count) in counters {
            head(&mut text, name, "counter", help);
            let _ = writeln!(text, "kaiketsu_{name} {}", count.load(Relaxed));
        }
        let gauges = [
            ("connections", "Open connections.", moment.connections as u64),
            ("waiting", "Questions that wait for their turn.", moment.waiting as u64),
            ("working", "Questions that are worked on.", moment.working as u64),
            ("memory_peak_bytes", "The most memory the process has held.", moment.memory),
        ];
        for (name, help, value) in gauges {
            head(&mut text, name, "gauge", help);
            let _ = writeln!(text, "kaiketsu_{name} {value}");
        }
        text
    }
}
