//! What lies in a store, and removing it; [`crate::moving`] has the rest.
//!
//! A folder counts as a database if it has a manifest that can be read. All
//! else is *foreign*: it is listed, and never moved or removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kaiketsu_db::{Database, DbError, Folder, MANIFEST, Manifest};

use crate::{Error, Kind, Store};

/// What a folder of a store is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// A finished database.
    Solved,
    /// A solve that was interrupted, or is running.
    Unfinished,
    /// A database that cannot be opened.
    Damaged,
    /// No database.
    Foreign,
}

impl State {
    /// `solved`, `unfinished`, `damaged` or `foreign`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            State::Solved => "solved",
            State::Unfinished => "unfinished",
            State::Damaged => "damaged",
            State::Foreign => "foreign",
        }
    }
}

/// A folder of a store.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Its name: the id of the game.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it is.
    pub state: State,
    /// Bytes of all its files.
    pub bytes: u64,
    /// What the manifest says, where it can be read.
    pub manifest: Option<Manifest>,
}

/// Why a database was not moved or removed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such folder.
    #[error("there is no database `{name}` in {}", root.display())]
    Missing {
        /// What was asked for.
        name: String,
        /// Where it was looked for.
        root: PathBuf,
    },
    /// The folder is no database.
    #[error("{} is not a database of Kaiketsu; it was left alone", .0.display())]
    Foreign(PathBuf),
    /// Something is there already.
    #[error("{} is there already; nothing was moved or overwritten", .0.display())]
    Exists(PathBuf),
    /// Databases cannot be put there.
    #[error("{} is not a folder; nothing was moved", .0.display())]
    NoFolder(PathBuf),
    /// The system refused.
    #[error("{}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
}

impl StoreError {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            StoreError::Missing { .. } => Kind::NotSolved,
            StoreError::Foreign(_) | StoreError::Exists(_) | StoreError::NoFolder(_) => Kind::Request,
            StoreError::Io { .. } => Kind::System,
        }
    }
}

pub(crate) fn failed(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_path_buf();
    move |source| StoreError::Io { path, source }
}

impl Store {
    /// All folders of the store by name, whatever they are; none if the store
    /// does not exist. Folders that are no databases and not of this program's
    /// making are listed as foreign.
    pub fn list(&self) -> Result<Vec<Stored>, StoreError> {
        let root = self.root();
        let entries = match fs::read_dir(root) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(failed(root))?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(failed(root))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // The journal is kept beside the databases.
            if entry.path().is_dir() && name != "journal" {
                found.push(self.stored(&name)?);
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// One folder of the store.
    pub fn stored(&self, name: &str) -> Result<Stored, StoreError> {
        let path = self.path(name);
        let is_name = !name.is_empty() && !name.contains(['/', '\\']) && name != "." && name != "..";
        if !is_name || !path.is_dir() {
            return Err(StoreError::Missing { name: name.into(), root: self.root().to_path_buf() });
        }
        let manifest = Folder::open(&path).and_then(|folder| Manifest::read(&folder));
        let state = match (&manifest, Database::open_folder(&path)) {
            (_, Ok(_)) => State::Solved,
            (Ok(Some(_)), Err(DbError::Unfinished { .. })) => State::Unfinished,
            (Ok(None), _) => State::Foreign,
            (Err(_), _) if !path.join(MANIFEST).is_file() => State::Foreign,
            _ => State::Damaged,
        };
        let bytes = bytes_of(&path).map_err(failed(&path))?;
        Ok(Stored { name: name.into(), path, state, bytes, manifest: manifest.ok().flatten() })
    }

    /// Removes a database for good.
    pub fn remove(&self, name: &str) -> Result<Stored, Error> {
        let stored = self.database(name)?;
        let lock = Folder::open(&stored.path)?.lock()?;
        drop(lock); // nobody was solving
        fs::remove_dir_all(&stored.path).map_err(failed(&stored.path))?;
        Ok(stored)
    }

    /// A folder that is a database, in whatever state.
    pub(crate) fn database(&self, name: &str) -> Result<Stored, StoreError> {
        let stored = self.stored(name)?;
        match stored.state {
            State::Foreign => Err(StoreError::Foreign(stored.path)),
            _ => Ok(stored),
        }
    }
}

fn bytes_of(folder: &Path) -> io::Result<u64> {
    fs::read_dir(folder)?.try_fold(0, |bytes, entry| {
        let entry = entry?;
        let found = entry.metadata()?;
        Ok(bytes + if found.is_dir() { bytes_of(&entry.path())? } else { found.len() })
    })
}
