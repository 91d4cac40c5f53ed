//! How positions are held: as they are, or packed into 64 bits.

use std::any::Any;
use std::hash::Hash;

use kaiketsu_game::Game;

use super::list::List;
use super::short::Short;
use super::sorted::Sorted;

/// Bytes a key takes in a short list: four, and up to one for the sections.
pub(super) const SHORT_BYTES: u64 = 5;

/// Keys for positions, in the order of the positions.
pub(super) trait Coding<G: Game + ?Sized>: Copy + Send + Sync {
    type Key: Clone + Eq + Hash + Ord + Send + Sync;

    fn key(self, game: &G, position: &G::Position) -> Self::Key;

    fn position(self, game: &G, key: &Self::Key) -> G::Position;

    /// A list of keys; `None` if they are not distinct and in order.
    fn list(self, keys: Vec<Self::Key>) -> Option<List<G>>;

    /// About how many bytes a key takes in a list.
    fn listed_bytes() -> u64;
}

/// Every position is its own key.
pub(super) struct Unpacked;

impl Clone for Unpacked {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Unpacked {}

impl<G: Game<Position: Ord> + ?Sized> Coding<G> for Unpacked {
    type Key = G::Position;

    fn key(self, _: &G, position: &G::Position) -> G::Position {
        position.clone()
    }

    fn position(self, _: &G, key: &G::Position) -> G::Position {
        key.clone()
    }

    fn list(self, keys: Vec<G::Position>) -> Option<List<G>> {
        Sorted::new(keys).map(List::Unpacked)
    }

    fn listed_bytes() -> u64 {
        size_of::<G::Position>() as u64 + 1
    }
}

/// Positions as numbers of 64 bits, and back.
pub(super) struct Packing<G: Game + ?Sized> {
    pub(super) pack: fn(&G, &G::Position) -> u64,
    pub(super) unpack: fn(&G, u64) -> G::Position,
}

impl<G: Game + ?Sized> Clone for Packing<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for Packing<G> {}

impl<G: Game + ?Sized> Coding<G> for Packing<G> {
    type Key = u64;

    fn key(self, game: &G, position: &G::Position) -> u64 {
        (self.pack)(game, position)
    }

    fn position(self, game: &G, key: &u64) -> G::Position {
        (self.unpack)(game, *key)
    }

    fn list(self, keys: Vec<u64>) -> Option<List<G>> {
        let list = match Short::new(keys)? {
            Ok(short) => List::Short(short, self),
            Err(keys) => List::Packed(Sorted::new(keys)?, self),
        };
        Some(list)
    }

    fn listed_bytes() -> u64 {
        SHORT_BYTES
    }
}

impl<G: Game + ?Sized> Packing<G>
where
    G::Position: 'static,
{
    /// The packing of positions whose type is itself a number or a few of them.
    pub(super) fn derived() -> Option<Self> {
        [
            Self::of::<u8>(),
            Self::of::<u16>(),
            Self::of::<u32>(),
            Self::of::<u64>(),
            Self::of::<[u8; 2]>(),
            Self::of::<[u8; 3]>(),
            Self::of::<[u8; 4]>(),
            Self::of::<[u8; 5]>(),
            Self::of::<[u8; 6]>(),
            Self::of::<[u8; 7]>(),
            Self::of::<[u8; 8]>(),
            Self::of::<[u16; 2]>(),
            Self::of::<[u16; 3]>(),
            Self::of::<[u16; 4]>(),
            Self::of::<[u32; 2]>(),
            Self::of::<(u8, u8)>(),
            Self::of::<(u16, u16)>(),
            Self::of::<(u32, u32)>(),
        ]
        .into_iter()
        .flatten()
        .next()
    }

    /// The packing of positions that are of type `T`, if they are.
    fn of<T: Word>() -> Option<Self> {
        let same = std::any::TypeId::of::<T>() == std::any::TypeId::of::<G::Position>();
        same.then_some(Packing {
            pack: |_, position| (position as &dyn Any).downcast_ref::<T>().expect("the same type").into_key(),
            unpack: |_, key| {
                (&T::from_key(key) as &dyn Any).downcast_ref::<G::Position>().expect("the same type").clone()
            },
        })
    }
}

/// What fits 64 bits, in the same order.
trait Word: Copy + 'static {
    fn into_key(self) -> u64;
    fn from_key(key: u64) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Word for $number {
            fn into_key(self) -> u64 {
                self.into()
            }

            fn from_key(key: u64) -> Self {
                key as $number
            }
        }

        impl Word for ($number, $number) {
            fn into_key(self) -> u64 {
                [self.0, self.1].into_key()
            }

            fn from_key(key: u64) -> Self {
                <[$number; 2]>::from_key(key).into()
            }
        }

        impl<const N: usize> Word for [$number; N] {
            fn into_key(self) -> u64 {
                self.into_iter().fold(0, |key, part| key << <$number>::BITS % 64 | u64::from(part))
            }

            fn from_key(mut key: u64) -> Self {
                let mut parts = [0; N];
                for part in parts.iter_mut().rev() {
                    *part = key as $number;
                    key >>= <$number>::BITS % 64;
                }
                parts
            }
        }
    )*};
}

numbers!(u8, u16, u32);

impl Word for u64 {
    fn into_key(self) -> u64 {
        self
    }

    fn from_key(key: u64) -> Self {
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Word + Ord + std::fmt::Debug>(words: &[T]) {
        for word in words {
            assert_eq!(T::from_key(word.into_key()), *word);
            assert!(words.iter().all(|other| word.cmp(other) == word.into_key().cmp(&other.into_key())));
        }
    }

    #[test]
    fn words_come_back_and_keep_their_order() {
        check(&[0_u8, 7, 255]);
        check(&[[0_u8, 0, 1], [0, 1, 0], [0, 1, 255], [255, 0, 0]]);
        check(&[[1_u8; 8], [255; 8], [0; 8]]);
        check(&[[1_u16, 9], [2, 0], [65_535, 65_535]]);
        check(&[(0_u32, u32::MAX), (1, 0), (u32::MAX, 5)]);
        check(&[0_u64, u64::MAX]);
    }
}
