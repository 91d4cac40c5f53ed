//! What the rounds do with the chunks that plans give them, chunk by chunk.

use kaiketsu_lanes::{Chunk, Vectors, Weaver, flags};

/// Wins by a lost child above.
pub(crate) struct AnyLost<'a, V> {
    pub(crate) vectors: V,
    pub(crate) won: &'a mut [Chunk],
}

impl<V: Vectors> Weaver<V> for AnyLost<'_, V> {
    #[inline(always)]
    fn take(&mut self, at: usize, lane: V::Lane) {
        let lane = self.vectors.or(lane, self.vectors.load(&self.won[at]));
        self.vectors.store(lane, &mut self.won[at]);
    }
}

/// Candidates for losses whose children above are all won.
pub(crate) struct AllWon<'a, V> {
    pub(crate) vectors: V,
    pub(crate) candidates: &'a mut [Chunk],
}

impl<V: Vectors> Weaver<V> for AllWon<'_, V> {
    #[inline(always)]
    fn take(&mut self, at: usize, lane: V::Lane) {
        let lane = self.vectors.and(lane, self.vectors.load(&self.candidates[at]));
        self.vectors.store(lane, &mut self.candidates[at]);
    }
}

/// Wins by a newly lost child within the tier.
pub(crate) struct Gain<'a, V: Vectors> {
    pub(crate) vectors: V,
    pub(crate) half: V::Lane,
    pub(crate) hit: &'a mut [u64],
    pub(crate) gained: &'a mut [Chunk],
}

impl<V: Vectors> Weaver<V> for Gain<'_, V> {
    #[inline(always)]
    fn take(&mut self, at: usize, lane: V::Lane) {
        let mut lane = self.vectors.and(lane, self.half);
        if flags::get(self.hit, at) {
            lane = self.vectors.or(lane, self.vectors.load(&self.gained[at]));
        } else {
            flags::set(self.hit, at);
        }
        self.vectors.store(lane, &mut self.gained[at]);
    }
}

/// Candidates for losses whose children within the tier are all won.
pub(crate) struct Hope<'a, V: Vectors> {
    pub(crate) vectors: V,
    pub(crate) half: V::Lane,
    pub(crate) hopeful: &'a mut [u64],
    pub(crate) hope: &'a mut [Chunk],
}

impl<V: Vectors> Weaver<V> for Hope<'_, V> {
    #[inline(always)]
    fn take(&mut self, at: usize, lane: V::Lane) {
        if flags::get(self.hopeful, at) {
            let hope = self.vectors.load(&self.hope[at]);
            let left = self.vectors.without(hope, self.vectors.without(self.half, lane));
            self.vectors.store(left, &mut self.hope[at]);
            if self.vectors.is_zero(left) {
                flags::clear(self.hopeful, at);
            }
        }
    }
}
