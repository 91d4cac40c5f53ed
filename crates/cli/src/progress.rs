//! Progress of long work: a bar on a terminal, plain lines elsewhere.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use kaiketsu::Progress;

use crate::figures::{count, seconds};
use crate::options::Common;
use crate::outlets::say_aside;
use crate::pace::Pace;

/// The progress display that fits the options and the terminal.
pub(crate) fn display(common: &Common) -> Arc<Display> {
    let way = if common.quiet {
        Way::Silent
    } else if std::io::stderr().is_terminal() {
        Way::Bar(Mutex::new(ProgressBar::hidden()))
    } else {
        Way::Lines(Mutex::new(None))
    };
    Arc::new(Display { way, work: Arc::new(Mutex::new(Work::default())) })
}

/// What long work tells of itself, shown one way or the other.
pub(crate) struct Display {
    way: Way,
    work: Arc<Mutex<Work>>,
}

enum Way {
    Silent,
    /// A bar with rate and time left.
    Bar(Mutex<ProgressBar>),
    /// A line now and then, for logs; when the last one was.
    Lines(Mutex<Option<Instant>>),
}

/// The work under way.
#[derive(Default)]
struct Work {
    what: String,
    status: String,
    pace: Pace,
}

const PAUSE: Duration = Duration::from_secs(5);

impl Display {
    /// Changes what is known of the work and shows it where it is time to.
    fn change(&self, change: impl FnOnce(&mut Work)) {
        let mut work = self.work.lock().expect("nobody panics with the work locked");
        change(&mut work);
        match &self.way {
            Way::Silent => {}
            Way::Bar(bar) => {
                let bar = bar.lock().expect("nobody panics with the bar locked").clone();
                let (place, status) = (work.pace.thousandths(), work.status.clone());
                drop(work); // the bar asks for it when it draws
                bar.set_position(place);
                bar.set_message(status);
            }
            Way::Lines(spoke) => {
                let mut spoke = spoke.lock().expect("nobody panics with the time locked");
                if spoke.is_some_and(|spoke| spoke.elapsed() >= PAUSE) {
                    *spoke = Some(Instant::now());
                    say_aside(&line(&work));
                }
            }
        }
    }
}

impl Progress for Display {
    fn begin(&self, what: &str, positions: u64) {
        let pace = Pace::begin(positions);
        *self.work.lock().expect("nobody panics with the work locked") =
            Work { what: what.into(), status: String::new(), pace };
        match &self.way {
            Way::Silent => {}
            Way::Bar(shown) => {
                let bar = bar(what, positions, &self.work, ProgressDrawTarget::stderr());
                let before =
                    std::mem::replace(&mut *shown.lock().expect("nobody panics with the bar locked"), bar);
                drop(before); // which draws, and so must not hold the lock
            }
            Way::Lines(spoke) => {
                *spoke.lock().expect("nobody panics with the time locked") = Some(Instant::now());
            }
        }
    }

    fn partly(&self, positions: u64) {
        self.change(|work| work.pace.partly(positions));
    }

    fn advance(&self, positions: u64, reused: bool) {
        self.change(|work| work.pace.advance(positions, reused));
    }

    fn worked(&self, share: f64) {
        self.change(|work| work.pace.worked(share));
    }

    fn status(&self, text: &str) {
        self.change(|work| work.status = text.into());
    }

    /// Said whether progress is shown or not, and not drawn over.
    fn warning(&self, text: &str) {
        match &self.way {
            Way::Bar(bar) => {
                let bar = bar.lock().expect("nobody panics with the bar locked").clone();
                bar.suspend(|| say_aside(&format!("warning: {text}")));
            }
            Way::Silent | Way::Lines(_) => say_aside(&format!("warning: {text}")),
        }
    }

    fn end(&self) {
        match &self.way {
            Way::Silent => {}
            Way::Bar(bar) => {
                let bar = bar.lock().expect("nobody panics with the bar locked").clone();
                bar.finish_and_clear();
            }
            Way::Lines(spoke) => *spoke.lock().expect("nobody panics with the time locked") = None,
        }
    }
}

/// A bar of a thousand steps over the work. It is as long as the terminal leaves room for:
/// what is left and the rate matter more.
fn bar(what: &str, positions: u64, work: &Arc<Mutex<Work>>, target: ProgressDrawTarget) -> ProgressBar {
    let style = match positions {
        0 => "{prefix} {spinner} {done} positions  {rate}  {wide_msg}",
        // One question: its share is not known before its answer.
        1 => "{prefix} {spinner} {elapsed}  {wide_msg}",
        _ => "{prefix} {wide_bar} {percent:>3}%  {done} positions  {rate}  {left} left  {msg}",
    };
    let told = |tell: fn(&Pace) -> String| {
        let work = Arc::clone(work);
        move |_: &ProgressState, out: &mut dyn Write| {
            let work = work.lock().expect("nobody panics with the work locked");
            let _ = out.write_str(&tell(&work.pace));
        }
    };
    let style = ProgressStyle::with_template(style)
        .expect("the templates are constants")
        .with_key("done", told(|pace| count(pace.done())))
        .with_key("rate", told(rate))
        .with_key("left", told(left));
    let length = (positions > 0).then_some(1_000);
    let bar = ProgressBar::with_draw_target(length, target);
    bar.set_style(style);
    bar.set_prefix(what.to_string());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Whole positions a second: more digits say nothing.
fn rate(pace: &Pace) -> String {
    format!("{}/s", count(pace.rate() as u64))
}

fn left(pace: &Pace) -> String {
    pace.left().map_or("unknown time".into(), seconds)
}

fn line(Work { what, status, pace }: &Work) -> String {
    match pace.positions {
        0 => format!("{what}: {} positions, {} ({status})", count(pace.done()), rate(pace)),
        1 => format!("{what}: {} ({status})", seconds(pace.elapsed())),
        all => format!(
            "{what}: {:.1}%, {} of {} positions, {}, {} left ({status})",
            100.0 * pace.share(),
            count(pace.done()),
            count(all),
            rate(pace),
            left(pace),
        ),
    }
}

#[cfg(test)]
mod tests {
    use indicatif::TermLike;

    use super::*;

    /// A terminal of a width that remembers what is written on it.
    #[derive(Clone, Debug)]
    struct Terminal(u16, Arc<Mutex<String>>);

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            self.0
        }

        fn move_cursor_up(&self, _: usize) -> std::io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> std::io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> std::io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> std::io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> std::io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> std::io::Result<()> {
            self.1.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> std::io::Result<()> {
            self.write_str("\n")
        }

        fn flush(&self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_time_left_has_room_on_any_terminal() {
        for width in [80, 100, 160] {
            let terminal = Terminal(width, Arc::default());
            let mut pace = Pace::begin(107_207_255_529);
            pace.advance(17_232_400_000, true);
            std::thread::sleep(Duration::from_millis(3));
            pace.partly(62_123);
            pace.worked(0.2);
            let work = Arc::new(Mutex::new(Work { pace, ..Work::default() }));
            let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
            let bar = bar("solving quixo-5x5", 107_207_255_529, &work, target);
            bar.set_position(200);
            bar.tick();
            bar.abandon();
            let written = terminal.1.lock().unwrap().clone();
            let line =
                written.lines().rfind(|line| line.contains("positions")).unwrap().trim_end().to_string();
            assert!(line.contains(" 20%  17,232,462,123 positions  ") && line.ends_with(" left"), "{line}");
            assert!(line.chars().count() <= width.into(), "{line}");
        }
    }

    #[test]
    fn rates_are_whole_numbers() {
        let mut pace = Pace::begin(1_000_000_000);
        pace.advance(123_456_789, false);
        std::thread::sleep(Duration::from_millis(3));
        let said = rate(&pace);
        let digits = said.strip_suffix("/s").unwrap();
        assert!(digits.chars().all(|c| c.is_ascii_digit() || c == ','), "{said}");
    }
}
