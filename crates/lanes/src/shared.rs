//! Numbers that many threads change at once, in large pages.
//!
//! Retrograde analysis goes to predecessors, which lie anywhere: most of its
//! time is waiting for memory. Large pages spare the look-up of addresses, and
//! a hint ahead of time spares the wait.

use std::io;
use std::sync::atomic::AtomicU16;

use memmap2::MmapRaw;

use crate::plane::zeros;

/// Numbers of two bytes that threads share. All are zero at first.
#[derive(Debug)]
pub struct SharedNumbers {
    /// Raw, because a shared reference to the bytes would forbid changing them.
    memory: MmapRaw,
    length: usize,
}

impl SharedNumbers {
    /// So many zeros.
    ///
    /// # Errors
    ///
    /// If the system gives no memory.
    pub fn zeros(length: usize) -> io::Result<Self> {
        Ok(SharedNumbers { memory: zeros(length * size_of::<AtomicU16>())?.into(), length })
    }

    /// The numbers.
    #[inline]
    #[must_use]
    pub fn all(&self) -> &[AtomicU16] {
        // SAFETY: a mapping begins at a page, so it is aligned; it is long enough by construction, any
        // bits are a number, and nobody reads or writes the memory but through these atomics.
        unsafe { std::slice::from_raw_parts(self.memory.as_mut_ptr().cast(), self.length) }
    }

    /// Says that a number will be wanted soon.
    #[inline]
    pub fn expect(&self, index: usize) {
        expect(self.all(), index);
    }
}

/// Says that an element will be wanted soon, if there is one of that number: the
/// wait for its memory begins now. It changes nothing else.
///
/// ```
/// let squares: Vec<u64> = (0..1_000).map(|number| number * number).collect();
/// let asked = [7, 930, 41];
/// asked.iter().for_each(|number| kaiketsu_lanes::expect(&squares, *number));
/// assert_eq!(asked.map(|number| squares[number]), [49, 864_900, 1_681]);
/// ```
#[inline]
pub fn expect<T>(elements: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(element) = elements.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of an element of ours; the hint reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(element).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (elements, index);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn threads_see_the_same_numbers() {
        let count = if cfg!(miri) { 701 } else { 70_001 };
        let numbers = SharedNumbers::zeros(count).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for index in 0..count {
                        numbers.expect(index + 1);
                        numbers.all()[index].fetch_add(index as u16, Relaxed);
                    }
                });
            }
        });
        let all = numbers.all();
        assert!((0..count).all(|index| all[index].load(Relaxed) == (index as u16).wrapping_mul(2)));
        assert!(SharedNumbers::zeros(0).unwrap().all().is_empty());
    }
}
