//! The laws of [`Foldable`], and what a folded game owes to the whole one.

use kaiketsu_engine::fold::{Foldable, FoldedGame};
use kaiketsu_game::{Slot, Tier, Tiered};

use super::positions::stored_slots;
use super::{Thoroughness, hold};
use crate::naive;

/// Checks the laws of [`Foldable`], and that the folded game counts every
/// position of the whole one.
///
/// # Panics
/// If a law is broken.
pub fn check_foldable<G: Foldable>(folded: &FoldedGame<G>, thoroughness: Thoroughness) {
    let whole = &**folded.whole();
    for tier in (0..whole.tiers()).map(Tier) {
        let starts = whole.stretches(tier);
        let law = |text: &str, holds: bool| {
            assert!(holds, "{}: broken law: {text}; tier {}", whole.id(), tier.0);
        };
        law(
            "stretches ascend from 0",
            starts.is_sorted_by(|a, b| a < b) && starts.first().is_none_or(|first| *first == 0),
        );
        law("stretches cover a tier", starts.is_empty() == (whole.size(tier) == 0));
        law("stretches are not empty", starts.last().is_none_or(|last| *last < whole.size(tier)));
    }
    for slot in stored_slots(whole, thoroughness) {
        check_images(folded, slot);
    }
    if thoroughness == Thoroughness::Exhaustive {
        let weight = |slot: Slot| whole.weight(slot);
        let all: u64 = naive::slots(whole).map(weight).sum();
        let counted: u64 = naive::slots(folded).map(|slot| folded.weight(slot)).sum();
        assert_eq!(counted, all, "{}: a folded game counts all positions", whole.id());
    }
}

/// All images of a position are in one family of twins, in stretches as long.
fn check_images<G: Foldable>(folded: &FoldedGame<G>, slot: Slot) {
    let whole = &**folded.whole();
    let position = whole.position(slot);
    let law = |text: &str, holds: bool| hold(whole, &position, &format!("{text} ({slot:?})"), holds);
    let starts = whole.stretches(slot.tier);
    let stretch = |index: u64| starts.partition_point(|start| *start <= index) - 1;
    let length =
        |stretch: usize| starts.get(stretch + 1).copied().unwrap_or(whole.size(slot.tier)) - starts[stretch];
    let own = stretch(slot.index);
    let said = whole.stretch(&position);
    law("a stretch is that of the slot", said.is_none_or(|said| said == (slot.tier, own)));
    let offset = whole.offset(&position);
    law("an offset is that in the stretch", offset.is_none_or(|offset| starts[own] + offset == slot.index));
    let first = whole.position(Slot { index: starts[own], ..slot });
    let stored = folded.locate(&position);
    let mut family = vec![stored];
    folded.twins(stored, &mut family);
    for symmetry in 0..whole.symmetries() {
        let image = whole.image(&position, symmetry);
        let (to, led) = (whole.locate(&image), whole.locate(&whole.image(&first, symmetry)));
        law("symmetries keep tiers", to.tier == slot.tier);
        law("symmetries keep stretches together", stretch(to.index) == stretch(led.index));
        law("symmetries keep lengths", length(stretch(to.index)) == length(own));
        let together = to.tier == slot.tier && stretch(to.index) == own;
        law("what is seen in one stretch lies in one", together || !whole.same_stretch(&position, &image));
        law("images have the same weight", whole.weight(to) == whole.weight(slot));
        law("images are stored as twins", family.contains(&folded.locate(&image)));
    }
}
