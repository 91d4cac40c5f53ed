//! 512 bits of a colour cube, and what vectors must be able to do with them.
//!
//! A chunk is what one address of nine bits can name:
//!
//! ```text
//!     address bit   8 7 6 5 4 3   2 1 0
//!                   which byte    which bit of it
//! ```
//!
//! Permuting address bits inside a chunk takes two kinds of steps: *shuffles*
//! move whole bytes and so permute the six upper address bits in any way;
//! the *twist* exchanges the three lower bits with the next three. Address
//! bits above the chunk meet the upper six in *exchanges* between two chunks.
//!
//! [`Vectors`] has three implementations that give the same bits: [`Portable`]
//! and, where the processor has them, those of the modules `avx2` and `avx512`.

use bytemuck::{Pod, Zeroable};

/// Address bits inside a chunk.
pub const CHUNK_BITS: usize = 9;

/// Address bits inside a byte.
pub const BYTE_BITS: usize = 3;

/// 512 bits, as one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Chunk(pub [u64; 8]);

impl Chunk {
    /// No bit set.
    pub const ZERO: Chunk = Chunk([0; 8]);

    /// The bits whose address has bit `bit` set.
    #[must_use]
    pub const fn with_address_bit(bit: usize) -> Self {
        const IN_WORD: [u64; 6] = [
            0xAAAA_AAAA_AAAA_AAAA,
            0xCCCC_CCCC_CCCC_CCCC,
            0xF0F0_F0F0_F0F0_F0F0,
            0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000,
            0xFFFF_FFFF_0000_0000,
        ];
        let mut words = [0; 8];
        let mut word = 0;
        while word < 8 {
            words[word] = if bit < 6 { IN_WORD[bit] } else { (word >> (bit - 6) & 1) as u64 * u64::MAX };
            word += 1;
        }
        Chunk(words)
    }

    /// Its bytes, in address order.
    #[must_use]
    pub fn bytes(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        for (eight, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            eight.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The chunk of these bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 64]) -> Self {
        let mut words = [0; 8];
        for (word, eight) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        }
        Chunk(words)
    }
}

/// [`Chunk::with_address_bit`] for every address bit of a chunk.
pub static ADDRESS_BITS: [Chunk; CHUNK_BITS] = {
    let mut masks = [Chunk::ZERO; CHUNK_BITS];
    let mut bit = 0;
    while bit < CHUNK_BITS {
        masks[bit] = Chunk::with_address_bit(bit);
        bit += 1;
    }
    masks
};

/// What a processor can do with chunks.
///
/// A value of an implementing type is a permit: it can only be had where the
/// processor has the instructions.
pub trait Vectors: Copy + Send + Sync {
    /// A chunk held in registers.
    type Lane: Copy;

    /// Asks for a chunk that will be read soon.
    fn prefetch(self, chunk: &Chunk);
    /// Reads a chunk.
    fn load(self, chunk: &Chunk) -> Self::Lane;
    /// Writes a chunk.
    fn store(self, lane: Self::Lane, chunk: &mut Chunk);
    /// The same word eight times.
    fn splat(self, word: u64) -> Self::Lane;
    /// Bits in both.
    fn and(self, a: Self::Lane, b: Self::Lane) -> Self::Lane;
    /// Bits in either.
    fn or(self, a: Self::Lane, b: Self::Lane) -> Self::Lane;
    /// Bits in `a` and not in `b`.
    fn without(self, a: Self::Lane, b: Self::Lane) -> Self::Lane;
    /// Whether no bit is set.
    fn is_zero(self, a: Self::Lane) -> bool;
    /// Byte `i` of the result is byte `index[i]`.
    fn shuffle(self, a: Self::Lane, index: &Chunk) -> Self::Lane;
    /// In every word, bit `i` of byte `j` of the result is bit `j` of byte
    /// `7 - i`.
    fn twist(self, a: Self::Lane) -> Self::Lane;
    /// Exchanges byte address bit `slot` with the address bit in which two
    /// chunks differ.
    fn exchange(self, a: Self::Lane, b: Self::Lane, slot: usize) -> (Self::Lane, Self::Lane);
    /// The second result of [`Vectors::exchange`].
    fn select(self, a: Self::Lane, b: Self::Lane, slot: usize) -> Self::Lane;
    /// All 512 bits in reverse order.
    fn reverse(self, a: Self::Lane) -> Self::Lane;
    /// Bit `i` of a word becomes bit `2 i`.
    fn spread(self, word: u32) -> u64;
}

/// Vectors made of plain words.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Vectors for Portable {
    type Lane = [u64; 8];

    #[inline(always)]
    fn prefetch(self, _: &Chunk) {}

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> [u64; 8] {
        chunk.0
    }

    #[inline(always)]
    fn store(self, lane: [u64; 8], chunk: &mut Chunk) {
        chunk.0 = lane;
    }

    #[inline(always)]
    fn splat(self, word: u64) -> [u64; 8] {
        [word; 8]
    }

    #[inline(always)]
    fn and(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        std::array::from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        std::array::from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn without(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        std::array::from_fn(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn is_zero(self, a: [u64; 8]) -> bool {
        a.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline(always)]
    fn shuffle(self, a: [u64; 8], index: &Chunk) -> [u64; 8] {
        let bytes = Chunk(a).bytes();
        Chunk::from_bytes(&index.bytes().map(|i| bytes[(i & 63) as usize])).0
    }

    #[inline(always)]
    fn twist(self, a: [u64; 8]) -> [u64; 8] {
        a.map(|word| transpose(word.swap_bytes()))
    }

    #[inline(always)]
    fn exchange(self, a: [u64; 8], b: [u64; 8], slot: usize) -> ([u64; 8], [u64; 8]) {
        let bit = slot + BYTE_BITS;
        if bit < 6 {
            let (mask, shift) = (ADDRESS_BITS[bit].0[0], 1 << bit);
            let first = std::array::from_fn(|i| a[i] & !mask | (b[i] & !mask) << shift);
            (first, std::array::from_fn(|i| (a[i] & mask) >> shift | b[i] & mask))
        } else {
            let step = 1 << (bit - 6);
            let first = std::array::from_fn(|i| if i & step == 0 { a[i] } else { b[i ^ step] });
            (first, std::array::from_fn(|i| if i & step == 0 { a[i ^ step] } else { b[i] }))
        }
    }

    #[inline(always)]
    fn select(self, a: [u64; 8], b: [u64; 8], slot: usize) -> [u64; 8] {
        self.exchange(a, b, slot).1
    }

    #[inline(always)]
    fn reverse(self, a: [u64; 8]) -> [u64; 8] {
        std::array::from_fn(|i| a[7 - i].reverse_bits())
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
