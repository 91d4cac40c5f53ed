//! Large pages for memory that is read all over.

/// Asks the system for large pages where memory lies: then fewer addresses have to
/// be looked up, which takes as long as the memory itself. For memory that has
/// not been written yet, such as the spare capacity of a vector. What is small
/// stays as it is, and nothing but speed depends on it.
///
/// ```
/// let mut squares: Vec<u64> = Vec::with_capacity(1 << 20);
/// kaiketsu_lanes::prefer_large_pages(squares.spare_capacity_mut());
/// squares.extend((0..1 << 20).map(|number| number * number));
/// assert_eq!(squares[1_000], 1_000_000);
/// ```
pub fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", not(miri)))] // Miri knows no such advice
    {
        /// The usual pages, and those of which some must fit.
        const PAGE: usize = 1 << 12;
        const LARGE: usize = 1 << 21;
        let (start, bytes) = (memory.as_mut_ptr().cast::<u8>(), size_of_val(memory));
        if bytes >= 2 * LARGE {
            let skipped = start.align_offset(PAGE);
            let length = (bytes - skipped) / PAGE * PAGE;
            // SAFETY: the pages lie inside `memory`, and the advice changes none of its bytes. A system
            // with other pages refuses it.
            unsafe { libc::madvise(start.wrapping_add(skipped).cast(), length, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_keeps_what_it_holds() {
        let lengths: &[u64] = if cfg!(miri) { &[0, 1, 1_000] } else { &[0, 1, 1_000, 600_000, 1_300_001] };
        for &length in lengths {
            let mut numbers: Vec<u64> = (0..length).collect();
            prefer_large_pages(&mut numbers);
            prefer_large_pages(numbers.spare_capacity_mut());
            assert!(numbers.iter().copied().eq(0..length));
        }
    }
}
