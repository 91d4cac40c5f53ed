//! One bit for each chunk: which of them changed, or are worth a look.

/// Whether a flag is set.
#[must_use]
#[inline(always)]
pub fn get(flags: &[u64], at: usize) -> bool {
    flags[at / 64] >> (at % 64) & 1 == 1
}

/// Sets a flag.
#[inline(always)]
pub fn set(flags: &mut [u64], at: usize) {
    flags[at / 64] |= 1 << (at % 64);
}

/// Clears a flag.
#[inline(always)]
pub fn clear(flags: &mut [u64], at: usize) {
    flags[at / 64] &= !(1 << (at % 64));
}

/// Whether no flag is set.
#[must_use]
#[inline(always)]
pub fn none(flags: &[u64]) -> bool {
    flags.iter().all(|&word| word == 0)
}

/// Sets the first `count` flags and no others.
#[inline(always)]
pub fn set_first(flags: &mut [u64], count: usize) {
    for (index, word) in flags.iter_mut().enumerate() {
        let left = count.saturating_sub(index * 64);
        *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
    }
}

/// The first flag that is set at or after a place.
#[must_use]
#[inline(always)]
pub fn next(flags: &[u64], from: usize) -> Option<usize> {
    let mut index = from / 64;
    let mut word = flags.get(index)? & u64::MAX << (from % 64);
    while word == 0 {
        index += 1;
        word = *flags.get(index)?;
    }
    Some(index * 64 + word.trailing_zeros() as usize)
}

/// The first `count` flags in reverse order, the first of them last.
#[inline(always)]
pub fn reverse(flags: &[u64], count: usize, reversed: &mut [u64]) {
    let spare = flags.len() * 64 - count;
    debug_assert!(spare == 0 || flags.len() == 1, "whole words, or less than one");
    for (into, word) in reversed.iter_mut().zip(flags.iter().rev()) {
        *into = word.reverse_bits() >> spare;
    }
}

/// Whether all flags of the second are set in the first.
#[must_use]
#[inline(always)]
pub fn cover(flags: &[u64], others: &[u64]) -> bool {
    flags.iter().zip(others).all(|(flags, others)| others & !flags == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_found_in_order() {
        let mut flags = vec![0; 3];
        set_first(&mut flags, 70);
        assert_eq!(flags, [u64::MAX, 63, 0]);
        assert!(get(&flags, 69) && !get(&flags, 70));
        flags.fill(0);
        assert!(none(&flags) && next(&flags, 0).is_none());
        for at in [5, 64, 191] {
            set(&mut flags, at);
        }
        assert_eq!((next(&flags, 0), next(&flags, 6), next(&flags, 65)), (Some(5), Some(64), Some(191)));
        clear(&mut flags, 191);
        assert_eq!(next(&flags, 65), None);
        assert_eq!(next(&flags, 192), None);
    }
    #[test]
    fn flags_turn_around_and_cover_others() {
        for count in [1_usize, 8, 64, 256] {
            let mut flags = vec![0; count.div_ceil(64)];
            (0..count).filter(|at| at % 7 == 3 || at % 5 == 0).for_each(|at| set(&mut flags, at));
            let mut reversed = vec![0; flags.len()];
            reverse(&flags, count, &mut reversed);
            assert!((0..count).all(|at| get(&flags, at) == get(&reversed, count - 1 - at)));
            let mut more = flags.clone();
            assert!(cover(&more, &flags));
            set(&mut more, count / 2);
            assert!(cover(&more, &flags));
            clear(&mut more, 0);
            assert!(!cover(&more, &flags));
        }
    }
}
