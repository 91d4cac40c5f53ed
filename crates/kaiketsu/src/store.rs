//! Where databases are kept: a folder with one folder per game.

use std::path::{Path, PathBuf};

use kaiketsu_db::{Database, DbError};

/// A folder of databases.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// The databases under a folder, which need not exist yet.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Store { root: root.into() }
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where the database of a game is or would be.
    #[must_use]
    pub fn path(&self, game: &str) -> PathBuf {
        self.root.join(game)
    }

    /// The finished database of a game.
    pub fn open(&self, game: &str) -> Result<Database, DbError> {
        Database::open_folder(self.path(game))
    }
}
