//! Which way a layer is solved: its tiers whole, each by one peer, or all positions spread.
//!
//! Who spreads positions pays for messages and rounds; who deals whole tiers waits for
//! whoever has most of them. The way is that with less work for the busiest peer, which
//! follows from game, kernel and number of peers alone, so all find the same.

use kaiketsu_db::BLOCK_POSITIONS;
use kaiketsu_game::{Retrograde, Tier};

use crate::solve::spread::{Deal, Field, waiting_bytes};
use crate::solve::{Kernel, Layout, Options, Spread, TierValues};

/// Pieces of a layer for each peer, so that peers have tiers of all kinds.
const SHARE: u64 = 8;

/// What a peer has for messages in any case, however small the layer is.
const MESSAGES: u64 = 192 << 20;

/// Memory of a position for its messages at the most: a small layer has few of them.
const MESSAGES_EACH: u64 = 64;

/// How the layer is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Each tier by one peer, as a whole.
    Whole,
    /// Positions are dealt out, however they lie in tiers.
    Spread,
}

/// How what the layers below are worth comes to those who have the positions of a layer that
/// is spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upwards {
    /// Each peer reads those layers whole, and looks values up as it finds moves forwards.
    Held,
    /// Each peer reads a share of them, finds moves backwards and tells the others; or is asked.
    Told,
}

/// Looking at the children of a position where the layers below are held, and reading a
/// position of those: as [`Needs::passes`](crate::solve::Needs) counts work.
const LOOKING: f64 = 1.5;
const READING: f64 = 0.05;

/// A game as it is dealt.
pub(crate) struct Dealing<'a, G: ?Sized> {
    pub(crate) game: &'a G,
    pub(crate) layout: &'a Layout,
    /// What solves whole tiers; nothing does if all are to be spread.
    pub(crate) kernel: Option<&'a dyn Kernel<G>>,
    pub(crate) distances: bool,
    pub(crate) peers: usize,
    /// The least positions that are spread as one.
    pub(crate) grain: u64,
    /// How values come upwards, if it does not go by what is less work.
    pub(crate) upwards: Option<Upwards>,
}

impl<'a, G: Retrograde + ?Sized> Dealing<'a, G> {
    /// As games are dealt to processes.
    pub(crate) fn new(
        game: &'a G,
        layout: &'a Layout,
        kernel: Option<&'a dyn Kernel<G>>,
        options: &Options,
        peers: usize,
    ) -> Self {
        let (distances, grain) = (options.distances, BLOCK_POSITIONS);
        Dealing { game, layout, kernel, distances, peers, grain, upwards: None }
    }

    /// The way with less work for the busiest peer, if it takes no more memory.
    pub(crate) fn way(&self, layer: u32) -> Way {
        let (Some(whole), Some(bytes)) = (self.work_of_tiers(layer), self.bytes_of_tiers(layer)) else {
            return Way::Spread;
        };
        let spread = self.deal(self.layout.size(layer)).size_of(0) as f64 * self.passes(&Spread, layer);
        if whole <= spread && bytes <= self.known_bytes(layer) + self.asked_bytes(layer) + MESSAGES {
            Way::Whole
        } else {
            Way::Spread
        }
    }

    /// What a peer with so many threads holds of a layer.
    pub(crate) fn bytes(&self, layer: u32, way: Way, threads: usize) -> u64 {
        match way {
            Way::Whole => self.bytes_of_tiers(layer).unwrap_or(u64::MAX),
            Way::Spread => {
                self.known_bytes(layer) + self.asked_bytes(layer) + self.message_bytes(layer, threads)
            }
        }
    }

    /// Whether each peer holds the layers below one that is spread: all of them have so much
    /// memory, and it is less work.
    pub(crate) fn holds(&self, layer: u32, memory: u64, threads: usize) -> bool {
        let (below, peers) = (self.below(layer).size() as f64, self.peers as f64);
        let looked = self.deal(self.layout.size(layer)).size_of(0) as f64;
        let spared = (self.passes(&Spread, layer) - LOOKING) * looked;
        let pays = READING * below * (1.0 - 1.0 / peers) <= spared;
        let wanted = self.upwards.map_or(pays, |upwards| upwards == Upwards::Held);
        wanted && below > 0.0 && self.held_bytes(layer, threads) <= memory
    }

    /// What a peer holds of a layer that is spread, if it holds those below. These are gone when
    /// something is said.
    pub(crate) fn held_bytes(&self, layer: u32, threads: usize) -> u64 {
        let below = TierValues::bytes_at_most(self.below(layer).size(), self.distances);
        let silent = self.layout.tiers(layer).all(|tier| self.game.leaves(tier));
        let messages = if silent { 0 } else { self.message_bytes(layer, threads) };
        self.known_bytes(layer) + below.max(messages)
    }

    fn message_bytes(&self, layer: u32, threads: usize) -> u64 {
        let size = self.layout.size(layer);
        let messages = waiting_bytes(self.deal(size), self.peers, threads).max(MESSAGES);
        messages.min(MESSAGES_EACH * size)
    }

    /// The positions of the layers below.
    fn below(&self, layer: u32) -> Field {
        Field::new(self.game, self.layout.tiers(layer)).below(self.game)
    }

    /// The work of all peers, as a number of positions looked at.
    pub(crate) fn work(&self, layer: u32, way: Way, holds: bool) -> f64 {
        let size = self.layout.size(layer) as f64;
        match (way, self.kernel) {
            (Way::Whole, Some(kernel)) => size * self.passes(kernel, layer),
            _ if holds => LOOKING * size + READING * self.below(layer).size() as f64 * self.peers as f64,
            _ => size * self.passes(&Spread, layer),
        }
    }

    /// The work of the peer that has most of the tiers, as a number of positions looked at.
    /// A kernel that carries over what it needs from tier to tier has to solve all.
    fn work_of_tiers(&self, layer: u32) -> Option<f64> {
        let kernel = self.kernel?;
        let fetches = |tier| kernel.needs(self.game, tier, self.distances).fetches;
        if !self.layout.tiers(layer).all(fetches) {
            return None;
        }
        Some(self.shares(layer).most as f64 * self.passes(kernel, layer))
    }

    fn bytes_of_tiers(&self, layer: u32) -> Option<u64> {
        let bytes = |tier| Some(self.kernel?.needs(self.game, tier, self.distances).bytes());
        self.layout.tiers(layer).map(bytes).max()?
    }

    /// What a peer knows of the positions that are spread, without messages.
    fn known_bytes(&self, layer: u32) -> u64 {
        let share = |deal: Deal| deal.size_of(0) as u64;
        let size = self.layout.size(layer);
        // Where less than a block is dealt as one, codes are put together into blocks.
        let put_together = match self.grain < BLOCK_POSITIONS {
            true => share(Deal::new(size, self.peers, BLOCK_POSITIONS)),
            false => 0,
        };
        2 * (share(self.deal(size)) + put_together)
    }

    /// What a peer keeps of the layers below to answer the others, where moves backwards are
    /// not known.
    fn asked_bytes(&self, layer: u32) -> u64 {
        match self.game.crosses_tiers() {
            true => 0,
            false => 2 * self.deal(self.below(layer).size()).size_of(0) as u64,
        }
    }

    fn deal(&self, size: u64) -> Deal {
        Deal::new(size, self.peers, self.grain)
    }

    fn passes(&self, kernel: &dyn Kernel<G>, layer: u32) -> f64 {
        let first = self.layout.tiers(layer).next().expect("a layer has tiers");
        kernel.needs(self.game, first, self.distances).passes
    }

    /// Which peer has which tiers of a layer, if they go to peers whole.
    pub(crate) fn shares(&self, layer: u32) -> Shares {
        let sizes = self.layout.tiers(layer).map(|tier| (tier, self.game.size(tier)));
        Shares::new(sizes, self.layout.size(layer), self.peers)
    }
}

/// The tiers of a layer, dealt to peers.
pub(crate) struct Shares {
    /// For each peer its tiers, in order.
    tiers: Vec<Vec<Tier>>,
    /// The most positions that a peer has.
    most: u64,
}

impl Shares {
    /// Neighbours go together, in pieces: each goes to the peer that has least so far, the
    /// largest first.
    fn new(sizes: impl Iterator<Item = (Tier, u64)>, all: u64, peers: usize) -> Self {
        let mut pieces: Vec<(u64, u64, Vec<Tier>)> = Vec::new();
        let mut first = 0;
        for (tier, size) in sizes {
            // The piece in which the middle of the tier lies.
            let middle = u128::from(2 * first + size) * u128::from(SHARE * peers as u64);
            let number = (middle / u128::from(2 * all.max(1))) as u64;
            first += size;
            match pieces.last_mut().filter(|(last, ..)| *last == number) {
                Some((_, positions, tiers)) => {
                    *positions += size;
                    tiers.push(tier);
                }
                None => pieces.push((number, size, vec![tier])),
            }
        }
        pieces.sort_by_key(|(_, positions, _)| std::cmp::Reverse(*positions));
        let mut shares = vec![(0, Vec::new()); peers];
        for (_, positions, tiers) in pieces {
            let least = shares.iter_mut().min_by_key(|(has, _)| *has).expect("there is a peer");
            least.0 += positions;
            least.1.extend(tiers);
        }
        shares.iter_mut().for_each(|(_, tiers)| tiers.sort_unstable());
        let most = shares.iter().map(|(has, _)| *has).max().unwrap_or(0);
        Shares { tiers: shares.into_iter().map(|(_, tiers)| tiers).collect(), most }
    }

    /// The tiers of a peer, in order.
    pub(crate) fn of(&self, peer: usize) -> &[Tier] {
        &self.tiers[peer]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(sizes: &[u64], peers: usize) -> Shares {
        let tiers = (0..).map(Tier).zip(sizes.iter().copied());
        Shares::new(tiers, sizes.iter().sum(), peers)
    }

    #[test]
    fn every_tier_has_one_peer_and_many_tiers_are_dealt_evenly() {
        for peers in [1, 2, 3, 7, 64] {
            for count in [0, 1, 5, 1_000_u64] {
                let sizes: Vec<u64> = (0..count).map(|tier| 1_000 + 37 * tier % 911).collect();
                let shares = shares(&sizes, peers);
                let mut all: Vec<Tier> = (0..peers).flat_map(|peer| shares.of(peer).to_vec()).collect();
                all.sort_unstable();
                assert_eq!(all, (0..count as u32).map(Tier).collect::<Vec<_>>());
                let has =
                    |peer: usize| shares.of(peer).iter().map(|tier| sizes[tier.0 as usize]).sum::<u64>();
                assert_eq!(shares.most, (0..peers).map(has).max().unwrap());
                let even = sizes.iter().sum::<u64>() / peers as u64;
                assert!(
                    count < 1_000 || shares.most <= even * 5 / 4,
                    "{peers} peers: {} {even}",
                    shares.most
                );
            }
        }
    }

    #[test]
    fn equal_tiers_go_to_peers_one_by_one() {
        for peers in 2..5 {
            assert_eq!(shares(&vec![10; peers], peers).most, 10);
        }
        assert_eq!(shares(&[1, 1, 30, 1, 1], 2).most, 30);
    }
}
