//! 512 bits, named by an address of nine bits.
//!
//! ```text
//!     address bit   8 7 6 5 4 3   2 1 0
//!                   which byte    which bit of it
//! ```

use bytemuck::{Pod, Zeroable};

/// Address bits inside a chunk.
pub const CHUNK_BITS: usize = 9;

/// Address bits inside a byte.
pub const BYTE_BITS: usize = 3;

/// 512 bits, as one line of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
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
