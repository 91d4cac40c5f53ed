//! Reading a layer.
//!
//! Opening reads header, summary and index, 8 bytes for every 65,536
//! positions, and looks at no value. (Where signposts lie beside the layer they
//! are read in place of the index, see `index.rs`.) A value then costs one block:
//! from the cache, or one read and one decoding of at most 128 KiB.

use std::fmt;
use std::sync::Arc;

use kaiketsu_game::Code;
use rayon::prelude::*;

use crate::block::{BLOCK, BLOCK_POSITIONS, Block, Ways};
use crate::cache::Cache;
use crate::error::{DbError, Part};
use crate::index::{Bounds, Index, Place, Sections, signposts_of};
use crate::layer::{LayerFacts, layer_file};
use crate::layout::{self, END, ENTRY, LONGEST_HEADER, SUMMARY, Summary};
use crate::manifest::LayerEntry;
use crate::storage::{Source, Storage, open_if_there, place, read_whole};

/// The values of one layer, for any number of threads.
pub struct LayerReader {
    file: String,
    source: Box<dyn Source>,
    facts: LayerFacts,
    ways: Ways,
    summary: LayerEntry,
    index: Index,
    cache: Cache,
}

impl LayerReader {
    /// Opens the file of a layer and makes sure that it is the one expected.
    pub fn open(storage: &dyn Storage, expected: &LayerFacts) -> Result<Self, DbError> {
        let reader = Self::open_as_found(storage, expected.layer)?;
        reader.compare(expected)?;
        Ok(reader)
    }

    /// Opens the file of a layer, whatever game it is of.
    pub fn open_as_found(storage: &dyn Storage, layer: u32) -> Result<Self, DbError> {
        let name = layer_file(layer);
        let file = place(storage, &name);
        let source = storage.open(&name).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => DbError::MissingLayer(file.clone()),
            _ => DbError::io(&file, "opening the file", error),
        })?;
        let mut posts = None;
        if let Some(name) = signposts_of(&name) {
            let file = place(storage, &name);
            let found = open_if_there(storage, &name);
            let found = found.map_err(|error| DbError::io(&file, "opening the file", error))?;
            posts = found.map(|source| (file, source));
        }
        Opening { file, source, posts }.open()
    }

    fn compare(&self, expected: &LayerFacts) -> Result<(), DbError> {
        let (file, found) = (self.file.clone(), &self.facts);
        DbError::expect_game(
            &file,
            (&expected.game, expected.rules_version),
            (&found.game, found.rules_version),
        )?;
        if found.layer != expected.layer {
            return Err(DbError::OtherLayer { file, expected: expected.layer, found: found.layer });
        }
        if found.distances != expected.distances {
            return Err(DbError::Distances { file, stored: found.distances });
        }
        if found.positions != expected.positions {
            return Err(DbError::OtherLength { file, expected: expected.positions, found: found.positions });
        }
        Ok(())
    }

    /// What the file is of.
    #[must_use]
    pub fn facts(&self) -> &LayerFacts {
        &self.facts
    }

    /// Counts and signatures.
    #[must_use]
    pub fn summary(&self) -> &LayerEntry {
        &self.summary
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.facts.positions
    }

    /// The file, for messages.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The bytes of a file to lie beside this one as [`signposts_of`] says, so that a reader
    /// needs only part of the index. `None` if this reader itself has no more.
    #[must_use]
    pub fn signposts(&self) -> Option<Vec<u8>> {
        self.index.signposts()
    }

    /// How many bytes of the file are its index.
    #[must_use]
    pub fn index_bytes(&self) -> u64 {
        self.index.blocks() * ENTRY as u64
    }

    /// The code of one position.
    pub fn get(&self, index: u64) -> Result<Code, DbError> {
        self.expect(index, 1)?;
        let block = self.cached(index / BLOCK_POSITIONS)?;
        Ok(block.get((index % BLOCK_POSITIONS) as usize))
    }

    /// Appends the codes of many positions. They may come in any order; in
    /// ascending order each block is looked for once.
    pub fn get_all(
        &self,
        indices: impl IntoIterator<Item = u64>,
        codes: &mut Vec<Code>,
    ) -> Result<(), DbError> {
        let mut held: Option<(u64, Arc<Block>)> = None;
        for index in indices {
            self.expect(index, 1)?;
            let number = index / BLOCK_POSITIONS;
            let block = match &held {
                Some((same, block)) if *same == number => block,
                _ => &held.insert((number, self.cached(number)?)).1,
            };
            codes.push(block.get((index % BLOCK_POSITIONS) as usize));
        }
        Ok(())
    }

    /// Fills `codes` with those of the positions from `start` on. Several
    /// blocks are decoded in parallel, past the cache.
    pub fn read(&self, start: u64, codes: &mut [Code]) -> Result<(), DbError> {
        self.expect(start, codes.len() as u64)?;
        let first = (start % BLOCK_POSITIONS) as usize;
        let number = start / BLOCK_POSITIONS;
        let (head, rest) = codes.split_at_mut(codes.len().min(BLOCK - first));
        if !head.is_empty() {
            self.cached(number)?.copy(first, head);
        }
        rest.par_chunks_mut(BLOCK).enumerate().try_for_each(|(offset, codes)| {
            self.decode(number + 1 + offset as u64)?.copy(0, codes);
            Ok(())
        })
    }

    /// Fills `packed` with the values, distances forgotten, from `start` on:
    /// two bits a position, four positions a byte, low bits first, as
    /// [`crate::LayerWriter::push_two_bits`] takes them. `start` must be a
    /// multiple of [`BLOCK_POSITIONS`]; bits past the last position are 0.
    ///
    /// # Panics
    ///
    /// If `start` is not a multiple of [`BLOCK_POSITIONS`].
    pub fn read_two_bits(&self, start: u64, packed: &mut [u8]) -> Result<(), DbError> {
        assert!(start.is_multiple_of(BLOCK_POSITIONS), "start {start} is not a block boundary");
        // The last byte may be partly used.
        let end = start.saturating_add(4 * packed.len() as u64);
        if end >= self.facts.positions.saturating_add(4) {
            self.expect(start, 4 * packed.len() as u64)?;
        }
        let number = start / BLOCK_POSITIONS;
        packed.par_chunks_mut(BLOCK / 4).enumerate().try_for_each(|(offset, packed)| {
            let values = self.decode(number + offset as u64)?.values();
            packed.copy_from_slice(&values[..packed.len()]);
            Ok(())
        })
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> u64 {
        self.index.blocks()
    }

    /// Where a block is. Reads part of the index if that is needed.
    fn place(&self, number: u64) -> Result<Place, DbError> {
        let sections = match &self.index {
            Index::Whole { offsets, checksums } => {
                let at = number as usize;
                let length = (offsets[at + 1] - offsets[at]) as usize;
                return Ok(Place { start: offsets[at], length, checksum: checksums[at] });
            }
            Index::Sections(sections) => sections,
        };
        if let Some(place) = sections.place(number) {
            return Ok(place);
        }
        let stretch = sections.stretch(number);
        let mut bytes = vec![0; stretch.length];
        let failed = |error| DbError::io(&self.file, "reading the index", error);
        self.source.read_at(stretch.offset, &mut bytes).map_err(failed)?;
        let damaged = || DbError::Damaged { file: self.file.clone(), part: Part::Index };
        sections.take(number, &bytes).ok_or_else(damaged)
    }

    /// Reads every block and compares it with its checksum, without decoding it:
    /// finds damage at the speed of the disk. [`LayerReader::check`] finds more.
    pub fn check_bytes(&self) -> Result<(), DbError> {
        (0..self.blocks()).into_par_iter().try_for_each(|number| self.bytes_of(number).map(drop))
    }

    /// Reads and decodes a block, past the cache.
    pub(crate) fn decode(&self, number: u64) -> Result<Block, DbError> {
        let bytes = self.bytes_of(number)?;
        let positions = BLOCK_POSITIONS.min(self.facts.positions - number * BLOCK_POSITIONS);
        let block = Block::decode(&bytes, positions as usize, self.ways);
        block.ok_or_else(|| self.damaged_block(number))
    }

    /// The bytes of a block, which fit its checksum.
    fn bytes_of(&self, number: u64) -> Result<Vec<u8>, DbError> {
        let place = self.place(number)?;
        let mut bytes = vec![0; place.length];
        let failed = |error| DbError::io(&self.file, "reading values", error);
        self.source.read_at(place.start, &mut bytes).map_err(failed)?;
        match crc32c::crc32c(&bytes) == place.checksum {
            true => Ok(bytes),
            false => Err(self.damaged_block(number)),
        }
    }

    fn damaged_block(&self, number: u64) -> DbError {
        let first = number * BLOCK_POSITIONS;
        let last = self.facts.positions.min(first + BLOCK_POSITIONS) - 1;
        DbError::Damaged { file: self.file.clone(), part: Part::Block { number, first, last } }
    }

    fn cached(&self, number: u64) -> Result<Arc<Block>, DbError> {
        if let Some(block) = self.cache.get(number) {
            return Ok(block);
        }
        // Decoded outside the lock: two threads may do it twice, none waits.
        let block = Arc::new(self.decode(number)?);
        self.cache.put(number, &block);
        Ok(block)
    }

    /// Refuses ranges that the layer does not have.
    fn expect(&self, start: u64, length: u64) -> Result<(), DbError> {
        let positions = self.facts.positions;
        match start.checked_add(length) {
            Some(end) if end <= positions => Ok(()),
            end => {
                let index = end.map_or(u64::MAX, |end| end - 1).max(start);
                Err(DbError::OutOfRange { file: self.file.clone(), index, positions })
            }
        }
    }
}

impl fmt::Debug for LayerReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LayerReader")
            .field("file", &self.file)
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

/// A file that is being looked at for the first time.
struct Opening {
    file: String,
    source: Box<dyn Source>,
    /// Its signposts, with their name for messages.
    posts: Option<(String, Box<dyn Source>)>,
}

impl Opening {
    fn open(self) -> Result<LayerReader, DbError> {
        let header = self.header()?;
        let summary = self.summary(&header)?;
        let index = self.index(&header, &summary)?;
        let ways = Ways { distances: header.facts.distances, format: header.format };
        let (facts, summary) = (header.facts, summary.layer);
        let Opening { file, source, .. } = self;
        Ok(LayerReader { file, source, facts, ways, summary, index, cache: Cache::default() })
    }

    fn header(&self) -> Result<layout::Header, DbError> {
        let mut start = vec![0; self.source.len().min(LONGEST_HEADER as u64) as usize];
        self.read(0, &mut start)?;
        layout::read_header(&self.file, &start)
    }

    fn summary(&self, header: &layout::Header) -> Result<Summary, DbError> {
        let length = self.source.len();
        let truncated = || DbError::Truncated(self.file.clone());
        let offset = length.checked_sub(SUMMARY as u64).ok_or_else(truncated)?;
        let mut bytes = [0; SUMMARY];
        self.read(offset, &mut bytes)?;
        if offset < header.length as u64 || !bytes.ends_with(&END) {
            return Err(truncated());
        }
        Summary::read(&bytes, &header.facts)
            .filter(|summary| {
                let counts = [summary.layer.win, summary.layer.loss, summary.layer.draw];
                let positions = counts.into_iter().try_fold(0, u64::checked_add);
                summary.layer.bytes == length
                    && summary.header_checksum == header.checksum
                    && positions == Some(header.facts.positions)
            })
            .ok_or_else(|| self.damaged(Part::Summary))
    }

    /// Starts and checksums of the blocks, which must fill the file exactly
    /// from the header to the index.
    fn index(&self, header: &layout::Header, summary: &Summary) -> Result<Index, DbError> {
        let end = self.source.len() - SUMMARY as u64;
        let length = end.checked_sub(summary.index_offset);
        let blocks = header.facts.positions.div_ceil(BLOCK_POSITIONS);
        let length = length.filter(|&length| length == blocks.saturating_mul(ENTRY as u64));
        let length = length.ok_or_else(|| self.damaged(Part::Summary))?;
        let (first, end) = (header.length as u64, summary.index_offset);
        let bounds = Bounds { first, end, blocks, checksum: summary.index_checksum };
        if let Some((posts, source)) = &self.posts {
            return Self::signposts(posts, &**source, bounds);
        }
        // No more is allocated than the file is long.
        let mut bytes = vec![0; length as usize];
        self.read(summary.index_offset, &mut bytes)?;
        Index::whole(&bytes, bounds).ok_or_else(|| self.damaged(Part::Index))
    }

    fn signposts(file: &str, source: &dyn Source, bounds: Bounds) -> Result<Index, DbError> {
        let damaged = || DbError::Damaged { file: file.to_string(), part: Part::Index };
        if source.len() != Sections::length(bounds.blocks) {
            return Err(damaged());
        }
        let bytes = read_whole(source).map_err(|error| DbError::io(file, "reading the file", error))?;
        Sections::new(&bytes, bounds).map(Index::Sections).ok_or_else(damaged)
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), DbError> {
        self.source
            .read_at(offset, buffer)
            .map_err(|error| DbError::io(&self.file, "reading the file", error))
    }

    fn damaged(&self, part: Part) -> DbError {
        DbError::Damaged { file: self.file.clone(), part }
    }
}
