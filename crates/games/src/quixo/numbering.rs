//! The stored order of Quixo.
//!
//! A tier holds the boards with k marks; k falls as tiers rise. A *shape* is a
//! set of k marked cells, folded by the symmetries of the board; its
//! *colouring* has bit j set if the j-th marked cell belongs to the side not
//! to move. The index is
//!
//! ```text
//! | number of the shape among the representatives | colouring, k bits |
//! ```
//!
//! All 2^k colourings of a representative are stored. Where a shape is
//! symmetric in itself, its colourings come in twins of equal value.

use kaiketsu_game::{Breakdown, Game, Origin, Retrograde, Slot, Symmetric, Tier, Tiered};
use kaiketsu_index::{gather_bits, scatter_bits};

use super::shapes::Shapes;
use super::{Cubes, Quixo};

impl Quixo {
    pub(super) fn marks(&self, tier: Tier) -> u32 {
        self.cells() - tier.0
    }

    fn shapes(&self, marks: u32) -> &Shapes {
        self.board.shapes(marks)
    }

    /// How many symmetries keep a position as it is.
    fn keeping(&self, position: &Cubes) -> usize {
        (0..self.symmetries()).filter(|symmetry| self.image(position, *symmetry) == *position).count()
    }

    /// The index of a position whose shape is the representative `number`.
    fn stored_index(&self, position: &Cubes, number: u32) -> u64 {
        self.stored_colouring(position.opponent.into(), (position.mover | position.opponent).into(), number)
    }

    fn stored_colouring(&self, opponent: u64, shape: u64, number: u32) -> u64 {
        u64::from(number) << shape.count_ones() | gather_bits(opponent, shape)
    }
}

impl Tiered for Quixo {
    fn tiers(&self) -> u32 {
        self.cells() + 1
    }

    fn size(&self, tier: Tier) -> u64 {
        let marks = self.marks(tier);
        (self.shapes(marks).len() as u64) << marks
    }

    fn locate(&self, position: &Cubes) -> Slot {
        let shape = position.mover | position.opponent;
        let marks = shape.count_ones();
        let shapes = self.shapes(marks);
        let folded = shapes.sets.fold(shape.into());
        let opponent = self.board.symmetries[folded.symmetry].apply(position.opponent.into());
        let colouring = gather_bits(opponent, shapes.mask(folded.number as usize).into());
        Slot { tier: Tier(self.cells() - marks), index: u64::from(folded.number) << marks | colouring }
    }

    fn tier_of(&self, position: &Cubes) -> Tier {
        Tier(self.cells() - (position.mover | position.opponent).count_ones())
    }

    fn position(&self, slot: Slot) -> Cubes {
        let marks = self.marks(slot.tier);
        let shape = self.shapes(marks).mask((slot.index >> marks) as usize);
        let opponent = scatter_bits(slot.index & ((1 << marks) - 1), shape.into()) as u32;
        Cubes { mover: shape & !opponent, opponent }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        tier.0.checked_sub(1).map(Tier).into_iter().collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        format!("{} marks", self.marks(tier))
    }

    fn weight(&self, slot: Slot) -> u64 {
        let marks = self.marks(slot.tier);
        self.shapes(marks).orbit((slot.index >> marks) as usize)
    }

    fn twins(&self, slot: Slot, twins: &mut Vec<Slot>) {
        let marks = self.marks(slot.tier);
        let number = (slot.index >> marks) as u32;
        let shapes = &self.shapes(marks).sets;
        if !shapes.is_symmetric(number) {
            return;
        }
        let position = self.position(slot);
        let image = |keep| self.stored_index(&self.image(&position, keep), number);
        let mut images: Vec<u64> = shapes.stabiliser(number).map(image).collect();
        images.sort_unstable();
        images.dedup();
        let others = images.into_iter().filter(|&index| index != slot.index);
        twins.extend(others.map(|index| Slot { index, ..slot }));
    }

    /// A bit of the colouring gives a mark to the other side.
    fn neighbour_bits(&self, layer: u32) -> Option<u32> {
        Some(self.marks(Tier(layer)))
    }

    fn measure(&self, tier: Tier) -> Option<(&'static str, u32)> {
        Some(("marks", self.marks(tier)))
    }

    fn breakdowns(&self) -> Vec<Breakdown<Self>> {
        vec![Breakdown::new("by_class", &["mover_marks", "opponent_marks"], |game, slot, key| {
            let marks = game.marks(slot.tier);
            let opponent = (slot.index & ((1 << marks) - 1)).count_ones();
            key.extend([marks - opponent, opponent]);
        })]
    }
}

impl Retrograde for Quixo {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let taken_blank = match tier.0.checked_sub(slot.tier.0) {
            Some(0) => false,
            Some(1) => true,
            _ => return,
        };
        let first = origins.len();
        let after = self.position(slot);
        let marks = self.marks(slot.tier);
        let symmetric = self.shapes(marks).sets.is_symmetric((slot.index >> marks) as u32);
        let shapes = &self.shapes(self.marks(tier)).sets;
        for push in &self.board.pushes {
            // The side that moved is now the opponent, and inserted its mark.
            if after.opponent & push.inserted() == 0 {
                continue;
            }
            let taken = if taken_blank { 0 } else { push.taken() };
            let mover = push.backward(after.opponent) | taken;
            let before = Cubes { mover, opponent: push.backward(after.mover) };
            if self.ending(&before).is_some() {
                continue;
            }
            let folded = shapes.fold((before.mover | before.opponent).into());
            if !symmetric && !shapes.is_symmetric(folded.number) {
                let opponent = self.board.symmetries[folded.symmetry].apply(before.opponent.into());
                let index =
                    self.stored_colouring(opponent, shapes.representative(folded.number), folded.number);
                origins.push(Origin { index, passes: true });
                continue;
            }
            for keep in shapes.stabiliser(folded.number) {
                // Every stored image of `before` leads to an image of `after`.
                // If the shape of `after` has twins, `locate` may prefer one.
                let image = |p: &Cubes| {
                    let folded = self.image(p, folded.symmetry);
                    if keep == 0 { folded } else { self.image(&folded, keep) }
                };
                if !symmetric || self.locate(&image(&after)) == slot {
                    let index = self.stored_index(&image(&before), folded.number);
                    origins.push(Origin { index, passes: true });
                }
            }
        }
        // A symmetry that keeps `after` shows every move to it once more.
        let keeping = if symmetric { self.keeping(&after) } else { 1 };
        if keeping > 1 {
            origins[first..].sort_unstable();
            for (to, from) in (first..origins.len()).step_by(keeping).enumerate() {
                origins[first + to] = origins[from];
            }
            origins.truncate(first + (origins.len() - first) / keeping);
        }
    }

    /// All that is located at the slot is an image of it, and so are the moves.
    fn once_a_move(&self) -> bool {
        true
    }
}
