//! What vectors must be able to do with chunks, and work for any of them.
//!
//! Permuting address bits inside a chunk takes two kinds of steps: *shuffles*
//! move whole bytes and so permute the six upper address bits in any way;
//! the *twist* exchanges the three lower bits with the next three. Address
//! bits above the chunk meet the upper six in *exchanges* between two chunks.

use crate::chunk::Chunk;

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

/// Work that can be done with any vectors, for [`Processor::run`](crate::Processor::run).
///
/// A trait and not a closure, because it is compiled for each kind of vectors.
/// Everything it calls must be `#[inline(always)]` to be compiled with it.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does it; to be marked `#[inline(always)]`.
    fn on<V: Vectors>(self, vectors: V) -> Self::Output;
}
