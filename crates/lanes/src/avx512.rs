//! Chunks in the 512-bit registers of AVX-512 with VBMI and GFNI.

use std::arch::x86_64::*;

use crate::chunk::{ADDRESS_BITS, BYTE_BITS, Chunk};
use crate::permit::permit;
use crate::vectors::{Vectors, Work};

permit!(
    /// The permit to use AVX-512 with byte shuffles and bit matrices.
    Avx512,
    "avx512f", "avx512bw", "avx512vbmi", "avx512vpopcntdq", "gfni", "popcnt", "lzcnt", "bmi1", "bmi2"
);

/// For each byte address bit, the shuffle that flips it.
static FLIPS: [Chunk; 6] = {
    let mut flips = [Chunk::ZERO; 6];
    let mut bit = 0;
    while bit < 6 {
        let mut byte = 0;
        while byte < 64 {
            flips[bit].0[byte / 8] |= ((byte ^ 1 << bit) as u64) << (8 * (byte % 8));
            byte += 1;
        }
        bit += 1;
    }
    flips
};

/// The shuffle that turns the order of bytes around.
static BACKWARDS: Chunk = {
    let mut index = Chunk::ZERO;
    let mut byte = 0;
    while byte < 64 {
        index.0[byte / 8] |= ((63 - byte) as u64) << (8 * (byte % 8));
        byte += 1;
    }
    index
};

/// Bit `i` of byte `i`: the identity for a twist, a reversal of bits for data.
const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64 as i64;

// In every method below the permit `self` proves that the processor has
// the features it was asked for; `Chunk` is aligned to and as long as a register.
impl Vectors for Avx512 {
    type Lane = __m512i;

    #[inline(always)]
    fn prefetch(self, chunk: &Chunk) {
        // SAFETY: a hint that reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(chunk).cast()) }
    }

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> __m512i {
        // SAFETY: the permit; a chunk is 64 readable bytes aligned to 64.
        unsafe { _mm512_load_si512(std::ptr::from_ref(chunk).cast()) }
    }

    #[inline(always)]
    fn store(self, lane: __m512i, chunk: &mut Chunk) {
        // SAFETY: the permit; a chunk is 64 writable bytes aligned to 64.
        unsafe { _mm512_store_si512(std::ptr::from_mut(chunk).cast(), lane) }
    }

    #[inline(always)]
    fn splat(self, word: u64) -> __m512i {
        // SAFETY: the permit.
        unsafe { _mm512_set1_epi64(word as i64) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the permit.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the permit.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn without(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the permit.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn is_zero(self, a: __m512i) -> bool {
        // SAFETY: the permit.
        unsafe { _mm512_test_epi64_mask(a, a) == 0 }
    }

    #[inline(always)]
    fn shuffle(self, a: __m512i, index: &Chunk) -> __m512i {
        // SAFETY: the permit.
        unsafe { _mm512_permutexvar_epi8(self.load(index), a) }
    }

    #[inline(always)]
    fn twist(self, a: __m512i) -> __m512i {
        // SAFETY: the permit.
        unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), a) }
    }

    #[inline(always)]
    fn exchange(self, a: __m512i, b: __m512i, slot: usize) -> (__m512i, __m512i) {
        let upper = upper_bytes(slot);
        let flip = self.load(&FLIPS[slot]);
        // SAFETY: the permit.
        unsafe {
            (
                _mm512_mask_permutexvar_epi8(a, upper, flip, b),
                _mm512_mask_permutexvar_epi8(b, !upper, flip, a),
            )
        }
    }

    #[inline(always)]
    fn select(self, a: __m512i, b: __m512i, slot: usize) -> __m512i {
        let flip = self.load(&FLIPS[slot]);
        // SAFETY: the permit.
        unsafe { _mm512_mask_permutexvar_epi8(b, !upper_bytes(slot), flip, a) }
    }

    #[inline(always)]
    fn reverse(self, a: __m512i) -> __m512i {
        // SAFETY: the permit.
        unsafe {
            let bits = _mm512_gf2p8affine_epi64_epi8::<0>(a, _mm512_set1_epi64(DIAGONAL));
            _mm512_permutexvar_epi8(self.load(&BACKWARDS), bits)
        }
    }

    #[inline(always)]
    fn spread(self, word: u32) -> u64 {
        // SAFETY: the permit.
        unsafe { _pdep_u64(u64::from(word), 0x5555_5555_5555_5555) }
    }
}

/// The bytes whose address has bit `slot` set: among bytes what
/// [`ADDRESS_BITS`] is among the bits of a word.
#[inline(always)]
fn upper_bytes(slot: usize) -> u64 {
    const _: () = assert!(BYTE_BITS == 3);
    ADDRESS_BITS[slot].0[0]
}
