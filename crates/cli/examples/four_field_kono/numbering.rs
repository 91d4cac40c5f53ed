//! A numbering of its own: no list of positions in memory or on disk.
//!
//! A tier is a number of stones on the board. In it, positions are grouped by
//! how many of them the mover has; in a group, his stones are a combination of
//! all cells and the opponent's one of the cells left.

use kaiketsu::game::{Slot, Tier, Tiered};
use kaiketsu::index::{Combinations, gather_bits, scatter_bits};

use crate::rules::{Kono, Stones};

impl Kono {
    fn all(&self) -> u64 {
        (1 << self.cells()) - 1
    }

    /// The groups of a tier: the mover's stones and the opponent's.
    fn groups(&self, tier: Tier) -> impl Iterator<Item = (Combinations, Combinations)> {
        let (cells, stones) = (self.cells() as u32, tier.0);
        let shares = stones.saturating_sub(cells / 2)..=stones.min(cells / 2);
        shares.map(move |mover| {
            (Combinations::new(cells, mover), Combinations::new(cells - mover, stones - mover))
        })
    }
}

impl Tiered for Kono {
    fn tiers(&self) -> u32 {
        self.cells() as u32 + 1
    }

    fn size(&self, tier: Tier) -> u64 {
        self.groups(tier).map(|(mover, opponent)| mover.count() * opponent.count()).sum()
    }

    fn locate(&self, position: &Stones) -> Slot {
        let (mover, opponent) = (u64::from(position.mover), u64::from(position.opponent));
        let tier = Tier(mover.count_ones() + opponent.count_ones());
        let mut first = 0;
        for (movers, opponents) in self.groups(tier) {
            if movers.contains(mover) {
                let among_the_rest = opponents.rank(gather_bits(opponent, !mover & self.all()));
                let index = first + movers.rank(mover) * opponents.count() + among_the_rest;
                return Slot { tier, index };
            }
            first += movers.count() * opponents.count();
        }
        unreachable!("no side has more stones than at the start")
    }

    fn position(&self, slot: Slot) -> Stones {
        let mut index = slot.index;
        for (movers, opponents) in self.groups(slot.tier) {
            let size = movers.count() * opponents.count();
            if index < size {
                let mover = movers.unrank(index / opponents.count());
                let opponent = scatter_bits(opponents.unrank(index % opponents.count()), !mover & self.all());
                return Stones { mover: mover as u16, opponent: opponent as u16 };
            }
            index -= size;
        }
        unreachable!("a slot of the tier")
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        tier.0.checked_sub(1).map(Tier).into_iter().collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        format!("{} stones", tier.0)
    }
}
