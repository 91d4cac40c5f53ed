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

use kaiketsu_lanes::{expect, prefer_large_pages};

/// Low parts between two entries of each index, and of the list itself, as
/// powers of two.
const STRIDES: [u32; 3] = [8, 4, 0];

/// Distinct numbers in ascending order; see the module.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Short {
    /// Bits of the low part.
    bits: u32,
    starts: Vec<u32>,
    /// For each of the strides; the last are all low parts.
    lows: [Vec<u32>; 3],
}

/// A list that is made from numbers that come one after the other.
#[derive(Debug)]
pub(super) struct Growing {
    bits: u32,
    end: u32,
    last: u64,
    before: Option<u64>,
    starts: Vec<u32>,
    lows: Vec<u32>,
}

impl Growing {
    /// For so many numbers, the greatest of which is known. `None` if they cannot be
    /// kept short.
    pub(super) fn new(count: u64, last: u64) -> Option<Self> {
        let (bits, end) = Short::bits(count, last)?;
        let mut starts = Vec::with_capacity((last >> bits) as usize + 2);
        let mut lows = Vec::with_capacity(count as usize);
        prefer_large_pages(starts.spare_capacity_mut());
        prefer_large_pages(lows.spare_capacity_mut());
        Some(Growing { bits, end, last, before: None, starts, lows })
    }

    /// Takes the next number; false if it is none that can come next.
    #[must_use]
    pub(super) fn push(&mut self, number: u64) -> bool {
        let place = self.lows.len() as u32;
        let fits = place < self.end && number <= self.last && self.before < Some(number);
        if fits {
            self.before = Some(number);
            while self.starts.len() as u64 <= number >> self.bits {
                self.starts.push(place);
            }
            self.lows.push((number & ((1 << self.bits) - 1)) as u32);
        }
        fits
    }

    /// The list, if all numbers have come.
    pub(super) fn finish(mut self) -> Option<Short> {
        self.starts.push(self.end);
        (self.lows.len() == self.end as usize).then(|| Short::indexed(self.bits, self.starts, self.lows))
    }
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
        let Some((bits, end)) = Self::bits(count as u64, last) else { return Some(Err(numbers)) };
        let mut starts = Vec::with_capacity((last >> bits) as usize + 2);
        prefer_large_pages(starts.spare_capacity_mut());
        for (place, number) in (0..).zip(&numbers) {
            while starts.len() as u64 <= number >> bits {
                starts.push(place);
            }
        }
        starts.push(end);
        let low = ((1_u64 << bits) - 1) as u32;
        let mut lows = vec![0; count];
        prefer_large_pages(&mut lows);
        while !numbers.is_empty() {
            let kept = numbers.len().saturating_sub(count / 16 + 1);
            for (place, number) in (kept..).zip(numbers.drain(kept..)) {
                lows[place] = number as u32 & low;
            }
            numbers.shrink_to_fit();
        }
        Some(Ok(Self::indexed(bits, starts, lows)))
    }

    /// Bits of the low parts, and how many numbers there are, if they can be kept short.
    pub(super) fn bits(count: u64, last: u64) -> Option<(u32, u32)> {
        let sections = (count / 8).max(1 << 10);
        Some(((0..=32).find(|bits| last >> bits < sections)?, u32::try_from(count).ok()?))
    }

    fn indexed(bits: u32, starts: Vec<u32>, lows: Vec<u32>) -> Self {
        let every = |stride| lows.iter().step_by(1_usize << stride).copied().collect();
        Short { bits, starts, lows: [every(STRIDES[0]), every(STRIDES[1]), lows] }
    }

    pub(super) fn len(&self) -> usize {
        self.lows[2].len()
    }

    pub(super) fn get(&self, place: usize) -> u64 {
        let section = self.starts.partition_point(|start| *start as usize <= place) - 1;
        (section as u64) << self.bits | u64::from(self.lows[2][place])
    }

    /// The numbers from a place on; cheaper than one by one.
    pub(super) fn iter_from(&self, place: usize) -> impl Iterator<Item = u64> {
        let mut section = self.starts.partition_point(|start| *start as usize <= place).saturating_sub(1);
        (place..self.len()).map(move |place| {
            while self.starts[section + 1] as usize <= place {
                section += 1;
            }
            (section as u64) << self.bits | u64::from(self.lows[2][place])
        })
    }

    /// The place of a number, if it is there.
    pub(super) fn find(&self, number: u64) -> Option<usize> {
        let mut hunt = self.hunt(number);
        while hunt.go_on() {}
        hunt.found()
    }

    /// Begins to look for a number.
    #[inline]
    pub(super) fn hunt(&self, number: u64) -> Hunt<'_> {
        // A number beyond the last section is looked for where there is nothing.
        let section = usize::try_from(number >> self.bits).unwrap_or(usize::MAX).min(self.starts.len());
        expect(&self.starts, section);
        let low = (number & ((1 << self.bits) - 1)) as u32;
        Hunt { list: self, low, begin: section, end: section, level: 0 }
    }

    /// Bytes that the list holds.
    pub(super) fn bytes(&self) -> u64 {
        4 * (self.starts.len() + self.lows.iter().map(Vec::len).sum::<usize>()) as u64
    }
}

/// A search under way, in steps: each asks for the memory that the next one reads,
/// so that whoever goes on with many searches in turn waits for all of them at once.
#[derive(Clone, Copy)]
pub(super) struct Hunt<'a> {
    list: &'a Short,
    low: u32,
    /// The places where the number may be; before the first step, its section.
    begin: usize,
    end: usize,
    /// Steps done.
    level: usize,
}

impl Hunt<'_> {
    /// The steps of a search.
    pub(super) const STEPS: usize = STRIDES.len();

    /// Goes a step; whether there is another.
    #[inline]
    pub(super) fn go_on(&mut self) -> bool {
        let Some(stride) = STRIDES.get(self.level).copied() else { return false };
        if self.level == 0 {
            let start = |section| self.list.starts.get(section).map_or(0, |start| *start as usize);
            (self.begin, self.end) = (start(self.begin), start(self.end + 1));
        }
        let lows = &self.list.lows[self.level];
        let up = |place: usize| (place + (1 << stride) - 1) >> stride;
        // Past the last section there is a start and no end.
        let entries = up(self.begin)..up(self.end.max(self.begin));
        let after = entries.start + lows[entries].partition_point(|other| *other <= self.low);
        self.begin = self.begin.max(after.saturating_sub(1) << stride);
        self.end = self.end.min(after << stride);
        self.level += 1;
        if let Some((next, lows)) = STRIDES.get(self.level).zip(self.list.lows.get(self.level)) {
            expect(lows, self.begin >> next);
            expect(lows, self.end.saturating_sub(1) >> next);
        }
        self.level < Self::STEPS
    }

    /// The place of the number, if it is there; once all steps are done.
    #[inline]
    pub(super) fn found(&self) -> Option<usize> {
        // What is left is the last that is not greater, if there is one.
        (self.begin < self.end && self.list.lows[Self::STEPS - 1][self.begin] == self.low)
            .then_some(self.begin)
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
            let (length, last) = (numbers.len() as u64, *numbers.last().unwrap());
            let one_by_one = |length, last| {
                let mut growing = Growing::new(length, last).expect("short enough");
                numbers.iter().all(|number| growing.push(*number)).then(|| growing.finish()).flatten()
            };
            assert_eq!(one_by_one(length, last).as_ref(), Some(&short));
            assert_eq!((one_by_one(length - 1, last), one_by_one(length + 1, last)), (None, None));
            assert_eq!(one_by_one(length, last.saturating_sub(1)).is_none(), last > 0);
            let asked: Vec<u64> = (0..2_000).map(|_| random(bits)).chain(numbers.iter().copied()).collect();
            for (place, number) in numbers.iter().enumerate() {
                assert_eq!(short.get(place), *number);
            }
            for from in [0, 1, numbers.len() / 2, numbers.len() - 1, numbers.len()] {
                assert!(short.iter_from(from).eq(numbers[from..].iter().copied()), "from {from} of {count}");
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
