//! Running a plan: from source chunks to destination chunks.

use crate::blocks::Block;
use crate::chunk::{ADDRESS_BITS, Chunk};
use crate::plan::{DROPPED, Plan};
use crate::vectors::Vectors;

/// The first step of every turn: bytes of each word backwards.
static TURN: Chunk = Chunk::flipping(7);

/// What is done with what a plan gives.
///
/// A trait and not closures, so that every step can be told to be inlined
/// where the vectors' instructions are enabled.
pub trait Weaver<V: Vectors> {
    /// Takes the contents of a destination chunk.
    fn take(&mut self, at: usize, lane: V::Lane);
}

/// How many chunks ahead of their use they are asked for.
const AHEAD: usize = 32;

impl Plan {
    /// Runs the plan over its blocks.
    #[inline(always)]
    pub fn weave<V: Vectors>(&self, vectors: V, source: &[Chunk], weaver: &mut impl Weaver<V>) {
        match self.levels {
            0 => blocks::<V, 0, 1>(vectors, self, source, weaver),
            1 => blocks::<V, 1, 2>(vectors, self, source, weaver),
            2 => blocks::<V, 2, 4>(vectors, self, source, weaver),
            3 => blocks::<V, 3, 8>(vectors, self, source, weaver),
            4 => blocks::<V, 4, 16>(vectors, self, source, weaver),
            5 => blocks::<V, 5, 32>(vectors, self, source, weaver),
            _ => large_blocks(vectors, self, source, weaver),
        }
    }

    /// The destination bits that are written in every chunk: all of them where
    /// that is settled by the choice of blocks, else the half where the fixed
    /// bit is 1.
    #[inline(always)]
    pub fn allowed<V: Vectors>(&self, vectors: V) -> V::Lane {
        match self.half {
            Some(bit) => vectors.load(&ADDRESS_BITS[bit as usize]),
            None => vectors.splat(u64::MAX),
        }
    }
}

#[inline(always)]
fn blocks<V: Vectors, const LEVELS: usize, const SIZE: usize>(
    vectors: V,
    plan: &Plan,
    source: &[Chunk],
    weaver: &mut impl Weaver<V>,
) {
    let source_offsets: &[u32; SIZE] = plan.source_offsets[..].try_into().expect("as many as the levels say");
    let destination_offsets: &[u32; SIZE] = plan.destination_offsets[..].try_into().expect("as above");
    let steps = plan.inside.steps();
    for (number, &Block { destination, source: first }) in plan.blocks.iter().enumerate() {
        if let Some(ahead) = plan.blocks.get(number + (AHEAD / SIZE).max(1)) {
            for i in 0..SIZE {
                vectors.prefetch(&source[(ahead.source + source_offsets[i]) as usize]);
            }
        }
        let mut lanes = [vectors.splat(0); SIZE];
        load_block(vectors, plan, source, first, source_offsets, &mut lanes);
        exchange_levels(vectors, plan, LEVELS, &mut lanes);
        for i in 0..SIZE {
            if destination_offsets[i] != DROPPED {
                weaver.take((destination + destination_offsets[i]) as usize, steps.run(vectors, lanes[i]));
            }
        }
    }
}

/// The same with blocks of any size: they hardly occur.
#[inline(always)]
fn large_blocks<V: Vectors>(vectors: V, plan: &Plan, source: &[Chunk], weaver: &mut impl Weaver<V>) {
    let mut lanes = [vectors.splat(0); 512];
    let lanes = &mut lanes[..1 << plan.levels];
    let steps = plan.inside.steps();
    for &Block { destination, source: first } in &plan.blocks {
        load_block(vectors, plan, source, first, &plan.source_offsets, lanes);
        exchange_levels(vectors, plan, plan.levels, lanes);
        for (lane, &offset) in lanes.iter().zip(&plan.destination_offsets) {
            if offset != DROPPED {
                weaver.take((destination + offset) as usize, steps.run(vectors, *lane));
            }
        }
    }
}

#[inline(always)]
fn load_block<V: Vectors>(
    vectors: V,
    plan: &Plan,
    source: &[Chunk],
    first: u32,
    offsets: &[u32],
    lanes: &mut [V::Lane],
) {
    for (lane, offset) in lanes.iter_mut().zip(offsets) {
        let at = first + offset;
        *lane = vectors.load(&source[at as usize]);
        if let Some((slot, step)) = plan.select {
            *lane = vectors.select(*lane, vectors.load(&source[(at + step) as usize]), slot as usize);
        }
    }
}

#[inline(always)]
fn exchange_levels<V: Vectors>(vectors: V, plan: &Plan, levels: usize, lanes: &mut [V::Lane]) {
    for level in 0..levels {
        if level == plan.turn {
            for lane in lanes.iter_mut() {
                *lane = vectors.twist(vectors.shuffle(*lane, &TURN));
            }
        }
        let slot = plan.slots[level] as usize;
        for i in 0..lanes.len() {
            let other = i | 1 << level;
            if i != other {
                (lanes[i], lanes[other]) = vectors.exchange(lanes[i], lanes[other], slot);
            }
        }
    }
}
