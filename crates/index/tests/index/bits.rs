//! Moving bits, against moving them one by one.

use kaiketsu_index::{BitPermutation, gather_bits, scatter_bits};
use proptest::prelude::*;

fn places(mask: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |bit| mask >> bit & 1 == 1)
}

fn gather_one_by_one(value: u64, mask: u64) -> u64 {
    places(mask).enumerate().map(|(low, place)| (value >> place & 1) << low).sum()
}

fn scatter_one_by_one(value: u64, mask: u64) -> u64 {
    places(mask).enumerate().map(|(low, place)| (value >> low & 1) << place).sum()
}

fn move_one_by_one(bits: u64, map: &[u8]) -> u64 {
    map.iter().enumerate().map(|(source, target)| (bits >> source & 1) << target).sum()
}

/// Masks of all sorts: scattered, sparse, and in long runs.
fn masks() -> impl Strategy<Value = u64> {
    let sparse = (any::<u64>(), any::<u64>()).prop_map(|(one, other)| one & other);
    let runs = (0_u32..64, 0_u32..64).prop_map(|(one, other)| (u64::MAX << one) ^ (u64::MAX << other));
    prop_oneof![any::<u64>(), sparse, runs, Just(0), Just(u64::MAX)]
}

fn permutations() -> impl Strategy<Value = Vec<u8>> {
    (0_u8..=64).prop_flat_map(|len| Just((0..len).collect::<Vec<u8>>()).prop_shuffle())
}

proptest! {
    #[test]
    fn gathering_and_scattering(value: u64, mask in masks()) {
        prop_assert_eq!(gather_bits(value, mask), gather_one_by_one(value, mask));
        prop_assert_eq!(scatter_bits(value, mask), scatter_one_by_one(value, mask));
        prop_assert_eq!(scatter_bits(gather_bits(value, mask), mask), value & mask);
    }

    #[test]
    fn permuting(map in permutations(), bits: u64) {
        let permutation = BitPermutation::new(&map);
        prop_assert_eq!(permutation.len(), map.len());
        prop_assert_eq!(permutation.apply(bits), move_one_by_one(bits, &map));
        prop_assert_eq!(permutation.is_identity(), map.is_sorted());
        prop_assert!(BitPermutation::identity(map.len()).is_identity());
    }

    #[test]
    fn composing(maps in (0_u8..=64).prop_flat_map(|len| {
        let map = Just((0..len).collect::<Vec<u8>>()).prop_shuffle();
        (map.clone(), map)
    }), bits: u64) {
        let (first, second) = (BitPermutation::new(&maps.0), BitPermutation::new(&maps.1));
        prop_assert_eq!(first.then(&second).apply(bits), second.apply(first.apply(bits)));
    }
}

#[test]
#[should_panic(expected = "is not a permutation")]
fn two_bits_may_not_meet() {
    let _ = BitPermutation::new(&[0, 1, 1]);
}

#[test]
#[should_panic(expected = "is not a permutation")]
fn bits_may_not_leave_the_board() {
    let _ = BitPermutation::new(&[0, 3, 1]);
}
