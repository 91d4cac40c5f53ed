//! A process among others, as an [`Exchange`].
//!
//! Timely's notion of time does the work. A batch carries the round and the turn in
//! which it was sent; a process that ends a turn moves its time on. The *frontier*, the
//! least time of which somewhere something may still be under way, says when a round is
//! over, and holds back who is too many turns ahead.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::Duration;

use kaiketsu_engine::solve::{Exchange, ExchangeError, Take};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};
use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::worker::Worker;

use crate::ClusterError;
use crate::letter::{Carrier, Letter};
use crate::mesh::Mesh;
use crate::watch::Watch;
use crate::wire::Wire;

/// Turns of a process that may be under way.
const SLACK: u64 = 2;

/// A round has room for two to this turns.
const TURNS: u32 = 32;

/// How long a thread sleeps at most before it looks whether somebody is lost.
const NAP: Duration = Duration::from_millis(50);

/// How long the last messages may take on the way out.
const FAREWELL: Duration = Duration::from_secs(5);

/// A process among others. Timely works in a thread beside it.
pub struct Peer {
    me: usize,
    peers: usize,
    watch: Arc<Watch>,
    orders: Sender<Order>,
    /// The thread of Timely, to be woken when there are orders.
    worker: Thread,
    desk: Arc<Desk>,
    /// Votes of this round.
    votes: Vec<Vec<u8>>,
    round: u64,
    turn: u64,
    guards: Option<WorkerGuards<()>>,
}

/// What the thread of Timely is to do.
enum Order {
    Send(Letter),
    AdvanceTo(u64),
}

/// Where it puts what has arrived.
#[derive(Default)]
struct Desk {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What has arrived, and the time of it.
    arrived: VecDeque<(u64, Letter)>,
    /// Everything before this time has been taken, everywhere.
    frontier: u64,
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peer {
    pub(crate) fn new(mesh: Mesh) -> Result<Self, ClusterError> {
        let Mesh { me, sockets, watch } = mesh;
        let peers = sockets.len();
        let wires = sockets.into_iter().map(|socket| {
            let (name, stream) = socket?;
            Some(Wire { stream, name: name.into(), watch: Arc::clone(&watch) })
        });
        let hooks = Hooks::default();
        let inside = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
        let starting = "starting the threads that carry messages";
        let (builders, comms) = initialize_networking_from_sockets(inside, wires.collect(), me, 1, hooks)
            .map_err(ClusterError::io(starting))?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let desk = Arc::<Desk>::default();
        let (orders, wanted) = channel();
        let (names, named) = channel();
        let wanted = Mutex::new(Some((wanted, Arc::clone(&desk), names)));
        let work = move |worker: &mut Worker| {
            let mut wanted = wanted.lock().unwrap_or_else(PoisonError::into_inner);
            let (orders, desk, names) = wanted.take().expect("there is one worker");
            _ = names.send(std::thread::current());
            carry(worker, &orders, &desk);
        };
        let failed = |cause| ClusterError::Unclear(format!("{starting}: {cause}"));
        let guards = timely::execute::execute_from(builders, Box::new(comms), WorkerConfig::default(), work);
        let guards = guards.map_err(failed)?;
        let worker = named.recv().map_err(|error| failed(error.to_string()))?;
        let votes = Vec::new();
        Ok(Peer { me, peers, watch, orders, worker, desk, votes, round: 0, turn: 0, guards: Some(guards) })
    }

    fn order(&self, order: Order) {
        // If Timely has ended, the watch knows who is lost.
        _ = self.orders.send(order);
    }

    /// Moves the time of this process on.
    fn advance_to(&self, time: u64) {
        self.order(Order::AdvanceTo(time));
        self.worker.unpark();
    }

    /// Takes what arrives of this round until everything before a time has been taken
    /// everywhere.
    fn take_until(&mut self, time: u64, take: &mut Take<'_>) -> Result<(), ExchangeError> {
        let desk = Arc::clone(&self.desk);
        let mut state = desk.state();
        loop {
            let over = state.frontier >= time;
            // Who knows that a round is over may be in the next one before others know.
            if state.arrived.front().is_some_and(|(time, _)| time >> TURNS == self.round) {
                let (_, letter) = state.arrived.pop_front().expect("seen a moment ago");
                drop(state);
                if letter.vote {
                    self.votes.push(letter.bytes)
                } else {
                    take(&letter.bytes)
                }
                state = desk.state();
            } else if over {
                return Ok(());
            } else {
                if let Some(peer) = self.watch.lost() {
                    return Err(ExchangeError::Lost { peer });
                }
                state = desk.changed.wait_timeout(state, NAP).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Goes when all others go, too: after a solve, or after an error that all know of.
    /// (Dropped without this, the process should end at once, and the others have lost it.)
    pub fn leave(mut self) {
        self.watch.leave();
        let guards = self.guards.take();
        let worker = self.worker.clone();
        drop(self); // no more orders
        worker.unpark();
        // The threads write what is left and read the goodbyes of the others. Nobody
        // waits longer than is worth it.
        let (done, all_said) = channel();
        std::thread::spawn(move || {
            drop(guards);
            _ = done.send(());
        });
        _ = all_said.recv_timeout(FAREWELL);
    }
}

impl Drop for Peer {
    /// Nobody waits for threads that wait for who is lost.
    fn drop(&mut self) {
        std::mem::forget(self.guards.take());
    }
}

/// The work of the thread of Timely: a dataflow of one step, in which every batch goes
/// to the process that it is for.
fn carry(worker: &mut Worker, orders: &Receiver<Order>, desk: &Arc<Desk>) {
    let inbox = Arc::clone(desk);
    let (mut input, probe) = worker.dataflow::<u64, _, _>(|scope| {
        let (input, letters) = scope.new_input_with_builder::<NoopBuilder<Letter>>();
        let pact = DistributorPact(|_| Carrier);
        let taken = letters.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(pact, "take", |_, _| {
            move |input, _| {
                input.for_each(|time, letter| {
                    inbox.state().arrived.push_back((*time.time(), std::mem::take(letter)));
                    inbox.changed.notify_one();
                });
            }
        });
        (input, taken.probe().0)
    });
    loop {
        loop {
            match orders.try_recv() {
                Ok(Order::Send(mut letter)) => input.send_batch(&mut letter),
                Ok(Order::AdvanceTo(time)) => input.advance_to(time),
                Err(std::sync::mpsc::TryRecvError::Empty) => break,
                // Timely goes on until all processes have said all.
                Err(std::sync::mpsc::TryRecvError::Disconnected) => return,
            }
        }
        worker.step_or_park(Some(NAP));
        let frontier = probe.with_frontier(|frontier| frontier.iter().min().copied()).unwrap_or(u64::MAX);
        let mut state = desk.state();
        if state.frontier < frontier {
            state.frontier = frontier;
            desk.changed.notify_one();
        }
    }
}

impl Exchange for Peer {
    fn me(&self) -> usize {
        self.me
    }

    fn peers(&self) -> usize {
        self.peers
    }

    fn send(&mut self, to: usize, batch: Vec<u8>) -> Result<(), ExchangeError> {
        self.order(Order::Send(Letter::new(to, false, batch)));
        Ok(())
    }

    fn turn(&mut self, take: &mut Take<'_>) -> Result<(), ExchangeError> {
        self.turn += 1;
        let round = self.round << TURNS;
        self.advance_to(round + self.turn);
        self.take_until(round + self.turn.saturating_sub(SLACK), take)
    }

    fn round(&mut self, vote: &[u64], take: &mut Take<'_>) -> Result<Vec<u64>, ExchangeError> {
        let bytes: Vec<u8> = vote.iter().flat_map(|number| number.to_le_bytes()).collect();
        for to in 0..self.peers {
            self.order(Order::Send(Letter::new(to, true, bytes.clone())));
        }
        let end = (self.round + 1) << TURNS;
        self.advance_to(end);
        self.take_until(end, take)?;
        self.round += 1;
        self.turn = 0;
        let mut sums = vec![0; vote.len()];
        for vote in self.votes.drain(..) {
            let numbers = vote.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        Ok(sums)
    }
}
