//! Work in all threads of the pool, compiled once for all games.
//!
//! An iterator of rayon is compiled anew for every closure that it is given,
//! and what solves or checks a game is compiled for every game: that was a
//! third of the code of a program. Here the closure stands behind `dyn`; one
//! such call is nothing beside the thousands of positions that it works on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use kaiketsu_game::Code;
use rayon::prelude::*;

/// How many threads the pool has.
pub(crate) fn workers() -> usize {
    rayon::current_num_threads()
}

/// Runs `work` for each number below `count`, in any order.
pub(crate) fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// What `work` returns for each number below `count`, in order.
pub(crate) fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    for_each(count, &|number| {
        let result = work(number);
        *results[number].lock().expect(UNBROKEN) = Some(result);
    });
    let result = |result: Mutex<Option<T>>| result.into_inner().expect(UNBROKEN).expect("all was done");
    results.into_iter().map(result).collect()
}

/// What `work` returns for each number below `count`, in order, or a failure;
/// once there is one, no more is begun.
pub(crate) fn try_map<T: Send, E: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<T, E> + Sync),
) -> Result<Vec<T>, E> {
    let failed = AtomicBool::new(false);
    let results = map(count, &|number| {
        let result = (!failed.load(Relaxed)).then(|| work(number))?;
        if result.is_err() {
            failed.store(true, Relaxed);
        }
        Some(result)
    });
    // What was not begun is left out only where there is a failure.
    results.into_iter().flatten().collect()
}

/// What `work` returns for each element, which it may change.
pub(crate) fn map_mut<T: Send, R: Send>(
    elements: &mut [T],
    work: &(dyn Fn(usize, &mut T) -> R + Sync),
) -> Vec<R> {
    let elements: Vec<Mutex<&mut T>> = elements.iter_mut().map(Mutex::new).collect();
    map(elements.len(), &|number| work(number, &mut elements[number].lock().expect(UNBROKEN)))
}

/// Lets `work` fill pieces of `codes`; it is told where each begins.
pub(crate) fn fill(codes: &mut [Code], work: &(dyn Fn(usize, &mut [Code]) + Sync)) {
    let pieces = codes.par_chunks_mut(PIECE).enumerate();
    pieces.for_each(|(piece, codes)| work(piece * PIECE, codes));
}

/// Codes that a thread fills at a time.
const PIECE: usize = 1 << 12;

const UNBROKEN: &str = "a panic ends the work of all threads";

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn results_come_in_order() {
        assert_eq!(map(1_000, &|number| number * number), (0..1_000).map(|n| n * n).collect::<Vec<_>>());
        assert!(map(0, &|number| number).is_empty());
    }

    #[test]
    fn a_failure_is_returned_and_ends_the_work() {
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let begun = AtomicUsize::new(0);
        let work = |number| {
            begun.fetch_add(1, Relaxed);
            if number >= 500 { Err(number) } else { Ok(number) }
        };
        assert_eq!(one.install(|| try_map(100_000, &work)), Err(500));
        assert_eq!(begun.into_inner(), 501, "work went on after a failure");
        assert_eq!(
            try_map(500, &|number| if number < 500 { Ok(number) } else { Err(()) }).unwrap().len(),
            500
        );
    }

    #[test]
    fn elements_are_changed_where_they_are() {
        let mut elements: Vec<usize> = (0..100).collect();
        let before = map_mut(&mut elements, &|number, element| {
            let before = *element;
            *element += number;
            before
        });
        assert_eq!(before, (0..100).collect::<Vec<_>>());
        assert_eq!(elements, (0..100).map(|number| 2 * number).collect::<Vec<_>>());
    }

    #[test]
    fn pieces_know_where_they_begin() {
        let mut codes = vec![Code::DRAW; 2 * PIECE + 5];
        fill(&mut codes, &|start, codes| {
            for (offset, code) in codes.iter_mut().enumerate() {
                *code = Code((start + offset) as u16);
            }
        });
        assert!(codes.iter().enumerate().all(|(index, code)| usize::from(code.0) == index));
    }
}
