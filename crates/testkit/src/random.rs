//! Numbers that look random and are the same every time.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
//! generators", OOPSLA 2014): eight bytes of state, no dependency, and good
//! enough to choose test cases.

/// A seeded generator.
///
/// ```
/// use kaiketsu_testkit::random::Random;
/// let numbers = |seed| { let mut r = Random::new(seed); [r.below(1_000), r.below(1_000)] };
/// assert_eq!(numbers(7), numbers(7));
/// assert_ne!(numbers(7), numbers(8));
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator; the seed decides all it will give.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number less than `bound`, which must not be 0. The tiny bias towards
    /// small numbers does not matter to tests.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    /// True that many times in a hundred.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// One of the items, of which there must be some.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}
