//! Mixed radix: tuples of digits, the first the most significant.
//!
//! With radices `r_0, r_1, ..., r_m` the digits `d_0, d_1, ..., d_m` have the
//! number `(...(d_0 r_1 + d_1) r_2 + ...) r_m + d_m`, so numbers ascend with
//! the tuples in lexicographic order.

/// The tuples whose digit `i` is less than `radices[i]`.
///
/// ```
/// # use kaiketsu_index::Product;
/// let clock = Product::new(&[24, 60, 60]);
/// assert_eq!(clock.count(), 86_400);
/// assert_eq!(clock.rank(&[1, 2, 3]), 3_723);
/// let mut time = [0; 3];
/// clock.unrank(3_723, &mut time);
/// assert_eq!(time, [1, 2, 3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    radices: Vec<u64>,
    count: u64,
}

impl Product {
    /// The product of ranges of these lengths; without any, the one empty tuple.
    ///
    /// # Panics
    ///
    /// If the number of tuples does not fit 64 bits.
    #[must_use]
    pub fn new(radices: &[u64]) -> Self {
        // A radix of 0 makes the product empty, however large the others are.
        let count = if radices.contains(&0) {
            0
        } else {
            let product = radices.iter().try_fold(1_u64, |product, &radix| product.checked_mul(radix));
            product.expect("the product of the radices fits 64 bits")
        };
        Product { radices: radices.to_vec(), count }
    }

    /// How many tuples there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of a tuple.
    ///
    /// # Panics
    ///
    /// If there are not as many digits as radices, or a digit is not less than its radix.
    #[must_use]
    pub fn rank(&self, digits: &[u64]) -> u64 {
        assert_eq!(digits.len(), self.radices.len(), "one digit for each radix");
        self.radices.iter().zip(digits).fold(0, |rank, (&radix, &digit)| {
            assert!(digit < radix, "digit {digit} is not less than its radix {radix}");
            rank * radix + digit
        })
    }

    /// Writes the tuple of a number.
    ///
    /// # Panics
    ///
    /// If `rank` is not less than [`Product::count`], or there are not as many digits as radices.
    pub fn unrank(&self, rank: u64, digits: &mut [u64]) {
        assert_eq!(digits.len(), self.radices.len(), "one digit for each radix");
        assert!(rank < self.count, "{rank} is not less than the {} tuples", self.count);
        let mut rest = rank;
        for (&radix, digit) in self.radices.iter().zip(digits).rev() {
            *digit = rest % radix;
            rest /= radix;
        }
    }
}
