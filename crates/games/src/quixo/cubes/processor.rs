//! Which instructions are used: the best there are, chosen at run time.

use crate::quixo::cubes::chunk::{Chunk, Portable};
use crate::quixo::cubes::links::Layout;
use crate::quixo::cubes::output::{self, PIECE, WEIGHTS};
use crate::quixo::cubes::rounds::{self, Children, Scratch, Settle, Start, Subject};

#[cfg(target_arch = "x86_64")]
use crate::quixo::cubes::{avx2::Avx2, avx512::Avx512};

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
        #[cfg(target_arch = "x86_64")]
        {
            let best = Avx512::detect().map(Processor::Avx512);
            if let Some(processor) = best.or_else(|| Avx2::detect().map(Processor::Avx2)) {
                return processor;
            }
        }
        Processor::Portable
    }

    /// All instructions this processor has, for tests and measurements: the
    /// best come last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut available = vec![Processor::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            available.extend(Avx2::detect().map(Processor::Avx2));
            available.extend(Avx512::detect().map(Processor::Avx512));
        }
        available
    }

    /// [`rounds::begin`] with these instructions.
    pub(crate) fn begin(
        self,
        subject: Subject<'_>,
        above: Option<(Children<'_>, &[Chunk])>,
        start: &mut Start<'_>,
        scratch: &mut Scratch,
    ) {
        match self {
            Processor::Portable => rounds::begin(Portable, subject, above, start, scratch),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(permit) => permit.begin(subject, above, start, scratch),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(permit) => permit.begin(subject, above, start, scratch),
        }
    }

    /// [`rounds::win_round`] with these instructions.
    pub(crate) fn win_round<S: Settle>(
        self,
        subject: Subject<'_>,
        lost: &[Children<'_>],
        settle: &mut S,
        scratch: &mut Scratch,
    ) {
        match self {
            Processor::Portable => rounds::win_round(Portable, subject, lost, settle, scratch),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(permit) => permit.win_round(subject, lost, settle, scratch),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(permit) => permit.win_round(subject, lost, settle, scratch),
        }
    }

    /// [`rounds::loss_round`] with these instructions.
    pub(crate) fn loss_round<S: Settle>(
        self,
        subject: Subject<'_>,
        won: &[Children<'_>],
        everything: bool,
        settle: &mut S,
        scratch: &mut Scratch,
    ) {
        match self {
            Processor::Portable => rounds::loss_round(Portable, subject, won, everything, settle, scratch),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(permit) => permit.loss_round(subject, won, everything, settle, scratch),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(permit) => permit.loss_round(subject, won, everything, settle, scratch),
        }
    }

    /// [`output::count_by_weight`] with these instructions.
    pub(crate) fn count_by_weight(self, lanes: &[Chunk], layout: Layout) -> [u64; WEIGHTS] {
        match self {
            Processor::Portable => output::count_by_weight(lanes, layout),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(permit) => permit.count_by_weight(lanes, layout),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(permit) => permit.count_by_weight(lanes, layout),
        }
    }

    /// [`output::interleave`] with these instructions.
    pub(crate) fn interleave(self, even: &[u64; PIECE], odd: &[u64; PIECE], bytes: &mut [u8]) {
        match self {
            Processor::Portable => output::interleave(Portable, even, odd, bytes),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(permit) => permit.interleave(even, odd, bytes),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(permit) => permit.interleave(even, odd, bytes),
        }
    }
}
