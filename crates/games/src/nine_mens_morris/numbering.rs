//! The numbers of positions, the moves backwards, and the images.

use kaiketsu_game::board::CellSet;
use kaiketsu_game::{NumberedBy, Numbering, Origin, Retrograde, Slot, Symmetric, Tier, Tiered, Turn};
use kaiketsu_index::Placements;

use super::{ALL, NineMensMorris, Stones, jumps};

impl NumberedBy for NineMensMorris {
    type Numbering = Placements<u32, 2>;

    #[inline]
    fn numbering(&self) -> &Placements<u32, 2> {
        &self.placements
    }

    fn tiers_below(&self, tier: Tier) -> Vec<Tier> {
        let (low, high) = self.tiers[tier.0 as usize];
        let captures = [(low - 1, high), (low.min(high - 1), low.max(high - 1))];
        let below = |tier: &Tier| low > 2 && captures.contains(&self.tiers[tier.0 as usize]);
        (0..tier.0).map(Tier).filter(below).collect()
    }

    fn name_of_tier(&self, tier: Tier) -> String {
        let (low, high) = self.tiers[tier.0 as usize];
        format!("{low} against {high} stones")
    }
}

impl Retrograde for NineMensMorris {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        self.visit_predecessors(slot, &self.position(slot), tier, &mut |before, _| {
            origins.push(Origin { index: self.locate(before).index, passes: true });
        });
    }

    fn visit_predecessors(
        &self,
        _: Slot,
        &[other, moved]: &Stones,
        tier: Tier,
        visit: &mut dyn FnMut(&Stones, Turn),
    ) {
        let (empty, jumps) = (!(other | moved) & ALL, jumps(moved));
        let leads = |opponent: u32| self.placements.tier_of(&[moved, opponent]) == Some(tier);
        let slides = leads(other) && other.size() > 2;
        let takes = leads(other.with(empty.trailing_zeros() as usize));
        for to in moved.cells() {
            let rest = moved.without(to);
            let closes = self.in_mill(rest, to);
            if !(if closes { takes } else { slides }) {
                continue;
            }
            for from in ((self.beside[to] | jumps) & empty).cells() {
                let mover = rest.with(from);
                if !closes {
                    visit(&[mover, other], Turn::Passes);
                    continue;
                }
                for taken in empty.without(from).cells() {
                    let opponent = other.with(taken);
                    if self.loose(opponent).has(taken) {
                        visit(&[mover, opponent], Turn::Passes);
                    }
                }
            }
        }
    }

    /// Two points and what is taken tell moves and positions apart alike.
    fn once_a_move(&self) -> bool {
        true
    }
}

impl Symmetric for NineMensMorris {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    #[inline]
    fn image(&self, stones: &Stones, symmetry: usize) -> Stones {
        self.symmetries.image(stones, symmetry)
    }
}
