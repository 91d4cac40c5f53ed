//! Bits side by side: many positions in one instruction, for kernels of any game.
//!
//! | part | what it is |
//! |---|---|
//! | [`Chunk`], [`Lane`] | 512 bits as one line of the cache; any number of words |
//! | [`Plane`], [`Pool`] | chunks in large pages of memory, used again |
//! | [`SharedNumbers`] | numbers that threads change at once, in such pages |
//! | [`gather_bits`], [`scatter_bits`] | bits under a mask, moved together and spread out |
//! | [`expect`], [`prefer_large_pages`] | memory asked for ahead of time, and found sooner |
//! | [`flags`] | a bit for each chunk: which of them changed |
//! | [`Vectors`] | what registers do with chunks: AVX-512, AVX2 or plain words, to the same bits |
//! | [`Processor`], [`Work`] | which of them there are, and work compiled for each |
//! | [`Wiring`], [`Plan`], [`Weaver`] | the address bits of many chunks permuted at once |
//! | [`Inside`] | those of one chunk |
//!
//! This is the only crate of Kaiketsu with `unsafe`, and what it offers is
//! safe: a value that implements [`Vectors`] is a permit, which only the
//! detection of the processor gives out.
//!
//! In the book: `docs/algorithms/cubes.md`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod blocks;
mod chunk;
pub mod flags;
mod gather;
mod inside;
mod lane;
mod large;
#[cfg(target_arch = "x86_64")]
mod permit;
mod plan;
mod plane;
mod portable;
mod processor;
mod shared;
mod vectors;
mod weave;
#[cfg(test)]
mod weave_tests;
mod wiring;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use chunk::{ADDRESS_BITS, BYTE_BITS, CHUNK_BITS, Chunk};
pub use gather::{gather_bits, scatter_bits};
pub use inside::Inside;
pub use lane::Lane;
pub use large::prefer_large_pages;
pub use plan::Plan;
pub use plane::{Plane, Pool};
pub use portable::Portable;
pub use processor::Processor;
pub use shared::{SharedNumbers, expect};
pub use vectors::{Vectors, Work};
pub use weave::Weaver;
pub use wiring::{Fixed, MAX_BITS, Wiring};
