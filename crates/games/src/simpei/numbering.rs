//! The numbers of positions.
//!
//! Tier 0 is one slot for all games that are over. Each further tier holds all placements
//! of so many pieces, which say whose turn it is, from all of them down to none. The pieces of
//! the side to move lead, and are what the eight images of a position are folded by.

use std::ops::Range;

use kaiketsu_engine::fold::Foldable;
use kaiketsu_game::board::CellSet;
use kaiketsu_game::{Led, Numbering, Slot, Tier, Tiered};
use kaiketsu_index::Placements;

use super::{Pieces, Simpei};

/// The placements of the tiers from 1 on; the side to move is never ahead.
pub(super) fn placements(points: usize, most: u32) -> Placements<u32, 2> {
    let sides = |pieces: u32| vec![[pieces / 2, pieces.div_ceil(2)]];
    Placements::new(points, (0..=2 * most).rev().map(sides).collect())
}

/// The tier of the same placements there.
fn placed(tier: Tier) -> Option<Tier> {
    tier.0.checked_sub(1).map(Tier)
}

fn going_on(sides: [u32; 2]) -> Pieces {
    Pieces { sides, over: false }
}

impl Simpei {
    /// How many positions there are if images are counted once, by Burnside's lemma: the
    /// mean over the symmetries of how many placements each leaves as they are.
    #[must_use]
    pub fn classes(&self) -> u64 {
        let same: u64 = (0..self.symmetries.len()).map(|symmetry| self.kept_by(symmetry)).sum();
        same / self.symmetries.len() as u64
    }

    /// The placements that a symmetry leaves as they are: each of its cycles of points is
    /// empty or one side's.
    fn kept_by(&self, symmetry: usize) -> u64 {
        let side = self.most as usize + 1;
        let mut ways = vec![vec![0_u64; side]; side]; // by pieces of either side
        ways[0][0] = 1;
        let mut rest = self.worlds.all;
        while let Some(first) = rest.cells().next() {
            let mut cycle = vec![first];
            while self.symmetries.cell(cycle[cycle.len() - 1], symmetry) != first {
                cycle.push(self.symmetries.cell(cycle[cycle.len() - 1], symmetry));
            }
            rest = cycle.iter().fold(rest, |rest, point| rest.without(*point));
            for (a, b) in (0..side).rev().flat_map(|a| (0..side).rev().map(move |b| (a, b))) {
                let left = |pieces: usize| pieces.checked_sub(cycle.len());
                ways[a][b] += left(a).map_or(0, |a| ways[a][b]) + left(b).map_or(0, |b| ways[a][b]);
            }
        }
        (0..=2 * self.most as usize).map(|pieces| ways[pieces / 2][pieces.div_ceil(2)]).sum()
    }
}

impl Tiered for Simpei {
    fn tiers(&self) -> u32 {
        self.placements.tiers() + 1
    }

    fn size(&self, tier: Tier) -> u64 {
        placed(tier).map_or(1, |tier| self.placements.size(tier))
    }

    #[inline]
    fn locate(&self, pieces: &Pieces) -> Slot {
        if pieces.over {
            return Slot { tier: Tier(0), index: 0 };
        }
        let slot = self.placements.find(&pieces.sides).expect("the numbers of pieces are those of a tier");
        Slot { tier: Tier(slot.tier.0 + 1), ..slot }
    }

    fn position(&self, slot: Slot) -> Pieces {
        match placed(slot.tier) {
            Some(tier) => going_on(self.placements.position(Slot { tier, ..slot })),
            None => Pieces { sides: [0b11_000, 0b111], over: true }, // a row along the lowest line
        }
    }

    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &Pieces)) {
        match placed(tier) {
            Some(tier) => {
                self.placements.walk(tier, range, &mut |index, sides| visit(index, &going_on(*sides)))
            }
            None => range.for_each(|index| visit(index, &self.position(Slot { tier, index }))),
        }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        let one_more = placed(tier).filter(|tier| tier.0 > 0);
        placed(tier).map(|_| Tier(0)).into_iter().chain(one_more).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        placed(tier).map_or("over".into(), |tier| format!("{} pieces", 2 * self.most - tier.0))
    }

    /// The end is not counted, so that there are as many positions as placements.
    fn weight(&self, slot: Slot) -> u64 {
        slot.tier.0.min(1).into()
    }
}

impl Foldable for Simpei {
    fn stretches(&self, tier: Tier) -> Vec<u64> {
        placed(tier).map_or(vec![0], |tier| self.placements.stretches(tier))
    }

    #[inline]
    fn stretch(&self, pieces: &Pieces) -> Option<(Tier, usize)> {
        if pieces.over {
            return Some((Tier(0), 0));
        }
        let (tier, stretch) = self.placements.stretch(&pieces.sides)?;
        Some((Tier(tier.0 + 1), stretch))
    }

    #[inline]
    fn offset(&self, pieces: &Pieces) -> Option<u64> {
        if pieces.over { Some(0) } else { self.placements.offset(&pieces.sides) }
    }

    #[inline]
    fn same_stretch(&self, one: &Pieces, other: &Pieces) -> bool {
        one.over == other.over && self.placements.same_stretch(&one.sides, &other.sides)
    }
}
