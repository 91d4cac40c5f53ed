//! The transposition table: a fixed number of entries that threads share.
//!
//! ```text
//! bucket (64 bytes, one cache line)    entry 0 | entry 1 | entry 2 | entry 3
//! entry  (two atomic words)            check ^ data | data
//! data                                 bits  0..8   plies within which the goal is reached, + 1
//!                                      bits  8..16  plies within which it is not reached, + 1
//!                                      bits 16..24  logarithm of the nodes it cost
//! ```
//!
//! Threads write without locks. An entry torn between two writers fails its
//! check and reads as absent, so a reader sees a whole entry or none.
//!
//! A key of 128 bits picks the bucket with both halves and leaves its low half
//! as the check. Keys below 2^64 times the number of buckets are told apart
//! exactly: equal low halves with different high halves go to different
//! buckets. Longer keys must be good hashes; two of them meet with probability
//! 2^-64 per bucket neighbour.
//!
//! When a bucket is full, the entry that cost the fewest nodes gives way.

use std::sync::atomic::{AtomicU64, Ordering};

const ENTRIES_PER_BUCKET: usize = 4;
const BYTES_PER_BUCKET: usize = 64;

/// No limit on the number of plies.
pub const UNLIMITED: u8 = 254;

/// What is known of a state for a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// The goal is reached within that many plies.
    pub reached_within: Option<u8>,
    /// The goal is not reached within that many plies; [`UNLIMITED`] for never.
    pub missed_within: Option<u8>,
}

impl Knowledge {
    /// The answer for a limit, if this knowledge holds one: the plies within
    /// which the goal is reached, or `None` for not within the limit.
    #[must_use]
    pub fn answer(self, limit: u8) -> Option<Option<u8>> {
        match self {
            Knowledge { reached_within: Some(plies), .. } if plies <= limit => Some(Some(plies)),
            Knowledge { missed_within: Some(missed), .. } if missed >= limit => Some(None),
            _ => None,
        }
    }

    fn join(self, other: Knowledge) -> Self {
        let reached_within = match (self.reached_within, other.reached_within) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Knowledge { reached_within, missed_within: self.missed_within.max(other.missed_within) }
    }

    fn word(self, cost: u8) -> u64 {
        let byte = |plies: Option<u8>| plies.map_or(0, |p| u64::from(p) + 1);
        byte(self.reached_within) | byte(self.missed_within) << 8 | u64::from(cost) << 16
    }

    fn from_word(word: u64) -> Self {
        let plies = |byte: u64| (byte as u8).checked_sub(1);
        Knowledge { reached_within: plies(word), missed_within: plies(word >> 8) }
    }
}

/// A table of fixed size.
pub struct Table {
    words: Box<[[AtomicU64; 2 * ENTRIES_PER_BUCKET]]>,
    /// One less than the number of buckets, a power of two.
    mask: u64,
}

impl Table {
    /// A table of at most that many bytes: the greatest power of two, at least
    /// one bucket.
    #[must_use]
    pub fn with_memory(bytes: usize) -> Self {
        let buckets = (bytes / BYTES_PER_BUCKET).max(1);
        let buckets = 1_usize << buckets.ilog2();
        let words = (0..buckets).map(|_| Default::default()).collect();
        Table { words, mask: buckets as u64 - 1 }
    }

    /// The bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.len() * BYTES_PER_BUCKET
    }

    /// How many entries it can hold.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.words.len() * ENTRIES_PER_BUCKET
    }

    /// How many entries are in use: a pass over the whole table.
    #[must_use]
    pub fn used(&self) -> usize {
        let entries = self.words.iter().flat_map(|bucket| bucket.iter().skip(1).step_by(2));
        entries.filter(|data| data.load(Ordering::Relaxed) != 0).count()
    }

    #[inline]
    fn bucket(&self, key: u128) -> (&[AtomicU64; 2 * ENTRIES_PER_BUCKET], u64) {
        let high = ((key >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let check = key as u64 ^ (high ^ high >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (check ^ check >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20;
        (&self.words[(index.wrapping_add(high >> 40) & self.mask) as usize], check)
    }

    /// What is known of a key.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u128) -> Knowledge {
        let (bucket, check) = self.bucket(key);
        for entry in bucket.chunks_exact(2) {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == check {
                return Knowledge::from_word(data);
            }
        }
        Knowledge::default()
    }

    /// Adds to what is known of a key; `nodes` is what it cost to learn.
    #[inline]
    pub fn put(&self, key: u128, knowledge: Knowledge, nodes: u64) {
        let (bucket, check) = self.bucket(key);
        let cost = nodes.max(1).ilog2() as u8;
        let mut cheapest = (0, u64::MAX);
        for (place, entry) in bucket.chunks_exact(2).enumerate() {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == check {
                let cost = cost.max((data >> 16) as u8);
                let data = Knowledge::from_word(data).join(knowledge).word(cost);
                entry[0].store(check ^ data, Ordering::Relaxed);
                entry[1].store(data, Ordering::Relaxed);
                return;
            }
            let worth = data >> 16;
            let worth = if data == 0 { 0 } else { worth + 1 };
            if worth < cheapest.1 {
                cheapest = (place, worth);
            }
        }
        let data = knowledge.word(cost);
        bucket[2 * cheapest.0].store(check ^ data, Ordering::Relaxed);
        bucket[2 * cheapest.0 + 1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_and_joined() {
        let table = Table::with_memory(1 << 12);
        let key = 5 | 3 << 64;
        table.put(key, Knowledge { reached_within: Some(7), missed_within: None }, 10);
        table.put(key, Knowledge { reached_within: None, missed_within: Some(4) }, 1);
        table.put(key, Knowledge { reached_within: Some(9), missed_within: Some(0) }, 1);
        let known = table.get(key);
        assert_eq!(known, Knowledge { reached_within: Some(7), missed_within: Some(4) });
        assert_eq!([known.answer(4), known.answer(6), known.answer(7)], [Some(None), None, Some(Some(7))]);
        assert_eq!(table.get(5), Knowledge::default(), "the high half tells keys apart");
        assert_eq!(table.used(), 1);
    }

    #[test]
    fn never_answers_every_limit() {
        let never = Knowledge { reached_within: None, missed_within: Some(UNLIMITED) };
        assert!((0..=UNLIMITED).all(|limit| never.answer(limit) == Some(None)));
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let table = Table::with_memory(64 * 8);
        for key in 0..10_000_u128 {
            let plies = (key % 200) as u8;
            table.put(key, Knowledge { reached_within: Some(plies), missed_within: None }, key as u64);
        }
        let kept: Vec<u128> = (0..10_000).filter(|key| table.get(*key) != Knowledge::default()).collect();
        assert!(!kept.is_empty() && kept.len() <= table.capacity());
        for key in kept {
            assert_eq!(table.get(key).reached_within, Some((key % 200) as u8));
        }
    }
}
