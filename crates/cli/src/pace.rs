//! How far long work is, how fast it goes, and when it will be done.

use std::time::Instant;

/// The course of a piece of work.
pub(crate) struct Pace {
    /// Positions in all: 0 if nobody knows yet, 1 for a single question.
    pub(crate) positions: u64,
    /// Done, as a whole.
    whole: u64,
    /// Done of the work under way.
    partly: u64,
    /// Done by this run: only that tells the speed.
    solved: u64,
    /// The share of the work that is done, where a forecast tells it.
    worked: Option<f64>,
    /// The share that was found done.
    found: f64,
    /// Whether what was told last was found done.
    finding: bool,
    began: Instant,
}

impl Default for Pace {
    fn default() -> Self {
        Pace::begin(0)
    }
}

impl Pace {
    pub(crate) fn begin(positions: u64) -> Self {
        let (worked, found, finding) = (None, 0.0, false);
        Pace { positions, whole: 0, partly: 0, solved: 0, worked, found, finding, began: Instant::now() }
    }

    /// So many positions of the work under way are done, in place of those before.
    pub(crate) fn partly(&mut self, positions: u64) {
        self.partly = positions;
        self.finding = false;
    }

    /// The work under way is done, or was found done: so many positions.
    pub(crate) fn advance(&mut self, positions: u64, reused: bool) {
        self.partly = 0;
        self.whole += positions;
        self.finding = reused;
        if !reused {
            self.solved += positions;
        }
    }

    /// About so much of the work is done, as forecasts of its parts tell.
    pub(crate) fn worked(&mut self, share: f64) {
        self.worked = Some(share);
        if self.finding {
            self.found = share;
        }
    }

    pub(crate) fn done(&self) -> u64 {
        self.whole + self.partly
    }

    pub(crate) fn elapsed(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    /// Positions a second.
    pub(crate) fn rate(&self) -> f64 {
        (self.solved + self.partly) as f64 / self.elapsed().max(1e-9)
    }

    /// The share that is done: of the work where it is known, else of the positions.
    pub(crate) fn share(&self) -> f64 {
        let positions = self.done() as f64 / self.positions.max(1) as f64;
        self.worked.unwrap_or(positions).min(1.0)
    }

    /// The share in thousandths, for a bar.
    pub(crate) fn thousandths(&self) -> u64 {
        (1_000.0 * self.share()) as u64
    }

    /// Seconds that are left, if something is known of them.
    pub(crate) fn left(&self) -> Option<f64> {
        let found = self
            .worked
            .map_or((self.whole - self.solved) as f64 / self.positions.max(1) as f64, |_| self.found);
        let now = self.share() - found;
        // The first few of very many say nothing of the rest.
        (now >= 1e-3).then(|| self.elapsed() * (1.0 - self.share()) / now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;
    use std::time::Duration;

    /// What is left is said by the work, and what was found done tells no speed.
    #[test]
    fn what_was_found_done_tells_no_speed() {
        let mut pace = Pace::begin(1_000);
        assert_eq!(pace.left(), None);
        pace.advance(900, true);
        pace.worked(0.5);
        assert_eq!((pace.left(), pace.done()), (None, 900));
        sleep(Duration::from_millis(20));
        pace.partly(50);
        pace.worked(0.75);
        let (elapsed, left) = (pace.elapsed(), pace.left().unwrap());
        assert!((left / elapsed - 1.0).abs() < 0.2, "half of the rest is done: {left} after {elapsed}");
        assert_eq!(pace.thousandths(), 750);
    }
}
