//! A solved tier in memory: two planes of bits.
//!
//! Chunk `shape * chunks + (colouring >> 9)`, bit `colouring & 511`. From nine
//! marks up this is the stored order without gaps; below, every shape has a
//! chunk of its own that repeats its `2^marks` bits.

use std::io;

use kaiketsu_game::Counts;
use kaiketsu_index::binomial;
use kaiketsu_lanes::{CHUNK_BITS, Chunk, Plane, Pool, Processor};
use rayon::prelude::*;

use crate::quixo::cubes::links::{Layout, Links};
use crate::quixo::cubes::output::{self, CountByWeight, Interleave, PIECE, WEIGHTS};
use crate::quixo::cubes::rounds::Children;
use crate::quixo::geometry::Board;
use crate::quixo::shapes::Shapes;

/// A solved tier.
#[derive(Debug)]
pub struct CubeTier {
    pub(crate) shapes: Shapes,
    /// Won positions.
    pub win: Plane,
    /// Lost positions.
    pub loss: Plane,
}

/// How many positions of a class are won, lost and drawn, counted with all
/// their symmetric images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassCount {
    /// Marks of the side to move.
    pub mover: u32,
    /// Marks of the other side.
    pub other: u32,
    /// The positions by value.
    pub counts: Counts,
}

impl CubeTier {
    /// Room for a tier whose values are yet to come.
    pub(crate) fn new(board: &Board, marks: u32, pool: &mut Pool) -> io::Result<Self> {
        let shapes = board.shapes(marks).clone();
        let size = shapes.len() * Layout::new(marks).chunks;
        Ok(CubeTier { shapes, win: pool.take(size)?, loss: pool.take(size)? })
    }

    /// The tier as that of the children of the one below: its losses, and its
    /// wins.
    pub(crate) fn children<'a>(&'a self, links: &'a Links) -> (Children<'a>, &'a [Chunk]) {
        (Children::new(links, &self.shapes, self.loss.chunks(), &[]), self.win.chunks())
    }

    /// How many marks are on the board.
    #[must_use]
    pub fn marks(&self) -> u32 {
        self.shapes.marks
    }

    /// How many positions are stored.
    #[must_use]
    pub fn slots(&self) -> u64 {
        (self.shapes.len() as u64) << self.marks()
    }

    /// Gives the memory back to a pool.
    pub fn recycle(self, pool: &mut Pool) {
        pool.give(self.win);
        pool.give(self.loss);
    }

    /// 64 bits of a plane in stored order; zeros beyond the end.
    #[inline]
    fn word(&self, plane: &Plane, index: u64) -> u64 {
        let marks = self.marks() as usize;
        let chunks = plane.chunks();
        let at = |bit: u64| {
            chunks.get((bit >> CHUNK_BITS) as usize).map_or(0, |chunk| chunk.0[(bit >> 6 & 7) as usize])
        };
        if marks >= CHUNK_BITS {
            return at(index << 6);
        }
        // Gaps between shapes: collect the pieces.
        let piece = 1u64 << marks.min(6);
        (0..64 / piece).fold(0, |word, nth| {
            let slot = (index << 6) + nth * piece;
            let place = (slot >> marks << CHUNK_BITS) + (slot & ((1 << marks) - 1));
            word | (at(place) & (u64::MAX >> (64 - piece))) << (nth * piece)
        })
    }

    /// Reads all values back in stored order, two bits each, as
    /// [`CubeTier::encode`] writes them. `read` is given the first slot and a
    /// buffer, both whole multiples of a block of `positions` but for the end
    /// of the tier; it is called from many threads.
    ///
    /// # Errors
    ///
    /// Those of `read`.
    pub(crate) fn decode<E: Send>(
        &mut self,
        positions: usize,
        read: impl Fn(u64, &mut [u8]) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let (slots, marks) = (self.slots(), self.marks());
        let (win, loss) = (self.win.chunks_mut(), self.loss.chunks_mut());
        // Positions in a chunk, and so chunks in a block.
        let in_chunk = 1usize << CHUNK_BITS.min(marks as usize);
        let in_block = positions / in_chunk;
        let planes = win.par_chunks_mut(in_block).zip(loss.par_chunks_mut(in_block));
        planes.enumerate().try_for_each(|(block, (win, loss))| {
            let first = (block * positions) as u64;
            let here = positions.min((slots - first) as usize);
            let mut bytes = vec![0; here.div_ceil(4)];
            read(first, &mut bytes)?;
            for (nth, (win, loss)) in win.iter_mut().zip(loss).enumerate() {
                for (chunk, shift) in [(win, 0), (loss, 1)] {
                    *chunk = output::gather_chunk(&bytes, nth * in_chunk, in_chunk, shift);
                }
            }
            Ok(())
        })
    }

    /// Writes values in stored order, two bits each (0 draw, 1 win, 2 loss),
    /// low bits first, beginning with slot `first`; zeros beyond the end.
    ///
    /// # Panics
    ///
    /// Unless `first` is a multiple of 64.
    pub fn encode(&self, first: u64, bytes: &mut [u8]) {
        assert!(first.is_multiple_of(64), "values are written from a multiple of 64, not from slot {first}");
        let processor = Processor::detect();
        // Some words at a time, so that they are still in the cache.
        for (nth, piece) in bytes.chunks_mut(16 * PIECE).enumerate() {
            let index = (first >> 6) + (nth * PIECE) as u64;
            let words = |plane| std::array::from_fn(|i| self.word(plane, index + i as u64));
            let (even, odd) = (&words(&self.win), &words(&self.loss));
            processor.run(Interleave { even, odd, bytes: piece });
        }
    }

    /// The counts of the tier's classes, by the marks of the other side.
    #[must_use]
    pub fn counts(&self) -> Vec<ClassCount> {
        let layout = Layout::new(self.marks());
        let processor = Processor::detect();
        let of_shape = |shape: usize| {
            let lanes = shape * layout.chunks..(shape + 1) * layout.chunks;
            let orbit = self.shapes.orbit(shape);
            let count = |plane: &Plane| {
                let lanes = &plane.chunks()[lanes.clone()];
                processor.run(CountByWeight { lanes, layout }).map(|n| n * orbit)
            };
            (count(&self.win), count(&self.loss), orbit)
        };
        let add = |a: [u64; WEIGHTS], b: [u64; WEIGHTS]| std::array::from_fn(|i| a[i] + b[i]);
        let (win, loss, images) = (0..self.shapes.len())
            .into_par_iter()
            .map(of_shape)
            .reduce(|| ([0; WEIGHTS], [0; WEIGHTS], 0), |a, b| (add(a.0, b.0), add(a.1, b.1), a.2 + b.2));
        let class = |other: u32| {
            let (win, loss) = (win[other as usize], loss[other as usize]);
            let all = images * binomial(self.marks(), other);
            let counts = Counts { win, loss, draw: all - win - loss };
            ClassCount { mover: self.marks() - other, other, counts }
        };
        (0..=self.marks()).map(class).collect()
    }
}
