//! The numbers of positions, the moves backwards, and the mirror.

use std::ops::Range;

use kaiketsu_engine::fold::{Foldable, stretches_of};
use kaiketsu_game::board::CellSet;
use kaiketsu_game::{Origin, Retrograde, Slot, Symmetric, Tier, Tiered, Turn};
use kaiketsu_index::scatter_bits;

use super::{ConnectFour, Discs};

impl Tiered for ConnectFour {
    fn tiers(&self) -> u32 {
        self.fillings.len() as u32
    }

    fn size(&self, tier: Tier) -> u64 {
        let discs = self.tiers() - 1 - tier.0;
        self.fillings[discs as usize].len() as u64 * Self::colourings(discs).count()
    }

    fn locate(&self, position: &Discs) -> Slot {
        let filled = position.filled();
        let discs = filled.count_ones();
        let colouring = Self::colouring(position, discs);
        let index = self.filling(filled) as u64 * Self::colourings(discs).count() + colouring;
        Slot { tier: Tier(self.tiers() - 1 - discs), index }
    }

    fn tier_of(&self, position: &Discs) -> Tier {
        Tier(self.tiers() - 1 - position.filled().count_ones())
    }

    fn position(&self, slot: Slot) -> Discs {
        let discs = self.tiers() - 1 - slot.tier.0;
        let colourings = Self::colourings(discs);
        let filled = self.fillings[discs as usize][(slot.index / colourings.count()) as usize];
        let first = scatter_bits(colourings.unrank(slot.index % colourings.count()), filled);
        Discs([first, filled & !first])
    }

    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &Discs)) {
        let discs = self.tiers() - 1 - tier.0;
        let colourings = Self::colourings(discs);
        let mut index = range.start;
        while index < range.end {
            let filled = self.fillings[discs as usize][(index / colourings.count()) as usize];
            let end = range.end.min((index / colourings.count() + 1) * colourings.count());
            for (index, colouring) in (index..end).zip(colourings.iter_from(index % colourings.count())) {
                let first = scatter_bits(colouring, filled);
                visit(index, &Discs([first, filled & !first]));
            }
            index = end;
        }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        tier.0.checked_sub(1).map(Tier).into_iter().collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        format!("{} discs", self.tiers() - 1 - tier.0)
    }
}

impl Retrograde for ConnectFour {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        self.visit_predecessors(slot, &self.position(slot), tier, &mut |before, _| {
            origins.push(Origin { index: self.locate(before).index, passes: true });
        });
    }

    fn visit_predecessors(&self, slot: Slot, after: &Discs, tier: Tier, visit: &mut dyn FnMut(&Discs, Turn)) {
        let mover = after.turn();
        if tier.0 != slot.tier.0 + 1 || self.frame.has_line(after.0[mover]) {
            return; // with that line it was over before
        }
        let moved = 1 - mover;
        // A line of the side that moved was not there before: the last disc is part of it.
        let lined = self.frame.has_line(after.0[moved]);
        let above = after.filled() + self.frame.bottom; // the first empty cell of each column
        let tops = above >> 1 & after.filled();
        for disc in (tops & after.0[moved]).cells().map(|cell| 1 << cell) {
            let mut before = *after;
            before.0[moved] &= !disc;
            if !lined || !self.frame.has_line(before.0[moved]) {
                visit(&before, Turn::Passes);
            }
        }
    }

    /// Every move adds a disc.
    fn leaves(&self, _: Tier) -> bool {
        true
    }

    /// Another column is another position.
    fn once_a_move(&self) -> bool {
        true
    }
}

/// The columns from the other side.
impl Symmetric for ConnectFour {
    fn symmetries(&self) -> usize {
        2
    }

    #[inline]
    fn image(&self, position: &Discs, symmetry: usize) -> Discs {
        if symmetry == 0 {
            return *position;
        }
        Discs(position.0.map(|discs| self.frame.mirrored(discs)))
    }
}

impl Foldable for ConnectFour {
    fn stretches(&self, tier: Tier) -> Vec<u64> {
        let discs = self.tiers() - 1 - tier.0;
        let fillings = self.fillings[discs as usize].len() as u64;
        stretches_of(fillings, Self::colourings(discs).count()).collect()
    }

    #[inline]
    fn stretch(&self, position: &Discs) -> Option<(Tier, usize)> {
        let filled = position.filled();
        Some((Tier(self.tiers() - 1 - filled.count_ones()), self.filling(filled)))
    }

    #[inline]
    fn offset(&self, position: &Discs) -> Option<u64> {
        Some(Self::colouring(position, position.filled().count_ones()))
    }
}
