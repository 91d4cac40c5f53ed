//! The spooky marks of a position without a cycle: trees of squares, and what becomes of them.
//!
//! A mark that closes a cycle in a tree and stays on a square pushes every mark of the tree
//! away from that square; the closing mark's other square has no part in it. So a tree of n
//! squares can collapse in n ways, whatever pair closes the cycle, and each is read off from
//! two sets of squares for every mark.

use super::Square;

/// A spooky mark between two squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Link {
    /// The squares of its tree that are on the side of its smaller square, and of the greater.
    sides: [u16; 2],
    ends: [Square; 2],
    /// 0 if it is the first player's, else 1.
    owner: u8,
}

impl Link {
    fn tree(&self) -> u16 {
        self.sides[0] | self.sides[1]
    }
}

/// All spooky marks but one that closed a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forest<const N: usize> {
    links: [Link; N],
    count: u8,
}

impl<const N: usize> Forest<N> {
    /// No spooky mark.
    pub(super) fn empty() -> Self {
        Forest { links: [Link::default(); N], count: 0 }
    }

    fn links(&self) -> &[Link] {
        &self.links[..usize::from(self.count)]
    }

    /// The squares connected with one, itself among them.
    pub(super) fn tree(&self, square: Square) -> u16 {
        let own = self.links().iter().find(|link| link.tree() >> square & 1 == 1);
        own.map_or(1 << square, Link::tree)
    }

    /// Adds a mark that closes no cycle.
    pub(super) fn join(&mut self, a: Square, b: Square, owner: u8) {
        let sides = [self.tree(a), self.tree(b)];
        debug_assert!(sides[0] & sides[1] == 0, "{a} and {b} are connected");
        for link in &mut self.links[..usize::from(self.count)] {
            for side in &mut link.sides {
                // The tree of the other end comes to the side on which this end is.
                if *side >> a & 1 == 1 {
                    *side |= sides[1];
                } else if *side >> b & 1 == 1 {
                    *side |= sides[0];
                }
            }
        }
        self.links[usize::from(self.count)] = Link { sides, ends: [a, b], owner };
        self.count += 1;
    }

    /// The squares with a spooky mark.
    pub(super) fn touched(&self) -> u16 {
        self.links().iter().fold(0, |touched, link| touched | link.tree())
    }

    /// The squares that go to the first player and to the second if a closing mark stays on a
    /// square, its own square not among them.
    pub(super) fn pushed_from(&self, square: Square) -> [u16; 2] {
        let mut owned = [0; 2];
        for link in self.links() {
            let [lower, upper] = link.sides.map(|side| side >> square & 1);
            owned[usize::from(link.owner)] |= lower << link.ends[1] | upper << link.ends[0];
        }
        owned
    }
}
