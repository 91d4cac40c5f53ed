//! Writing a layer.
//!
//! Values are gathered until there are 64 blocks of them, which are then
//! compressed in parallel and written in order, so the bytes of the file do
//! not depend on the number of threads. Memory: 1 MiB without distances,
//! 8 MiB with them, and twice that again while a batch is compressed.

use std::io::Write;

use kaiketsu_game::Code;
use rayon::prelude::*;

use crate::block::{self, BLOCK, BLOCK_POSITIONS, Encoded};
use crate::layer::{self, LayerFacts, layer_file};
use crate::layout::{self, Coding, ENTRY, SUMMARY, Summary};
use crate::manifest::LayerEntry;
use crate::signature::Signature;
use crate::storage::{Sink, Storage, place};
use crate::tally::{GREATEST_CODE, NotAValue, Tally};
use crate::{DbError, two_bits};

/// Blocks compressed side by side.
const BATCH: usize = 64;

/// Writes the values of a layer, in order, into a new file.
///
/// The file appears when [`LayerWriter::finish`] succeeds. Dropping the
/// writer, or any error, leaves no file.
///
/// ```
/// use kaiketsu_db::{LayerFacts, LayerReader, LayerWriter, Memory};
/// use kaiketsu_game::Code;
///
/// let storage = Memory::new();
/// let facts = LayerFacts {
///     game: "nim".to_string(), rules_version: 1, layer: 0, positions: 3, distances: true,
/// };
/// let mut writer = LayerWriter::create(&storage, facts.clone())?;
/// writer.push(&[Code::loss(0), Code::win(1)])?;
/// writer.push(&[Code::loss(2)])?;
/// let summary = writer.finish()?;
/// assert_eq!((summary.win, summary.loss, summary.longest), (1, 2, Some(2)));
///
/// let reader = LayerReader::open(&storage, &facts)?;
/// assert_eq!(reader.get(1)?, Code::win(1));
/// # Ok::<(), kaiketsu_db::DbError>(())
/// ```
pub struct LayerWriter {
    body: Body,
    coding: Coding,
    /// Values not yet written, from a block boundary on: two bits a position
    /// without distances, little-endian words with them.
    pending: Vec<u8>,
    pushed: u64,
    /// The first of the values not yet written.
    first: u64,
    values: blake3::Hasher,
    plies: blake3::Hasher,
}

/// The file of a layer that is being written: all but its values.
pub(crate) struct Body {
    pub(crate) facts: LayerFacts,
    pub(crate) file: String,
    /// Gone once an operation has failed.
    sink: Option<Box<dyn Sink>>,
    header_checksum: u32,
    written: u64,
    index: Vec<u8>,
    tally: Tally,
}

impl Body {
    /// Starts the file.
    pub(crate) fn create(storage: &dyn Storage, facts: LayerFacts, coding: Coding) -> Result<Self, DbError> {
        if !layer::is_game_id(&facts.game) {
            return Err(DbError::BadGame(facts.game));
        }
        let name = layer_file(facts.layer);
        let file = place(storage, &name);
        let header = layout::header(&facts, coding.format(facts.distances));
        let mut sink = storage.create(&name).map_err(|error| DbError::io(&file, "making the file", error))?;
        sink.write_all(&header).map_err(|error| DbError::io(&file, "writing the header", error))?;
        Ok(Body {
            header_checksum: crc32c::crc32c(&header[..header.len() - 4]),
            written: header.len() as u64,
            facts,
            file,
            sink: Some(sink),
            index: Vec::new(),
            tally: Tally::default(),
        })
    }

    /// Gives the file up: the sink is dropped and with it the temporary file.
    pub(crate) fn give_up(&mut self, error: impl FnOnce(String) -> DbError) -> DbError {
        self.sink = None;
        error(self.file.clone())
    }

    /// Whether it was given up.
    fn is_abandoned(&self) -> bool {
        self.sink.is_none()
    }

    /// Appends a block.
    pub(crate) fn add(&mut self, block: &[u8], tally: &Tally) -> Result<(), DbError> {
        let Some(sink) = &mut self.sink else { return Err(DbError::Abandoned(self.file.clone())) };
        if let Err(error) = sink.write_all(block) {
            return Err(self.give_up(|file| DbError::io(&file, "writing values", error)));
        }
        self.index.extend((block.len() as u32).to_le_bytes());
        self.index.extend(crc32c::crc32c(block).to_le_bytes());
        self.written += block.len() as u64;
        self.tally.add(tally);
        Ok(())
    }

    /// Writes the rest, makes the file durable and visible.
    pub(crate) fn finish(self, values: Signature, plies: Option<Signature>) -> Result<LayerEntry, DbError> {
        let LayerFacts { layer: number, positions, distances, .. } = self.facts;
        let layer = LayerEntry {
            number,
            name: String::new(),
            file: layer_file(number),
            positions,
            win: self.tally.win,
            loss: self.tally.loss,
            draw: self.tally.draw,
            longest: self.tally.longest(distances),
            bytes: self.written + self.index.len() as u64 + SUMMARY as u64,
            signature_values: values,
            signature_plies: plies,
        };
        let summary = Summary {
            layer,
            index_checksum: crc32c::crc32c(&self.index),
            index_offset: self.written,
            header_checksum: self.header_checksum,
        };
        let failed = |error| DbError::io(&self.file, "writing the end of the file", error);
        let mut sink = self.sink.ok_or_else(|| DbError::Abandoned(self.file.clone()))?;
        sink.write_all(&self.index).map_err(failed)?;
        sink.write_all(&summary.to_bytes()).map_err(failed)?;
        sink.commit().map_err(|error| DbError::io(&self.file, "making the file durable", error))?;
        Ok(summary.layer)
    }
}

impl LayerWriter {
    /// Starts the file of a layer.
    pub fn create(storage: &dyn Storage, facts: LayerFacts) -> Result<Self, DbError> {
        Self::create_as(storage, facts, Coding::Together)
    }

    /// The same, with distances written in a certain way.
    pub fn create_as(storage: &dyn Storage, facts: LayerFacts, coding: Coding) -> Result<Self, DbError> {
        Ok(LayerWriter {
            body: Body::create(storage, facts, coding)?,
            coding,
            pending: Vec::new(),
            pushed: 0,
            first: 0,
            values: blake3::Hasher::new(),
            plies: blake3::Hasher::new(),
        })
    }

    /// Appends values: any number of them, in stored order.
    pub fn push(&mut self, codes: &[Code]) -> Result<(), DbError> {
        self.expect(codes.len() as u64)?;
        let greatest = if self.body.facts.distances { GREATEST_CODE } else { 2 };
        if let Some(offset) = codes.iter().position(|code| code.0 > greatest) {
            return Err(self.refuse(self.pushed, NotAValue { offset, code: codes[offset].0 }));
        }
        let mut rest = codes;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(self.room()));
            if self.body.facts.distances {
                let first = self.pending.len();
                self.pending.resize(first + 2 * now.len(), 0);
                let places = self.pending[first..].chunks_exact_mut(2);
                places.zip(now).for_each(|(place, code)| place.copy_from_slice(&code.0.to_le_bytes()));
            } else {
                self.pack(now);
            }
            self.advance(now.len())?;
            rest = later;
        }
        Ok(())
    }

    /// Appends values that are already in two bits (0 draw, 1 win, 2 loss),
    /// four positions a byte, low bits first. For layers without distances.
    ///
    /// Fast if the number of values before is a multiple of four: then no
    /// position is looked at by itself.
    pub fn push_two_bits(&mut self, packed: &[u8], positions: u64) -> Result<(), DbError> {
        if self.body.facts.distances {
            return Err(DbError::Distances { file: self.body.file.clone(), stored: true });
        }
        self.expect(positions)?;
        let positions = positions as usize;
        if packed.len() < two_bits::bytes_for(positions) {
            let pushed = self.pushed + 4 * packed.len() as u64;
            return Err(DbError::WrongCount {
                file: self.body.file.clone(),
                expected: self.pushed + positions as u64,
                pushed,
            });
        }
        if !self.pushed.is_multiple_of(4) {
            let codes: Vec<Code> =
                (0..positions).map(|index| Code(two_bits::get(packed, index).into())).collect();
            return self.push(&codes);
        }
        let mut done = 0;
        while done < positions {
            let now = (positions - done).min(self.room());
            self.pending.extend_from_slice(&packed[done / 4..two_bits::bytes_for(done + now)]);
            two_bits::clear_padding(&mut self.pending, now);
            done += now;
            self.advance(now)?;
        }
        Ok(())
    }

    /// Writes the rest, makes the file durable and visible.
    pub fn finish(mut self) -> Result<LayerEntry, DbError> {
        if self.pushed != self.body.facts.positions {
            let (file, expected) = (self.body.file, self.body.facts.positions);
            return Err(DbError::WrongCount { file, expected, pushed: self.pushed });
        }
        self.flush()?;
        let plies = self.body.facts.distances.then(|| self.plies.finalize().into());
        self.body.finish(self.values.finalize().into(), plies)
    }

    /// Refuses more values than the layer has positions.
    fn expect(&mut self, more: u64) -> Result<(), DbError> {
        if self.body.is_abandoned() {
            return Err(DbError::Abandoned(self.body.file.clone()));
        }
        let (pushed, expected) = (self.pushed.saturating_add(more), self.body.facts.positions);
        if pushed > expected {
            return Err(self.body.give_up(|file| DbError::WrongCount { file, expected, pushed }));
        }
        Ok(())
    }

    /// Gives the file up because of a code that is no value.
    fn refuse(&mut self, first: u64, NotAValue { offset, code }: NotAValue) -> DbError {
        let (position, distances) = (first + offset as u64, self.body.facts.distances);
        self.body.give_up(|file| DbError::BadCode { file, position, code, distances })
    }

    /// How many positions are missing to a full batch.
    fn room(&self) -> usize {
        BATCH * BLOCK - (self.pushed % (BATCH * BLOCK) as u64) as usize
    }

    /// Appends values in two bits from any position on.
    fn pack(&mut self, mut codes: &[Code]) {
        let used = (self.pushed % 4) as usize;
        if used > 0 {
            let (now, later) = codes.split_at(codes.len().min(4 - used));
            if let Some(last) = self.pending.last_mut() {
                (used..).zip(now).for_each(|(place, code)| *last |= (code.0 as u8) << (2 * place));
            }
            codes = later;
        }
        self.pending.extend(two_bits::pack(codes.iter().map(|code| code.0 as u8)));
    }

    /// Counts values that were put into `pending`; writes them if it is full.
    fn advance(&mut self, positions: usize) -> Result<(), DbError> {
        self.pushed += positions as u64;
        if self.pushed.is_multiple_of((BATCH * BLOCK) as u64) { self.flush() } else { Ok(()) }
    }

    /// Compresses and writes what is pending.
    fn flush(&mut self) -> Result<(), DbError> {
        if self.body.is_abandoned() {
            return Err(DbError::Abandoned(self.body.file.clone()));
        }
        let (first, distances, coding) = (self.first, self.body.facts.distances, self.coding);
        let (pending, plies, values) = (&self.pending, &mut self.plies, &mut self.values);
        let hash = || {
            _ = if distances { plies.update(pending) } else { values.update(pending) };
        };
        let total = (self.pushed - first) as usize;
        let encode = || -> Result<Vec<Encoded>, (usize, NotAValue)> {
            let width = if distances { 2 * BLOCK } else { BLOCK / 4 };
            let blocks = pending.par_chunks(width).enumerate();
            let encoded = blocks.map(|(number, bytes)| {
                let positions = BLOCK.min(total - number * BLOCK);
                let block = if distances {
                    block::encode_words(bytes, coding)
                } else {
                    block::encode_two_bits(bytes, positions)
                };
                block.map_err(|error| (number, error))
            });
            encoded.collect()
        };
        let ((), encoded) = rayon::join(hash, encode);
        let encoded =
            encoded.map_err(|(number, error)| self.refuse(first + (number * BLOCK) as u64, error))?;
        for block in &encoded {
            self.body.add(&block.bytes, &block.tally)?;
            block.values.iter().for_each(|values| _ = self.values.update(values));
        }
        debug_assert_eq!(self.body.index.len() as u64, ENTRY as u64 * self.pushed.div_ceil(BLOCK_POSITIONS));
        self.pending.clear();
        self.first = self.pushed;
        Ok(())
    }
}
