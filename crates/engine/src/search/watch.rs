//! Progress of a search, which does not know how far it has come: how much it
//! has looked at, how fast, and how full its table is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::search::{Provable, Prover};
use crate::solve::Progress;

const PAUSE: Duration = Duration::from_millis(500);

/// Does some work with a prover while another thread tells its progress.
pub(crate) fn watched<G: Provable, T>(
    prover: &Prover<G>,
    progress: &dyn Progress,
    work: impl FnOnce() -> T,
) -> T {
    let over = AtomicBool::new(false);
    let (began, before) = (Instant::now(), prover.nodes());
    std::thread::scope(|scope| {
        let over = &over;
        let teller = scope.spawn(move || {
            while !over.load(Ordering::Relaxed) {
                std::thread::park_timeout(PAUSE);
                let nodes = prover.nodes() - before;
                let rate = nodes as f64 / began.elapsed().as_secs_f64().max(1e-9);
                let full = 100.0 * prover.table_share();
                let strategy = match prover.written() {
                    0 => String::new(),
                    positions => format!(", strategy for {:.2} million positions", positions as f64 / 1e6),
                };
                progress.status(&format!(
                    "{:.1} million nodes, {:.2} million per second, table {full:.0}% full{strategy}",
                    nodes as f64 / 1e6,
                    rate / 1e6
                ));
            }
        });
        // The teller must stop even if the work panics.
        let _end = End { over, teller: teller.thread().clone() };
        work()
    })
}

struct End<'a> {
    over: &'a AtomicBool,
    teller: std::thread::Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.teller.unpark();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use kaiketsu_game::Game;
    use kaiketsu_games::otrio::Otrio;

    use super::*;
    use crate::oracle::Limit;
    use crate::search::{Options, Side};

    #[derive(Default)]
    struct Notes(Mutex<Vec<String>>);

    impl Progress for Notes {
        fn status(&self, text: &str) {
            self.0.lock().unwrap().push(text.into());
        }
    }

    #[test]
    fn a_search_tells_what_it_does() {
        let game = Otrio::STANDARD;
        let prover = Prover::new(game, Options { memory: Some(1 << 22), ..Options::default() });
        let notes = Notes::default();
        let limit = Limit::within(3 * PAUSE);
        let found =
            watched(&prover, &notes, || prover.value_within(&game.start(), Side::First, u64::MAX, limit));
        assert!(found.is_none(), "the start takes longer");
        let notes = notes.0.into_inner().unwrap();
        assert!(notes.len() >= 2 && notes.iter().all(|note| note.contains("million nodes")), "{notes:?}");
        assert!(prover.nodes() > 0);
    }
}
