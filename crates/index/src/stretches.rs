//! Which stretch a number lies in.

/// Stretches of any lengths that cover `0..size`; that of a number is found in
/// a few steps.
///
/// Numbers are cut into runs of a length of a power of two; for each run it is
/// known where to begin to look.
///
/// ```
/// # use kaiketsu_index::Stretches;
/// let stretches = Stretches::new(vec![0, 3, 10], 11);
/// assert_eq!([0, 2, 3, 9, 10].map(|number| stretches.find(number)), [0, 0, 1, 1, 2]);
/// assert_eq!(stretches.range(1), 3..10);
/// ```
#[derive(Clone, Debug)]
pub struct Stretches {
    /// The first number of each stretch, then the size.
    starts: Vec<u64>,
    beginnings: Vec<u32>,
    shift: u32,
}

/// Runs for each stretch, about.
const RUNS: u64 = 4;

impl Stretches {
    /// Stretches by their first numbers, ascending from 0, and the end of the last.
    #[must_use]
    pub fn new(mut starts: Vec<u64>, size: u64) -> Self {
        let runs = RUNS * starts.len().max(1) as u64;
        let shift = (size / runs).checked_ilog2().unwrap_or(0);
        starts.push(size);
        let mut beginnings = Vec::new();
        let mut stretch = 0;
        for run in 0..size.div_ceil(1 << shift) {
            while starts[stretch + 1] <= run << shift {
                stretch += 1;
            }
            beginnings.push(stretch as u32);
        }
        Stretches { starts, beginnings, shift }
    }

    /// The stretch that a number less than the size lies in.
    #[inline]
    #[must_use]
    pub fn find(&self, index: u64) -> usize {
        let mut stretch = self.beginnings[(index >> self.shift) as usize] as usize;
        while self.starts[stretch + 1] <= index {
            stretch += 1;
        }
        stretch
    }

    /// The first numbers of all stretches.
    #[must_use]
    pub fn starts(&self) -> &[u64] {
        &self.starts[..self.len()]
    }

    /// The first number of a stretch.
    #[inline]
    #[must_use]
    pub fn start(&self, stretch: usize) -> u64 {
        self.starts[stretch]
    }

    /// How many stretches there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of a stretch.
    #[must_use]
    pub fn range(&self, stretch: usize) -> std::ops::Range<u64> {
        self.starts[stretch]..self.starts[stretch + 1]
    }

    /// How many numbers all stretches have together.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.starts[self.len()]
    }

    /// How much memory the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.beginnings[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_its_stretch() {
        let some = |lengths: &[u64]| {
            let mut starts = Vec::new();
            let mut size = 0;
            for length in lengths {
                starts.push(size);
                size += length;
            }
            (Stretches::new(starts, size), size)
        };
        for lengths in [&[][..], &[1], &[7; 30], &[1, 1, 1, 1000, 1, 2, 1], &[4096, 1], &[1, 4096]] {
            let (starts, size) = some(lengths);
            assert_eq!((starts.len(), starts.size()), (lengths.len(), size));
            assert!((0..size).all(|index| starts.range(starts.find(index)).contains(&index)), "{lengths:?}");
        }
    }
}
