//! Combinations against plain enumeration.

use kaiketsu_index::{Combinations, binomial};
use proptest::prelude::*;

/// All masks of a size by looking at every mask.
fn enumerate(cells: u32, size: u32) -> Vec<u64> {
    (0..1_u64 << cells).filter(|mask| mask.count_ones() == size).collect()
}

#[test]
fn small_families_are_enumerated_in_order() {
    for cells in 0..=12 {
        for size in 0..=cells + 2 {
            let expected = enumerate(cells, size);
            let sets = Combinations::new(cells, size);
            assert_eq!(sets.count(), expected.len() as u64);
            assert_eq!(sets.iter().collect::<Vec<_>>(), expected);
            for (rank, &mask) in (0..).zip(&expected) {
                assert_eq!(sets.rank(mask), rank);
                assert_eq!(sets.unrank(rank), mask);
            }
            assert!((0..2 << cells).all(|mask| sets.contains(mask) == expected.contains(&mask)));
        }
    }
}

#[test]
fn full_width_masks_are_no_exception() {
    for size in [0, 1, 2, 62, 63, 64] {
        let sets = Combinations::new(64, size);
        let masks: Vec<u64> = sets.iter().collect();
        assert_eq!(masks.len() as u64, binomial(64, size));
        assert!(masks.is_sorted_by(|one, next| one < next));
        for (rank, mask) in (0..).zip(masks) {
            assert!(sets.contains(mask));
            assert_eq!((sets.rank(mask), sets.unrank(rank)), (rank, mask));
        }
    }
    let largest = Combinations::new(64, 32);
    assert_eq!(largest.unrank(largest.count() - 1), u64::MAX << 32);
}

#[test]
fn binomials_multiply_out() {
    for n in 0..=64_u32 {
        let mut product = 1_u128;
        for k in 0..=n {
            assert_eq!(u128::from(binomial(n, k)), product);
            product = product * u128::from(n - k) / u128::from(k + 1);
        }
        assert_eq!(binomial(n, n + 1), 0);
    }
}

#[test]
#[should_panic(expected = "is not less than the 6 subsets")]
fn ranks_past_the_last_are_refused() {
    let _ = Combinations::new(4, 2).unrank(6);
}

proptest! {
    #[test]
    fn large_masks_come_back(mask: u64, spare in 0_u32..8) {
        let cells = (64 - mask.leading_zeros() + spare).min(64);
        let sets = Combinations::new(cells, mask.count_ones());
        prop_assert!(sets.rank(mask) < sets.count());
        prop_assert_eq!(sets.unrank(sets.rank(mask)), mask);
    }

    #[test]
    fn numbers_ascend_with_masks(cells in 0_u32..=64, size in 0_u32..=64, seeds: (u64, u64)) {
        let sets = Combinations::new(cells, size.min(cells));
        let (one, other) = (seeds.0 % sets.count(), seeds.1 % sets.count());
        prop_assert_eq!(one.cmp(&other), sets.unrank(one).cmp(&sets.unrank(other)));
        prop_assert_eq!(sets.rank(sets.unrank(one)), one);
    }
}
