//! Files that people name: they appear whole, or not at all. A file is written
//! beside its place, under a name of chance, and gets its name when it is on the
//! disk. What a killed process left goes when the next file is written beside it.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use kaiketsu::drafts;
use tempfile::{Builder, NamedTempFile};

use crate::refusal::refuse;

/// Refuses a name that is taken: what is there is never overwritten.
pub(crate) fn expect_new(path: &Path) -> Result<()> {
    match path.symlink_metadata() {
        Ok(_) => refuse(format!("{} is there already; it was not overwritten", path.display())),
        Err(_) => Ok(()), // what else is wrong shows when it is written
    }
}

/// Writes a new file in full, or leaves none behind.
pub(crate) fn write_new<T>(path: &Path, write: impl FnOnce(&mut File) -> Result<T>) -> Result<T> {
    expect_new(path)?;
    let (draft, written) = draft(path, write)?;
    match draft.persist_noclobber(path) {
        Err(failed) if failed.error.kind() == std::io::ErrorKind::AlreadyExists => expect_new(path)?,
        done => drop(done.with_context(|| cannot_write(path))?),
    }
    Ok(written)
}

/// Writes a file in place of one that may be there: it stays as it was if that
/// fails. What is no file, such as `/dev/stdout`, is written into.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let is_other = path.metadata().is_ok_and(|found| !found.is_file());
    // A stream that was led into a file: `/dev/stdout`. `/dev/shm` holds files as any folder does.
    let is_stream = path.parent().is_some_and(|folder| folder == "/dev" || folder == "/dev/fd");
    if is_other || is_stream {
        return std::fs::write(path, bytes).with_context(|| cannot_write(path));
    }
    // Of a link, what it leads to is replaced.
    let place = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let (draft, ()) = draft(&place, |file| Ok(file.write_all(bytes)?))?;
    draft.persist(&place).with_context(|| cannot_write(path))?;
    Ok(())
}

/// What is to become a file, written and on the disk; gone if it is dropped.
fn draft<T>(path: &Path, write: impl FnOnce(&mut File) -> Result<T>) -> Result<(NamedTempFile, T)> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    clear_away(folder);
    let make = || -> Result<(NamedTempFile, T)> {
        let mut draft = begin(folder)?;
        let written = write(draft.as_file_mut())?;
        draft.as_file().sync_all()?;
        Ok((draft, written))
    };
    make().with_context(|| cannot_write(path))
}

/// How the name of a draft begins and ends; between them are letters of chance.
const BEFORE: &str = ".kaiketsu-";
const BEHIND: &str = ".draft";
const CHANCE: usize = 6;

/// An empty draft, which is this process's alone.
fn begin(folder: &Path) -> std::io::Result<NamedTempFile> {
    loop {
        let draft = with_usual_rights(&mut Builder::new()).tempfile_in(folder)?;
        if drafts::claim(draft.as_file(), draft.path())? {
            return Ok(draft);
        }
        // Somebody who clears up took it for abandoned before it was claimed.
    }
}

/// Removes the drafts that nobody writes any more. What cannot be removed does not
/// stand in the way.
fn clear_away(folder: &Path) {
    let is_draft = |name: &str| {
        let chance = name.strip_prefix(BEFORE).and_then(|name| name.strip_suffix(BEHIND));
        chance
            .is_some_and(|chance| chance.len() == CHANCE && chance.bytes().all(|b| b.is_ascii_alphanumeric()))
    };
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_str().is_some_and(is_draft) {
            let _ = drafts::clear(&entry.path());
        }
    }
}

/// Those that the system gives new files, not those of secrets.
fn with_usual_rights<'a, 'b>(builder: &'a mut Builder<'b, 'b>) -> &'a mut Builder<'b, 'b> {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(BEFORE).suffix(BEHIND).rand_bytes(CHANCE)
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
