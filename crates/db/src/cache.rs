//! A bounded cache of decoded blocks.
//!
//! Sixteen shards, each behind its own lock, so that threads rarely wait for
//! each other. A block belongs to the shard of its number; the block that was
//! used longest ago leaves first. A hit costs one lock and one look-up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::block::Block;

/// Bytes that all blocks of one reader may take together.
const CAPACITY: usize = 8 << 20;
const SHARDS: usize = 16;
/// What an entry counts for at least, so that shards of blocks that hold one
/// repeated code stay short enough to search.
const SMALLEST: usize = 1 << 10;

#[derive(Default)]
struct Shard {
    blocks: HashMap<u64, Entry>,
    memory: usize,
    clock: u64,
}

struct Entry {
    block: Arc<Block>,
    used: u64,
}

/// Recently used blocks by number.
#[derive(Default)]
pub(crate) struct Cache {
    shards: [Mutex<Shard>; SHARDS],
}

impl Cache {
    /// The block of that number if it is held.
    pub(crate) fn get(&self, number: u64) -> Option<Arc<Block>> {
        self.with(number, |shard| {
            shard.clock += 1;
            let entry = shard.blocks.get_mut(&number)?;
            entry.used = shard.clock;
            Some(Arc::clone(&entry.block))
        })
    }

    /// Holds a block from now on, in place of those used longest ago.
    pub(crate) fn put(&self, number: u64, block: &Arc<Block>) {
        self.with(number, |shard| {
            shard.clock += 1;
            let entry = Entry { block: Arc::clone(block), used: shard.clock };
            shard.memory += cost(block);
            if let Some(replaced) = shard.blocks.insert(number, entry) {
                shard.memory -= cost(&replaced.block);
            }
            while shard.memory > CAPACITY / SHARDS && shard.blocks.len() > 1 {
                let oldest =
                    shard.blocks.iter().min_by_key(|(_, entry)| entry.used).map(|(number, _)| *number);
                let Some(removed) = oldest.and_then(|oldest| shard.blocks.remove(&oldest)) else { break };
                shard.memory -= cost(&removed.block);
            }
        });
    }

    fn with<T>(&self, number: u64, work: impl FnOnce(&mut Shard) -> T) -> T {
        let shard = &self.shards[(number % SHARDS as u64) as usize];
        work(&mut shard.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn cost(block: &Block) -> usize {
    block.memory().max(SMALLEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(code: u16) -> Arc<Block> {
        let words = [code, 0].repeat(1 << 15).iter().flat_map(|c: &u16| c.to_le_bytes()).collect::<Vec<u8>>();
        let encoded = crate::block::encode_words(&words, crate::Coding::Together).unwrap();
        Arc::new(
            Block::decode(&encoded.bytes, 1 << 16, crate::block::Ways { distances: true, format: 1 })
                .unwrap(),
        )
    }

    #[test]
    fn holds_what_was_used_last_within_its_bound() {
        let cache = Cache::default();
        let wide = block(1000);
        let kept = CAPACITY / SHARDS / cost(&wide);
        let numbers: Vec<u64> = (0..40).map(|n| n * SHARDS as u64).collect();
        for &number in &numbers {
            cache.put(number, &wide);
            assert!(cache.get(0).is_some(), "used all the time, so never the oldest");
        }
        let held: Vec<u64> = numbers.iter().copied().filter(|&n| cache.get(n).is_some()).collect();
        assert_eq!(held.len(), kept);
        assert_eq!(held[1..], numbers[numbers.len() - (kept - 1)..]);
    }

    #[test]
    fn putting_a_block_again_does_not_count_it_twice() {
        let cache = Cache::default();
        (0..100).for_each(|_| cache.put(5, &block(9)));
        assert_eq!(cache.shards[5].lock().unwrap().memory, cost(&block(9)));
    }
}
