//! Files that are elsewhere: what was fetched of them, and what is missing.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kaiketsu_db::{Sink, Source, Storage, signposts_of};

/// Shorter files are fetched whole: another request costs more than their bytes.
const SHORT: u64 = 64 << 10;

/// The end of a layer is fetched with its header. In most it holds the whole index; those
/// with a longer one have signposts, and then only the summary is wanted at first.
const TAIL: u64 = 16 << 10;
const SUMMARY: u64 = 128;

/// Bytes between two parts that are fetched too, to spare a request.
const GAP: u64 = 1 << 10;

/// Bytes that are kept. What was fetched before the question at hand goes first.
const KEPT: usize = 64 << 20;

/// Part of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Piece {
    /// The name of the file.
    pub file: String,
    /// Where it begins.
    pub offset: u64,
    /// How long it is.
    pub length: u64,
}

#[derive(Default)]
struct Parts {
    /// By file and offset; they may overlap.
    held: BTreeMap<(String, u64), Vec<u8>>,
    bytes: usize,
    missing: Vec<Piece>,
}

impl Parts {
    fn find(&self, file: &str, offset: u64, length: usize) -> Option<&[u8]> {
        let before = self.held.range((file.to_string(), 0)..=(file.to_string(), offset)).rev();
        before.into_iter().find_map(|((_, start), bytes)| {
            let start = usize::try_from(offset - start).ok()?;
            bytes.get(start..start.checked_add(length)?)
        })
    }
}

/// A folder of files of which some parts are here. Reading what is not is refused,
/// and noted. Nothing can be written.
pub struct Fetched {
    files: BTreeMap<String, u64>,
    parts: Arc<Mutex<Parts>>,
}

impl Fetched {
    /// The files by their names and lengths.
    pub fn new(files: impl IntoIterator<Item = (String, u64)>) -> Self {
        Fetched { files: files.into_iter().collect(), parts: Arc::default() }
    }

    /// What was asked for and is not here, each part once, neighbours joined. It is
    /// forgotten with this call.
    pub fn take_missing(&self) -> Vec<Piece> {
        let mut missing = std::mem::take(&mut self.parts().missing);
        missing.sort();
        let mut joined: Vec<Piece> = Vec::new();
        for piece in missing {
            match joined.last_mut() {
                Some(last) if last.file == piece.file && piece.offset <= last.offset + last.length + GAP => {
                    last.length = last.length.max(piece.offset + piece.length - last.offset);
                }
                _ => joined.push(piece),
            }
        }
        joined
    }

    /// Keeps part of a file, which begins at `offset`.
    pub fn give(&self, file: &str, offset: u64, bytes: Vec<u8>) {
        let mut parts = self.parts();
        parts.bytes += bytes.len();
        let replaced = parts.held.insert((file.to_string(), offset), bytes);
        parts.bytes -= replaced.map_or(0, |bytes| bytes.len());
    }

    /// Forgets what was fetched if it is too much. Readers have their own memory for
    /// blocks in use; what they need again is fetched again.
    pub fn tidy(&self) {
        let mut parts = self.parts();
        if parts.bytes > KEPT {
            *parts = Parts::default();
        }
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct FetchedSource {
    file: String,
    length: u64,
    /// The signposts of a layer that has them, and their length.
    posts: Option<(String, u64)>,
    parts: Arc<Mutex<Parts>>,
}

impl Source for FetchedSource {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let end = offset.checked_add(buffer.len() as u64).filter(|end| *end <= self.length);
        let end = end.ok_or(ErrorKind::UnexpectedEof)?;
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = parts.find(&self.file, offset, buffer.len()) {
            buffer.copy_from_slice(bytes);
            return Ok(());
        }
        let mut miss = |offset, end| {
            parts.missing.push(Piece { file: self.file.clone(), offset, length: end - offset });
        };
        let tail = if self.posts.is_some() { SUMMARY } else { TAIL };
        if self.length <= SHORT || !self.file.ends_with(".kai") {
            miss(0, self.length); // all but layers are read from front to back
        } else if offset == 0 {
            miss(0, end);
            miss(self.length - tail, self.length);
            if let Some((posts, length)) = &self.posts {
                parts.missing.push(Piece { file: posts.clone(), offset: 0, length: *length });
            }
        } else {
            miss(offset, end);
        }
        Err(io::Error::new(ErrorKind::WouldBlock, "this part of the file is not fetched yet"))
    }
}

fn refused<T>() -> io::Result<T> {
    Err(ErrorKind::ReadOnlyFilesystem.into())
}

impl Storage for Fetched {
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        let length = *self.files.get(name).ok_or(ErrorKind::NotFound)?;
        let posts = signposts_of(name).and_then(|posts| self.files.get_key_value(&posts));
        let posts = posts.map(|(name, length)| (name.clone(), *length));
        Ok(Box::new(FetchedSource { file: name.into(), length, posts, parts: Arc::clone(&self.parts) }))
    }

    fn create(&self, _: &str) -> io::Result<Box<dyn Sink>> {
        refused()
    }

    fn list(&self) -> io::Result<Vec<String>> {
        Ok(self.files.keys().cloned().collect())
    }

    fn remove(&self, _: &str) -> io::Result<()> {
        refused()
    }

    fn lock(&self, _: &str) -> io::Result<Box<dyn Send>> {
        refused()
    }

    fn describe(&self) -> String {
        "the published files".into()
    }
}
