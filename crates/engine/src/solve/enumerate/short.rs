//! Sorted numbers of up to 64 bits in little more than four bytes each.
//!
//! ```text
//! starts    | where the numbers with high part 0 begin | 1 | 2 | ...
//! lows      | the low part of each number, 32 bits, in order
//! index     | every 16th low part, and every 256th
//! ```
//!
//! The high part picks a section of the list by one look-up. In the section,
//! every 256th low part leads to 16 of every 16th, and those to 16 neighbours:
//! so a search touches few lines of memory that are not in the cache. There are
//! at most an eighth as many sections as there are numbers, so their starts take
//! half a byte a number or less.

/// Low parts between two entries of each index, and of the list itself.
const STRIDES: [usize; 3] = [256, 16, 1];

/// Distinct numbers in ascending order; see the module.
#[derive(Debug)]
pub(super) struct Short {
    /// Bits of the low part.
    bits: u32,
    starts: Vec<u32>,
    /// For each of the strides; the last are all low parts.
    lows: [Vec<u32>; 3],
}

impl Short {
    /// A list of numbers, or the numbers as they were if they cannot be kept
    /// short: they must not have many more than 32 bits for how many they are.
    /// `None` if they are not distinct and in order.
    ///
    /// Numbers are let go as they are taken over, so that memory never holds
    /// much more than was given.
    pub(super) fn new(mut numbers: Vec<u64>) -> Option<Result<Self, Vec<u64>>> {
        if !numbers.is_sorted_by(|one, next| one < next) {
            return None;
        }
        let (count, last) = (numbers.len(), numbers.last().copied().unwrap_or(0));
        let sections = (count as u64 / 8).max(1 << 10);
        let bits = (0..=32).find(|bits| last >> bits < sections);
        let (Some(bits), Ok(end)) = (bits, u32::try_from(count)) else { return Some(Err(numbers)) };
        let mut starts = Vec::with_capacity((last >> bits) as usize + 2);
        for (place, number) in (0..).zip(&numbers) {
            while starts.len() as u64 <= number >> bits {
                starts.push(place);
            }
        }
        starts.push(end);
        let low = ((1_u64 << bits) - 1) as u32;
        let mut lows = vec![0; count];
        while !numbers.is_empty() {
            let kept = numbers.len().saturating_sub(count / 16 + 1);
            for (place, number) in (kept..).zip(numbers.drain(kept..)) {
                lows[place] = number as u32 & low;
            }
            numbers.shrink_to_fit();
        }
        let every = |stride| lows.iter().step_by(stride).copied().collect();
        let lows = [every(STRIDES[0]), every(STRIDES[1]), lows];
        Some(Ok(Short { bits, starts, lows }))
    }

    pub(super) fn len(&self) -> usize {
        self.lows[2].len()
    }

    pub(super) fn get(&self, place: usize) -> u64 {
        let section = self.starts.partition_point(|start| *start as usize <= place) - 1;
        (section as u64) << self.bits | u64::from(self.lows[2][place])
    }

    /// The place of a number, if it is there.
    pub(super) fn find(&self, number: u64) -> Option<usize> {
        let section = usize::try_from(number >> self.bits).ok()?;
        let (mut begin, mut end) =
            (*self.starts.get(section)? as usize, *self.starts.get(section + 1)? as usize);
        let low = (number & ((1 << self.bits) - 1)) as u32;
        for (lows, stride) in self.lows.iter().zip(STRIDES) {
            let entries = begin.div_ceil(stride)..end.div_ceil(stride);
            let after = entries.start + lows[entries].partition_point(|other| *other <= low);
            begin = begin.max(after.saturating_sub(1) * stride);
            end = end.min(after * stride);
        }
        // What is left is the last that is not greater, if there is one.
        (begin < end && self.lows[2][begin] == low).then_some(begin)
    }

    /// Bytes that the list holds.
    pub(super) fn bytes(&self) -> u64 {
        4 * (self.starts.len() + self.lows.iter().map(Vec::len).sum::<usize>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::sorted::Sorted;
    use super::*;

    /// As the plain list finds them, in lists of all kinds.
    #[test]
    fn numbers_are_found_as_in_the_plain_list() {
        let mut state = 1_u64;
        let mut random = |bits: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> (64 - bits)
        };
        for (count, bits) in [(1, 1), (2, 40), (64, 8), (65, 12), (5_000, 13), (5_000, 33), (9_000, 43)] {
            let mut numbers: Vec<u64> = (0..count).map(|_| random(bits)).collect();
            // Bunches of neighbours, so that sections are uneven.
            numbers.extend((0..count).map(|place| (1 << (bits - 1)) + place % (1 << (bits - 1))));
            numbers.sort_unstable();
            numbers.dedup();
            let short = Short::new(numbers.clone()).expect("in order").expect("short enough");
            let asked: Vec<u64> = (0..2_000).map(|_| random(bits)).chain(numbers.iter().copied()).collect();
            for (place, number) in numbers.iter().enumerate() {
                assert_eq!(short.get(place), *number);
            }
            assert!(short.bytes() <= 6 * numbers.len() as u64 + 8_192);
            let plain = Sorted::new(numbers).unwrap();
            for number in asked.into_iter().flat_map(|number| [number, number + 1, !number]) {
                assert_eq!(short.find(number), plain.find(&number), "{number} of {count} with {bits} bits");
            }
        }
        assert!(Short::new(vec![]).unwrap().unwrap().find(0).is_none());
        assert_eq!(Short::new(vec![0, u64::MAX]).unwrap().unwrap_err(), [0, u64::MAX], "too long");
        assert!(Short::new(vec![1, 1]).is_none() && Short::new(vec![2, 1]).is_none());
    }
}
