//! The stored order of quantum tic-tac-toe: a tier for each number of marks,
//! seven marks first.
//!
//! Settled positions with up to seven marks have slots (see
//! [`classes`](super::classes)), finished ones among them. All others follow
//! from their moves: those in which a cycle waits for a choice, and those with
//! eight marks or nine.
//!
//! Slots are the same for both rules and for all patterns, so there is one numbering for
//! the whole program, made for each number of marks when it is first asked for: a few
//! tenths of a second and 4 MB at seven marks, far less below.

use std::sync::OnceLock;

use kaiketsu_game::{Aim, Breakdown, Counting, Slot, Tier, Tiered};

use super::classes::Numbering;
use super::solution::STORED;
use super::{Position, QuantumTicTacToe};

static NUMBERINGS: [OnceLock<Numbering>; STORED as usize + 1] =
    [const { OnceLock::new() }; STORED as usize + 1];

impl QuantumTicTacToe {
    /// The number of marks of the positions in a tier.
    #[must_use]
    pub fn marks(&self, tier: Tier) -> u32 {
        STORED - tier.0
    }

    /// The numbering of the positions in a tier.
    #[must_use]
    pub fn numbering(&self, tier: Tier) -> &'static Numbering {
        let marks = self.marks(tier);
        NUMBERINGS[marks as usize].get_or_init(|| Numbering::new(marks))
    }
}

impl Tiered for QuantumTicTacToe {
    fn tiers(&self) -> u32 {
        STORED + 1
    }

    fn size(&self, tier: Tier) -> u64 {
        self.numbering(tier).size()
    }

    /// # Panics
    ///
    /// If the position is derived: it has no slot.
    fn locate(&self, position: &Position) -> Slot {
        assert!(!self.is_derived(position), "{position:?} has no slot: it follows from its moves");
        let tier = Tier(STORED - u32::from(position.placed()));
        Slot { tier, index: self.numbering(tier).slot(position) }
    }

    fn is_derived(&self, position: &Position) -> bool {
        u32::from(position.placed()) > STORED || position.open_cycle().is_some()
    }

    fn aims(&self) -> &'static [Aim] {
        &[Aim::Win, Aim::Complete]
    }

    fn position(&self, slot: Slot) -> Position {
        self.numbering(slot.tier).position(slot.index)
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        tier.0.checked_sub(1).map(Tier).into_iter().collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        let marks = self.marks(tier);
        format!("{marks} mark{}", if marks == 1 { "" } else { "s" })
    }

    /// Positions that the game can reach, all move numbers and images told apart.
    fn weight(&self, slot: Slot) -> u64 {
        let numbering = self.numbering(slot.tier);
        numbering.weight(slot.index, self.finish(&numbering.position(slot.index)).is_some())
    }

    fn breakdowns(&self) -> Vec<Breakdown<Self>> {
        let by_marks =
            |name| Breakdown::new(name, &["marks"], |game: &Self, slot, key| key.push(game.marks(slot.tier)));
        let classes = |name| Breakdown { counting: Counting::Classes, ..by_marks(name) };
        vec![
            by_marks("by_marks"),
            Breakdown { aim: Aim::Complete, ..by_marks("complete_by_marks") },
            classes("classes_by_marks"),
            Breakdown { aim: Aim::Complete, ..classes("complete_classes_by_marks") },
        ]
    }

    fn twins(&self, slot: Slot, twins: &mut Vec<Slot>) {
        let images = self.numbering(slot.tier).twins(slot.index).into_iter();
        twins.extend(images.map(|index| Slot { tier: slot.tier, index }));
    }
}
