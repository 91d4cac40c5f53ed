//! Threads: together on one tier, or each on a tier of its own.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::solve::SolveError;

/// Two ways to use the same number of threads.
pub(crate) struct Workers {
    /// All threads on one piece of work.
    team: ThreadPool,
    /// A pool of one thread each, so that work inside a tier stays on the
    /// thread that has the tier. (In one common pool, a thread that waits for
    /// the rest of its tier would begin another and hold both in memory.)
    singles: Vec<ThreadPool>,
}

impl Workers {
    pub(crate) fn new(threads: usize) -> Result<Self, SolveError> {
        let pool = |size| {
            let built = ThreadPoolBuilder::new().num_threads(size).build();
            built.map_err(|error| SolveError::Threads { threads, cause: error.to_string() })
        };
        let singles = (0..threads.max(1)).map(|_| pool(1)).collect::<Result<_, _>>()?;
        Ok(Workers { team: pool(threads.max(1))?, singles })
    }

    /// Runs something that uses all threads by itself.
    pub(crate) fn together<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.team.install(work)
    }

    /// One piece after the other, each with all threads; stops at an error.
    pub(crate) fn one_by_one<T: Sync, R: Send, E: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> Result<R, E> + Sync,
    ) -> Vec<Result<R, E>> {
        let mut results = Vec::with_capacity(items.len());
        for item in items {
            results.push(self.team.install(|| work(item)));
            if results.last().is_some_and(Result::is_err) {
                break;
            }
        }
        results
    }

    /// Each thread takes the next piece as it becomes free. Results are in the
    /// order of the items; after an error no further piece is begun, and the
    /// results end with it.
    pub(crate) fn side_by_side<T: Sync, R: Send, E: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> Result<R, E> + Sync,
    ) -> Vec<Result<R, E>> {
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Option<Result<R, E>>>> = items.iter().map(|_| Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            for single in &self.singles {
                scope.spawn(|| {
                    single.install(|| {
                        while let Some((item, result)) = {
                            let at = next.fetch_add(1, Relaxed);
                            items.get(at).zip(results.get(at))
                        } {
                            let done = work(item);
                            if done.is_err() {
                                next.store(items.len(), Relaxed);
                            }
                            *result.lock().expect("nobody panics with a result locked") = Some(done);
                        }
                    });
                });
            }
        });
        let finished =
            results.into_iter().map(|r| r.into_inner().expect("nobody panics with a result locked"));
        let mut in_order = Vec::with_capacity(items.len());
        let mut error = None;
        for result in finished {
            match result {
                Some(Ok(value)) if error.is_none() => in_order.push(Ok(value)),
                Some(Err(cause)) => error = error.or(Some(Err(cause))),
                _ => {}
            }
        }
        in_order.extend(error);
        in_order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let workers = Workers::new(3).unwrap();
        let items: Vec<u32> = (0..100).collect();
        let double = |item: &u32| Ok::<u32, ()>(2 * item);
        for results in [workers.side_by_side(&items, double), workers.one_by_one(&items, double)] {
            let results: Vec<u32> = results.into_iter().map(Result::unwrap).collect();
            assert_eq!(results, items.iter().map(|item| 2 * item).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_is_the_last_result() {
        let workers = Workers::new(2).unwrap();
        let items: Vec<u32> = (0..100).collect();
        let fail = |item: &u32| if *item == 50 { Err("fifty") } else { Ok(*item) };
        for results in [workers.side_by_side(&items, fail), workers.one_by_one(&items, fail)] {
            assert_eq!(results.last(), Some(&Err("fifty")));
            assert!(results.len() <= items.len());
        }
    }
}
