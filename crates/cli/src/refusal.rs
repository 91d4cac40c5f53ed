//! Requests that the command line refuses by itself: exit code 2.

use std::fmt;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};

/// A request that makes no sense, in words for the person who made it.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// Makes a file that is not there yet; what is there is never overwritten.
pub(crate) fn create_new(path: &Path) -> Result<File> {
    match File::create_new(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let problem = format!("{} is there already; it was not overwritten", path.display());
            Err(Refusal(problem).into())
        }
        made => made.with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Writes a new file in full, or leaves none behind.
pub(crate) fn write_new<T>(path: &Path, write: impl FnOnce(&mut File) -> Result<T>) -> Result<T> {
    let mut file = create_new(path)?;
    let written = write(&mut file).with_context(|| format!("cannot write {}", path.display()));
    if written.is_err() {
        drop(file);
        let _ = std::fs::remove_file(path); // half a file is of no use
    }
    written
}
