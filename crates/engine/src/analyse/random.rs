//! Numbers that look random and are the same every time.

/// How far the state goes on with every number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014): eight bytes of state. The project has no other.
///
/// ```
/// use kaiketsu_engine::analyse::Random;
/// let numbers = |seed| { let mut random = Random::new(seed); [random.below(1_000), random.below(1_000)] };
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

    /// A generator that begins at the n-th number of a seed, for threads that
    /// share a seed.
    ///
    /// ```
    /// # use kaiketsu_engine::analyse::Random;
    /// let mut random = Random::new(7);
    /// let second = [random.bits(), random.bits()][1];
    /// assert_eq!(Random::at(7, 1).bits(), second);
    /// ```
    #[must_use]
    pub fn at(seed: u64, n: u64) -> Self {
        Random { state: seed.wrapping_add(n.wrapping_mul(STEP)) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number less than `bound`, which must not be 0. The tiny bias towards
    /// small numbers matters to nobody here.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    /// One of the items, of which there must be some.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}
