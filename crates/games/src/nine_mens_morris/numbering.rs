//! The numbers of positions, the moves backwards, and the images.

use std::ops::Range;

use kaiketsu_engine::fold::{Foldable, stretches_of};
use kaiketsu_game::{Origin, Retrograde, Slot, Symmetric, Tier, Tiered, Turn};
use kaiketsu_index::{Combinations, gather_bits};

use super::{ALL, NineMensMorris, POINTS, SYMMETRIES, Stones, jumps};
use crate::board::cells_of;

impl Tiered for NineMensMorris {
    fn tiers(&self) -> u32 {
        self.tiers.len() as u32
    }

    fn size(&self, tier: Tier) -> u64 {
        let (low, high) = self.tiers[tier.0 as usize];
        // Where the side with two stones is not to move, the game was over before.
        let other_side = if low == 2 || low == high { 0 } else { Self::numbering(high, low).count() };
        Self::numbering(low, high).count() + other_side
    }

    fn locate(&self, position: &Stones) -> Slot {
        let stones = position.counts();
        let rank = Self::numbering(stones.0, stones.1).rank(position.mover, position.opponent);
        let index = Self::first(stones) + rank;
        Slot { tier: self.tier(stones).expect("stones within the limits"), index }
    }

    fn position(&self, slot: Slot) -> Stones {
        let (low, high) = self.tiers[slot.tier.0 as usize];
        let first = Self::numbering(low, high);
        let (mover, opponent) = match slot.index.checked_sub(first.count()) {
            None => first.unrank(slot.index),
            Some(index) => Self::numbering(high, low).unrank(index),
        };
        Stones { mover, opponent }
    }

    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &Stones)) {
        let (low, high) = self.tiers[tier.0 as usize];
        let split = Self::numbering(low, high).count();
        let parts = [(low, high, 0, split), (high, low, split, self.size(tier))];
        for (mover, opponent, first, end) in parts {
            let part = range.start.max(first)..range.end.min(end);
            if part.is_empty() {
                continue;
            }
            let stones = Self::numbering(mover, opponent).iter_from(part.start - first);
            for (index, (mover, opponent)) in part.zip(stones) {
                visit(index, &Stones { mover, opponent });
            }
        }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        let (low, high) = self.tiers[tier.0 as usize];
        let captures = [(low - 1, high), (low, high - 1)].into_iter().filter(|_| low > 2);
        let mut below: Vec<Tier> = captures.filter_map(|stones| self.tier(stones)).collect();
        below.dedup();
        below
    }

    fn tier_name(&self, tier: Tier) -> String {
        let (low, high) = self.tiers[tier.0 as usize];
        format!("{low} against {high} stones")
    }
}

impl Retrograde for NineMensMorris {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        self.visit_predecessors(slot, tier, &mut |before, _| {
            origins.push(Origin { index: self.locate(before).index, passes: true });
        });
    }

    fn visit_predecessors(&self, slot: Slot, tier: Tier, visit: &mut dyn FnMut(&Stones, Turn)) {
        let after = self.position(slot);
        let Stones { mover: other, opponent: moved } = after;
        let (others, stones) = after.counts();
        let slides = self.tier((stones, others)) == Some(tier) && others > 2;
        let takes = self.tier((stones, others + 1)) == Some(tier);
        let (empty, jumps) = (!(other | moved) & ALL, jumps(moved));
        for to in cells_of(moved) {
            let rest = moved & !(1 << to);
            let closes = self.in_mill(rest, to);
            if !(if closes { takes } else { slides }) {
                continue;
            }
            for from in cells_of((self.beside[to] | jumps) & empty) {
                let mover = rest | 1 << from;
                if !closes {
                    visit(&Stones { mover, opponent: other }, Turn::Passes);
                    continue;
                }
                for taken in cells_of(empty & !(1 << from)) {
                    let opponent = other | 1 << taken;
                    if self.loose(opponent) & 1 << taken != 0 {
                        visit(&Stones { mover, opponent }, Turn::Passes);
                    }
                }
            }
        }
    }
}

impl Symmetric for NineMensMorris {
    fn symmetries(&self) -> usize {
        SYMMETRIES
    }

    #[inline]
    fn image(&self, position: &Stones, symmetry: usize) -> Stones {
        let [low, middle, high] = &self.images[symmetry];
        let image = |stones: u64| {
            let byte = |shift: u32| (stones >> shift) as usize & 255;
            u64::from(low[byte(0)] | middle[byte(8)] | high[byte(16)])
        };
        Stones { mover: image(position.mover), opponent: image(position.opponent) }
    }
}

impl Foldable for NineMensMorris {
    fn stretches(&self, tier: Tier) -> Vec<u64> {
        let (low, high) = self.tiers[tier.0 as usize];
        let part = |mover: u32, opponent: u32| {
            let stretches = Self::leads(mover).count();
            let length = Self::numbering(mover, opponent).count() / stretches;
            stretches_of(stretches, length).map(move |start| start + Self::first((mover, opponent)))
        };
        let both = [(low, high), (high, low)];
        let parts = if low == 2 || low == high { &both[..1] } else { &both[..] };
        parts.iter().flat_map(|(mover, opponent)| part(*mover, *opponent)).collect()
    }

    #[inline]
    fn stretch(&self, position: &Stones) -> Option<(Tier, usize)> {
        let stones = position.counts();
        let first = if stones.0 > stones.1 { Self::leads(stones.1).count() } else { 0 };
        let lead = first + Self::leads(stones.0).rank(position.mover);
        Some((self.tier(stones)?, lead as usize))
    }

    #[inline]
    fn offset(&self, position: &Stones) -> Option<u64> {
        let Stones { mover, opponent } = *position;
        let rest = Combinations::new(POINTS as u32, opponent.count_ones());
        Some(rest.rank(gather_bits(opponent, !mover)))
    }
}
