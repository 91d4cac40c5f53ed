//! The folded game as a game: numbers, and moves backwards.

use std::ops::Range;

use kaiketsu_game::{
    Aim, Game, Notation, NotationError, Origin, Retrograde, Slot, Symmetric, Tier, Tiered, Turn,
};

use super::tier::Stretch;
use super::{Foldable, FoldedGame};
use crate::forward::{forward_game, forward_notation};

impl<G: Foldable> Game for FoldedGame<G> {
    forward_game!();
}

impl<G: Foldable + Notation> Notation for FoldedGame<G> {
    forward_notation!();

    fn read_position(&self, text: &str) -> Result<G::Position, NotationError> {
        self.game.read_position(text)
    }
}

impl<G: Foldable> Symmetric for FoldedGame<G> {
    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn image(&self, position: &G::Position, symmetry: usize) -> G::Position {
        self.game.image(position, symmetry)
    }
}

impl<G: Foldable> FoldedGame<G> {
    /// The tier and the stretch of a position, and its slot in the whole game
    /// if that was found on the way.
    #[inline]
    fn stretch(&self, position: &G::Position) -> (Tier, usize, Option<Slot>) {
        if let Some((tier, stretch)) = self.game.stretch(position) {
            return (tier, stretch, None);
        }
        let slot = self.game.locate(position);
        (slot.tier, self.tier(slot.tier).whole.find(slot.index), Some(slot))
    }

    /// The folded number of a position of a stretch, whose slot in the whole game may have
    /// been found before.
    #[inline]
    fn number(&self, stretch: Stretch, position: &G::Position, slot: Option<Slot>) -> u64 {
        match (stretch.symmetry(), slot) {
            (0, Some(slot)) => stretch.number_of(slot.index),
            (0, None) => stretch.number(&*self.game, position),
            (symmetry, _) => stretch.number(&*self.game, &self.game.image(position, symmetry)),
        }
    }

    /// The symmetries whose image of a stored position is located at its slot, as
    /// bits: of those with the same image the first.
    fn leads_home(&self, position: &G::Position, slot: Slot) -> u64 {
        let mut images = Vec::with_capacity(self.game.symmetries());
        let mut home = 0;
        for symmetry in 0..self.game.symmetries() {
            let image = self.game.image(position, symmetry);
            if self.locate(&image) == slot {
                let whole = self.game.locate(&image);
                home |= u64::from(!images.contains(&whole)) << symmetry;
                images.push(whole);
            }
        }
        home
    }

    /// Shows the stored positions of a range, each with its stretch and its number in
    /// the whole game.
    #[inline]
    fn walk_whole(&self, tier: Tier, range: Range<u64>, visit: &mut impl FnMut(Stretch, u64, &G::Position)) {
        let fold = self.tier(tier);
        let mut next = range.start;
        while next < range.end {
            let end = fold.stored.range(fold.stored.find(next)).end.min(range.end);
            let (_, stretch, start) = fold.unfold(next);
            let mut show = |index, position: &G::Position| visit(stretch, index, position);
            self.game.walk(tier, start..start + end - next, &mut show);
            next = end;
        }
    }

    /// The stored position as a slot of the whole game.
    fn unfold(&self, slot: Slot) -> Slot {
        Slot { index: self.tier(slot.tier).unfold(slot.index).2, ..slot }
    }
}

impl<G: Foldable> Tiered for FoldedGame<G> {
    fn tiers(&self) -> u32 {
        self.game.tiers()
    }

    fn size(&self, tier: Tier) -> u64 {
        self.tier(tier).stored.size()
    }

    #[inline]
    fn locate(&self, position: &G::Position) -> Slot {
        let (tier, stretch, slot) = self.stretch(position);
        Slot { tier, index: self.number(self.tier(tier).stretch(stretch), position, slot) }
    }

    /// One after the other; a stretch serves all that follow in it.
    fn locate_all(&self, positions: &[G::Position], slots: &mut Vec<Slot>) {
        for alike in positions.chunk_by(|one, other| self.game.same_stretch(one, other)) {
            let (first, others) = alike.split_first().expect("no chunk is empty");
            let (tier, stretch, slot) = self.stretch(first);
            let stretch = self.tier(tier).stretch(stretch);
            slots.push(Slot { tier, index: self.number(stretch, first, slot) });
            let locate = |position| Slot { tier, index: self.number(stretch, position, None) };
            slots.extend(others.iter().map(locate));
        }
    }

    fn tier_of(&self, position: &G::Position) -> Tier {
        self.game.tier_of(position)
    }

    fn is_derived(&self, position: &G::Position) -> bool {
        self.game.is_derived(position)
    }

    fn aims(&self) -> &'static [Aim] {
        self.game.aims()
    }

    #[inline]
    fn position(&self, slot: Slot) -> G::Position {
        self.game.position(self.unfold(slot))
    }

    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &G::Position)) {
        self.walk_whole(tier, range, &mut |stretch, index, position| {
            visit(stretch.number_of(index), position);
        });
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        self.game.below(tier)
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.game.tier_name(tier)
    }

    fn layer(&self, tier: Tier) -> u32 {
        self.game.layer(tier)
    }

    fn layer_name(&self, layer: u32) -> String {
        self.game.layer_name(layer)
    }

    fn weight(&self, slot: Slot) -> u64 {
        let (representative, _, index) = self.tier(slot.tier).unfold(slot.index);
        u64::from(representative.orbit) * self.game.weight(Slot { index, ..slot })
    }

    fn twins(&self, slot: Slot, twins: &mut Vec<Slot>) {
        let (_, stretch, index) = self.tier(slot.tier).unfold(slot.index);
        if stretch.arrivals == 1 {
            return;
        }
        let (position, from) = (self.game.position(Slot { index, ..slot }), twins.len());
        for symmetry in bits(stretch.arrivals) {
            let index = stretch.number(&*self.game, &self.game.image(&position, symmetry));
            let twin = Slot { index, ..slot };
            if twin != slot && !twins[from..].contains(&twin) {
                twins.push(twin);
            }
        }
    }

    fn distances_apart(&self) -> bool {
        self.game.distances_apart()
    }

    fn numbering_bytes(&self) -> u64 {
        let folds = (0..self.tiers()).map(|tier| self.tier(Tier(tier)).bytes() as u64);
        self.game.numbering_bytes() + folds.sum::<u64>()
    }

    fn facts(&self) -> Vec<(&'static str, u64)> {
        self.game.facts()
    }
}

impl<G: Foldable + Retrograde> FoldedGame<G> {
    /// The origins in a tier of a stored position, which has this slot and stretch in the
    /// whole game.
    fn origins(
        &self,
        whole: Slot,
        stretch: Stretch,
        position: &G::Position,
        tier: Tier,
        origins: &mut Vec<Origin>,
    ) {
        let home = match stretch.arrivals {
            1 => u64::MAX,
            _ => self.leads_home(position, Slot { index: stretch.number_of(whole.index), ..whole }),
        };
        let (from, fold) = (origins.len(), self.tier(tier));
        self.game.visit_predecessors(whole, position, tier, &mut |before, turn| {
            let (_, stretch, _) = self.stretch(before);
            let stretch = fold.stretch(stretch);
            for symmetry in bits(stretch.arrivals & home) {
                let index = match symmetry {
                    0 => stretch.number(&*self.game, before),
                    _ => stretch.number(&*self.game, &self.game.image(before, symmetry)),
                };
                origins.push(Origin { index, passes: turn == Turn::Passes });
            }
        });
        if !self.once_a_move() {
            Origin::keep_once(origins, from); // images of one another give the same origins
        }
    }
}

impl<G: Foldable + Retrograde> Retrograde for FoldedGame<G> {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let (_, stretch, index) = self.tier(slot.tier).unfold(slot.index);
        let whole = Slot { index, ..slot };
        self.origins(whole, stretch, &self.game.position(whole), tier, origins);
    }

    fn walk_predecessors(
        &self,
        lower: Tier,
        range: Range<u64>,
        tier: Tier,
        visit: &mut dyn FnMut(u64, &[Origin]),
    ) {
        let mut origins = Vec::new();
        self.walk_whole(lower, range, &mut |stretch, index, position| {
            origins.clear();
            self.origins(Slot { tier: lower, index }, stretch, position, tier, &mut origins);
            visit(stretch.number_of(index), &origins);
        });
    }

    fn leaves(&self, tier: Tier) -> bool {
        self.game.leaves(tier)
    }

    /// A move of the whole game from an origin to an image of the slot is found by
    /// the one symmetry that takes the slot to that image.
    fn once_a_move(&self) -> bool {
        self.game.once_a_move()
    }

    fn crosses_tiers(&self) -> bool {
        self.game.crosses_tiers()
    }
}

/// The numbers of the bits that are set.
#[inline]
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}
