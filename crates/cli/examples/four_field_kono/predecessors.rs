//! The moves backwards: no moves are stored while solving.

use kaiketsu::game::{Origin, Retrograde, Slot, Tier, Tiered};

use crate::rules::{Kono, Stones, has};

impl Retrograde for Kono {
    /// The stone that has just moved is one of the opponent's. It came from a
    /// neighbour by a step, or from two cells away by a jump; then it stands
    /// where a stone of the mover stood.
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let after = self.position(slot);
        let captured = tier.0 == slot.tier.0 + 1;
        let full = after.mover.count_ones() as usize == self.cells() / 2;
        if !captured && tier != slot.tier || captured && full {
            return;
        }
        let free = |cell: usize| !has(after.mover | after.opponent, cell);
        for to in (0..self.cells()).filter(|cell| has(after.opponent, *cell)) {
            for (next, beyond) in self.directions(to) {
                let from = match beyond {
                    Some(beyond) if captured && has(after.opponent, next) => beyond,
                    _ if !captured => next,
                    _ => continue,
                };
                if free(from) {
                    let mover = after.opponent & !(1 << to) | 1 << from;
                    let opponent = after.mover | if captured { 1 << to } else { 0 };
                    let index = self.locate(&Stones { mover, opponent }).index;
                    origins.push(Origin { index, passes: true });
                }
            }
        }
    }
}
