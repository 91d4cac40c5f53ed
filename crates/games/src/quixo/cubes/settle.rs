//! Where the results of rounds go when a tier is solved for values.

use kaiketsu_lanes::{Chunk, flags};

use crate::quixo::cubes::rounds::Settle;

/// Where wins go: anything not decided may be won.
pub(crate) struct Wins<'a> {
    pub(crate) win: &'a mut [Chunk],
    pub(crate) loss: &'a [Chunk],
    pub(crate) may_lose: &'a mut [Chunk],
    pub(crate) changed: &'a mut [u64],
}

impl Settle for Wins<'_> {
    #[inline(always)]
    fn open(&self, at: usize) -> Chunk {
        let (win, loss) = (&self.win[at].0, &self.loss[at].0);
        let mut open = Chunk::ZERO;
        for i in 0..8 {
            open.0[i] = !(win[i] | loss[i]);
        }
        open
    }

    #[inline(always)]
    fn settle(&mut self, at: usize, new: Chunk) {
        for i in 0..8 {
            self.win[at].0[i] |= new.0[i];
            self.may_lose[at].0[i] &= !new.0[i];
        }
        flags::set(self.changed, at);
    }
}

/// Where losses go: only those the tier above does not rule out.
pub(crate) struct Losses<'a> {
    pub(crate) loss: &'a mut [Chunk],
    pub(crate) may_lose: &'a mut [Chunk],
    pub(crate) changed: &'a mut [u64],
}

impl Settle for Losses<'_> {
    #[inline(always)]
    fn open(&self, at: usize) -> Chunk {
        self.may_lose[at]
    }

    #[inline(always)]
    fn settle(&mut self, at: usize, new: Chunk) {
        for i in 0..8 {
            self.loss[at].0[i] |= new.0[i];
            self.may_lose[at].0[i] &= !new.0[i];
        }
        flags::set(self.changed, at);
    }
}
