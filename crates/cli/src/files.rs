//! Files that people name: they appear whole, or not at all. A file is written
//! beside its place, under a name of chance, and gets its name when it is on the
//! disk.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
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
    if is_other || path.starts_with("/dev") {
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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let make = || -> Result<(NamedTempFile, T)> {
        let mut draft =
            with_usual_rights(&mut Builder::new()).tempfile_in(folder.unwrap_or(Path::new(".")))?;
        let written = write(draft.as_file_mut())?;
        draft.as_file().sync_all()?;
        Ok((draft, written))
    };
    make().with_context(|| cannot_write(path))
}

/// Those that the system gives new files, not those of secrets.
fn with_usual_rights<'a, 'b>(builder: &'a mut Builder<'b, 'b>) -> &'a mut Builder<'b, 'b> {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".kaiketsu-")
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
