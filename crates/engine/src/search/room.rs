//! Room for what a walk through a strategy holds: nobody knows before it ends how
//! much that is.
//!
//! Sets and lists grow by doubling, and hold the old and the new while they do. So the
//! limit is looked at when one is about to grow, and costs nothing otherwise. What
//! the positions of a game keep elsewhere is not counted.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A walk through strategies holds all it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the strategies lead through more than {positions} positions, and {} MiB hold no more of them; \
     allow more memory",
    memory >> 20
)]
pub struct NoRoom {
    /// How many had been met by then.
    pub positions: usize,
    /// The bytes it could use.
    pub memory: usize,
}

/// What grows by doubling.
pub(crate) trait Grows {
    /// How many elements it has, and how many have room.
    fn filled(&self) -> (usize, usize);

    /// The bytes of one that has room for so many.
    fn bytes_for(capacity: usize) -> usize;

    /// Makes room for one more; whether there is memory for that.
    fn grow(&mut self) -> bool;

    /// The bytes of it as it is.
    fn bytes(&self) -> usize {
        Self::bytes_for(self.filled().1)
    }

    /// Makes room for one more, if that and what is held `beside` it are no more than
    /// `most` bytes at any time.
    fn make_room(&mut self, most: usize, beside: impl FnOnce() -> usize) -> bool {
        let (length, capacity) = self.filled();
        if length < capacity {
            return true;
        }
        let grown = Self::bytes_for((2 * capacity).max(LEAST));
        let fits = beside().saturating_add(self.bytes()).saturating_add(grown) <= most;
        fits && self.grow()
    }
}

/// The first room for anything.
const LEAST: usize = 8;

/// Hash tables are at most seven eighths full, of a power of two of places with a byte
/// more each.
fn table<T>(capacity: usize) -> usize {
    match capacity {
        0 => 0,
        _ => (capacity * 8 / 7).next_power_of_two() * (size_of::<T>() + 1),
    }
}

impl<K: Eq + Hash> Grows for HashSet<K> {
    fn filled(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn bytes_for(capacity: usize) -> usize {
        table::<K>(capacity)
    }

    fn grow(&mut self) -> bool {
        self.try_reserve(1).is_ok()
    }
}

impl<K: Eq + Hash, V> Grows for HashMap<K, V> {
    fn filled(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn bytes_for(capacity: usize) -> usize {
        table::<(K, V)>(capacity)
    }

    fn grow(&mut self) -> bool {
        self.try_reserve(1).is_ok()
    }
}

impl Grows for Vec<u8> {
    fn filled(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn bytes_for(capacity: usize) -> usize {
        capacity
    }

    fn grow(&mut self) -> bool {
        self.try_reserve(1).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a table before it grows is what it has afterwards.
    #[test]
    fn nothing_grows_beyond_what_was_said() {
        for most in [0, 100, 10_000, 1_000_000] {
            let mut set = HashSet::new();
            let mut said = 0;
            while set.make_room(most, || 50) {
                assert!(set.bytes() <= said || said == 0, "{} places", set.capacity());
                set.insert(set.len() as u128);
                assert!(set.bytes() + 50 <= most);
                said = HashSet::<u128>::bytes_for(2 * set.capacity()).max(said);
            }
            assert!(4 * set.bytes() + 400 >= most, "{} bytes of {most}", set.bytes());
        }
        assert!(!Vec::<u8>::new().make_room(usize::MAX - 1, || usize::MAX), "sums do not overflow");
    }
}
