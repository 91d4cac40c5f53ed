//! Questions about one game that take their turns, and which may still join.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::limits::Limits;

/// What a question takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Reading a database.
    Little,
    /// A search, up to its time limit.
    Much,
}

/// Questions about one game that cost about the same.
pub(crate) struct Lane {
    /// One permit for each question that is worked on.
    pub(crate) turns: Arc<Semaphore>,
    width: usize,
    /// How long a question may be worked on.
    longest: Duration,
    waiting: AtomicUsize,
    working: AtomicUsize,
    /// Microseconds of one question, the last ones weighing most.
    usual: AtomicU64,
}

/// A question in a lane.
pub(crate) struct Ticket {
    lane: Arc<Lane>,
    began: Option<Instant>,
}

impl Lane {
    pub(crate) fn new(cost: Cost, limits: &Limits) -> Arc<Self> {
        let (width, longest) = match cost {
            Cost::Little => (limits.of_one_game, Duration::ZERO),
            Cost::Much => (1, limits.search_time.min(limits.time)),
        };
        Arc::new(Lane {
            turns: Arc::new(Semaphore::new(width)),
            width,
            longest,
            waiting: AtomicUsize::new(0),
            working: AtomicUsize::new(0),
            usual: AtomicU64::new(longest.as_micros() as u64),
        })
    }

    /// A ticket, if the question can be answered in time: those before it take
    /// their usual time, `rivals` games share what there is, and this one takes
    /// as long as it may.
    pub(crate) fn join(self: &Arc<Self>, rivals: u32, limits: &Limits) -> Option<Ticket> {
        let before = self.waiting.load(Relaxed) + self.working.load(Relaxed);
        let usual = Duration::from_micros(self.usual.load(Relaxed));
        let until_turn = usual * rivals * (before / self.width) as u32;
        let in_time = before < self.width || until_turn + self.longest <= limits.time;
        if before >= self.width + limits.waiting || !in_time {
            return None;
        }
        self.waiting.fetch_add(1, Relaxed);
        Some(Ticket { lane: Arc::clone(self), began: None })
    }

    /// How many wait, and how many are worked on.
    pub(crate) fn crowd(&self) -> (usize, usize) {
        (self.waiting.load(Relaxed), self.working.load(Relaxed))
    }
}

impl Ticket {
    /// It is worked on from now.
    pub(crate) fn begin(&mut self) {
        self.lane.waiting.fetch_sub(1, Relaxed);
        self.lane.working.fetch_add(1, Relaxed);
        self.began = Some(Instant::now());
    }

    /// It is done: its time counts for those to come.
    pub(crate) fn end(self) {
        let Some(began) = self.began else { return };
        let (taken, usual) = (began.elapsed().as_micros() as u64, self.lane.usual.load(Relaxed));
        self.lane.usual.store((7 * usual + taken) / 8, Relaxed);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let place = if self.began.is_some() { &self.lane.working } else { &self.lane.waiting };
        place.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_join_that_can_be_answered_in_time() {
        let limits = Limits::default(); // ten seconds, two for a search
        let lane = Lane::new(Cost::Much, &limits);
        let mut admitted = Vec::new();
        while let Some(ticket) = lane.join(1, &limits) {
            admitted.push(ticket);
        }
        assert_eq!(admitted.len(), 5, "five searches of two seconds, one after the other");
        admitted.pop();
        assert!(lane.join(2, &limits).is_none(), "another game takes every second turn");
        assert!(lane.join(1, &limits).is_some());
        let quick = Lane::new(Cost::Little, &limits);
        let tickets: Vec<_> = std::iter::from_fn(|| quick.join(1, &limits)).collect();
        assert_eq!(tickets.len(), limits.of_one_game + limits.waiting);
    }
}
