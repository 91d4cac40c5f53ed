//! Which peer has which positions.
//!
//! The positions of a [`Field`](super::field::Field) are cut into *stretches* of equal
//! length, a power of two, and dealt out in turn. Several stretches for each peer even
//! the work out; long ones leave neighbours together, so that small tiers are whole.
//! A peer numbers the positions that it has without gaps, in their order: these are
//! *local* numbers.

use std::ops::Range;

/// About how many stretches a peer has.
const SHARE: u64 = 8;

/// The most positions of a stretch: their offsets leave a bit of 32 free.
const LONGEST: u64 = 1 << 31;

/// Positions dealt to peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deal {
    size: u64,
    peers: usize,
    /// The length of a stretch is two to this.
    bits: u32,
}

impl Deal {
    /// So many positions for so many peers, in stretches of at least `grain`, which
    /// is a power of two.
    pub(crate) fn new(size: u64, peers: usize, grain: u64) -> Self {
        let even = size.div_ceil(peers as u64 * SHARE).next_power_of_two();
        let length = even.max(grain.next_power_of_two()).min(LONGEST);
        Deal { size, peers, bits: length.ilog2() }
    }

    /// How many stretches there are.
    pub(crate) fn stretches(self) -> usize {
        self.size.div_ceil(1 << self.bits) as usize
    }

    /// The length of a stretch; the last one may be shorter.
    pub(crate) fn length(self) -> u64 {
        1 << self.bits
    }

    /// Whether stretches are made of whole pieces of such a length.
    pub(crate) fn is_of(self, length: u64) -> bool {
        (1_u64 << self.bits).is_multiple_of(length)
    }

    /// The stretch of a position, and where in it that is.
    #[inline]
    pub(crate) fn find(self, index: u64) -> (usize, u32) {
        ((index >> self.bits) as usize, (index & ((1 << self.bits) - 1)) as u32)
    }

    /// The peer that has a stretch.
    #[inline]
    pub(crate) fn owner(self, stretch: usize) -> usize {
        stretch % self.peers
    }

    /// The positions of a stretch.
    pub(crate) fn range(self, stretch: usize) -> Range<u64> {
        let start = (stretch as u64) << self.bits;
        start..self.size.min(start + (1 << self.bits))
    }

    /// The local number at which a stretch begins at its owner.
    #[inline]
    pub(crate) fn local_start(self, stretch: usize) -> usize {
        (stretch / self.peers) << self.bits
    }

    /// The stretches that a peer has, in their order.
    pub(crate) fn stretches_of(self, peer: usize) -> impl Iterator<Item = usize> {
        (peer..self.stretches()).step_by(self.peers)
    }

    /// How many positions a peer has.
    pub(crate) fn size_of(self, peer: usize) -> usize {
        self.stretches_of(peer)
            .map(|stretch| self.range(stretch))
            .map(|range| range.end - range.start)
            .sum::<u64>() as usize
    }

    /// The positions of a range of local numbers of a peer, in runs of neighbours.
    pub(crate) fn globals(self, peer: usize, local: Range<usize>) -> impl Iterator<Item = Range<u64>> {
        let first = local.start >> self.bits;
        let last = if local.is_empty() { first } else { ((local.end - 1) >> self.bits) + 1 };
        (first..last).map(move |turn| {
            let start = ((turn * self.peers + peer) as u64) << self.bits;
            let from = local.start.max(turn << self.bits) - (turn << self.bits);
            let to = local.end.min((turn + 1) << self.bits) - (turn << self.bits);
            start + from as u64..start + to as u64
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_one_owner_and_one_local_number() {
        for (size, peers, grain) in [(0, 3, 4), (1, 1, 1), (1_000, 3, 4), (1_000, 7, 64), (70_000, 2, 65_536)]
        {
            let deal = Deal::new(size, peers, grain);
            let mut owned = 0;
            for peer in 0..peers {
                let local = deal.size_of(peer);
                owned += local as u64;
                let mut number = 0;
                for range in deal.globals(peer, 0..local) {
                    for index in range {
                        let (stretch, offset) = deal.find(index);
                        assert!(deal.owner(stretch) == peer && deal.range(stretch).contains(&index));
                        assert_eq!(deal.local_start(stretch) + offset as usize, number);
                        if number % 5 == 0 {
                            let rest: Vec<u64> = deal.globals(peer, number..local).flatten().collect();
                            assert_eq!((rest[0], rest.len()), (index, local - number));
                        }
                        number += 1;
                    }
                }
                assert_eq!(number, local);
            }
            assert_eq!(owned, size, "{deal:?}");
        }
    }

    #[test]
    fn large_tiers_are_dealt_evenly() {
        let deal = Deal::new(100_000_000, 4, 65_536);
        for peer in 0..4 {
            assert!(deal.size_of(peer) <= 30_000_000, "{peer}: {}", deal.size_of(peer));
        }
    }
}
