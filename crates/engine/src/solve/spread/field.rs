//! Tiers that are solved, or looked up, as one: the positions of some tiers, one tier
//! after the other. Tiers of a layer do not lead to one another, so a layer can be
//! solved in as many rounds as its longest tier takes.

use std::ops::Range;

use kaiketsu_game::{Slot, Tier, Tiered};

/// Some tiers, numbered as one.
pub(crate) struct Field {
    /// The tiers in ascending order, and where each begins.
    tiers: Vec<(Tier, u64)>,
    size: u64,
}

impl Field {
    /// These tiers, which come in ascending order.
    pub(crate) fn new<G: Tiered + ?Sized>(game: &G, tiers: impl IntoIterator<Item = Tier>) -> Self {
        let mut size = 0;
        let place = |tier| {
            let first = size;
            size += game.size(tier);
            (tier, first)
        };
        Field { tiers: tiers.into_iter().map(place).collect(), size }
    }

    /// All tiers that moves out of these lead to.
    pub(crate) fn below<G: Tiered + ?Sized>(&self, game: &G) -> Self {
        let mut below: Vec<Tier> = self.tiers().flat_map(|(tier, _)| game.below(tier)).collect();
        below.sort_unstable();
        below.dedup();
        Field::new(game, below)
    }

    /// How many positions there are.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// The tiers, and where each begins.
    pub(crate) fn tiers(&self) -> impl Iterator<Item = (Tier, u64)> {
        self.tiers.iter().copied()
    }

    /// Where a tier begins; nowhere if it is not one of these.
    #[inline]
    pub(crate) fn first(&self, tier: Tier) -> Option<u64> {
        // Mostly there is one.
        match &self.tiers[..] {
            [(only, first)] => (*only == tier).then_some(*first),
            tiers => tiers.binary_search_by_key(&tier, |(tier, _)| *tier).ok().map(|place| tiers[place].1),
        }
    }

    /// The number of a slot.
    ///
    /// # Panics
    /// If the game breaks its law and leads to a tier it did not announce.
    #[inline]
    pub(crate) fn number(&self, slot: Slot) -> u64 {
        self.first(slot.tier).expect("a move leads to a tier that `below` lists") + slot.index
    }

    /// The parts of a range of numbers that lie in one tier each: the tier, what the
    /// numbers are there, and the first of them here.
    pub(crate) fn parts(&self, range: Range<u64>) -> impl Iterator<Item = (Tier, Range<u64>, u64)> {
        let from = self.tiers.partition_point(|(_, first)| *first <= range.start).saturating_sub(1);
        let ends = self.tiers[from..].iter().skip(1).map(|(_, first)| *first).chain([self.size]);
        self.tiers[from..].iter().zip(ends).take_while(move |((_, first), _)| *first < range.end).filter_map(
            move |(&(tier, first), end)| {
                let (start, end) = (range.start.max(first), range.end.min(end));
                (start < end).then(|| (tier, start - first..end - first, start))
            },
        )
    }
}
