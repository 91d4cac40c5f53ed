//! The transposition table: a fixed number of entries that threads share.
//!
//! ```text
//! bucket (64 bytes, one cache line)    entry 0 | entry 1 | entry 2 | entry 3
//! entry  (two atomic words)            check ^ word | word
//! word                                 bits  0..56  what the search wants to remember, never 0
//!                                      bits 56..64  logarithm of the nodes it cost
//! ```
//!
//! Threads write without locks. An entry torn between two writers fails its
//! check and reads as absent, so a reader sees a whole entry or none.
//!
//! A key of 128 bits becomes a bucket and a check of 64 bits. Two of n keys in a
//! table of b buckets are taken for one another with probability n^2 / (b 2^63)
//! or so: 10^-11 for 10^9 keys in 2^24 buckets. Certificates do not rely on it.
//!
//! When a bucket is full, the entry that cost the fewest nodes gives way.

use std::sync::atomic::{AtomicU64, Ordering};

use kaiketsu_lanes::prefer_large_pages;

const ENTRIES_PER_BUCKET: usize = 4;
const BYTES_PER_BUCKET: usize = 64;
const COST_SHIFT: u32 = 56;

type Bucket = [AtomicU64; 2 * ENTRIES_PER_BUCKET];

/// A table of fixed size.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    /// One less than the number of buckets, a power of two.
    mask: u64,
}

impl Table {
    /// A table of at most that many bytes: the greatest power of two, at least
    /// one bucket. Where the system does not give so much it is smaller: answers
    /// take longer and are the same.
    pub(super) fn with_memory(bytes: usize) -> Self {
        let mut count = 1_usize << (bytes / BYTES_PER_BUCKET).max(1).ilog2();
        loop {
            // Memory of zeros is there when it is first used: a short search takes little of it.
            match bytemuck::try_zeroed_slice_box(count) {
                Ok(buckets) => return Table { buckets, mask: count as u64 - 1 },
                Err(()) if count > 1 => count /= 2,
                Err(()) => return Table { buckets: Box::new([Bucket::default()]), mask: 0 },
            }
        }
    }

    /// The same in large pages: they are looked up faster, but a short search takes all of
    /// the table.
    pub(super) fn in_large_pages(mut self) -> Self {
        prefer_large_pages(&mut self.buckets);
        self
    }

    /// How many entries it can hold.
    pub(super) fn capacity(&self) -> usize {
        self.buckets.len() * ENTRIES_PER_BUCKET
    }

    /// How many entries are in use: a pass over the whole table.
    pub(super) fn used(&self) -> usize {
        used(&self.buckets)
    }

    /// The part of the entries in use, by a sample of at most 2^12 buckets.
    pub(super) fn share_used(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1 << 12)];
        used(sample) as f64 / (sample.len() * ENTRIES_PER_BUCKET) as f64
    }

    #[inline]
    fn place(&self, key: u128) -> (usize, u64) {
        let high = ((key >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let check = key as u64 ^ (high ^ high >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (check ^ check >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20;
        ((index.wrapping_add(high >> 40) & self.mask) as usize, check)
    }

    #[inline]
    fn bucket(&self, key: u128) -> (&Bucket, u64) {
        let (index, check) = self.place(key);
        (&self.buckets[index], check)
    }

    /// Says that a key will soon be asked for.
    #[inline]
    pub(super) fn expect(&self, key: u128) {
        kaiketsu_lanes::expect(&self.buckets, self.place(key).0);
    }

    /// What is remembered of a key.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<u64> {
        let (bucket, check) = self.bucket(key);
        bucket.chunks_exact(2).find_map(|entry| {
            let word = entry[1].load(Ordering::Relaxed);
            let whole = word != 0 && entry[0].load(Ordering::Relaxed) ^ word == check;
            whole.then_some(word & ((1 << COST_SHIFT) - 1))
        })
    }

    /// Remembers `join(what was remembered before)`; `nodes` is what it cost to
    /// learn. The new memory must not be 0 and must fit in 56 bits.
    #[inline]
    pub(super) fn put(&self, key: u128, nodes: u64, join: impl FnOnce(Option<u64>) -> u64) {
        let (bucket, check) = self.bucket(key);
        let (mut chosen, mut least, mut before, mut cost) =
            (0, u64::MAX, None, 1 + u64::from(nodes.max(1).ilog2()));
        for (place, entry) in bucket.chunks_exact(2).enumerate() {
            let word = entry[1].load(Ordering::Relaxed);
            if word != 0 && entry[0].load(Ordering::Relaxed) ^ word == check {
                (chosen, before) = (place, Some(word & ((1 << COST_SHIFT) - 1)));
                cost = cost.max(word >> COST_SHIFT);
                break;
            }
            if word >> COST_SHIFT < least {
                (chosen, least) = (place, word >> COST_SHIFT);
            }
        }
        let word = join(before) | cost << COST_SHIFT;
        bucket[2 * chosen].store(check ^ word, Ordering::Relaxed);
        bucket[2 * chosen + 1].store(word, Ordering::Relaxed);
    }
}

fn used(buckets: &[Bucket]) -> usize {
    let words = buckets.iter().flat_map(|bucket| bucket.iter().skip(1).step_by(2));
    words.filter(|word| word.load(Ordering::Relaxed) != 0).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_and_joined() {
        let table = Table::with_memory(1 << 12);
        let key = 5 | 3 << 64;
        table.put(key, 10, |before| before.map_or(7, |_| 0));
        table.put(key, 1, |before| before.unwrap_or(0) + 1);
        assert_eq!(table.get(key), Some(8));
        assert_eq!(table.get(5), None, "the high half tells keys apart");
        assert_eq!(table.used(), 1);
    }

    /// More than any machine has.
    #[test]
    fn a_table_that_does_not_fit_is_smaller() {
        let table = Table::with_memory(1 << 62);
        table.put(5, 1, |_| 7);
        assert_eq!(table.get(5), Some(7));
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let table = Table::with_memory(64 * 8);
        for key in 1..10_000_u128 {
            table.put(key, key as u64, |_| key as u64);
        }
        let kept: Vec<u128> = (1..10_000).filter(|key| table.get(*key).is_some()).collect();
        assert!(!kept.is_empty() && kept.len() <= table.capacity());
        assert!(kept.iter().all(|key| table.get(*key) == Some(*key as u64)));
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let table = Table::with_memory(64);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 1..20_000_u64 {
                        let key = u128::from((round * 7 + thread) % 13);
                        table.put(key, round, |_| 1 + (key as u64) * 1000);
                        assert!(table.get(key).is_none_or(|word| word == 1 + (key as u64) * 1000));
                    }
                });
            }
        });
    }
}
