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
}
