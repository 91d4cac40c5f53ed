//! Mixed radix against counting up digit by digit.

use kaiketsu_index::Product;
use proptest::prelude::*;

proptest! {
    #[test]
    fn tuples_are_numbered_like_an_odometer(radices in prop::collection::vec(0_u64..5, 0..6)) {
        let product = Product::new(&radices);
        prop_assert_eq!(product.count(), radices.iter().product::<u64>());
        let mut counter = vec![0; radices.len()];
        let mut digits = vec![0; radices.len()];
        for rank in 0..product.count() {
            prop_assert_eq!(product.rank(&counter), rank);
            product.unrank(rank, &mut digits);
            prop_assert_eq!(&digits, &counter);
            for (digit, &radix) in counter.iter_mut().zip(&radices).rev() {
                *digit = (*digit + 1) % radix;
                if *digit != 0 {
                    break;
                }
            }
        }
    }

    #[test]
    fn large_numbers_come_back(radices in prop::collection::vec(1_u64..60_000, 4), seed: u64) {
        let product = Product::new(&radices);
        let rank = seed % product.count();
        let mut digits = [0; 4];
        product.unrank(rank, &mut digits);
        prop_assert_eq!(product.rank(&digits), rank);
    }
}

#[test]
fn an_empty_range_makes_the_product_empty() {
    assert_eq!(Product::new(&[u64::MAX, u64::MAX, 0]).count(), 0);
}

#[test]
#[should_panic(expected = "fits 64 bits")]
fn products_past_64_bits_are_refused() {
    let _ = Product::new(&[1 << 32, 1 << 32]);
}

#[test]
#[should_panic(expected = "digit 60 is not less than its radix 60")]
fn digits_past_the_radix_are_refused() {
    let _ = Product::new(&[24, 60]).rank(&[0, 60]);
}
