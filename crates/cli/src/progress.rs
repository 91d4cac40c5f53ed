//! Progress of long work: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kaiketsu::{Progress, Silent};

use crate::figures::{count, seconds};
use crate::options::Common;

/// The progress display that fits the options and the terminal.
pub(crate) fn display(common: &Common) -> Box<dyn Progress> {
    if common.quiet {
        Box::new(Silent)
    } else if std::io::stderr().is_terminal() {
        Box::new(Bar(Mutex::new((ProgressBar::hidden(), 0))))
    } else {
        Box::new(Lines(Mutex::new(None)))
    }
}

/// A bar with rate and time left, and what it counts of work half done.
struct Bar(Mutex<(ProgressBar, u64)>);

impl Bar {
    fn bar(&self) -> ProgressBar {
        self.0.lock().expect("nobody panics with the bar locked").0.clone()
    }

    /// Counts so many positions of the work under way in place of those before,
    /// and so many more of work that is done.
    fn count(&self, partly: u64, done: u64) -> ProgressBar {
        let mut bar = self.0.lock().expect("nobody panics with the bar locked");
        let before = std::mem::replace(&mut bar.1, partly);
        bar.0.set_position((bar.0.position() + done + partly).saturating_sub(before));
        bar.0.clone()
    }
}

impl Progress for Bar {
    fn begin(&self, what: &str, positions: u64) {
        let style = match positions {
            0 => "{prefix} {spinner} {human_pos} positions  {per_sec}  {wide_msg}",
            // One question: its share is not known before its answer.
            1 => "{prefix} {spinner} {elapsed}  {wide_msg}",
            _ => "{prefix} {bar:30} {percent:>3}%  {human_pos} positions  {per_sec}  {eta} left  {wide_msg}",
        };
        let style = ProgressStyle::with_template(style).expect("the templates are constants");
        let length = (positions > 0).then_some(positions);
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        bar.set_style(style);
        bar.set_prefix(what.to_string());
        bar.enable_steady_tick(Duration::from_millis(200));
        *self.0.lock().expect("nobody panics with the bar locked") = (bar, 0);
    }

    fn partly(&self, positions: u64) {
        self.count(positions, 0);
    }

    fn advance(&self, positions: u64, reused: bool) {
        let bar = self.count(0, positions);
        if reused {
            bar.reset_eta(); // what was found solved says nothing about speed
        }
    }

    fn status(&self, text: &str) {
        self.bar().set_message(text.to_string());
    }

    fn end(&self) {
        self.bar().finish_and_clear();
    }
}

/// A line now and then, for logs.
struct Lines(Mutex<Option<Work>>);

struct Work {
    what: String,
    positions: u64,
    done: u64,
    /// Done of the work under way.
    partly: u64,
    /// Done by this run: only that tells the speed.
    solved: u64,
    began: Instant,
    spoke: Instant,
    status: String,
}

const PAUSE: Duration = Duration::from_secs(5);

impl Work {
    fn speak(&mut self) {
        self.spoke = Instant::now();
        let elapsed = self.began.elapsed().as_secs_f64();
        let rate = (self.solved + self.partly) as f64 / elapsed.max(1e-9);
        let done = self.done + self.partly;
        if self.positions == 1 {
            return eprintln!("{}: {} ({})", self.what, seconds(elapsed), self.status);
        }
        if self.positions == 0 {
            let (done, rate) = (count(done), count(rate as u64));
            return eprintln!("{}: {done} positions, {rate} per second ({})", self.what, self.status);
        }
        let left = match rate {
            // The first few of very many say nothing of the rest.
            rate if rate > 0.0 && done >= self.positions / 1000 => {
                seconds(self.positions.saturating_sub(done) as f64 / rate)
            }
            _ => "unknown time".into(),
        };
        eprintln!(
            "{}: {:.1}%, {} of {} positions, {} per second, {left} left ({})",
            self.what,
            100.0 * done as f64 / self.positions.max(1) as f64,
            count(done),
            count(self.positions),
            count(rate as u64),
            self.status,
        );
    }
}

impl Lines {
    fn with(&self, change: impl FnOnce(&mut Work)) {
        if let Some(work) = &mut *self.0.lock().expect("nobody panics with the state locked") {
            change(work);
            if work.spoke.elapsed() >= PAUSE {
                work.speak();
            }
        }
    }
}

impl Progress for Lines {
    fn begin(&self, what: &str, positions: u64) {
        let now = Instant::now();
        *self.0.lock().expect("nobody panics with the state locked") = Some(Work {
            what: what.into(),
            positions,
            done: 0,
            partly: 0,
            solved: 0,
            began: now,
            spoke: now,
            status: String::new(),
        });
    }

    fn partly(&self, positions: u64) {
        self.with(|work| work.partly = positions);
    }

    fn advance(&self, positions: u64, reused: bool) {
        self.with(|work| {
            work.partly = 0;
            work.done += positions;
            if !reused {
                work.solved += positions;
            }
        });
    }

    fn status(&self, text: &str) {
        self.with(|work| work.status = text.into());
    }

    fn end(&self) {
        *self.0.lock().expect("nobody panics with the state locked") = None;
    }
}
