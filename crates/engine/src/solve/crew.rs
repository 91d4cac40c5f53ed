//! Who does the work: the seam between what is solved and what runs it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::solve::{SolveError, TierValues};

/// Schedules the work of a solve.
///
/// A solve goes through its layers in order. In each it either solves the tiers
/// one after the other with the whole crew, or hands them out as *pieces*: a
/// tier each, or, in a kernel that cuts tiers, a stretch of one. A crew says who
/// does a piece and brings back its values. [`Threads`] are the crew of one
/// machine; a crew of several would do here the pieces that are its own and
/// fetch the others.
///
/// # Laws
///
/// 1. `together` runs the work once and returns when it is done.
/// 2. `side_by_side` returns the values of all pieces in their order. Pieces are
///    begun in order, and none after one that failed; of several failures the
///    first in order is returned. No two pieces have the same worker at the
///    same time, and workers have numbers below `workers`.
pub trait Crew: Sync {
    /// How many pieces can be worked on at the same time.
    fn workers(&self) -> usize;

    /// Runs work that uses the whole crew by itself.
    fn together(&self, work: &mut (dyn FnMut() + Send));

    /// Runs `work` with a worker for each piece.
    fn side_by_side(&self, pieces: usize, work: &PieceWork<'_>) -> Result<Vec<Piece>, SolveError>;
}

/// The values of a piece, aim by aim.
pub type Piece = Vec<TierValues>;

/// Solves a piece: is told the worker and the number of the piece.
pub type PieceWork<'a> = dyn Fn(usize, usize) -> Result<Piece, SolveError> + Sync + 'a;

/// Runs work with the whole crew and returns what it returns.
pub(crate) fn together<R: Send>(crew: &dyn Crew, work: impl FnOnce() -> R + Send) -> R {
    let (mut work, mut result) = (Some(work), None);
    crew.together(&mut || result = work.take().map(|work| work()));
    result.expect("a crew does what it is given")
}

/// The threads of this process.
pub struct Threads {
    /// All threads on one piece of work.
    team: ThreadPool,
    /// A pool of one thread each, so that work inside a tier stays on the
    /// thread that has the tier. (In one common pool, a thread that waits for
    /// the rest of its tier would begin another and hold both in memory.)
    singles: Vec<ThreadPool>,
}

impl Threads {
    /// So many threads, at least one.
    pub fn new(threads: usize) -> Result<Self, SolveError> {
        let pool = |size| {
            let built = ThreadPoolBuilder::new().num_threads(size).build();
            built.map_err(|error| SolveError::Threads { threads, cause: error.to_string() })
        };
        let singles = (0..threads.max(1)).map(|_| pool(1)).collect::<Result<_, _>>()?;
        Ok(Threads { team: pool(threads.max(1))?, singles })
    }
}

impl Crew for Threads {
    fn workers(&self) -> usize {
        self.singles.len()
    }

    fn together(&self, work: &mut (dyn FnMut() + Send)) {
        self.team.install(work);
    }

    /// Each thread takes the next piece as it becomes free.
    fn side_by_side(&self, pieces: usize, work: &PieceWork<'_>) -> Result<Vec<Piece>, SolveError> {
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Option<Result<Piece, SolveError>>>> =
            (0..pieces).map(|_| Mutex::new(None)).collect();
        let work_on = |worker: usize| {
            while let Some((piece, result)) =
                Some(next.fetch_add(1, Relaxed)).and_then(|piece| Some((piece, results.get(piece)?)))
            {
                let done = work(worker, piece);
                if done.is_err() {
                    next.store(pieces, Relaxed);
                }
                *result.lock().expect("nobody panics with a result locked") = Some(done);
            }
        };
        std::thread::scope(|scope| {
            let mut workers = Vec::new();
            for (worker, single) in self.singles.iter().enumerate() {
                let (work_on, next) = (&work_on, &next);
                let work = AssertUnwindSafe(move || single.install(|| work_on(worker)));
                // Whoever unwinds ends the work of the others too.
                workers.push(
                    scope.spawn(move || catch_unwind(work).inspect_err(|_| next.store(pieces, Relaxed))),
                );
            }
            for worker in workers {
                // As if the work had been done on this thread.
                let done = worker.join().expect("what unwinds is caught");
                done.unwrap_or_else(|cause| resume_unwind(cause));
            }
        });
        // Pieces that were not begun come after the one that failed.
        let results = results.into_iter().map(|result| result.into_inner());
        results.map_while(|result| result.expect("nobody panics with a result locked")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_game::Code;

    fn values(piece: usize) -> Piece {
        vec![TierValues::new(&[Code(piece as u16)])]
    }

    fn failure(piece: usize) -> SolveError {
        SolveError::NoDistances { kernel: piece.to_string() }
    }

    #[test]
    fn values_keep_the_order_of_the_pieces() {
        for threads in [1, 3] {
            let crew = Threads::new(threads).unwrap();
            let found = crew.side_by_side(100, &|_, piece| Ok(values(piece))).unwrap();
            assert_eq!(found, (0..100).map(values).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_piece_is_begun_after_one_that_failed() {
        let begun = Mutex::new(Vec::new());
        let fail = |_: usize, piece: usize| {
            begun.lock().unwrap().push(piece);
            if piece == 50 { Err(failure(piece)) } else { Ok(values(piece)) }
        };
        let error = Threads::new(1).unwrap().side_by_side(100, &fail).unwrap_err();
        assert!(matches!(&error, SolveError::NoDistances { kernel } if kernel == "50"), "{error}");
        assert_eq!(*begun.lock().unwrap(), (0..=50).collect::<Vec<_>>());
    }

    /// Piece 1 fails only after piece 2 has failed.
    #[test]
    fn of_several_failures_the_first_in_order_is_returned() {
        let barrier = std::sync::Barrier::new(3);
        let fail = |_: usize, piece: usize| {
            if piece == 2 {
                return Err(failure(piece)).inspect_err(|_| _ = barrier.wait());
            }
            barrier.wait();
            if piece == 1 { Err(failure(piece)) } else { Ok(values(piece)) }
        };
        let error = Threads::new(3).unwrap().side_by_side(3, &fail).unwrap_err();
        assert!(matches!(&error, SolveError::NoDistances { kernel } if kernel == "1"), "{error}");
    }

    /// Progress that has seen enough ends a solve by unwinding, with a payload of its own.
    #[test]
    fn what_unwinds_in_a_piece_unwinds_here_and_ends_the_work() {
        struct Enough(usize);
        let begun = AtomicUsize::new(0);
        let work = |_: usize, piece: usize| {
            begun.fetch_add(1, Relaxed);
            if piece == 20 { resume_unwind(Box::new(Enough(piece))) } else { Ok(values(piece)) }
        };
        let crew = Threads::new(1).unwrap();
        let cause = catch_unwind(AssertUnwindSafe(|| crew.side_by_side(100, &work))).err().unwrap();
        assert_eq!(cause.downcast_ref::<Enough>().map(|enough| enough.0), Some(20));
        assert_eq!(begun.into_inner(), 21, "work went on afterwards");
    }

    #[test]
    fn a_worker_has_one_piece_at_a_time() {
        let busy = [0; 3].map(|_| AtomicUsize::new(0));
        let crew = Threads::new(3).unwrap();
        let work = |worker: usize, piece: usize| {
            assert_eq!(busy[worker].fetch_add(1, Relaxed), 0);
            std::thread::yield_now();
            busy[worker].fetch_sub(1, Relaxed);
            Ok(values(piece))
        };
        assert_eq!(crew.side_by_side(200, &work).unwrap().len(), 200);
    }
}
