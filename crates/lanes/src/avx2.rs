//! Chunks as two 256-bit registers, for processors with AVX2 and BMI2.
//!
//! ```text
//!     byte address bit   5           4              3 2 1 0
//!                        register    half of it     byte of 16
//! ```
//!
//! There is no shuffle of 64 bytes: each sixteen of them are looked up apart,
//! and the two upper bits of the index choose among the four answers. The
//! twist is three exchanges of bit fields in every word.

use std::arch::x86_64::*;

use crate::chunk::Chunk;
use crate::permit::permit;
use crate::vectors::{Vectors, Work};

permit!(
    /// The permit to use AVX2 and BMI2.
    Avx2,
    "avx2", "popcnt", "lzcnt", "bmi1", "bmi2"
);

/// A chunk in two registers, the lower addresses first.
#[derive(Clone, Copy, Debug)]
pub struct Halves(__m256i, __m256i);

/// The same done to both registers of a chunk, or to both pairs of two. Not by
/// a closure: that would be compiled without the instructions.
macro_rules! both {
    ($chunk:expr, $half:ident => $step:expr) => {{
        let Halves(first, second) = $chunk;
        Halves(
            {
                let $half = first;
                $step
            },
            {
                let $half = second;
                $step
            },
        )
    }};
    ($a:expr, $b:expr, $x:ident, $y:ident => $step:expr) => {{
        let (Halves(a_first, a_second), Halves(b_first, b_second)) = ($a, $b);
        Halves(
            {
                let ($x, $y) = (a_first, b_first);
                $step
            },
            {
                let ($x, $y) = (a_second, b_second);
                $step
            },
        )
    }};
}

/// Sixteen byte numbers, twice: as an index it works in each half of a register.
type Index = [u8; 32];

/// For each of the lower byte address bits, the index that flips it.
static FLIPS: [Index; 4] = {
    let mut flips = [[0; 32]; 4];
    let mut bit = 0;
    while bit < 4 {
        let mut byte = 0;
        while byte < 32 {
            flips[bit][byte] = (byte as u8 % 16) ^ 1 << bit;
            byte += 1;
        }
        bit += 1;
    }
    flips
};

/// For each of the lower byte address bits, all ones in the bytes that have it.
static UPPER: [Index; 4] = {
    let mut upper = [[0; 32]; 4];
    let mut bit = 0;
    while bit < 4 {
        let mut byte = 0;
        while byte < 32 {
            upper[bit][byte] = if byte >> bit & 1 == 1 { u8::MAX } else { 0 };
            byte += 1;
        }
        bit += 1;
    }
    upper
};

/// The index that turns the order of bytes around in groups of `1 << bits`.
const fn backwards(bits: u8) -> Index {
    let mut index = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        index[byte] = (byte as u8 % 16) ^ ((1 << bits) - 1);
        byte += 1;
    }
    index
}

/// Turns the bytes of every word around.
static WORD_BACKWARDS: Index = backwards(3);
/// Turns the bytes of every half of a register around.
static HALF_BACKWARDS: Index = backwards(4);

/// Four bits in reverse order.
static NIBBLE_BACKWARDS: Index = {
    let mut index = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        index[byte] = (byte as u8 % 16).reverse_bits() >> 4;
        byte += 1;
    }
    index
};

#[inline(always)]
fn load_index(_: Avx2, index: &Index) -> __m256i {
    // SAFETY: the permit; 32 readable bytes, no alignment asked.
    unsafe { _mm256_loadu_si256(index.as_ptr().cast()) }
}

// In every method below the permit `self` proves that the processor has
// the features it was asked for.
impl Vectors for Avx2 {
    type Lane = Halves;

    #[inline(always)]
    fn prefetch(self, chunk: &Chunk) {
        // SAFETY: a hint that reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(chunk).cast()) }
    }

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> Halves {
        let first = std::ptr::from_ref(chunk).cast::<__m256i>();
        // SAFETY: the permit; a chunk is twice 32 readable bytes aligned to 64.
        unsafe { Halves(_mm256_load_si256(first), _mm256_load_si256(first.add(1))) }
    }

    #[inline(always)]
    fn store(self, lane: Halves, chunk: &mut Chunk) {
        let first = std::ptr::from_mut(chunk).cast::<__m256i>();
        // SAFETY: the permit; a chunk is twice 32 writable bytes aligned to 64.
        unsafe {
            _mm256_store_si256(first, lane.0);
            _mm256_store_si256(first.add(1), lane.1);
        }
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Halves {
        // SAFETY: the permit.
        let half = unsafe { _mm256_set1_epi64x(word as i64) };
        Halves(half, half)
    }

    #[inline(always)]
    fn and(self, a: Halves, b: Halves) -> Halves {
        // SAFETY: the permit.
        unsafe { both!(a, b, a, b => _mm256_and_si256(a, b)) }
    }

    #[inline(always)]
    fn or(self, a: Halves, b: Halves) -> Halves {
        // SAFETY: the permit.
        unsafe { both!(a, b, a, b => _mm256_or_si256(a, b)) }
    }

    #[inline(always)]
    fn without(self, a: Halves, b: Halves) -> Halves {
        // SAFETY: the permit.
        unsafe { both!(a, b, a, b => _mm256_andnot_si256(b, a)) }
    }

    #[inline(always)]
    fn is_zero(self, a: Halves) -> bool {
        // SAFETY: the permit.
        unsafe {
            let any = _mm256_or_si256(a.0, a.1);
            _mm256_testz_si256(any, any) == 1
        }
    }

    #[inline(always)]
    fn shuffle(self, a: Halves, index: &Chunk) -> Halves {
        // SAFETY: the permit.
        let sixteens = unsafe {
            [
                _mm256_permute2x128_si256::<0x00>(a.0, a.0),
                _mm256_permute2x128_si256::<0x11>(a.0, a.0),
                _mm256_permute2x128_si256::<0x00>(a.1, a.1),
                _mm256_permute2x128_si256::<0x11>(a.1, a.1),
            ]
        };
        let index = self.load(index);
        // SAFETY: the permit. The choice goes by the top bit of every byte:
        // bits 4 and 5 of the index are moved there.
        unsafe {
            both!(index, index => {
                let (bit_4, bit_5) = (_mm256_slli_epi16::<3>(index), _mm256_slli_epi16::<2>(index));
                let lower = _mm256_blendv_epi8(
                    _mm256_shuffle_epi8(sixteens[0], index),
                    _mm256_shuffle_epi8(sixteens[1], index),
                    bit_4,
                );
                let upper = _mm256_blendv_epi8(
                    _mm256_shuffle_epi8(sixteens[2], index),
                    _mm256_shuffle_epi8(sixteens[3], index),
                    bit_4,
                );
                _mm256_blendv_epi8(lower, upper, bit_5)
            })
        }
    }

    #[inline(always)]
    fn twist(self, a: Halves) -> Halves {
        // SAFETY: the permit.
        unsafe {
            both!(a, half => {
                let half = _mm256_shuffle_epi8(half, load_index(self, &WORD_BACKWARDS));
                let half = exchange_fields::<7>(self, half, 0x00AA_00AA_00AA_00AA);
                let half = exchange_fields::<14>(self, half, 0x0000_CCCC_0000_CCCC);
                exchange_fields::<28>(self, half, 0x0000_0000_F0F0_F0F0)
            })
        }
    }

    #[inline(always)]
    fn exchange(self, a: Halves, b: Halves, slot: usize) -> (Halves, Halves) {
        // SAFETY: the permit.
        unsafe {
            match slot {
                5 => (Halves(a.0, b.0), Halves(a.1, b.1)),
                4 => (
                    both!(a, b, a, b => _mm256_permute2x128_si256::<0x20>(a, b)),
                    both!(a, b, a, b => _mm256_permute2x128_si256::<0x31>(a, b)),
                ),
                _ => {
                    let (flip, upper) = (load_index(self, &FLIPS[slot]), load_index(self, &UPPER[slot]));
                    (
                        both!(a, b, a, b => _mm256_blendv_epi8(a, _mm256_shuffle_epi8(b, flip), upper)),
                        both!(a, b, a, b => _mm256_blendv_epi8(_mm256_shuffle_epi8(a, flip), b, upper)),
                    )
                }
            }
        }
    }

    #[inline(always)]
    fn select(self, a: Halves, b: Halves, slot: usize) -> Halves {
        self.exchange(a, b, slot).1
    }

    #[inline(always)]
    fn reverse(self, a: Halves) -> Halves {
        // SAFETY: the permit.
        unsafe {
            let (table, low) = (load_index(self, &NIBBLE_BACKWARDS), _mm256_set1_epi8(15));
            both!(Halves(a.1, a.0), half => {
                let half = _mm256_permute2x128_si256::<0x01>(half, half);
                let bytes = _mm256_shuffle_epi8(half, load_index(self, &HALF_BACKWARDS));
                let lower = _mm256_shuffle_epi8(table, _mm256_and_si256(bytes, low));
                let upper = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), low));
                _mm256_or_si256(_mm256_slli_epi16::<4>(lower), upper)
            })
        }
    }

    #[inline(always)]
    fn spread(self, word: u32) -> u64 {
        // SAFETY: the permit.
        unsafe { _pdep_u64(u64::from(word), 0x5555_5555_5555_5555) }
    }
}

/// In every word exchanges the bits of `mask` with those `SHIFT` above them.
#[inline(always)]
fn exchange_fields<const SHIFT: i32>(_: Avx2, words: __m256i, mask: i64) -> __m256i {
    // SAFETY: the permit.
    unsafe {
        let differ = _mm256_and_si256(
            _mm256_xor_si256(_mm256_srli_epi64::<SHIFT>(words), words),
            _mm256_set1_epi64x(mask),
        );
        _mm256_xor_si256(words, _mm256_xor_si256(differ, _mm256_slli_epi64::<SHIFT>(differ)))
    }
}
