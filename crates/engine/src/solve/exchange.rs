//! What the processes of a solve say to one another: the seam between the kernel
//! `spread` and whatever carries its messages.
//!
//! A game that does not fit one machine is dealt to *peers*. They all run the same
//! program, each on its own part, and exchange batches of bytes in *rounds*: what is
//! sent in a round arrives in that round, and a round ends everywhere with the same
//! sum of votes. A long round has *turns*, so that no more is under way than memory
//! holds. Nothing here depends on the order in which batches arrive, and nothing that
//! uses it may.

mod in_process;

pub use in_process::InProcess;

/// Carries batches between the peers of a solve.
///
/// # Laws
///
/// 1. A batch is taken exactly once, by the peer that it was sent to, in the round in
///    which it was sent: in one of that peer's turns or at the end of its round.
/// 2. `round` returns when every peer has called it as often and all batches sent in
///    the round have been taken; to all peers the same: the sums of what they voted,
///    place by place. All votes of a round are equally long.
/// 3. `turn` takes what has arrived, and waits while more than a bounded number of
///    this peer's batches, or of its turns, has not been taken. Peers may take turns
///    as often as they like.
/// 4. If a peer is lost, the others get an error in the end and do not wait for ever.
pub trait Exchange {
    /// The number of this peer, from 0.
    fn me(&self) -> usize;

    /// How many peers there are.
    fn peers(&self) -> usize;

    /// Sends a batch to a peer, perhaps to itself.
    fn send(&mut self, to: usize, batch: Vec<u8>) -> Result<(), ExchangeError>;

    /// Ends a turn.
    fn turn(&mut self, take: &mut Take<'_>) -> Result<(), ExchangeError>;

    /// Ends a round.
    fn round(&mut self, vote: &[u64], take: &mut Take<'_>) -> Result<Vec<u64>, ExchangeError>;
}

/// Takes a batch.
pub type Take<'a> = dyn FnMut(&[u8]) + 'a;

/// Why batches no longer go through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// A peer has ended or does not answer.
    #[error("lost {peer}; run the same command again, and it goes on from what was saved")]
    Lost {
        /// Which one, in words.
        peer: String,
    },
}

/// One peer that talks to itself: the slow twin of all others.
#[derive(Debug, Default)]
pub struct Alone {
    sent: Vec<Vec<u8>>,
}

impl Exchange for Alone {
    fn me(&self) -> usize {
        0
    }

    fn peers(&self) -> usize {
        1
    }

    fn send(&mut self, _: usize, batch: Vec<u8>) -> Result<(), ExchangeError> {
        self.sent.push(batch);
        Ok(())
    }

    fn turn(&mut self, take: &mut Take<'_>) -> Result<(), ExchangeError> {
        self.sent.drain(..).for_each(|batch| take(&batch));
        Ok(())
    }

    fn round(&mut self, vote: &[u64], take: &mut Take<'_>) -> Result<Vec<u64>, ExchangeError> {
        self.turn(take)?;
        Ok(vote.to_vec())
    }
}
