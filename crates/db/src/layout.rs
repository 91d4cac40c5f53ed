//! The bytes of a layer file around its blocks: header, index, summary.
//!
//! ```text
//! header | block 0 | block 1 | ... | index | summary
//! ```
//!
//! `docs/format.md` lists every byte. Counts and signatures are known only at
//! the end, and files are written in one pass, so they stand in the summary,
//! the last 128 bytes. Every byte is covered by a checksum or has one right
//! value: no flipped bit goes unnoticed.

use crate::block::BLOCK_POSITIONS;
use crate::error::{DbError, Part};
use crate::layer::{LayerFacts, is_game_id, layer_file};
use crate::manifest::LayerEntry;
use crate::signature::Signature;

/// The latest format this version writes and reads.
pub const FORMAT: u32 = 3;

/// How the distances of a layer are written. Without distances it says nothing, but
/// for the format that [`Coding::Apart`] puts down even then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coding {
    /// With their outcomes: format 1.
    #[default]
    Together,
    /// Apart from their outcomes where that is shorter: format 2.
    Apart,
    /// By the worst of their neighbours: format 3.
    ByNeighbours {
        /// Positions whose numbers differ in one of so many low bits are alike.
        bits: u32,
    },
}

impl Coding {
    /// The format of a file.
    pub(crate) fn format(self, distances: bool) -> u32 {
        match self {
            Coding::Apart => 2,
            Coding::ByNeighbours { .. } if distances => 3,
            Coding::Together | Coding::ByNeighbours { .. } => 1,
        }
    }
}

/// The first bytes of every layer file. As in PNG, the first is no text, and
/// the line ends show damage by programs that translate them.
pub(crate) const MAGIC: [u8; 8] = *b"\x8AKAI\r\n\x1A\n";
/// The last bytes of every layer file.
pub(crate) const END: [u8; 8] = *b"KAI-END\n";

/// Bytes of the header before the identifier of the game.
const HEADER_FIXED: usize = 42;
/// The length of a header in any format is at most this.
pub(crate) const LONGEST_HEADER: usize = HEADER_FIXED + 255 + 4;
/// Bytes of an index entry: length and checksum of a block.
pub(crate) const ENTRY: usize = 8;
/// Bytes of the summary.
pub(crate) const SUMMARY: usize = 128;
/// What stands in the summary where there is no longest distance.
const NO_LONGEST: u16 = u16::MAX;

/// The header of a file.
pub(crate) fn header(facts: &LayerFacts, format: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(LONGEST_HEADER);
    let length = HEADER_FIXED + facts.game.len() + 4;
    bytes.extend(MAGIC);
    bytes.extend(format.to_le_bytes());
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(facts.rules_version.to_le_bytes());
    bytes.extend(facts.layer.to_le_bytes());
    bytes.extend(facts.positions.to_le_bytes());
    bytes.extend(u32::from(facts.distances).to_le_bytes());
    bytes.extend((BLOCK_POSITIONS as u32).to_le_bytes());
    bytes.extend((facts.game.len() as u16).to_le_bytes());
    bytes.extend(facts.game.as_bytes());
    bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
    bytes
}

/// A header that was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) facts: LayerFacts,
    pub(crate) format: u32,
    pub(crate) length: usize,
    pub(crate) checksum: u32,
}

/// Reads the header from the first bytes of a file: [`LONGEST_HEADER`] of
/// them, or all there are. The name of the file is for messages.
pub(crate) fn read_header(file: &str, bytes: &[u8]) -> Result<Header, DbError> {
    let short = || DbError::Truncated(file.to_string());
    let damaged = || DbError::Damaged { file: file.to_string(), part: Part::Header };
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(DbError::NotALayer(file.to_string()));
    }
    let mut fields = Fields { bytes: bytes.get(MAGIC.len()..).ok_or_else(short)? };
    let format = fields.u32().ok_or_else(short)?;
    let length = fields.u32().ok_or_else(short)? as usize;
    if !(20..=LONGEST_HEADER).contains(&length) {
        return Err(damaged());
    }
    let whole = bytes.get(..length).and_then(|bytes| bytes.split_last_chunk::<4>());
    let (covered, checksum) = whole.ok_or_else(short)?;
    let checksum = u32::from_le_bytes(*checksum);
    if crc32c::crc32c(covered) != checksum {
        return Err(damaged());
    }
    // The fields so far and the checksum stay where they are in all formats,
    // so a newer format is told from a damaged number.
    if format > FORMAT {
        return Err(DbError::NewerFormat { file: file.to_string(), found: format, known: FORMAT });
    }
    let mut fields = Fields { bytes: &covered[16..] };
    read_facts(&mut fields)
        .filter(|_| format > 0 && fields.bytes.is_empty())
        .map(|facts| Header { facts, format, length, checksum })
        .ok_or_else(damaged)
}

fn read_facts(fields: &mut Fields<'_>) -> Option<LayerFacts> {
    let rules_version = fields.u32()?;
    let layer = fields.u32()?;
    let positions = fields.u64()?;
    let flags = fields.u32()?;
    let block_positions = u64::from(fields.u32()?);
    let game_length = fields.u16()?;
    let game = str::from_utf8(fields.take(usize::from(game_length))?).ok()?.to_string();
    let facts = LayerFacts { game, rules_version, layer, positions, distances: flags & 1 == 1 };
    (flags < 2 && block_positions == BLOCK_POSITIONS && is_game_id(&facts.game)).then_some(facts)
}

/// The last bytes of a file: what the layer holds, and how the parts fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) layer: LayerEntry,
    pub(crate) index_checksum: u32,
    pub(crate) index_offset: u64,
    pub(crate) header_checksum: u32,
}

impl Summary {
    /// The bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SUMMARY);
        bytes.extend(self.layer.win.to_le_bytes());
        bytes.extend(self.layer.loss.to_le_bytes());
        bytes.extend(self.layer.draw.to_le_bytes());
        bytes.extend(self.layer.longest.unwrap_or(NO_LONGEST).to_le_bytes());
        bytes.extend(0u16.to_le_bytes());
        bytes.extend(self.index_checksum.to_le_bytes());
        bytes.extend(self.index_offset.to_le_bytes());
        bytes.extend(self.layer.bytes.to_le_bytes());
        bytes.extend(self.layer.signature_values.0);
        bytes.extend(self.layer.signature_plies.map_or([0; 32], |signature| signature.0));
        bytes.extend(self.header_checksum.to_le_bytes());
        bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
        bytes.extend(END);
        bytes
    }

    /// Reads the summary of a layer; `None` if the checksum is wrong. That
    /// the bytes end in [`END`] was seen before.
    pub(crate) fn read(bytes: &[u8; SUMMARY], facts: &LayerFacts) -> Option<Summary> {
        let covered = &bytes[..SUMMARY - END.len() - 4];
        let mut fields = Fields { bytes };
        let [win, loss, draw] = [fields.u64()?, fields.u64()?, fields.u64()?];
        let (longest, _zero) = (fields.u16()?, fields.u16()?);
        let (index_checksum, index_offset) = (fields.u32()?, fields.u64()?);
        let layer = LayerEntry {
            number: facts.layer,
            name: String::new(),
            file: layer_file(facts.layer),
            positions: facts.positions,
            win,
            loss,
            draw,
            longest: Some(longest).filter(|longest| *longest != NO_LONGEST),
            bytes: fields.u64()?,
            signature_values: Signature(fields.array()?),
            signature_plies: Some(Signature(fields.array()?)).filter(|_| facts.distances),
        };
        let header_checksum = fields.u32()?;
        let intact = fields.u32()? == crc32c::crc32c(covered);
        intact.then_some(Summary { layer, index_checksum, index_offset, header_checksum })
    }
}

/// Bytes taken field by field; every taking may fail and none panics.
struct Fields<'a> {
    bytes: &'a [u8],
}

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (field, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(field)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*field)
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}
