//! Where the blocks of a layer are, and their checksums.
//!
//! A reader takes the index whole when it opens a layer: 8 bytes for every 65,536
//! positions. Where files are far away, as on a web host, that is megabytes for a
//! layer of billions of positions. There the layer has *signposts* beside it, an index
//! of the index: for each section of 128 entries the length of its blocks together and
//! the checksum of its bytes. A section is then read when a block in it is first asked
//! for.
//!
//! Signposts are trusted no more than the index is: their checksums, joined, must be
//! the checksum of the index that the layer's summary holds, and their lengths must
//! lead from the header to the index.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::block::LONGEST_BLOCK;
use crate::layout::ENTRY;

/// Entries of a section.
const SECTION: usize = 128;

/// The name of the file of signposts beside the file of a layer; `None` if it is not one.
#[must_use]
pub fn signposts_of(layer_file: &str) -> Option<String> {
    Some(format!("{}.posts", layer_file.strip_suffix(".kai")?))
}

/// A block in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) start: u64,
    pub(crate) length: usize,
    pub(crate) checksum: u32,
}

/// Where the index of a layer is, and what the file says of it elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Where block 0 starts.
    pub(crate) first: u64,
    /// Where the last block ends and the index starts.
    pub(crate) end: u64,
    pub(crate) blocks: u64,
    pub(crate) checksum: u32,
}

/// The index of a layer.
pub(crate) enum Index {
    /// Where each block starts, where the last one ends, and their checksums.
    Whole {
        offsets: Vec<u64>,
        checksums: Vec<u32>,
    },
    Sections(Sections),
}

/// Length and checksum of what is indexed.
fn entries(bytes: &[u8]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let (words, _) = bytes.as_chunks::<4>();
    let pairs = words.as_chunks::<2>().0.iter();
    pairs.map(|[length, checksum]| (u32::from_le_bytes(*length), u32::from_le_bytes(*checksum)))
}

/// The places of blocks from `start` to `end`, which they must fill exactly.
fn places(bytes: &[u8], start: u64, end: u64) -> Option<Vec<Place>> {
    let mut next = start;
    let mut places = Vec::with_capacity(bytes.len() / ENTRY);
    for (length, checksum) in entries(bytes) {
        let length = length as usize;
        if length > LONGEST_BLOCK {
            return None;
        }
        places.push(Place { start: next, length, checksum });
        next += length as u64;
    }
    (next == end).then_some(places)
}

impl Index {
    /// The index from its bytes; `None` if they are damaged.
    pub(crate) fn whole(bytes: &[u8], bounds: Bounds) -> Option<Self> {
        if crc32c::crc32c(bytes) != bounds.checksum {
            return None;
        }
        let places = places(bytes, bounds.first, bounds.end)?;
        let starts = places.iter().map(|place| place.start);
        let offsets = starts.chain([bounds.end]).collect();
        Some(Index::Whole { offsets, checksums: places.iter().map(|place| place.checksum).collect() })
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> u64 {
        match self {
            Index::Whole { checksums, .. } => checksums.len() as u64,
            Index::Sections(sections) => sections.bounds.blocks,
        }
    }

    /// The signposts; `None` if only they are known.
    pub(crate) fn signposts(&self) -> Option<Vec<u8>> {
        let Index::Whole { offsets, checksums } = self else { return None };
        let mut posts = Vec::new();
        for (number, section) in checksums.chunks(SECTION).enumerate() {
            let offsets = &offsets[number * SECTION..][..=section.len()];
            let mut bytes = Vec::with_capacity(section.len() * ENTRY);
            for (ends, checksum) in offsets.windows(2).zip(section) {
                bytes.extend(((ends[1] - ends[0]) as u32).to_le_bytes());
                bytes.extend(checksum.to_le_bytes());
            }
            // 128 blocks of at most 128 KiB and a byte: 32 bits hold their length.
            posts.extend(((offsets[section.len()] - offsets[0]) as u32).to_le_bytes());
            posts.extend(crc32c::crc32c(&bytes).to_le_bytes());
        }
        Some(posts)
    }
}

/// An index of which some sections were read.
pub(crate) struct Sections {
    bounds: Bounds,
    /// Where the blocks of each section start, and where those of the last end.
    starts: Vec<u64>,
    checksums: Vec<u32>,
    held: Mutex<HashMap<u64, Arc<Vec<Place>>>>,
}

/// Bytes of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub(crate) offset: u64,
    pub(crate) length: usize,
}

impl Sections {
    /// How many bytes the signposts of a layer have.
    pub(crate) fn length(blocks: u64) -> u64 {
        blocks.div_ceil(SECTION as u64) * ENTRY as u64
    }

    /// From the bytes of the signposts; `None` if they are not those of this index.
    pub(crate) fn new(posts: &[u8], bounds: Bounds) -> Option<Self> {
        let mut next = bounds.first;
        let mut starts = vec![next];
        let (mut checksums, mut joined) = (Vec::new(), 0);
        for (number, (length, checksum)) in (0..).zip(entries(posts)) {
            next += u64::from(length);
            starts.push(next);
            checksums.push(checksum);
            joined = crc32c::crc32c_combine(joined, checksum, section_length(number, bounds.blocks));
        }
        let same = posts.len() as u64 == Self::length(bounds.blocks)
            && next == bounds.end
            && joined == bounds.checksum;
        same.then(|| Sections { bounds, starts, checksums, held: Mutex::default() })
    }

    /// The place of a block, if its section was read.
    pub(crate) fn place(&self, block: u64) -> Option<Place> {
        let section = self.held().get(&(block / SECTION as u64)).cloned()?;
        section.get((block % SECTION as u64) as usize).copied()
    }

    /// What must be read for a block.
    pub(crate) fn stretch(&self, block: u64) -> Stretch {
        let section = block / SECTION as u64;
        let offset = self.bounds.end + section * (SECTION * ENTRY) as u64;
        Stretch { offset, length: section_length(section, self.bounds.blocks) }
    }

    /// Takes the section a block is in; `None` if it is damaged.
    pub(crate) fn take(&self, block: u64, bytes: &[u8]) -> Option<Place> {
        let section = block / SECTION as u64;
        let number = section as usize;
        if crc32c::crc32c(bytes) != self.checksums[number] {
            return None;
        }
        let places = places(bytes, self.starts[number], self.starts[number + 1])?;
        self.held().insert(section, Arc::new(places));
        self.place(block)
    }

    fn held(&self) -> MutexGuard<'_, HashMap<u64, Arc<Vec<Place>>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes of a section of the index.
fn section_length(section: u64, blocks: u64) -> usize {
    blocks.saturating_sub(section * SECTION as u64).min(SECTION as u64) as usize * ENTRY
}
