//! Messages between peers, gathered by the stretch that they go to.
//!
//! ```text
//! batch   stretch (4 bytes) | entries, all of one width, each an offset in the stretch and what is told of it
//! ```
//!
//! Batches are long, so that what carries them has little to do for each message,
//! and an owner works on one stretch at a time. A turn ends when enough has been sent:
//! an exchange has a few turns under way at the most, so this bounds what waits at a
//! slow peer, and at those that send to it.

use super::deal::Deal;
use crate::solve::{Exchange, ExchangeError, Take};

/// Memory for messages that are not sent yet, of all stretches together.
const GATHERED: usize = 64 << 20;

/// The most bytes of a batch.
const BATCH: usize = 256 << 10;

/// The bytes of a turn of all peers together, and the most of one of them: with the
/// batch that is its last it may be longer by that.
const TURNS: usize = 64 << 20;
const TURN: usize = 4 << 20;

/// All widths of entries divide this.
const WHOLE: usize = 12;

/// Bytes that say which stretch a batch is for.
const HEADER: usize = 4;

/// Turns of a peer that are under way at the most, with the one that it is in.
const UNDER_WAY: usize = 3;

/// Memory for messages that a thread is writing.
const WRITTEN: u64 = 4 << 20;

/// Entries by stretch, as a piece of work makes them.
pub(super) type Piles = Vec<Vec<u8>>;

/// Messages of a round that wait for company.
pub(super) struct Post {
    deal: Deal,
    buckets: Vec<Vec<u8>>,
    /// The length from which on a bucket is sent.
    full: usize,
    /// Bytes sent in this turn, and the number that ends it.
    sent: usize,
    turn: usize,
}

impl Post {
    pub(super) fn new(deal: Deal, peers: usize) -> Self {
        let buckets = vec![Vec::new(); deal.stretches()];
        let (full, turn) = limits(deal, peers);
        Post { deal, buckets, full, sent: 0, turn }
    }

    /// Takes the piles of a piece of work; ends a turn whenever enough has been sent.
    pub(super) fn put(
        &mut self,
        piles: &Piles,
        exchange: &mut dyn Exchange,
        take: &mut Take<'_>,
    ) -> Result<(), ExchangeError> {
        for (stretch, pile) in piles.iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
            // Whole entries; a pile may be longer than a batch.
            for some in pile.chunks(self.full.next_multiple_of(WHOLE)) {
                let bucket = &mut self.buckets[stretch];
                if bucket.is_empty() {
                    bucket.extend((stretch as u32).to_le_bytes());
                }
                bucket.extend_from_slice(some);
                if bucket.len() >= self.full {
                    self.send(stretch, exchange, take)?;
                }
            }
        }
        Ok(())
    }

    fn send(
        &mut self,
        stretch: usize,
        exchange: &mut dyn Exchange,
        take: &mut Take<'_>,
    ) -> Result<(), ExchangeError> {
        let batch = std::mem::take(&mut self.buckets[stretch]);
        self.sent += batch.len();
        exchange.send(self.deal.owner(stretch), batch)?;
        if self.sent >= self.turn {
            self.sent = 0;
            exchange.turn(take)?;
        }
        Ok(())
    }

    /// Sends what is left.
    pub(super) fn flush(
        &mut self,
        exchange: &mut dyn Exchange,
        take: &mut Take<'_>,
    ) -> Result<(), ExchangeError> {
        for stretch in 0..self.buckets.len() {
            if !self.buckets[stretch].is_empty() {
                self.send(stretch, exchange, take)?;
            }
        }
        Ok(())
    }
}

/// The bytes with which a batch is sent, and those with which a turn ends.
fn limits(deal: Deal, peers: usize) -> (usize, usize) {
    ((GATHERED / deal.stretches().max(1)).clamp(BATCH / 64, BATCH), (TURNS / peers).clamp(BATCH, TURN))
}

/// The most memory for messages of a peer with so many threads: those that it gathers and
/// writes, and those under way, if all send to this one alone. What carries them has room
/// for as much again: 58 MiB were taken where 3 senders had 38 under way.
pub(crate) fn waiting_bytes(deal: Deal, peers: usize, threads: usize) -> u64 {
    let (full, turn) = limits(deal, peers);
    let under_way = UNDER_WAY * peers * (turn + full + HEADER);
    (deal.stretches() * full + 2 * under_way) as u64 + WRITTEN * threads as u64
}

/// The stretch and the entries of a batch.
pub(super) fn opened(batch: &[u8]) -> (usize, &[u8]) {
    let (header, entries) = batch.split_first_chunk::<HEADER>().expect("a batch says where it goes");
    (u32::from_le_bytes(*header) as usize, entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remembers what was sent in each turn.
    #[derive(Default)]
    struct Turns(Vec<usize>, usize);

    impl Exchange for Turns {
        fn me(&self) -> usize {
            0
        }

        fn peers(&self) -> usize {
            2
        }

        fn send(&mut self, _: usize, batch: Vec<u8>) -> Result<(), ExchangeError> {
            assert_eq!((batch.len() - HEADER) % 6, 0, "entries are whole");
            *self.0.last_mut().expect("there is one") += batch.len();
            self.1 += batch.len() - HEADER;
            Ok(())
        }

        fn turn(&mut self, _: &mut Take<'_>) -> Result<(), ExchangeError> {
            self.0.push(0);
            Ok(())
        }

        fn round(&mut self, vote: &[u64], _: &mut Take<'_>) -> Result<Vec<u64>, ExchangeError> {
            Ok(vote.to_vec())
        }
    }

    /// However much a piece of work has to say, and when all that is left is sent: so what
    /// waits at a slow peer is a few such turns.
    #[test]
    fn a_turn_is_never_long() {
        let deal = Deal::new(1 << 24, 2, 1 << 12);
        for (pieces, entries) in [(3, 100_000), (300, 1_000)] {
            let mut exchange = Turns(vec![0], 0);
            let mut post = Post::new(deal, 2);
            let piles: Piles = (0..deal.stretches()).map(|at| vec![at as u8; 6 * entries]).collect();
            for _ in 0..pieces {
                post.put(&piles, &mut exchange, &mut |_| ()).unwrap();
            }
            post.flush(&mut exchange, &mut |_| ()).unwrap();
            let Turns(turns, all) = exchange;
            assert_eq!(all, pieces * deal.stretches() * 6 * entries);
            let most = turns.iter().max().unwrap();
            assert!(*most <= TURN + 2 * BATCH, "{most} bytes in a turn");
            assert!(turns.len() > 5, "{} turns", turns.len());
        }
    }
    /// Where there are many to send to one, what may wait there is more than what a few need.
    #[test]
    fn what_waits_grows_with_those_who_send() {
        let bytes = |peers| waiting_bytes(Deal::new(1 << 36, peers, 1 << 16), peers, 1) >> 20;
        assert!(bytes(2) < 192, "{} MiB", bytes(2));
        let turns = |peers: u64, turn: u64| 3 * peers * turn;
        assert!(bytes(64) >= turns(64, 1) && bytes(64) < 640, "{} MiB", bytes(64));
        assert!(bytes(1_024) >= turns(1_024, 1) / 4 && bytes(1_024) < 2_048, "{} MiB", bytes(1_024));
    }
}
