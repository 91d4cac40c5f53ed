//! The positions of one tier, in order.

use std::ops::Range;

use kaiketsu_game::Game;

use super::coding::{Coding, Packing};
use super::short::{Growing, Hunt, Short};
use super::sorted::Sorted;

/// Positions in order, held as their coding says.
pub(super) enum List<G: Game + ?Sized> {
    Unpacked(Sorted<G::Position>),
    Packed(Sorted<u64>, Packing<G>),
    Short(Short, Packing<G>),
}

/// A position that is looked for.
pub(super) enum Sought<'a> {
    Found(Option<usize>),
    Steps(Hunt<'a>),
}

impl Sought<'_> {
    #[inline]
    pub(super) fn go_on(&mut self) -> bool {
        match self {
            Sought::Found(_) => false,
            Sought::Steps(hunt) => hunt.go_on(),
        }
    }

    #[inline]
    pub(super) fn found(&self) -> Option<usize> {
        match self {
            Sought::Found(place) => *place,
            Sought::Steps(hunt) => hunt.found(),
        }
    }
}

impl<G: Game<Position: Ord> + ?Sized> List<G> {
    pub(super) fn len(&self) -> usize {
        match self {
            List::Unpacked(list) => list.len(),
            List::Packed(list, _) => list.len(),
            List::Short(list, _) => list.len(),
        }
    }

    pub(super) fn get(&self, game: &G, place: usize) -> G::Position {
        match self {
            List::Unpacked(list) => list.get(place).clone(),
            List::Packed(list, packing) => packing.position(game, list.get(place)),
            List::Short(list, packing) => packing.position(game, &list.get(place)),
        }
    }

    /// Shows the positions of a range, in order.
    pub(super) fn walk(&self, game: &G, range: Range<usize>, visit: &mut dyn FnMut(u64, &G::Position)) {
        match self {
            List::Short(list, packing) => {
                for (place, key) in range.clone().zip(list.iter_from(range.start)) {
                    visit(place as u64, &packing.position(game, &key));
                }
            }
            _ => range.for_each(|place| visit(place as u64, &self.get(game, place))),
        }
    }

    /// The place of a position, if it is listed.
    pub(super) fn find(&self, game: &G, position: &G::Position) -> Option<usize> {
        match self {
            List::Unpacked(list) => list.find(position),
            List::Packed(list, packing) => list.find(&packing.key(game, position)),
            List::Short(list, packing) => list.find(packing.key(game, position)),
        }
    }

    /// Begins to look for a position, or finds it at once where a search has no steps.
    pub(super) fn hunt(&self, game: &G, position: &G::Position) -> Sought<'_> {
        match self {
            List::Short(list, packing) => Sought::Steps(list.hunt(packing.key(game, position))),
            _ => Sought::Found(self.find(game, position)),
        }
    }

    /// Memory held.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            List::Unpacked(list) => list.bytes(),
            List::Packed(list, _) => list.bytes(),
            List::Short(list, _) => list.bytes(),
        }
    }
}

/// A list of packed positions whose keys come one after the other, in order.
pub(super) enum Coming {
    Short(Growing),
    Packed(Vec<u64>),
}

impl Coming {
    /// For so many keys, the greatest of which is known.
    pub(super) fn new(count: u64, last: u64) -> Self {
        match Growing::new(count, last) {
            Some(growing) => Coming::Short(growing),
            None => Coming::Packed(Vec::with_capacity(count as usize)),
        }
    }

    /// Takes the next key; false if it is none that can come next.
    #[must_use]
    pub(super) fn push(&mut self, key: u64) -> bool {
        match self {
            Coming::Short(growing) => growing.push(key),
            Coming::Packed(keys) => {
                let room = keys.len() < keys.capacity();
                room.then(|| keys.push(key)).is_some()
            }
        }
    }

    /// The list, if all keys have come.
    pub(super) fn finish<G: Game + ?Sized>(self, packing: Packing<G>) -> Option<List<G>> {
        match self {
            Coming::Short(growing) => growing.finish().map(|list| List::Short(list, packing)),
            Coming::Packed(keys) => packing.list(keys),
        }
    }
}
