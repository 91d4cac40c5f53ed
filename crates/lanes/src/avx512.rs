//! Chunks in the 512-bit registers of AVX-512 with VBMI and GFNI.

use std::arch::x86_64::*;

use crate::chunk::{ADDRESS_BITS, BYTE_BITS, Chunk, FLIPS};
use crate::permit::{instructions, permit};
use crate::vectors::{Vectors, Work};

permit!(
    /// The permit to use AVX-512 with byte shuffles and bit matrices.
    Avx512,
    "avx512f", "avx512bw", "avx512vbmi", "avx512vpopcntdq", "gfni", "popcnt", "lzcnt", "bmi1", "bmi2"
);

/// The shuffle that turns the order of bytes around.
static BACKWARDS: Chunk = Chunk::flipping(63);

/// Bit `i` of byte `i`: the identity for a twist, a reversal of bits for data.
const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64 as i64;

// In every method below the permit `self` proves that the processor has
// the features it was asked for; `Chunk` is aligned to and as long as a register.
impl Vectors for Avx512 {
    type Lane = __m512i;

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

    instructions! {
        and(a, b) -> __m512i: _mm512_and_si512(a, b);
        or(a, b) -> __m512i: _mm512_or_si512(a, b);
        without(a, b) -> __m512i: _mm512_andnot_si512(b, a);
        is_zero(a) -> bool: _mm512_test_epi64_mask(a, a) == 0;
        twist(a) -> __m512i: _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), a);
    }

    #[inline(always)]
    fn shuffle(self, a: __m512i, index: &Chunk) -> __m512i {
        // SAFETY: the permit.
        unsafe { _mm512_permutexvar_epi8(self.load(index), a) }
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
}

/// The bytes whose address has bit `slot` set: among bytes what
/// [`ADDRESS_BITS`] is among the bits of a word.
#[inline(always)]
fn upper_bytes(slot: usize) -> u64 {
    const _: () = assert!(BYTE_BITS == 3);
    ADDRESS_BITS[slot].0[0]
}
