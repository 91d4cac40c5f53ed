//! Where files are kept: a flat folder of named files that appear whole.
//!
//! Everything above this module reads and writes through [`Storage`], so that
//! tests can keep databases in memory and make any single operation fail.

use std::io::{self, Write};

/// A flat folder of named files.
///
/// # Laws
///
/// 1. A file is seen by `open` and `list` only after `commit`, and then whole.
/// 2. `create` and `commit` of an existing name replace it in one step.
/// 3. A sink dropped without `commit` leaves nothing behind.
/// 4. Of all who lock a name, threads and processes, one at a time has it.
pub trait Storage: Send + Sync {
    /// Opens a file for reading.
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>>;

    /// Starts a file under a temporary name.
    fn create(&self, name: &str) -> io::Result<Box<dyn Sink>>;

    /// The names of all committed files, sorted.
    fn list(&self) -> io::Result<Vec<String>>;

    /// Removes a file.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Waits until nobody else holds the lock of that name, and holds it until
    /// what is given back is dropped. As it stands: there are no locks here.
    fn lock(&self, name: &str) -> io::Result<Box<dyn Send>> {
        let explanation = format!("`{name}` cannot be locked in this storage");
        Err(io::Error::new(io::ErrorKind::Unsupported, explanation))
    }

    /// Where this is, for messages: the path of the folder.
    fn describe(&self) -> String;
}

/// A file open for reading, by many threads at once.
pub trait Source: Send + Sync {
    /// The length in bytes.
    fn len(&self) -> u64;

    /// Whether the file has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills the buffer with the bytes from `offset` on, or fails.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

/// A file being written.
pub trait Sink: Write + Send {
    /// Makes the file durable and visible under its name.
    fn commit(self: Box<Self>) -> io::Result<()>;
}

/// The whole of a file.
pub(crate) fn read_whole(source: &dyn Source) -> io::Result<Vec<u8>> {
    let length = usize::try_from(source.len()).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    let mut bytes = vec![0; length];
    source.read_at(0, &mut bytes)?;
    Ok(bytes)
}

/// The name of a file for messages: with the folder it is in.
pub(crate) fn place(storage: &dyn Storage, name: &str) -> String {
    format!("{}/{name}", storage.describe())
}

/// Refuses names that would leave the folder or hide among temporaries.
pub(crate) fn check_name(name: &str) -> io::Result<()> {
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
    if name.is_empty() || name.starts_with('.') || !plain || is_reserved(name) {
        let explanation = format!("`{name}` cannot be the name of a database file");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, explanation));
    }
    Ok(())
}

/// Names that are never committed files: temporaries and locks.
pub(crate) fn is_reserved(name: &str) -> bool {
    name == LOCK || name.ends_with(NAMED_LOCK) || name.ends_with(TEMPORARY)
}

/// The file that is locked while a solve writes into a folder.
pub(crate) const LOCK: &str = "lock";
/// How the names of the files end that are locked for another file.
pub(crate) const NAMED_LOCK: &str = ".lock";
/// How the names of unfinished files end.
pub(crate) const TEMPORARY: &str = ".tmp";
