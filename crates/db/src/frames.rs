//! Files of frames: pieces of bytes that are found by two numbers.
//!
//! For state that grows while a game is solved: what a round found, task by
//! task. What the bytes of a frame mean, and what stands in the header, is up
//! to whoever writes them.
//!
//! ```text
//!     header   as given, and its checksum
//!     frames   one after the other, in any order
//!     index    for each frame: its two numbers (four bytes each), offset
//!              (eight), length, checksum (four each)
//!     end      offset of the index, frames (eight bytes each), checksum of
//!              index and these
//! ```
//!
//! Numbers have their low bytes first; checksums are CRC-32C.

use std::io::{self, ErrorKind};
use std::sync::Mutex;

use crate::storage::{Sink, Source};

const ENTRY: usize = 24;
const END: usize = 20;

/// A file of frames that is being written, from all threads.
///
/// ```
/// use kaiketsu_db::{FrameFile, FrameWriter, Memory, Storage};
///
/// let memory = Memory::new();
/// let writer = FrameWriter::new(memory.create("rounds")?, b"of a game")?;
/// writer.add((7, 0), Ok(b"found".to_vec()));
/// writer.commit()?;
/// let file = FrameFile::open(memory.open("rounds")?, b"of a game")?;
/// assert_eq!(file.read(&file.frames()[0])?, b"found");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct FrameWriter {
    open: Mutex<Open>,
}

struct Open {
    /// Or why writing has failed.
    sink: io::Result<Box<dyn Sink>>,
    written: u64,
    index: Vec<u8>,
}

impl FrameWriter {
    /// Begins a file with a header.
    pub fn new(mut sink: Box<dyn Sink>, header: &[u8]) -> io::Result<Self> {
        let header = checked(header);
        sink.write_all(&header)?;
        let written = header.len() as u64;
        Ok(FrameWriter { open: Mutex::new(Open { sink: Ok(sink), written, index: Vec::new() }) })
    }

    /// Adds a frame. A failure, also one to make its bytes, is kept for the end.
    ///
    /// # Panics
    ///
    /// If another thread has panicked while it wrote.
    pub fn add(&self, key: (u32, u32), bytes: io::Result<Vec<u8>>) {
        let mut open = self.open.lock().expect("no thread panics while it writes");
        if let Err(error) = bytes.and_then(|bytes| open.add(key, &bytes)) {
            open.sink = Err(error);
        }
    }

    /// Makes the file durable and visible.
    ///
    /// # Panics
    ///
    /// If a thread has panicked while it wrote.
    pub fn commit(self) -> io::Result<()> {
        let open = self.open.into_inner().expect("no thread panics while it writes");
        let (mut sink, written, mut index) = (open.sink?, open.written, open.index);
        let frames = (index.len() / ENTRY) as u64;
        index.extend(written.to_le_bytes());
        index.extend(frames.to_le_bytes());
        index.extend(crc32c::crc32c(&index).to_le_bytes());
        sink.write_all(&index)?;
        sink.commit()
    }
}

impl Open {
    fn add(&mut self, key: (u32, u32), bytes: &[u8]) -> io::Result<()> {
        let Ok(sink) = &mut self.sink else { return Ok(()) };
        let length = u32::try_from(bytes.len()).map_err(|_| io::Error::from(ErrorKind::FileTooLarge))?;
        sink.write_all(bytes)?;
        self.index.extend(key.0.to_le_bytes());
        self.index.extend(key.1.to_le_bytes());
        self.index.extend(self.written.to_le_bytes());
        self.index.extend(length.to_le_bytes());
        self.index.extend(crc32c::crc32c(bytes).to_le_bytes());
        self.written += bytes.len() as u64;
        Ok(())
    }
}

/// Where a frame is, and its two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// What it is found by.
    pub key: (u32, u32),
    offset: u64,
    length: u32,
    checksum: u32,
}

/// A file of frames that was written.
pub struct FrameFile {
    source: Box<dyn Source>,
    frames: Vec<Frame>,
}

impl FrameFile {
    /// Opens a file; refuses one with another header.
    pub fn open(source: Box<dyn Source>, header: &[u8]) -> io::Result<Self> {
        let wanted = checked(header);
        let length = source.len();
        if length < (wanted.len() + END) as u64 {
            return Err(unusable("it is too short"));
        }
        let mut found = vec![0; wanted.len()];
        source.read_at(0, &mut found)?;
        if found != wanted {
            return Err(unusable("it is for something else"));
        }
        let mut end = [0; END];
        source.read_at(length - END as u64, &mut end)?;
        let number = |at: usize| u64::from_le_bytes(end[at..at + 8].try_into().expect("eight bytes"));
        let (offset, frames) = (number(0), number(8));
        let index = frames.checked_mul(ENTRY as u64).and_then(|bytes| bytes.checked_add(END as u64));
        if index.is_none() || index != length.checked_sub(offset) {
            return Err(unusable("it is damaged"));
        }
        let mut index = vec![0; (length - offset) as usize];
        source.read_at(offset, &mut index)?;
        let (covered, checksum) = index.split_at(index.len() - 4);
        if crc32c::crc32c(covered).to_le_bytes() != checksum {
            return Err(unusable("it is damaged"));
        }
        let frames: Vec<Frame> =
            covered[..frames as usize * ENTRY].chunks_exact(ENTRY).map(Frame::read).collect();
        let inside =
            |frame: &Frame| frame.offset.checked_add(frame.length.into()).is_some_and(|end| end <= offset);
        match frames.iter().all(inside) {
            true => Ok(FrameFile { source, frames }),
            false => Err(unusable("it is damaged")),
        }
    }

    /// Where its frames are, in the order in which they came.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The bytes of a frame.
    pub fn read(&self, frame: &Frame) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; frame.length as usize];
        self.source.read_at(frame.offset, &mut bytes)?;
        if crc32c::crc32c(&bytes) != frame.checksum {
            return Err(unusable("it is damaged"));
        }
        Ok(bytes)
    }
}

impl Frame {
    fn read(bytes: &[u8]) -> Frame {
        let small = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let offset = u64::from_le_bytes(bytes[8..16].try_into().expect("eight bytes"));
        Frame { key: (small(0), small(4)), offset, length: small(16), checksum: small(20) }
    }
}

fn checked(header: &[u8]) -> Vec<u8> {
    [header, &crc32c::crc32c(header).to_le_bytes()].concat()
}

fn unusable(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Memory, Storage};

    #[test]
    fn files_know_what_they_are_and_notice_damage() {
        let memory = Memory::new();
        let writer = FrameWriter::new(memory.create("round").unwrap(), b"this").unwrap();
        writer.add((2, 5), Ok(vec![1, 2, 3]));
        writer.add((1, 0), Ok(vec![]));
        writer.commit().unwrap();
        let open = |header: &[u8]| FrameFile::open(memory.open("round").unwrap(), header);
        let file = open(b"this").unwrap();
        assert_eq!(file.frames().iter().map(|frame| frame.key).collect::<Vec<_>>(), [(2, 5), (1, 0)]);
        assert_eq!(file.read(&file.frames()[0]).unwrap(), [1, 2, 3]);
        assert!(open(b"that").is_err() && open(b"this and").is_err());
        let bytes = memory.bytes("round").unwrap();
        let readable = |bytes: Vec<u8>| {
            memory.put("round", bytes);
            open(b"this")
                .and_then(|file| file.frames().iter().try_for_each(|frame| file.read(frame).map(drop)))
        };
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(readable(damaged).is_err(), "byte {at}");
            assert!(readable(bytes[..at].to_vec()).is_err(), "{at} bytes");
        }
        readable(bytes).unwrap();
    }

    /// Checksums that are right over places that are not there.
    #[test]
    fn an_index_that_leads_out_of_the_file_is_refused() {
        let memory = Memory::new();
        let forged = |frame: (u64, u32), index: u64, frames: u64| {
            let mut bytes = checked(b"");
            let start = bytes.len();
            bytes.extend([0; 8]); // the two numbers of the frame
            bytes.extend(frame.0.to_le_bytes());
            bytes.extend(frame.1.to_le_bytes());
            bytes.extend(crc32c::crc32c(b"").to_le_bytes());
            bytes.extend(index.to_le_bytes());
            bytes.extend(frames.to_le_bytes());
            bytes.extend(crc32c::crc32c(&bytes[start..]).to_le_bytes());
            memory.put("round", bytes);
            FrameFile::open(memory.open("round").unwrap(), b"").is_ok()
        };
        assert!(forged((0, 0), 4, 1));
        for (frame, index, frames) in [
            ((0, u32::MAX), 4, 1),
            ((u64::MAX, 1), 4, 1),
            ((0, 0), u64::MAX - 7, 1),
            ((0, 0), 5, 1),
            ((0, 0), 4, u64::MAX / 24),
            ((0, 0), u64::MAX, u64::MAX),
        ] {
            assert!(!forged(frame, index, frames), "{frame:?}, {index}, {frames}");
        }
    }

    #[test]
    fn what_fails_is_told_at_the_end() {
        let memory = Memory::new();
        let writer = FrameWriter::new(memory.create("round").unwrap(), b"").unwrap();
        writer.add((0, 0), Err(ErrorKind::OutOfMemory.into()));
        writer.add((0, 1), Ok(vec![1]));
        assert_eq!(writer.commit().unwrap_err().kind(), ErrorKind::OutOfMemory);
        assert!(memory.list().unwrap().is_empty());
    }
}
