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

    /// What a function makes of its words and those of another.
    #[must_use]
    #[inline(always)]
    pub fn zip(self, other: Chunk, word: impl Fn(u64, u64) -> u64) -> Self {
        Chunk(std::array::from_fn(|i| word(self.0[i], other.0[i])))
    }

    /// The half where an address bit is 1, and the same in the other half.
    ///
    /// ```
    /// use kaiketsu_lanes::Chunk;
    /// assert_eq!(Chunk([0b1101; 8]).upper_half_twice(1), Chunk([0b1111; 8]));
    /// assert_eq!(Chunk([0, 1, 2, 3, 4, 5, 6, 7]).upper_half_twice(7), Chunk([2, 3, 2, 3, 6, 7, 6, 7]));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn upper_half_twice(self, bit: usize) -> Self {
        if bit < 6 {
            let upper = ADDRESS_BITS[bit].0[0];
            Chunk(self.0.map(|word| word & upper | (word & upper) >> (1 << bit)))
        } else {
            Chunk(std::array::from_fn(|word| self.0[word | 1 << (bit - 6)]))
        }
    }

    /// Its bytes, in address order.
    #[must_use]
    pub fn bytes(&self) -> [u8; 64] {
        bytemuck::cast(self.0.map(u64::to_le))
    }

    /// The chunk of these bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 64]) -> Self {
        Chunk(bytemuck::cast::<_, [u64; 8]>(*bytes).map(u64::from_le))
    }

    /// The shuffle that flips these bits of the address of every byte.
    pub(crate) const fn flipping(bits: u64) -> Self {
        let mut index = Chunk::ZERO;
        let mut byte = 0;
        while byte < 64 {
            index.0[byte / 8] |= (byte as u64 ^ bits) << (8 * (byte % 8));
            byte += 1;
        }
        index
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

/// For each byte address bit, the shuffle that flips it.
#[cfg(target_arch = "x86_64")]
pub(crate) static FLIPS: [Chunk; CHUNK_BITS - BYTE_BITS] = {
    let mut flips = [Chunk::ZERO; CHUNK_BITS - BYTE_BITS];
    let mut bit = 0;
    while bit < flips.len() {
        flips[bit] = Chunk::flipping(1 << bit);
        bit += 1;
    }
    flips
};
