//! Messages between peers, gathered by the stretch that they go to.
//!
//! ```text
//! batch   stretch (4 bytes) | entries, all of one width, each an offset in the stretch and what is told of it
//! ```
//!
//! Batches are long, so that what carries them has little to do for each message,
//! and an owner works on one stretch at a time.

use super::deal::Deal;
use crate::solve::{Exchange, ExchangeError};

/// Memory for messages that are not sent yet, of all stretches together.
const GATHERED: usize = 64 << 20;

/// The most bytes of a batch.
const BATCH: usize = 256 << 10;

/// Bytes that say which stretch a batch is for.
const HEADER: usize = 4;

/// Entries by stretch, as a piece of work makes them.
pub(super) type Piles = Vec<Vec<u8>>;

/// Messages of a round that wait for company.
pub(super) struct Post {
    deal: Deal,
    buckets: Vec<Vec<u8>>,
    /// The length from which on a bucket is sent.
    full: usize,
}

impl Post {
    pub(super) fn new(deal: Deal) -> Self {
        let buckets = vec![Vec::new(); deal.stretches()];
        let full = (GATHERED / buckets.len().max(1)).clamp(BATCH / 64, BATCH);
        Post { deal, buckets, full }
    }

    /// Takes the piles of a piece of work.
    pub(super) fn put(&mut self, piles: &Piles, exchange: &mut dyn Exchange) -> Result<(), ExchangeError> {
        for (stretch, pile) in piles.iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
            let bucket = &mut self.buckets[stretch];
            if bucket.is_empty() {
                bucket.extend((stretch as u32).to_le_bytes());
            }
            bucket.extend_from_slice(pile);
            if bucket.len() >= self.full {
                exchange.send(self.deal.owner(stretch), std::mem::take(bucket))?;
            }
        }
        Ok(())
    }

    /// Sends what is left.
    pub(super) fn flush(&mut self, exchange: &mut dyn Exchange) -> Result<(), ExchangeError> {
        for (stretch, bucket) in self.buckets.iter_mut().enumerate().filter(|(_, bucket)| !bucket.is_empty())
        {
            exchange.send(self.deal.owner(stretch), std::mem::take(bucket))?;
        }
        Ok(())
    }
}

/// The stretch and the entries of a batch.
pub(super) fn opened(batch: &[u8]) -> (usize, &[u8]) {
    let (header, entries) = batch.split_first_chunk::<HEADER>().expect("a batch says where it goes");
    (u32::from_le_bytes(*header) as usize, entries)
}
