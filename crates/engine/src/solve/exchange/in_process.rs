//! Peers in one process, a thread each: for tests, and for simulations of more
//! machines than there are.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::{Exchange, ExchangeError, Take};

/// Batches of a peer that may be under way when it goes on after a turn.
const UNDER_WAY: usize = 64;

/// A peer among others of the same process.
pub struct InProcess {
    me: usize,
    hall: Arc<Hall>,
    /// The rounds that this peer has ended.
    round: u64,
}

/// Where the peers meet.
struct Hall {
    state: Mutex<State>,
    /// For each peer: something has changed for it.
    changed: Vec<Condvar>,
}

struct State {
    /// For each peer what has arrived: the round, the sender, the batch. A batch of
    /// the next round is sent only when all of this one have arrived, so those of a
    /// round lie together.
    inboxes: Vec<VecDeque<(u64, usize, Vec<u8>)>>,
    /// For each peer its batches that have not been taken.
    under_way: Vec<usize>,
    /// A peer that is gone.
    gone: Option<usize>,
    /// The rounds that have ended.
    ended: u64,
    arrived: usize,
    /// The sums of the round that is open, and of the one that ended last.
    sums: Vec<u64>,
    result: Vec<u64>,
}

impl InProcess {
    /// So many peers.
    #[must_use]
    pub fn peers(count: usize) -> Vec<InProcess> {
        let state = State {
            inboxes: (0..count).map(|_| VecDeque::new()).collect(),
            under_way: vec![0; count],
            gone: None,
            ended: 0,
            arrived: 0,
            sums: Vec::new(),
            result: Vec::new(),
        };
        let changed = (0..count).map(|_| Condvar::new()).collect();
        let hall = Arc::new(Hall { state: Mutex::new(state), changed });
        (0..count).map(|me| InProcess { me, hall: Arc::clone(&hall), round: 0 }).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.hall.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what arrives until it is time to go on.
    fn take_until(
        &self,
        take: &mut Take<'_>,
        go_on: impl Fn(&State) -> bool,
    ) -> Result<MutexGuard<'_, State>, ExchangeError> {
        let mut state = self.state();
        loop {
            match state.inboxes[self.me].front() {
                Some((round, ..)) if *round == self.round => {
                    let (_, from, batch) = state.inboxes[self.me].pop_front().expect("seen a moment ago");
                    state.under_way[from] -= 1;
                    self.hall.changed[from].notify_one();
                    drop(state);
                    take(&batch);
                    state = self.state();
                }
                _ if go_on(&state) => return Ok(state),
                _ => {
                    if let Some(gone) = state.gone {
                        return Err(ExchangeError::Lost { peer: format!("peer {gone}") });
                    }
                    let changed = &self.hall.changed[self.me];
                    state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

impl Exchange for InProcess {
    fn me(&self) -> usize {
        self.me
    }

    fn peers(&self) -> usize {
        self.hall.changed.len()
    }

    fn send(&mut self, to: usize, batch: Vec<u8>) -> Result<(), ExchangeError> {
        let mut state = self.state();
        state.inboxes[to].push_back((self.round, self.me, batch));
        state.under_way[self.me] += 1;
        self.hall.changed[to].notify_one();
        Ok(())
    }

    fn turn(&mut self, take: &mut Take<'_>) -> Result<(), ExchangeError> {
        self.take_until(take, |state| state.under_way[self.me] <= UNDER_WAY).map(drop)
    }

    fn round(&mut self, vote: &[u64], take: &mut Take<'_>) -> Result<Vec<u64>, ExchangeError> {
        let mut state = self.state();
        state.sums.resize(vote.len(), 0);
        state.sums.iter_mut().zip(vote).for_each(|(sum, vote)| *sum += vote);
        state.arrived += 1;
        if state.arrived == self.peers() {
            state.arrived = 0;
            state.ended += 1;
            state.result = std::mem::take(&mut state.sums);
            self.hall.changed.iter().for_each(Condvar::notify_one);
        }
        drop(state);
        // The next round cannot end, and overwrite the result, without this peer.
        let result = self.take_until(take, |state| state.ended > self.round)?.result.clone();
        self.round += 1;
        Ok(result)
    }
}

impl Drop for InProcess {
    /// Whoever still waits for this peer would wait for ever.
    fn drop(&mut self) {
        let mut state = self.state();
        state.gone = state.gone.or(Some(self.me));
        self.hall.changed.iter().for_each(Condvar::notify_one);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Alone;

    /// Every peer sends numbers to every peer in many turns and rounds, some more than
    /// others, and adds up what it takes: round by round it is what was sent to it.
    fn talk(exchange: &mut dyn Exchange) {
        let (me, peers) = (exchange.me() as u64, exchange.peers() as u64);
        for round in 0..20 {
            let (mut taken, mut sums) = (0, 0);
            let mut take = |batch: &[u8]| {
                assert_eq!(batch[0], round, "taken in another round");
                taken += 1;
                sums += u64::from(batch[1]);
            };
            for turn in 0..=me {
                for to in 0..peers {
                    (0..40).for_each(|_| {
                        exchange.send(to as usize, vec![round, (me + turn) as u8]).unwrap();
                    });
                }
                exchange.turn(&mut take).unwrap();
            }
            let vote = [1, me, u64::from(round)];
            let result = exchange.round(&vote, &mut take).unwrap();
            assert_eq!(result, [peers, peers * (peers - 1) / 2, peers * u64::from(round)]);
            let batches: u64 = (1..=peers).sum();
            assert_eq!(taken, 40 * batches);
            let numbers = |from: u64| (0..=from).map(move |turn| from + turn).sum::<u64>();
            assert_eq!(sums, 40 * (0..peers).map(numbers).sum::<u64>());
        }
    }

    #[test]
    fn what_is_sent_arrives_in_its_round() {
        talk(&mut Alone::default());
        for count in [1, 2, 5] {
            std::thread::scope(|scope| {
                for mut peer in InProcess::peers(count) {
                    scope.spawn(move || talk(&mut peer));
                }
            });
        }
    }

    #[test]
    fn whoever_waits_for_a_lost_peer_is_told() {
        let mut peers = InProcess::peers(3);
        drop(peers.remove(1));
        for mut peer in peers {
            let error = peer.round(&[], &mut |_| ()).unwrap_err();
            assert_eq!(error, ExchangeError::Lost { peer: "peer 1".into() });
            assert!(error.to_string().contains("run the same command again"));
        }
    }

    /// A peer that nobody reads waits after a bounded number of batches.
    #[test]
    fn a_turn_waits_for_slow_receivers() {
        let mut peers = InProcess::peers(2);
        let (mut slow, mut fast) = (peers.remove(0), peers.remove(0));
        let hall = Arc::clone(&slow.hall);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for _ in 0..10 * UNDER_WAY {
                    fast.send(0, vec![0]).unwrap();
                    fast.turn(&mut |_| ()).unwrap();
                }
                fast.round(&[], &mut |_| ()).unwrap();
            });
            let under_way = || hall.state.lock().unwrap().under_way[1];
            while under_way() <= UNDER_WAY {
                std::thread::yield_now();
            }
            let mut taken = 0;
            slow.round(&[], &mut |_| {
                assert!(under_way() <= UNDER_WAY + 1, "more under way than a turn allows");
                taken += 1;
            })
            .unwrap();
            assert_eq!(taken, 10 * UNDER_WAY);
        });
    }
}
