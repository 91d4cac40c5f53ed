//! A game whose tiers are so large that a stage of the work has several parts.

use kaiketsu_game::{Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Tier, Tiered};

/// Places of a ring.
const PLACES: u64 = 140_000;
/// One goes on by so many places, or to this many times one's number, which is undone by the other.
const ON: u64 = 9_973;
const TIMES: u64 = 3;
const BACK: u64 = 46_667;

/// Two rings; from the upper one may climb down. Whether predecessors are listed across tiers.
pub(super) struct Rings<const ACROSS: bool>;

impl<const ACROSS: bool> Game for Rings<ACROSS> {
    type Position = Slot;
    type Move = Slot;

    fn id(&self) -> String {
        "rings".into()
    }

    fn start(&self) -> Slot {
        Slot { tier: Tier(1), index: 1 }
    }

    fn ending(&self, position: &Slot) -> Option<Outcome> {
        match (position.tier.0, position.index % 11, position.index % 97) {
            (0, 0, _) | (1, _, 0) => Some(Outcome::Loss),
            (0, 5, _) => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn moves(&self, position: &Slot, moves: &mut Vec<Slot>) {
        let Slot { tier, index } = *position;
        moves.extend([index + ON, index * TIMES].map(|to| Slot { tier, index: to % PLACES }));
        if tier == Tier(1) && index % 4 != 0 {
            moves.push(Slot { tier: Tier(0), index: index.div_ceil(2) });
        }
    }

    fn play(&self, _: &Slot, mv: &Slot) -> Step<Slot> {
        Step::passes(*mv)
    }
}

impl<const ACROSS: bool> Notation for Rings<ACROSS> {
    fn title(&self) -> String {
        "Rings".into()
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

impl<const ACROSS: bool> Tiered for Rings<ACROSS> {
    fn tiers(&self) -> u32 {
        2
    }

    fn size(&self, _: Tier) -> u64 {
        PLACES
    }

    fn locate(&self, position: &Slot) -> Slot {
        *position
    }

    fn position(&self, slot: Slot) -> Slot {
        slot
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (0..tier.0).map(Tier).collect()
    }
}

impl<const ACROSS: bool> Retrograde for Rings<ACROSS> {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let from = match slot.tier == tier {
            false if !ACROSS => return,
            true => [(slot.index + PLACES - ON) % PLACES, slot.index * BACK % PLACES],
            false => [2 * slot.index, (2 * slot.index + PLACES - 1) % PLACES],
        };
        for index in from.into_iter().filter(|index| *index < PLACES) {
            let before = Slot { tier, index };
            if self.ending(&before).is_none() && self.legal_moves(&before).contains(&slot) {
                origins.push(Origin { index, passes: true });
            }
        }
    }

    fn crosses_tiers(&self) -> bool {
        ACROSS
    }
}
