//! Values in two bits, four positions a byte.
//!
//! ```text
//! bit     7 6   5 4   3 2   1 0
//!         p+3   p+2   p+1   p        0 draw, 1 win, 2 loss
//! ```
//!
//! Bits past the last position are 0. All passes here run at several
//! positions per nanosecond: they are fed layers of 10^10 positions.

/// The low bit of each of the 32 codes in a word.
const LOW: u64 = 0x5555_5555_5555_5555;

/// How many bytes hold that many positions.
pub(crate) fn bytes_for(positions: usize) -> usize {
    positions.div_ceil(4)
}

/// The code at a position.
#[inline]
pub(crate) fn get(packed: &[u8], index: usize) -> u8 {
    packed[index / 4] >> (index % 4 * 2) & 3
}

/// Packs codes that are less than 4.
pub(crate) fn pack(codes: impl ExactSizeIterator<Item = u8>) -> Vec<u8> {
    let mut packed = vec![0; bytes_for(codes.len())];
    let mut codes = codes.fuse();
    let mut next = || codes.next().unwrap_or(0);
    for byte in &mut packed {
        *byte = next() | next() << 2 | next() << 4 | next() << 6;
    }
    packed
}

/// Packs the outcomes of values: 0 draw, 1 win, 2 loss. Four at a time, in the lanes of
/// a word.
pub(crate) fn pack_outcomes(words: &[[u8; 2]]) -> Vec<u8> {
    const LANES: u64 = 0x0001_0001_0001_0001;
    let outcomes = |codes: u64| {
        let nonzero = (((codes & (LANES * 0x7FFF)) + LANES * 0x7FFF) | codes) >> 15 & LANES;
        let win = codes & LANES; // wins are odd
        let each = win | (nonzero & !win) << 1;
        (each | each >> 14 | each >> 28 | each >> 42) as u8
    };
    let (fours, rest) = words.as_chunks::<4>();
    let word = |four: &[[u8; 2]; 4]| {
        four.iter().rev().fold(0, |word, code| word << 16 | u64::from(u16::from_le_bytes(*code)))
    };
    let mut packed: Vec<u8> = fours.iter().map(|four| outcomes(word(four))).collect();
    if !rest.is_empty() {
        let mut last = [[0; 2]; 4];
        last[..rest.len()].copy_from_slice(rest);
        packed.push(outcomes(word(&last)));
    }
    packed
}

/// How often each of the codes 0 to 3 stands among the first `positions`.
/// The bits past them must be 0.
pub(crate) fn count(packed: &[u8], positions: usize) -> [u64; 4] {
    let (mut one, mut two, mut three) = (0u64, 0u64, 0u64);
    let mut add = |word: u64| {
        let (low, high) = (word & LOW, word >> 1 & LOW);
        one += u64::from((low & !high).count_ones());
        two += u64::from((high & !low).count_ones());
        three += u64::from((low & high).count_ones());
    };
    let (words, rest) = packed.as_chunks::<8>();
    words.iter().for_each(|word| add(u64::from_le_bytes(*word)));
    rest.iter().for_each(|byte| add(u64::from(*byte)));
    [positions as u64 - one - two - three, one, two, three]
}

/// Whether any code is 3, which is no value.
pub(crate) fn has_three(packed: &[u8]) -> bool {
    packed.iter().fold(0, |found, byte| found | (byte & byte >> 1 & 0x55)) != 0
}

/// Sets the bits of the last byte that belong to no position to 0.
pub(crate) fn clear_padding(packed: &mut [u8], positions: usize) {
    if let (Some(last), used @ 1..) = (packed.last_mut(), positions % 4) {
        *last &= (1 << (2 * used)) - 1;
    }
}

/// Whether the bits of the last byte that belong to no position are 0.
pub(crate) fn padding_is_clear(packed: &[u8], positions: usize) -> bool {
    match (packed.last(), positions % 4) {
        (Some(last), used @ 1..) => last >> (2 * used) == 0,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The obvious twins: one position at a time.
    fn count_slowly(packed: &[u8], positions: usize) -> [u64; 4] {
        let mut counts = [0; 4];
        (0..positions).for_each(|index| counts[usize::from(get(packed, index))] += 1);
        counts
    }

    #[test]
    fn outcomes_are_packed_like_others() {
        let codes: Vec<u16> = (0..=u16::MAX).map(|code| code.wrapping_mul(25_717)).collect();
        let outcome = |code: &u16| if *code == 0 { 0 } else { 2 - (code % 2) as u8 };
        for length in (0..9).chain([65_536]) {
            let codes = &codes[..length];
            let words: Vec<[u8; 2]> = codes.iter().map(|code| code.to_le_bytes()).collect();
            assert_eq!(pack_outcomes(&words), pack(codes.iter().map(outcome)));
        }
    }

    #[test]
    fn packing_counting_and_padding_at_every_small_length() {
        for positions in 0..200usize {
            let codes: Vec<u8> = (0..positions).map(|i| ((i * i + i / 7) % 4) as u8).collect();
            let mut packed = pack(codes.iter().copied());
            assert_eq!(packed.len(), bytes_for(positions));
            for (index, code) in codes.iter().enumerate() {
                assert_eq!(get(&packed, index), *code);
            }
            assert_eq!(count(&packed, positions), count_slowly(&packed, positions));
            assert_eq!(has_three(&packed), codes.contains(&3));
            assert!(padding_is_clear(&packed, positions));
            if positions % 4 != 0 {
                let whole = packed.clone();
                *packed.last_mut().unwrap() |= 0xC0;
                assert!(!padding_is_clear(&packed, positions));
                clear_padding(&mut packed, positions);
                assert_eq!(packed, whole);
            }
        }
    }
}
