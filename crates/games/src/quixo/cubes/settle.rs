//! Where the results of rounds go when a tier is solved for values.

use kaiketsu_lanes::{Chunk, flags};

use crate::quixo::cubes::rounds::Settle;

/// Where wins go, or losses.
pub(crate) struct Decided<'a> {
    /// The wins, or the losses.
    pub(crate) plane: &'a mut [Chunk],
    pub(crate) may_lose: &'a mut [Chunk],
    pub(crate) changed: &'a mut [u64],
    /// In a round of wins the losses: anything else may be won. Only what may
    /// be lost can be lost, which the tier above rules out for the rest.
    pub(crate) losses: Option<&'a [Chunk]>,
}

impl Settle for Decided<'_> {
    #[inline(always)]
    fn open(&self, at: usize) -> Chunk {
        match self.losses {
            Some(losses) => self.plane[at].zip(losses[at], |win, loss| !(win | loss)),
            None => self.may_lose[at],
        }
    }

    #[inline(always)]
    fn settle(&mut self, at: usize, new: Chunk) {
        self.plane[at] = self.plane[at].zip(new, |known, new| known | new);
        self.may_lose[at] = self.may_lose[at].zip(new, |may_lose, new| may_lose & !new);
        flags::set(self.changed, at);
    }
}
