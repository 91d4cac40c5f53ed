//! The moves backwards: no moves are stored while solving.

use kaiketsu::board::CellSet;
use kaiketsu::game::{Backwards, Turn};

use crate::rules::{Kono, Stones};

impl Backwards for Kono {
    /// The stone that has just moved is one of the other side's. It came from a
    /// neighbour by a step, or from two cells away by a jump; then it stands
    /// where a stone of the side to move stood.
    fn before(&self, [own, other]: &Stones, visit: &mut dyn FnMut(Stones, Turn)) {
        let free = |cell: usize| !(own | other).has(cell);
        for to in other.cells() {
            for &(next, beyond) in &self.ways[to] {
                if free(next) {
                    visit([other.without(to).with(next), *own], Turn::Passes);
                }
                if let Some(beyond) = beyond
                    && other.has(next)
                    && free(beyond)
                {
                    visit([other.without(to).with(beyond), own.with(to)], Turn::Passes);
                }
            }
        }
    }
}
