//! A layer whose blocks are made by many.
//!
//! Blocks do not depend on one another, and neither do most steps of a signature: a
//! BLAKE3 hash is a tree over its input, and the bytes of a block are a whole subtree
//! of it, as their number is a power of two. So whoever has the values of a block
//! makes the bytes of the file, the counts and the two subtrees ([`PackedBlock`]), and
//! somebody joins them in order ([`LayerJoiner`]). The file is the same, byte by byte,
//! as by [`LayerWriter`](crate::LayerWriter).

use blake3::hazmat::{ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root};
use kaiketsu_game::Code;

use crate::block::{self, BLOCK_POSITIONS};
use crate::layer::LayerFacts;
use crate::layout::Coding;
use crate::manifest::LayerEntry;
use crate::storage::Storage;
use crate::tally::{NotAValue, Tally};
use crate::writer::Body;
use crate::{DbError, layer_file, two_bits};

/// A block of a layer as it will stand in the file, and what is needed to join it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedBlock {
    bytes: Vec<u8>,
    tally: Tally,
    /// The subtrees of the signatures, or all of them where the layer has one block.
    values: [u8; 32],
    plies: [u8; 32],
}

/// Bytes before those of the file when a block is kept or sent.
const HEAD: usize = 3 * 4 + 2 + 2 * 32;

impl PackedBlock {
    /// Makes a block of the codes of its positions.
    pub fn new(facts: &LayerFacts, coding: Coding, number: u64, codes: &[Code]) -> Result<Self, DbError> {
        let refused = |NotAValue { offset, code }| DbError::BadCode {
            file: layer_file(facts.layer),
            position: number * BLOCK_POSITIONS + offset as u64,
            code,
            distances: facts.distances,
        };
        let alone = facts.positions <= BLOCK_POSITIONS;
        let hash = |bytes: &[u8], whole_block: u64| hash(bytes, number * whole_block, alone);
        let (encoded, values, plies) = if facts.distances {
            let words: Vec<u8> = codes.iter().flat_map(|code| code.0.to_le_bytes()).collect();
            let encoded = block::encode_words(&words, coding).map_err(refused)?;
            let plies = hash(&words, 2 * BLOCK_POSITIONS);
            let values = encoded.values.as_deref().map(|values| hash(values, BLOCK_POSITIONS / 4));
            (encoded, values.unwrap_or_default(), plies)
        } else {
            if let Some(offset) = codes.iter().position(|code| code.0 > 2) {
                return Err(refused(NotAValue { offset, code: codes[offset].0 }));
            }
            let packed = two_bits::pack(codes.iter().map(|code| code.0 as u8));
            let encoded = block::encode_two_bits(&packed, codes.len()).map_err(refused)?;
            (encoded, hash(&packed, BLOCK_POSITIONS / 4), [0; 32])
        };
        Ok(PackedBlock { bytes: encoded.bytes, tally: encoded.tally, values, plies })
    }

    /// Bytes to keep or send.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + self.bytes.len());
        // A block has at most 65,536 positions.
        let counts = [self.tally.win, self.tally.loss, self.tally.draw].map(|count| count as u32);
        counts.iter().for_each(|count| bytes.extend(count.to_le_bytes()));
        bytes.extend(self.tally.greatest.to_le_bytes());
        bytes.extend(self.values);
        bytes.extend(self.plies);
        bytes.extend(&self.bytes);
        bytes
    }

    /// A block from such bytes; `None` if there are too few.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (counts, rest) = bytes.split_first_chunk::<12>()?;
        let [win, loss, draw] = [0, 4, 8].map(|at| {
            u32::from_le_bytes([counts[at], counts[at + 1], counts[at + 2], counts[at + 3]]).into()
        });
        let (greatest, rest) = rest.split_first_chunk()?;
        let (values, rest) = rest.split_first_chunk()?;
        let (plies, rest) = rest.split_first_chunk()?;
        let tally = Tally { win, loss, draw, greatest: u16::from_le_bytes(*greatest) };
        Some(PackedBlock { bytes: rest.to_vec(), tally, values: *values, plies: *plies })
    }
}

/// The subtree of some bytes at an offset, or their hash if they are all there is.
fn hash(bytes: &[u8], offset: u64, alone: bool) -> [u8; 32] {
    if alone {
        return blake3::hash(bytes).into();
    }
    blake3::Hasher::new().set_input_offset(offset).update(bytes).finalize_non_root()
}

/// Writes a layer from blocks that were made elsewhere, in order.
///
/// ```
/// use kaiketsu_db::{Coding, LayerFacts, LayerJoiner, LayerWriter, Memory, PackedBlock};
/// use kaiketsu_game::Code;
///
/// let facts = LayerFacts {
///     game: "nim".to_string(), rules_version: 1, layer: 0, positions: 2, distances: true,
/// };
/// let codes = [Code::loss(0), Code::win(1)];
/// let (joined, written) = (Memory::new(), Memory::new());
/// let mut joiner = LayerJoiner::create_as(&joined, facts.clone(), Coding::Together)?;
/// joiner.push(&PackedBlock::new(&facts, Coding::Together, 0, &codes)?)?;
/// joiner.finish()?;
/// let mut writer = LayerWriter::create(&written, facts)?;
/// writer.push(&codes)?;
/// writer.finish()?;
/// assert_eq!(joined.bytes("layer-0000.kai"), written.bytes("layer-0000.kai"));
/// # Ok::<(), kaiketsu_db::DbError>(())
/// ```
pub struct LayerJoiner {
    body: Body,
    values: Tree,
    plies: Tree,
}

impl LayerJoiner {
    /// Starts the file of a layer.
    pub fn create_as(storage: &dyn Storage, facts: LayerFacts, coding: Coding) -> Result<Self, DbError> {
        let body = Body::create(storage, facts, coding)?;
        Ok(LayerJoiner { body, values: Tree::default(), plies: Tree::default() })
    }

    /// Appends the next block.
    pub fn push(&mut self, block: &PackedBlock) -> Result<(), DbError> {
        let Tally { win, loss, draw, .. } = block.tally;
        let (next, positions) = (self.values.blocks * BLOCK_POSITIONS, self.body.facts.positions);
        let expected = positions.saturating_sub(next).min(BLOCK_POSITIONS);
        if win + loss + draw != expected || expected == 0 {
            let pushed = next + win + loss + draw;
            return Err(self.body.give_up(|file| DbError::WrongCount { file, expected: positions, pushed }));
        }
        self.values.push(block.values);
        self.plies.push(block.plies);
        self.body.add(&block.bytes, &block.tally)
    }

    /// Writes the rest, makes the file durable and visible.
    pub fn finish(self) -> Result<LayerEntry, DbError> {
        let LayerFacts { positions, distances, .. } = self.body.facts;
        let blocks = self.values.blocks;
        if blocks < positions.div_ceil(BLOCK_POSITIONS) {
            let (file, pushed) = (self.body.file, blocks * BLOCK_POSITIONS);
            return Err(DbError::WrongCount { file, expected: positions, pushed });
        }
        let plies = distances.then(|| self.plies.root().into());
        self.body.finish(self.values.root().into(), plies)
    }
}

/// The subtrees of a hash, joined as they come: at any time one for each bit that is
/// set in their number, or more, as the last join must know that it is the last.
#[derive(Default)]
struct Tree {
    stack: Vec<ChainingValue>,
    blocks: u64,
}

impl Tree {
    fn push(&mut self, subtree: ChainingValue) {
        while self.stack.len() > self.blocks.count_ones() as usize {
            let right = self.stack.pop().expect("there are more than none");
            let left = self.stack.pop().expect("one bit more than the bits of a number above 0");
            self.stack.push(merge_subtrees_non_root(&left, &right, Mode::Hash));
        }
        self.stack.push(subtree);
        self.blocks += 1;
    }

    fn root(mut self) -> blake3::Hash {
        let Some(mut right) = self.stack.pop() else { return blake3::hash(&[]) };
        let Some(first) = (!self.stack.is_empty()).then(|| self.stack.remove(0)) else {
            return right.into(); // the only block has the hash of all
        };
        while let Some(left) = self.stack.pop() {
            right = merge_subtrees_non_root(&left, &right, Mode::Hash);
        }
        merge_subtrees_root(&first, &right, Mode::Hash)
    }
}
