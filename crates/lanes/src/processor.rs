//! Which instructions are used: the best there are, chosen at run time.

use crate::portable::Portable;
use crate::vectors::Work;

#[cfg(target_arch = "x86_64")]
use crate::{avx2::Avx2, avx512::Avx512};

/// The instructions that work on chunks. All give the same bits.
#[derive(Clone, Copy, Debug)]
pub enum Processor {
    /// Plain words, on any processor.
    Portable,
    /// AVX2 and BMI2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512 with VBMI and GFNI.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Processor {
    /// The best instructions this processor has.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().pop().unwrap_or(Processor::Portable)
    }

    /// All instructions this processor has, for tests and measurements: the
    /// best come last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let available = [Some(Processor::Portable)].into_iter();
        #[cfg(target_arch = "x86_64")]
        let available =
            available.chain([Avx2::detect().map(Processor::Avx2), Avx512::detect().map(Processor::Avx512)]);
        available.flatten().collect()
    }

    /// The best instructions for loops over short rows of words, which the
    /// compiler turns into vectors: a row seldom fills a register of AVX-512.
    #[must_use]
    pub fn for_short_rows() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(permit) = Avx2::detect() {
            return Processor::Avx2(permit);
        }
        Processor::Portable
    }

    /// Does work with these instructions.
    ///
    /// Crossing over to them costs a call that is not inlined, so a piece of
    /// work is best some thousand operations or more.
    ///
    /// ```
    /// use kaiketsu_lanes::{Chunk, Processor, Vectors, Work};
    ///
    /// struct Intersect<'a>(&'a mut [Chunk], &'a [Chunk]);
    ///
    /// impl Work for Intersect<'_> {
    ///     type Output = ();
    ///
    ///     #[inline(always)]
    ///     fn on<V: Vectors>(self, vectors: V) {
    ///         for (a, b) in self.0.iter_mut().zip(self.1) {
    ///             vectors.store(vectors.and(vectors.load(a), vectors.load(b)), a);
    ///         }
    ///     }
    /// }
    ///
    /// let (mut a, b) = ([Chunk([6; 8]); 9], [Chunk([3; 8]); 9]);
    /// Processor::detect().run(Intersect(&mut a, &b));
    /// assert_eq!(a, [Chunk([2; 8]); 9]);
    /// ```
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            Processor::Portable => work.on(Portable),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(permit) => permit.run(work),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(permit) => permit.run(work),
        }
    }
}
