//! Hashing for the builder: a quick hasher for states, and a set of nodes
//! that finds the one with given children.
//!
//! Neither is seeded, so a build takes the same course every time.

use super::Edge;
use std::hash::{BuildHasherDefault, Hasher};

/// Builds [`StateHasher`]s for a `HashMap` from states to numbers.
pub(super) type StateHash = BuildHasherDefault<StateHasher>;

/// Mixes words by wide multiplication, the two halves of the product folded
/// together. Much quicker than the standard hasher on states of a few words;
/// states are no input of an adversary.
#[derive(Default)]
pub(super) struct StateHasher(u64);

/// An odd number with irregular bits: the fractional part of the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl StateHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        // The added constant keeps a state of zeros from staying zero.
        let product = u128::from(self.0 ^ word).wrapping_add(MULTIPLIER.into()) * u128::from(MULTIPLIER);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    // The bytes of any one number are one word here.
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }
}

/// The nodes of one level, found by their children: open addressing with
/// linear probing, at most half full. The nodes themselves stay in the edges
/// of the diagram.
pub(super) struct NodeSet {
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl NodeSet {
    /// A set that has room for `nodes` nodes.
    pub(super) fn with_room_for(nodes: usize) -> Self {
        NodeSet { slots: vec![FREE; (2 * nodes).next_power_of_two()] }
    }

    /// The node among `edges` that has exactly the children of `node`. If
    /// there is none, `node` itself is taken in, at the place `fresh` where
    /// its edges are going to be.
    pub(super) fn find_or_insert(&mut self, edges: &[Edge], node: &[Edge], fresh: u32) -> u32 {
        let mut hasher = StateHasher::default();
        for edge in node {
            hasher.write_u32(edge.child);
        }
        let mask = self.slots.len() - 1;
        let mut slot = hasher.finish() as usize & mask;
        loop {
            let found = self.slots[slot];
            if found == FREE {
                self.slots[slot] = fresh;
                return fresh;
            }
            let start = found as usize;
            let same = |(one, other): (&Edge, &Edge)| one.child == other.child;
            if edges[start..start + node.len()].iter().zip(node).all(same) {
                return found;
            }
            slot = (slot + 1) & mask;
        }
    }
}
