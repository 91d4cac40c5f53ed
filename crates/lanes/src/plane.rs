//! Memory for planes: large pages where the system has them, used again.
//!
//! The first touch of fresh memory costs more than reading it ten times, so
//! planes go back to a [`Pool`] when a tier is done with.

use std::io;

use memmap2::MmapMut;

use crate::chunk::Chunk;

/// So many bytes of zeros, in large pages where the system has them.
pub(crate) fn zeros(bytes: usize) -> io::Result<MmapMut> {
    let memory = MmapMut::map_anon(bytes.max(1))?;
    // Large pages are a matter of speed alone: without them it works too.
    #[cfg(all(target_os = "linux", not(miri)))] // which knows no such advice
    let _ = memory.advise(memmap2::Advice::HugePage);
    Ok(memory)
}

/// Chunks in memory: one bit for each position of a tier, or of some of them.
#[derive(Debug)]
pub struct Plane {
    memory: MmapMut,
    chunks: usize,
}

impl Plane {
    /// A plane of zeros, with room for that many chunks.
    ///
    /// # Errors
    ///
    /// If the system gives no memory.
    pub fn new(chunks: usize) -> io::Result<Self> {
        Ok(Plane { memory: zeros(chunks * size_of::<Chunk>())?, chunks })
    }

    /// Its chunks.
    #[must_use]
    pub fn chunks(&self) -> &[Chunk] {
        bytemuck::cast_slice(&self.memory[..self.chunks * size_of::<Chunk>()])
    }

    /// Its chunks, to write.
    pub fn chunks_mut(&mut self) -> &mut [Chunk] {
        bytemuck::cast_slice_mut(&mut self.memory[..self.chunks * size_of::<Chunk>()])
    }

    /// The words of its chunks.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        bytemuck::cast_slice(self.chunks())
    }

    /// The words of its chunks, to write.
    pub fn words_mut(&mut self) -> &mut [u64] {
        bytemuck::cast_slice_mut(self.chunks_mut())
    }

    fn room(&self) -> usize {
        self.memory.len() / size_of::<Chunk>()
    }
}

/// Planes that are not in use.
#[derive(Debug, Default)]
pub struct Pool {
    spare: Vec<Plane>,
    least: usize,
}

impl Pool {
    /// A pool whose planes all have room for at least so many chunks, so that
    /// one that was used for a small tier will do for a large one.
    #[must_use]
    pub fn with_room(chunks: usize) -> Self {
        Pool { spare: Vec::new(), least: chunks }
    }

    /// A plane of that many chunks. What it holds is not defined.
    ///
    /// # Errors
    ///
    /// If the system gives no memory.
    pub fn take(&mut self, chunks: usize) -> io::Result<Plane> {
        let found = self.spare.iter().position(|plane| plane.room() >= chunks);
        let mut plane = match found {
            Some(place) => self.spare.swap_remove(place),
            None => Plane::new(chunks.max(self.least))?,
        };
        plane.chunks = chunks;
        Ok(plane)
    }

    /// Gives a plane back.
    pub fn give(&mut self, plane: Plane) {
        self.spare.push(plane);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_used_again() {
        let mut pool = Pool::with_room(8);
        let mut plane = pool.take(3).unwrap();
        assert_eq!(plane.chunks().len(), 3);
        plane.chunks_mut()[2].0[7] = 5;
        pool.give(plane);
        let again = pool.take(8).unwrap();
        assert_eq!((again.chunks().len(), again.chunks()[2].0[7]), (8, 5));
        assert_eq!(pool.take(20).unwrap().chunks()[19], Chunk::ZERO);
    }
}
