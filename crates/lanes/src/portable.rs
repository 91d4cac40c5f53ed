//! Vectors made of plain words, on any processor.

use crate::chunk::{ADDRESS_BITS, BYTE_BITS, Chunk};
use crate::lane::Lane;
use crate::vectors::Vectors;

/// Vectors made of plain words.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Vectors for Portable {
    type Lane = Lane<8>;

    #[inline(always)]
    fn prefetch(self, _: &Chunk) {}

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> Lane<8> {
        Lane(chunk.0)
    }

    #[inline(always)]
    fn store(self, lane: Lane<8>, chunk: &mut Chunk) {
        chunk.0 = lane.0;
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Lane<8> {
        Lane([word; 8])
    }

    #[inline(always)]
    fn and(self, a: Lane<8>, b: Lane<8>) -> Lane<8> {
        a & b
    }

    #[inline(always)]
    fn or(self, a: Lane<8>, b: Lane<8>) -> Lane<8> {
        a | b
    }

    #[inline(always)]
    fn without(self, a: Lane<8>, b: Lane<8>) -> Lane<8> {
        a & !b
    }

    #[inline(always)]
    fn is_zero(self, a: Lane<8>) -> bool {
        a.is_none()
    }

    #[inline(always)]
    fn shuffle(self, a: Lane<8>, index: &Chunk) -> Lane<8> {
        let bytes = Chunk(a.0).bytes();
        Lane(Chunk::from_bytes(&index.bytes().map(|i| bytes[(i & 63) as usize])).0)
    }

    #[inline(always)]
    fn twist(self, a: Lane<8>) -> Lane<8> {
        Lane(a.0.map(|word| transpose(word.swap_bytes())))
    }

    #[inline(always)]
    fn exchange(self, a: Lane<8>, b: Lane<8>, slot: usize) -> (Lane<8>, Lane<8>) {
        let bit = slot + BYTE_BITS;
        if bit < 6 {
            let (mask, shift) = (ADDRESS_BITS[bit].0[0], 1 << bit);
            let first = std::array::from_fn(|i| a.0[i] & !mask | (b.0[i] & !mask) << shift);
            (Lane(first), Lane(std::array::from_fn(|i| (a.0[i] & mask) >> shift | b.0[i] & mask)))
        } else {
            let step = 1 << (bit - 6);
            let first = std::array::from_fn(|i| if i & step == 0 { a.0[i] } else { b.0[i ^ step] });
            (Lane(first), Lane(std::array::from_fn(|i| if i & step == 0 { a.0[i ^ step] } else { b.0[i] })))
        }
    }

    #[inline(always)]
    fn select(self, a: Lane<8>, b: Lane<8>, slot: usize) -> Lane<8> {
        self.exchange(a, b, slot).1
    }

    #[inline(always)]
    fn reverse(self, a: Lane<8>) -> Lane<8> {
        Lane(std::array::from_fn(|i| a.0[7 - i].reverse_bits()))
    }

    #[inline(always)]
    fn spread(self, word: u32) -> u64 {
        let step = |word: u64, shift: u32, mask: u64| (word | word << shift) & mask;
        let word = step(u64::from(word), 16, 0x0000_FFFF_0000_FFFF);
        let word = step(word, 8, 0x00FF_00FF_00FF_00FF);
        let word = step(word, 4, 0x0F0F_0F0F_0F0F_0F0F);
        let word = step(word, 2, 0x3333_3333_3333_3333);
        step(word, 1, 0x5555_5555_5555_5555)
    }
}

/// The word as a matrix of eight bytes of eight bits, transposed.
#[inline(always)]
fn transpose(word: u64) -> u64 {
    let swap = |word: u64, mask: u64, shift: u32| {
        let differ = (word >> shift ^ word) & mask;
        word ^ differ ^ differ << shift
    };
    let word = swap(word, 0x00AA_00AA_00AA_00AA, 7);
    let word = swap(word, 0x0000_CCCC_0000_CCCC, 14);
    swap(word, 0x0000_0000_F0F0_F0F0, 28)
}
