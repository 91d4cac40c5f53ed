//! The laws of [`Tiered`].
//!
//! Law 2, that a position is stored under its own value, cannot be seen from
//! the rules alone. Here endings are compared; [`super::check_folding`] and
//! the comparison of solved games with [`crate::naive`] do the rest.

use kaiketsu_game::{Place, Slot, Tier, Tiered};

use super::positions::stored_slots;
use super::{Thoroughness, hold};
use crate::naive;

/// Checks the laws of [`Tiered`].
///
/// # Panics
/// If a law is broken.
pub fn check_tiered<G: Tiered + ?Sized>(game: &G, thoroughness: Thoroughness) {
    check_layers(game);
    check_slot(game, game.locate(&game.start()));
    let mut of_tier = (Tier(0), game.below(Tier(0)));
    for slot in stored_slots(game, thoroughness) {
        if of_tier.0 != slot.tier {
            of_tier = (slot.tier, game.below(slot.tier));
        }
        check_slot(game, slot);
        check_steps(game, slot, &of_tier.1);
    }
}

fn check_layers<G: Tiered + ?Sized>(game: &G) {
    let id = game.id();
    let mut layer_before = 0;
    for tier in (0..game.tiers()).map(Tier) {
        let name = game.tier_name(tier);
        let law =
            |text: &str, holds: bool| assert!(holds, "{id}: broken law: {text}; tier {} `{name}`", tier.0);
        let layer = game.layer(tier);
        law("layers start at 0", tier.0 > 0 || layer == 0);
        law("layers never fall and leave no number out", (layer_before..=layer_before + 1).contains(&layer));
        let mut below = game.below(tier);
        law("tiers below have lesser numbers", below.iter().all(|other| *other < tier));
        law("tiers below are of other layers", below.iter().all(|other| game.layer(*other) != layer));
        let listed = below.len();
        below.sort_unstable();
        below.dedup();
        law("`below` lists each tier once", below.len() == listed);
        law("tiers have names", !name.trim().is_empty());
        law("layers have names", !game.layer_name(layer).trim().is_empty());
        layer_before = layer;
    }
}

fn check_slot<G: Tiered + ?Sized>(game: &G, slot: Slot) {
    let position = game.position(slot);
    let law = |text: &str, holds: bool| hold(game, &position, &format!("{text} ({slot:?})"), holds);
    law("a slot is in its tier", slot.tier.0 < game.tiers() && slot.index < game.size(slot.tier));
    law("a stored position is located in its slot", game.locate(&position) == slot);
    law("the position of a slot is stored", game.place(&position) == Place::Stored(slot));
    // A few from here on, into the next stretch of a folded game at times.
    let (end, mut next) = (game.size(slot.tier).min(slot.index + 3), slot.index);
    game.walk(slot.tier, slot.index..end, &mut |index, walked| {
        let same = index == next && game.position(Slot { index, ..slot }) == *walked;
        law("a walk shows the positions in order", same);
        next += 1;
    });
    law("a walk shows all positions", next == end);
    for breakdown in game.breakdowns() {
        let mut key = Vec::new();
        (breakdown.class)(game, slot, &mut key);
        law("a class has a number for each key", key.len() == breakdown.keys.len());
    }
    let twins = |slot| {
        let mut twins = Vec::new();
        game.twins(slot, &mut twins);
        twins
    };
    let family = |slot| {
        let mut family = twins(slot);
        family.push(slot);
        family.sort_unstable();
        family
    };
    law("a slot is not its own twin", !twins(slot).contains(&slot));
    law("twins have the same twins", twins(slot).iter().all(|twin| family(*twin) == family(slot)));
}

fn check_steps<G: Tiered + ?Sized>(game: &G, slot: Slot, below: &[Tier]) {
    let (mut slots, mut stored) = (Vec::new(), Vec::new());
    for step in naive::steps(game, &game.position(slot)).unwrap_or_default() {
        let child = &step.position;
        let place = game.place(child);
        let agrees = game.is_derived(child) == (place == Place::Derived);
        hold(game, child, "the place of a derived position says so, and of no other", agrees);
        let Place::Stored(to) = place else { continue };
        hold(game, child, "a place is where a position is located", game.locate(child) == to);
        hold(game, child, "a position is of the tier of its slot", game.tier_of(child) == to.tier);
        slots.push(to);
        stored.push(child.clone());
        let law = |text: &str, holds: bool| hold(game, child, &format!("{text} ({slot:?} to {to:?})"), holds);
        law("a move leads into its tier or one below", to.tier == slot.tier || below.contains(&to.tier));
        law("a step that counts no ply leaves its tier", step.plies > 0 || to.tier != slot.tier);
        law("a child is located in a slot there is", to.index < game.size(to.tier));
        let image = game.position(to);
        law(
            "a position is over if it is stored as one that is over",
            game.ending(&image) == game.ending(child),
        );
    }
    let mut together = Vec::new();
    game.locate_all(&stored, &mut together);
    hold(game, &game.position(slot), "positions are located together as one by one", together == slots);
}
