//! Which positions can occur in a game at all.
//!
//! A search from the start over stored positions, tier after tier downwards,
//! with one bit a slot. Where the database folds symmetric positions, a slot
//! is reached together with its twins, so the weighted count is the number of
//! reachable positions, provided the start is its own image under every
//! symmetry that is folded; that is so for all games here.
//!
//! Derived positions are looked through, not counted: which of their images
//! can be reached the slots do not tell. A game that has them counts them by
//! its scanner ([`Scanner::reachable`](crate::solve::Scanner::reachable)).

use std::collections::BTreeMap;

use kaiketsu_game::{Place, Slot, Tier, Tiered};

use crate::solve::Progress;

/// How much of a game can be reached from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// Slots reached.
    pub slots: u64,
    /// Positions they stand for, counted as statistics count them.
    pub positions: u64,
}

/// The positions reachable from the start, or `None` if the marks of all
/// slots would not fit into `memory` bytes.
pub fn reachable<G: Tiered>(game: &G, memory: u64, progress: &dyn Progress) -> Option<Reachable> {
    let start = game.locate(&game.start());
    let sizes = (0..game.tiers()).map(|tier| game.size(Tier(tier)));
    let slots: u64 = sizes.sum();
    // The work list may come to hold a slot for every mark.
    if slots / 8 + 8 * slots > memory {
        return None;
    }
    progress.begin(&format!("reachable positions of {}", game.id()), slots);
    let mut marks: BTreeMap<Tier, Vec<u64>> = BTreeMap::new();
    let mut reached = Reachable { slots: 0, positions: 0 };
    let mut next = Vec::new();
    let mut pending: BTreeMap<Tier, Vec<u64>> = BTreeMap::new();
    mark(game, &mut marks, &mut pending, start);
    while let Some((tier, mut indices)) = pending.pop_last() {
        progress.status(&game.tier_name(tier));
        while let Some(index) = indices.pop() {
            let slot = Slot { tier, index };
            reached.slots += 1;
            reached.positions += game.weight(slot);
            progress.advance(1, false);
            stored_after(game, &game.position(slot), &mut next);
            next.drain(..).for_each(|slot| mark(game, &mut marks, &mut pending, slot));
            indices.extend(pending.remove(&tier).unwrap_or_default());
        }
        marks.remove(&tier); // nothing leads up again
    }
    progress.end();
    Some(reached)
}

/// Appends the slots to which the moves of a position lead, through positions
/// that are not stored.
fn stored_after<G: Tiered>(game: &G, position: &G::Position, slots: &mut Vec<Slot>) {
    if game.ending(position).is_some() {
        return;
    }
    let moves = game.legal_moves(position);
    for mv in &moves {
        let next = game.play(position, mv).position;
        match game.place(&next) {
            Place::Stored(slot) => slots.push(slot),
            Place::Derived => stored_after(game, &next, slots),
        }
    }
}

/// Marks a slot and its twins; those not marked before become pending.
fn mark<G: Tiered>(
    game: &G,
    marks: &mut BTreeMap<Tier, Vec<u64>>,
    pending: &mut BTreeMap<Tier, Vec<u64>>,
    slot: Slot,
) {
    let words = marks.entry(slot.tier).or_insert_with(|| vec![0; game.size(slot.tier).div_ceil(64) as usize]);
    let mut set = |index: u64| {
        let (word, bit) = (&mut words[index as usize / 64], 1 << (index % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    };
    if !set(slot.index) {
        return;
    }
    let mut twins = Vec::new();
    game.twins(slot, &mut twins);
    let new_twins = twins.iter().map(|twin| twin.index).filter(|index| set(*index));
    pending.entry(slot.tier).or_default().extend(std::iter::once(slot.index).chain(new_twins));
}
