//! Drafts: files that are written beside their place and get their name when they
//! are whole. Whoever writes one holds its lock, which ends with the process; so a
//! draft that nobody holds is what a killed process left, and can go.
//!
//! Where a file system knows no locks, drafts are written all the same, and none is
//! ever taken for abandoned.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How often a draft is asked for that somebody else holds, and the pause between:
/// whoever clears it away holds it for a moment only.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// Takes a draft just opened for its writer, as long as the file is open. False if
/// somebody else has it, or has cleared it away since it was opened.
pub fn claim(draft: &File, path: &Path) -> io::Result<bool> {
    match draft.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(false),
        Ok(()) => is_named(draft, path),
        Err(TryLockError::Error(_)) => Ok(true), // no locks here
    }
}

/// Removes a draft that nobody writes any more. One that somebody writes stays, and
/// one of which that cannot be known.
pub fn clear(path: &Path) -> io::Result<()> {
    let opened = File::options().write(true).open(path).or_else(|_| File::open(path));
    let Ok(draft) = opened else { return Ok(()) };
    if draft.try_lock().is_ok() && is_named(&draft, path)? {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// An empty draft of that name, taken.
pub(crate) fn begin(path: &Path) -> io::Result<File> {
    for _ in 0..TRIES {
        let draft = File::options().create(true).truncate(false).write(true).open(path)?;
        if claim(&draft, path)? {
            draft.set_len(0)?;
            return Ok(draft);
        }
        std::thread::sleep(PAUSE);
    }
    let held = format!("another process is writing {}", path.display());
    Err(io::Error::new(io::ErrorKind::ResourceBusy, held))
}

/// Whether an open file still has that name.
fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(found) => same(&file.metadata()?, &found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn same(one: &fs::Metadata, other: &fs::Metadata) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

/// Other systems keep the name of a file as long as somebody has it open.
#[cfg(not(unix))]
fn same(_: &fs::Metadata, _: &fs::Metadata) -> io::Result<bool> {
    Ok(true)
}
