//! Storage in memory, for tests and examples.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::storage::{Sink, Source, Storage, check_name};

type Files = BTreeMap<String, Arc<Vec<u8>>>;

/// A folder that exists only in memory. Clones share their files.
///
/// ```
/// use kaiketsu_db::{Memory, Storage};
/// let memory = Memory::new();
/// let mut sink = memory.create("words").unwrap();
/// sink.write_all(b"hello").unwrap();
/// assert!(memory.list().unwrap().is_empty());
/// sink.commit().unwrap();
/// assert_eq!(memory.list().unwrap(), ["words"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: Arc<Mutex<Files>>,
    locks: Arc<Locks>,
}

/// The names that are locked, and the news that one is free again.
#[derive(Debug, Default)]
struct Locks {
    held: Mutex<BTreeSet<String>>,
    freed: Condvar,
}

impl Memory {
    /// An empty folder.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The bytes of a file, for tests that compare or damage them.
    #[must_use]
    pub fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        lock(&self.files).get(name).map(|bytes| bytes.to_vec())
    }

    /// Puts a file there as it is, replacing what had that name.
    pub fn put(&self, name: &str, bytes: Vec<u8>) {
        lock(&self.files).insert(name.to_string(), Arc::new(bytes));
    }
}

/// The map is whole between statements, so a panic elsewhere does not spoil it.
fn lock<T>(files: &Mutex<T>) -> MutexGuard<'_, T> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Storage for Memory {
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        match lock(&self.files).get(name) {
            Some(bytes) => Ok(Box::new(MemorySource { bytes: Arc::clone(bytes) })),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn Sink>> {
        check_name(name)?;
        let files = Arc::clone(&self.files);
        Ok(Box::new(MemorySink { files, name: name.to_string(), bytes: Vec::new() }))
    }

    fn list(&self) -> io::Result<Vec<String>> {
        Ok(lock(&self.files).keys().cloned().collect())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        lock(&self.files).remove(name).map(drop).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn lock(&self, name: &str) -> io::Result<Box<dyn Send>> {
        let mut held = lock(&self.locks.held);
        while !held.insert(name.to_string()) {
            held = self.locks.freed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(Box::new(MemoryLock { locks: Arc::clone(&self.locks), name: name.to_string() }))
    }

    fn describe(&self) -> String {
        "memory".to_string()
    }
}

struct MemoryLock {
    locks: Arc<Locks>,
    name: String,
}

impl Drop for MemoryLock {
    fn drop(&mut self) {
        lock(&self.locks.held).remove(&self.name);
        self.locks.freed.notify_all();
    }
}

struct MemorySource {
    bytes: Arc<Vec<u8>>,
}

impl Source for MemorySource {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let found = start.checked_add(buffer.len()).and_then(|end| self.bytes.get(start..end));
        buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

struct MemorySink {
    files: Arc<Mutex<Files>>,
    name: String,
    bytes: Vec<u8>,
}

impl Write for MemorySink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for MemorySink {
    fn commit(self: Box<Self>) -> io::Result<()> {
        lock(&self.files).insert(self.name, Arc::new(self.bytes));
        Ok(())
    }
}
