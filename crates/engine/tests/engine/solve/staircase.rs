//! A game of long distances: down a staircase, from a landing that goes round.

use kaiketsu_game::{Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Tier, Tiered};

/// Steps of the staircase, the last of which loses.
const STEPS: u64 = 1_300;
/// Places of the landing: one may go on along it, or onto the staircase.
const PLACES: u64 = 40;

/// Positions are slots; tier 0 is the staircase, tier 1 the landing.
pub(crate) struct Staircase;

impl Game for Staircase {
    type Position = Slot;
    type Move = Slot;

    fn id(&self) -> String {
        "staircase".into()
    }

    fn start(&self) -> Slot {
        Slot { tier: Tier(1), index: 0 }
    }

    fn ending(&self, position: &Slot) -> Option<Outcome> {
        (*position == Slot { tier: Tier(0), index: 0 }).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Slot, moves: &mut Vec<Slot>) {
        let index = position.index;
        if position.tier == Tier(0) {
            moves.push(Slot { index: index - 1, ..*position });
        } else {
            // Odd steps win for who is on them: the landing is lost, some of it after long.
            moves.push(Slot { tier: Tier(0), index: ((index * 2_311 + 1) % STEPS) | 1 });
            if index % 7 != 3 {
                moves.push(Slot { tier: Tier(1), index: (index + 1) % PLACES });
            }
        }
    }

    fn play(&self, position: &Slot, mv: &Slot) -> Step<Slot> {
        // Along the landing the same side goes on.
        if position.tier == mv.tier && mv.tier == Tier(1) { Step::stays(*mv) } else { Step::passes(*mv) }
    }
}

impl Notation for Staircase {
    fn title(&self) -> String {
        "Staircase".into()
    }

    fn about(&self) -> String {
        String::new()
    }

    fn write_position(&self, position: &Slot) -> String {
        format!("{}-{}", position.tier.0, position.index)
    }

    fn read_position(&self, _: &str) -> Result<Slot, NotationError> {
        Err(NotationError::new("nobody types these"))
    }

    fn write_move(&self, _: &Slot, mv: &Slot) -> String {
        self.write_position(mv)
    }
}

impl Tiered for Staircase {
    fn tiers(&self) -> u32 {
        2
    }

    fn size(&self, tier: Tier) -> u64 {
        if tier == Tier(0) { STEPS } else { PLACES }
    }

    fn locate(&self, position: &Slot) -> Slot {
        *position
    }

    fn position(&self, slot: Slot) -> Slot {
        slot
    }

    fn tier_of(&self, position: &Slot) -> Tier {
        position.tier
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (0..tier.0).map(Tier).collect()
    }
}

impl Retrograde for Staircase {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        for index in 0..self.size(tier) {
            let before = Slot { tier, index };
            if self.ending(&before).is_none() && self.legal_moves(&before).contains(&slot) {
                origins.push(Origin { index, passes: tier == Tier(0) || slot.tier == Tier(0) });
            }
        }
    }

    fn once_a_move(&self) -> bool {
        true
    }
}
