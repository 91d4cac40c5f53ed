//! A set of keys that grows a little at a time, and remembers which of them
//! are still to be looked at.
//!
//! Open addressing with linear probing. A set is filled to 85 % before it grows
//! by a seventh, so a key takes between 1.18 and 1.35 times its own size, and a
//! bit that says whether it waits. One key, which the set never holds, marks
//! free places.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use kaiketsu_lanes::expect;

/// Keys to a hundred places before the set grows.
const FULL: usize = 85;
const LEAST: usize = 16;

/// Mixes quickly; always the same, as positions come from rules and not from
/// adversaries.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    /// The finish of SplitMix64: every bit of the state reaches every other.
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

pub(super) fn hash_of(key: &impl Hash) -> u64 {
    BuildHasherDefault::<Mixer>::default().hash_one(key)
}

/// Bits, all of them 0 at first.
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: usize) -> Self {
        Bits(vec![0; count.div_ceil(64)])
    }

    fn get(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    fn set(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }
}

/// A set of keys; see the module. Places are found by the low half of a hash,
/// so that the high bits may say which of several sets a key belongs to.
pub(super) struct KeySet<K> {
    slots: Vec<K>,
    /// What free places hold.
    free: K,
    waits: Bits,
    count: usize,
    waiting: usize,
    /// Where to look for the next key that waits.
    cursor: usize,
}

impl<K: Clone + Eq + Hash> KeySet<K> {
    /// No keys; free places hold copies of a key that is never put in.
    pub(super) fn new(free: K) -> Self {
        Self::with_places(LEAST, free)
    }

    fn with_places(places: usize, free: K) -> Self {
        let slots = vec![free.clone(); places];
        KeySet { slots, free, waits: Bits::new(places), count: 0, waiting: 0, cursor: 0 }
    }

    /// How many keys wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Puts a key in; the place where it is now, if it is new. The key of free
    /// places is not taken for new.
    pub(super) fn insert(&mut self, hash: u64, key: &K) -> Option<usize> {
        let mut place = self.first_place(hash);
        loop {
            let found = &self.slots[place];
            if found == key {
                return None;
            }
            if *found == self.free {
                break;
            }
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
        if self.slots.len() * FULL < (self.count + 1) * 100 {
            self.grow();
            return self.insert(hash, key);
        }
        self.slots[place] = key.clone();
        self.count += 1;
        Some(place)
    }

    /// Says that a key with this hash will be put in soon.
    #[inline]
    pub(super) fn expect(&self, hash: u64) {
        expect(&self.slots, self.first_place(hash));
    }

    /// Remembers that the key at a place is to be looked at.
    pub(super) fn wait(&mut self, place: usize) {
        self.waits.set(place);
        self.waiting += 1;
    }

    /// Takes at most so many of the keys that wait.
    pub(super) fn take_waiting(&mut self, most: usize, keys: &mut Vec<K>) {
        let mut left = most.min(self.waiting);
        self.waiting -= left;
        while left > 0 {
            let word = self.waits.0[self.cursor];
            if word == 0 {
                self.cursor = (self.cursor + 1) % self.waits.0.len();
                continue;
            }
            self.waits.0[self.cursor] = word & (word - 1);
            keys.push(self.slots[self.cursor * 64 + word.trailing_zeros() as usize].clone());
            left -= 1;
        }
    }

    /// The keys that wait, and nothing else any more.
    pub(super) fn into_waiting(mut self) -> Vec<K> {
        let mut keys = Vec::with_capacity(self.waiting);
        self.take_waiting(self.waiting, &mut keys);
        keys
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// All keys, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &K> {
        self.slots.iter().filter(|key| **key != self.free)
    }

    fn first_place(&self, hash: u64) -> usize {
        ((hash as u32 as u64 * self.slots.len() as u64) >> 32) as usize
    }

    fn grow(&mut self) {
        let mut grown = KeySet::with_places(self.slots.len() * 8 / 7 + 1, self.free.clone());
        for (old, key) in self.slots.iter().enumerate().filter(|(_, key)| **key != self.free) {
            let place = grown.insert(hash_of(key), key).expect("a key is there once");
            if self.waits.get(old) {
                grown.wait(place);
            }
        }
        *self = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// As the set of the standard library, while keys come and are looked at.
    #[test]
    fn keys_are_held_once_and_each_that_waits_is_taken_once() {
        let mut set = KeySet::new(9_000_u64);
        let (mut expected, mut waiting, mut taken) = (HashSet::new(), HashSet::new(), Vec::new());
        let mut number = 7_u64;
        for step in 0..20_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let key = (number >> 40) % 9_000;
            let place = set.insert(hash_of(&key), &key);
            assert_eq!(place.is_some(), expected.insert(key));
            if let Some(place) = place.filter(|_| step % 3 != 0) {
                set.wait(place);
                waiting.insert(key);
            }
            if step % 500 == 0 {
                taken.clear();
                set.take_waiting(70, &mut taken);
                assert!(taken.iter().all(|key| waiting.remove(key)));
                assert_eq!(set.waiting(), waiting.len());
            }
        }
        assert_eq!(set.len(), expected.len());
        assert_eq!(set.iter().copied().collect::<HashSet<_>>(), expected);
        assert!(set.slots.len() * 100 < set.len() * 140, "{} places for {}", set.slots.len(), set.len());
    }
}
