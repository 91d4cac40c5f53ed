//! The positions of one tier, in order.

use kaiketsu_game::Game;

use super::coding::{Coding, Packing};
use super::short::Short;
use super::sorted::Sorted;

/// Positions in order, held as their coding says.
pub(super) enum List<G: Game + ?Sized> {
    Unpacked(Sorted<G::Position>),
    Packed(Sorted<u64>, Packing<G>),
    Short(Short, Packing<G>),
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

    /// The place of a position, if it is listed.
    pub(super) fn find(&self, game: &G, position: &G::Position) -> Option<usize> {
        match self {
            List::Unpacked(list) => list.find(position),
            List::Packed(list, packing) => list.find(&packing.key(game, position)),
            List::Short(list, packing) => list.find(packing.key(game, position)),
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
