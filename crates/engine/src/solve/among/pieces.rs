//! Pieces of the file of a layer, as peers leave them in the folder that all share.
//!
//! ```text
//! NAME       frames, each of which says which positions of which block it holds:
//!            a whole block as it will stand in the file, or, of a part, its codes, packed
//! ```
//!
//! Who has tiers begins and ends in the midst of blocks, and saves what is there from time
//! to time: then there are parts. The first peer joins all in the end.

use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use kaiketsu_db::{
    BLOCK_POSITIONS, Coding, DbError, FrameFile, FrameWriter, LayerFacts, PackedBlock, pack, unpack,
};
use kaiketsu_game::{Code, Tier};

use crate::parallel;
use crate::solve::writer::Output;
use crate::solve::{Checkpoint, Layout, SolveError};

/// Blocks that are made at a time, for each thread.
const AT_ONCE: usize = 4;

/// What stands in front of pieces.
pub(super) fn header(facts: &LayerFacts) -> Vec<u8> {
    let LayerFacts { game, rules_version, layer, positions, distances } = facts;
    format!("kaiketsu pieces 1\n{game} {rules_version} {layer} {positions} {distances}\n").into_bytes()
}

/// The key of a frame with these positions of a layer, which are of one block.
pub(super) fn key(positions: &Range<u64>) -> (u32, u32) {
    let block = positions.start / BLOCK_POSITIONS;
    let (first, last) = (positions.start % BLOCK_POSITIONS, (positions.end - 1) % BLOCK_POSITIONS);
    (block as u32, (first << 16 | last) as u32)
}

/// The positions of the frame with a key.
pub(super) fn positions(key: (u32, u32)) -> Range<u64> {
    let (block, first, last) = (u64::from(key.0) * BLOCK_POSITIONS, key.1 >> 16, key.1 & 0xffff);
    block + u64::from(first)..block + u64::from(last) + 1
}

/// The positions of a block of a layer with so many.
pub(super) fn block(number: u64, size: u64) -> Range<u64> {
    number * BLOCK_POSITIONS..size.min((number + 1) * BLOCK_POSITIONS)
}

/// The frame with the codes of some positions of one block.
pub(super) fn frame(
    facts: &LayerFacts,
    coding: Coding,
    positions: &Range<u64>,
    codes: &[Code],
) -> Result<Vec<u8>, DbError> {
    let number = positions.start / BLOCK_POSITIONS;
    if *positions == block(number, facts.positions) {
        return Ok(PackedBlock::new(facts, coding, number, codes)?.to_bytes());
    }
    let bytes: Vec<u8> = codes.iter().flat_map(|code| code.0.to_le_bytes()).collect();
    pack(&bytes).map_err(|source| DbError::Io { file: facts.game.clone(), doing: "packing values", source })
}

/// The codes of a frame with a part of a block.
pub(super) fn codes(frame: &[u8], positions: &Range<u64>) -> std::io::Result<Vec<Code>> {
    let bytes = unpack(frame, 2 * (positions.end - positions.start) as usize)?;
    Ok(bytes.as_chunks().0.iter().map(|code| Code(u16::from_le_bytes(*code))).collect())
}

/// Which positions are in the files of some places; ranges in order, none of which touch.
pub(super) fn there(places: &[Checkpoint<'_>], facts: &LayerFacts) -> Result<Vec<Range<u64>>, SolveError> {
    let mut ranges = Vec::new();
    for place in places {
        ranges.extend(open(place, facts)?.frames().iter().map(|frame| positions(frame.key)));
    }
    ranges.sort_unstable_by_key(|range| range.start);
    let mut joined: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match joined.last_mut().filter(|last| last.end >= range.start) {
            Some(last) => last.end = last.end.max(range.end),
            None => joined.push(range),
        }
    }
    Ok(joined)
}

/// Opens a file of pieces.
pub(super) fn open(place: &Checkpoint<'_>, facts: &LayerFacts) -> Result<FrameFile, SolveError> {
    opened(place, facts).map_err(|source| unread(place, source))
}

fn opened(place: &Checkpoint<'_>, facts: &LayerFacts) -> io::Result<FrameFile> {
    let source = place.open()?.ok_or(io::ErrorKind::NotFound)?;
    FrameFile::open(source, &header(facts))
}

/// Reads all of a file of pieces, and finds out so whether it is damaged.
pub(super) fn read(place: &Checkpoint<'_>, facts: &LayerFacts) -> io::Result<()> {
    let file = opened(place, facts)?;
    file.frames().iter().try_for_each(|frame| file.read(frame).map(drop))
}

/// Pieces cannot be read.
pub(super) fn unread(place: &Checkpoint<'_>, source: std::io::Error) -> SolveError {
    let doing = "reading what a process made; if it is damaged, remove it";
    DbError::Io { file: place.describe(), doing, source }.into()
}

/// Takes the values of tiers, some of those of a layer, and leaves them as pieces; those
/// that have come so far as a file of their own whenever it is time.
pub(super) struct Pieces<'a> {
    pub(super) facts: LayerFacts,
    pub(super) coding: Coding,
    pub(super) layout: &'a Layout,
    pub(super) every: Duration,
    /// The place of the next file.
    pub(super) place: &'a (dyn Fn() -> Checkpoint<'a> + Send + Sync),
    /// Is told that a file is there before all is done.
    pub(super) saved: &'a (dyn Fn() + Sync),
    pub(super) open: Open<'a>,
}

/// What has come since the last file.
pub(super) struct Open<'a> {
    file: Option<(FrameWriter, Checkpoint<'a>)>,
    since: Instant,
    /// Codes that are in no file, and the number of the first of them in the layer.
    codes: Vec<Code>,
    first: u64,
}

impl Open<'_> {
    pub(super) fn new() -> Self {
        Open { file: None, since: Instant::now(), codes: Vec::new(), first: 0 }
    }
}

impl Pieces<'_> {
    /// Makes frames of the codes that have come: of whole blocks, or of all.
    fn make(&mut self, all: bool) -> Result<(), DbError> {
        let Open { codes, first, .. } = &mut self.open;
        let end = *first + codes.len() as u64;
        let end = if all { end } else { end - end % BLOCK_POSITIONS };
        let mut ranges = Vec::new();
        let mut start = *first;
        while start < end {
            let next = end.min((start / BLOCK_POSITIONS + 1) * BLOCK_POSITIONS);
            ranges.push(start..next);
            start = next;
        }
        if ranges.is_empty() {
            return Ok(());
        }
        let (facts, coding, begin) = (&self.facts, self.coding, *first);
        let made = parallel::try_map(ranges.len(), &|which| {
            let Range { start, end } = ranges[which];
            frame(facts, coding, &ranges[which], &codes[(start - begin) as usize..(end - begin) as usize])
        })?;
        codes.drain(..(end - begin) as usize);
        *first = end;
        if self.open.file.is_none() {
            let place = (self.place)();
            let writer = place.create().and_then(|sink| FrameWriter::new(sink, &header(facts)));
            self.open.file = Some((writer.map_err(unwritten(&place))?, place));
        }
        let (file, _) = self.open.file.as_ref().expect("there is one now");
        ranges.iter().zip(made).for_each(|(range, frame)| file.add(key(range), Ok(frame)));
        Ok(())
    }

    /// All that has come is in files that are whole.
    pub(super) fn keep(&mut self) -> Result<(), DbError> {
        self.make(true)?;
        if let Some((file, place)) = self.open.file.take() {
            file.commit().map_err(unwritten(&place))?;
        }
        self.open.since = Instant::now();
        Ok(())
    }
}

fn unwritten(place: &Checkpoint<'_>) -> impl FnOnce(std::io::Error) -> DbError {
    let file = place.describe();
    |source| DbError::Io { file, doing: "writing what this process made", source }
}

impl Output for Pieces<'_> {
    fn begin(&mut self, tier: Tier) -> Result<(), DbError> {
        let (_, first) = self.layout.place(tier);
        if first != self.open.first + self.open.codes.len() as u64 {
            self.make(true)?;
            self.open.first = first;
        }
        Ok(())
    }

    fn push(&mut self, codes: &[Code]) -> Result<(), DbError> {
        self.open.codes.extend_from_slice(codes);
        if self.open.codes.len() >= AT_ONCE * parallel::workers() * BLOCK_POSITIONS as usize {
            self.make(false)?;
        }
        if self.open.since.elapsed() >= self.every {
            self.keep()?;
            (self.saved)();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_name_positions() {
        for range in [0..1, 0..65_536, 65_535..65_536, 131_073..131_080, 1 << 40..(1 << 40) + 3] {
            assert_eq!(positions(key(&range)), range);
        }
    }
}
