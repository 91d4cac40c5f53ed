//! Moving a database into another store, also onto another file system.
//!
//! There a folder cannot be renamed: it is copied beside its new place, and
//! becomes the database by a last renaming. Files and the folders that name them are
//! synced before the old one goes: so a database is there in full, also after a
//! power cut, and what is interrupted leaves the old one whole.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kaiketsu_db::Folder;

use crate::stored::failed;
use crate::{Error, Store, StoreError};

impl Store {
    /// Moves a database into another store, across file systems if need be.
    /// Where it ends up must not exist yet.
    pub fn move_to(&self, name: &str, target: &Store) -> Result<PathBuf, Error> {
        self.move_by(|from, to| fs::rename(from, to), sync, name, target)
    }

    /// The same with a way of renaming and of making files and folders durable, so
    /// that tests can try every outcome of them.
    #[doc(hidden)]
    pub fn move_by(
        &self,
        rename: impl Fn(&Path, &Path) -> io::Result<()>,
        sync: impl Fn(&Path) -> io::Result<()>,
        name: &str,
        target: &Store,
    ) -> Result<PathBuf, Error> {
        let (from, to) = (self.database(name)?.path, target.path(name));
        if fs::symlink_metadata(&to).is_ok() {
            return Err(StoreError::Exists(to).into());
        }
        if target.root().exists() && !target.root().is_dir() {
            return Err(StoreError::NoFolder(target.root().to_path_buf()).into());
        }
        let lock = Folder::open(&from)?.lock()?;
        fs::create_dir_all(target.root()).map_err(failed(target.root()))?;
        match rename(&from, &to) {
            Ok(()) => return Ok(to),
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {}
            Err(error) => return Err(failed(&to)(error).into()),
        }
        let arriving = target.path(&format!("{name}.arriving-{}", std::process::id()));
        let copied = copy_folder(&from, &arriving, &sync)
            .and_then(|()| fs::rename(&arriving, &to))
            .and_then(|()| sync(target.root()));
        if let Err(error) = copied {
            // What is half there is of no use, and what may not last is not relied on.
            let _ = fs::remove_dir_all(&arriving);
            let _ = fs::remove_dir_all(&to);
            return Err(failed(&to)(error).into());
        }
        drop(lock);
        fs::remove_dir_all(&from).map_err(failed(&from))?;
        Ok(to)
    }
}

/// Copies a folder file by file, and makes sure that all of it is on the disk.
fn copy_folder(from: &Path, to: &Path, sync: &impl Fn(&Path) -> io::Result<()>) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if entry.is_dir() {
            copy_folder(&entry, &target, sync)?;
        } else {
            fs::copy(&entry, &target)?;
            sync(&target)?;
        }
    }
    sync(to)
}

/// Makes a file durable, or the names in a folder. Only Unix lets a program open a
/// folder for that.
fn sync(path: &Path) -> io::Result<()> {
    if path.is_dir() && !cfg!(unix) { Ok(()) } else { fs::File::open(path)?.sync_all() }
}
