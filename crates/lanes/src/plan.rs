//! A wiring, compiled.
//!
//! Bit `i` of a destination address comes from bit `from[i]` of the source
//! address. Bits 0..9 name a bit of a chunk, the others name the chunk:
//!
//! - *Free* bits stay above the chunk: they are addressing and cost nothing.
//! - *Crossing* bits pair a low source bit that becomes high with a high one
//!   that becomes low. With `t` pairs, blocks of `2^t` source chunks become
//!   blocks of `2^t` destination chunks in `t` levels of exchanges.
//! - What then remains is a permutation inside the chunk ([`Inside`]).
//!
//! The fixed bit halves the work where it is an
//! address bit above the chunk on either side: on both, the other half is not
//! visited; only in the destination, the first level of exchanges gives one
//! chunk for two (`select`); only in the source, chunks of the other half are
//! not read.
//!
//! Compiling takes a few hundred cycles, so plans are made when they are used
//! and not kept.

use crate::blocks::{Block, Side};
use crate::chunk::{BYTE_BITS, CHUNK_BITS};
use crate::flags;
use crate::inside::Inside;
use crate::wiring::{Fixed, Wiring};

/// The address bits inside bytes.
const IN_BYTE: u32 = (1 << BYTE_BITS) - 1;

/// Marks an output of a block that nobody wants.
pub(crate) const DROPPED: u32 = u32::MAX;

/// A compiled wiring. One value is compiled again and again, to reuse memory:
/// [`Plan::address`], a choice of blocks, [`Plan::compile`], [`Plan::weave`].
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The blocks to read.
    pub(crate) blocks: Vec<Block>,
    /// What to add for each source chunk of a block.
    pub(crate) source_offsets: Vec<u32>,
    /// What to add for each destination chunk of a block, or [`DROPPED`].
    pub(crate) destination_offsets: Vec<u32>,
    /// How many levels of exchanges there are.
    pub(crate) levels: usize,
    /// The byte address bit of each level.
    pub(crate) slots: [u8; CHUNK_BITS],
    /// The level before which byte and bit addresses are exchanged.
    pub(crate) turn: usize,
    /// A first level of which only the second result is wanted: its slot, and
    /// what to add for the other source chunk.
    pub(crate) select: Option<(u8, u32)>,
    /// What happens inside the chunks.
    pub(crate) inside: Inside,
    /// The address bit inside the chunk which must be 1, if there is one.
    pub(crate) half: Option<u8>,
    /// What the nine low address bits hold after the levels.
    content: [u8; CHUNK_BITS],
    source_side: Side,
    destination_side: Side,
    folded: Vec<u64>,
}

impl Plan {
    /// Works out which chunks go where.
    #[inline(always)]
    pub fn address(&mut self, wiring: &Wiring) {
        let Wiring { from, bits, .. } = wiring;
        let (fixed, taken) = (wiring.fixed, wiring.from[wiring.fixed] as usize);
        let phantom = if wiring.role == Fixed::Phantom { fixed } else { usize::MAX };
        let high = |bit: usize| bit >= CHUNK_BITS;
        let chunk_bit = |bit: usize| if high(bit) { 1u32 << (bit - CHUNK_BITS) } else { 0 };
        let goal_bit = |bit: usize| if bit == phantom { 0 } else { chunk_bit(bit) };

        // Free bits, and low source bits that become high ones: those, and what they become.
        let chunk_bits = bits - CHUNK_BITS;
        // Written where they stay: to copy what was just written in pieces has to wait for it.
        let Plan { source_side, destination_side, content, .. } = self;
        (*source_side, *destination_side) = (Side::default(), Side::default());
        *content = std::array::from_fn(|slot| slot as u8);
        source_side.bits = chunk_bits;
        destination_side.bits = chunk_bits - usize::from(phantom != usize::MAX);
        destination_side.fixed = goal_bit(fixed);
        if high(fixed) {
            source_side.fixed = chunk_bit(taken);
            source_side.fixed_there = destination_side.fixed;
            destination_side.fixed_there = source_side.fixed;
        }
        let (mut outgoing, mut goals) = (0u32, [0u8; CHUNK_BITS]);
        for (bit, &source) in from.iter().enumerate().take(*bits).skip(CHUNK_BITS) {
            let source = usize::from(source);
            if !high(source) {
                outgoing |= 1 << source;
                goals[source] = bit as u8;
            } else if bit != fixed {
                destination_side.there[bit - CHUNK_BITS] = chunk_bit(source);
                source_side.there[source - CHUNK_BITS] = goal_bit(bit);
            }
        }

        // Crossing bits, whole bytes first.
        let mut incoming = from[..CHUNK_BITS].iter().copied().filter(|&s| high(s as usize));
        self.levels = 0;
        self.turn = usize::MAX;
        self.select = None;
        self.source_offsets.clear();
        self.source_offsets.push(0);
        self.destination_offsets.clear();
        self.destination_offsets.push(0);
        let mut bytes_then_bits = outgoing >> BYTE_BITS << BYTE_BITS | (outgoing & IN_BYTE) << CHUNK_BITS;
        while bytes_then_bits != 0 {
            let slot = bytes_then_bits.trailing_zeros() as usize % CHUNK_BITS;
            bytes_then_bits &= bytes_then_bits - 1;
            let goal = usize::from(goals[slot]);
            let source = incoming.next().expect("as many bits come in as go out") as usize;
            let source_step = chunk_bit(source);
            source_side.crossing |= source_step;
            if goal == fixed && slot >= BYTE_BITS {
                content[slot] = source as u8;
                self.select = Some(((slot - BYTE_BITS) as u8, source_step));
                continue;
            }
            let mut slot = slot;
            if slot < BYTE_BITS {
                if self.turn == usize::MAX {
                    self.turn = self.levels;
                    for bit in 0..BYTE_BITS {
                        content.swap(bit, bit + BYTE_BITS);
                    }
                }
                slot += BYTE_BITS;
            }
            content[slot] = source as u8;
            self.slots[self.levels] = (slot - BYTE_BITS) as u8;
            self.levels += 1;
            // Of a source bit fixed at 1 the other half is not needed.
            let always = if source == taken { source_step } else { 0 };
            source_side.always |= always;
            let goal_step = if goal == fixed { 0 } else { goal_bit(goal) };
            destination_side.crossing |= goal_step;
            for i in 0..self.source_offsets.len() {
                self.source_offsets.push(self.source_offsets[i] + source_step);
                self.source_offsets[i] += always;
                let lower = self.destination_offsets[i];
                self.destination_offsets.push(if lower == DROPPED { DROPPED } else { lower + goal_step });
                if goal == fixed {
                    self.destination_offsets[i] = DROPPED;
                }
            }
        }
        self.half = (!high(fixed) && wiring.role == Fixed::Real).then_some(fixed as u8);
    }

    /// Takes all blocks.
    #[inline]
    pub fn all_blocks(&mut self) {
        let side = &self.destination_side;
        self.blocks.clear();
        self.blocks.push(Block { destination: side.fixed, source: side.fixed_there });
        for (bit, &there) in side.there.iter().enumerate() {
            if there != 0 {
                let half = self.blocks.len();
                self.blocks.extend_from_within(..);
                for block in &mut self.blocks[half..] {
                    block.destination += 1 << bit;
                    block.source += there;
                }
            }
        }
    }

    /// Takes the blocks that read a flagged chunk; one flag for each chunk.
    #[inline(always)]
    pub fn blocks_reading(&mut self, flags: &[u64]) {
        let Plan { blocks, source_side, folded, .. } = self;
        blocks.clear();
        source_side
            .each_block(flags, folded, |source, destination| blocks.push(Block { destination, source }));
    }

    /// Takes the blocks that write a flagged chunk.
    #[inline(always)]
    pub fn blocks_writing(&mut self, flags: &[u64]) {
        let Plan { blocks, destination_side, folded, .. } = self;
        blocks.clear();
        destination_side
            .each_block(flags, folded, |destination, source| blocks.push(Block { destination, source }));
    }

    /// Leaves out the blocks that write no flagged chunk.
    #[inline(always)]
    pub fn keep_writing(&mut self, flagged: &[u64]) {
        let Plan { blocks, destination_offsets, .. } = self;
        blocks.retain(|block| {
            let wanted = |offset: &u32| flags::get(flagged, (block.destination + offset) as usize);
            destination_offsets.iter().any(|offset| *offset != DROPPED && wanted(offset))
        });
    }

    /// Whether no block was taken.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Flags every chunk that the blocks write.
    #[inline(always)]
    pub fn flag_destinations(&self, flagged: &mut [u64]) {
        for block in &self.blocks {
            for &offset in &self.destination_offsets {
                if offset != DROPPED {
                    flags::set(flagged, (block.destination + offset) as usize);
                }
            }
        }
    }

    /// Works out what happens inside the chunks.
    #[inline(always)]
    pub fn compile(&mut self, wiring: &Wiring) {
        let mut place = [0u8; 32];
        for (slot, &bit) in self.content.iter().enumerate() {
            place[usize::from(bit & 31)] = slot as u8;
        }
        // Nothing matters but which of the nine each of the nine comes from.
        let from: &[u8; CHUNK_BITS] = wiring.from.first_chunk().expect("a chunk has its address bits");
        self.inside = Inside::new(from.map(|bit| place[usize::from(bit & 31)]));
    }
}
