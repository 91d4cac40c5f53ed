//! A finished database, open for reading.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use kaiketsu_game::Code;

use crate::DbError;
use crate::folder::Folder;
use crate::layer::layer_file;
use crate::manifest::{LayerEntry, MANIFEST, Manifest};
use crate::reader::LayerReader;
use crate::storage::{Storage, place};

/// Layer files kept open: systems give a program about a thousand files.
const MOST_OPEN: usize = 64;

/// A complete database, for any number of threads. Layers are opened when they
/// are asked for; of many layers, the one that was opened longest ago is closed.
pub struct Database {
    storage: Arc<dyn Storage>,
    manifest: Manifest,
    layers: Vec<RwLock<Option<Arc<LayerReader>>>>,
    /// Those that are open, the oldest first. Locked before any of `layers`.
    opened: Mutex<VecDeque<usize>>,
}

impl Database {
    /// Opens a database. Reads the manifest and the names of the files; they
    /// must agree, and the solve must have ended.
    pub fn open(storage: Arc<dyn Storage>) -> Result<Self, DbError> {
        let folder = storage.describe();
        let Some(manifest) = Manifest::read(&*storage)? else { return Err(DbError::NoDatabase(folder)) };
        if !manifest.complete {
            return Err(DbError::Unfinished { folder, game: manifest.game });
        }
        let layers = manifest.layers.iter().map(|_| RwLock::default()).collect();
        let database = Database { storage, manifest, layers, opened: Mutex::default() };
        database.check_manifest()?;
        database.check_names()?;
        Ok(database)
    }

    /// Opens the database in a folder of the file system.
    pub fn open_folder(path: impl Into<PathBuf>) -> Result<Self, DbError> {
        Self::open(Arc::new(Folder::open(path)?))
    }

    /// Makes sure that the database is of a game, by its identifier and the
    /// version of its rules.
    pub fn expect(&self, game: &str, rules_version: u32) -> Result<(), DbError> {
        let (file, found) = (place(&*self.storage, MANIFEST), &self.manifest);
        DbError::expect_game(&file, (game, rules_version), (&found.game, found.rules_version))
    }

    /// Where its files are.
    #[must_use]
    pub fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    /// What the database holds.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// A layer by its number; its file must agree with the manifest.
    pub fn layer(&self, number: u32) -> Result<Arc<LayerReader>, DbError> {
        let place = number as usize;
        let (Some(cell), Some(entry)) = (self.layers.get(place), self.manifest.layers.get(place)) else {
            let (folder, layers) = (self.storage.describe(), self.layers.len());
            return Err(DbError::NoSuchLayer { folder, layer: number, layers });
        };
        // What is locked is whole between statements, so a panic elsewhere does not spoil it.
        if let Some(reader) = &*cell.read().unwrap_or_else(PoisonError::into_inner) {
            return Ok(Arc::clone(reader));
        }
        let reader = Arc::new(LayerReader::open(&*self.storage, &self.manifest.facts(entry))?);
        if let Some(what) = difference(entry, &reader) {
            return Err(DbError::Disagrees { file: reader.file().to_string(), what });
        }
        Ok(self.keep_open(place, reader))
    }

    /// Keeps a layer open, unless another thread has been faster, and closes one if
    /// there are too many. Who still reads it is not disturbed.
    fn keep_open(&self, place: usize, reader: Arc<LayerReader>) -> Arc<LayerReader> {
        let cell = |place: usize| self.layers[place].write().unwrap_or_else(PoisonError::into_inner);
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(other) = &*cell(place) {
            return Arc::clone(other);
        }
        *cell(place) = Some(Arc::clone(&reader));
        opened.push_back(place);
        if opened.len() > MOST_OPEN
            && let Some(oldest) = opened.pop_front()
        {
            *cell(oldest) = None;
        }
        reader
    }

    /// The code of a position.
    pub fn get(&self, layer: u32, index: u64) -> Result<Code, DbError> {
        self.layer(layer)?.get(index)
    }

    /// Reads everything and compares it with what the files say: see
    /// [`LayerReader::check`]. `progress` is told how many positions of how
    /// many have been read.
    pub fn check(&self, progress: &mut dyn FnMut(u64, u64)) -> Result<(), DbError> {
        self.check_files(&|_| true, progress)
    }

    /// The same for some of the files, by their numbers.
    pub fn check_files(
        &self,
        wanted: &dyn Fn(u32) -> bool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), DbError> {
        self.check_names()?;
        let wanted = || self.manifest.layers.iter().filter(|entry| wanted(entry.number));
        let all = wanted().map(|entry| entry.positions).sum();
        let mut before = 0;
        for entry in wanted() {
            self.layer(entry.number)?.check(&mut |done| progress(before + done, all))?;
            before += entry.positions;
        }
        Ok(())
    }

    /// The manifest must agree with itself.
    fn check_manifest(&self) -> Result<(), DbError> {
        let manifest = &self.manifest;
        let numbered = (0..).zip(&manifest.layers);
        let well_listed = numbered.into_iter().all(|(number, layer)| {
            layer.number == number
                && layer.file == layer_file(number)
                && layer.signature_plies.is_some() == manifest.distances
        });
        let signatures = (manifest.signature_values, manifest.signature_plies);
        let explanation = if !well_listed {
            "its layers are not listed in order with all they need"
        } else if manifest.combined() != signatures {
            "its signature is not that of its layers"
        } else {
            return Ok(());
        };
        let file = place(&*self.storage, MANIFEST);
        Err(DbError::Manifest { file, explanation: explanation.to_string() })
    }

    /// Exactly the layers of the manifest must be there.
    fn check_names(&self) -> Result<(), DbError> {
        let folder = self.storage.describe();
        let names = self.storage.list().map_err(|error| DbError::io(&folder, "listing the folder", error))?;
        let found: BTreeSet<String> = names.into_iter().filter(|name| name.ends_with(".kai")).collect();
        let listed: BTreeSet<String> = self.manifest.layers.iter().map(|layer| layer.file.clone()).collect();
        if let Some(name) = listed.difference(&found).next() {
            return Err(DbError::MissingLayer(place(&*self.storage, name)));
        }
        if let Some(name) = found.difference(&listed).next() {
            return Err(DbError::ExtraLayer(place(&*self.storage, name)));
        }
        Ok(())
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("folder", &self.storage.describe()).finish_non_exhaustive()
    }
}

/// What the manifest and a layer file disagree about.
fn difference(entry: &LayerEntry, reader: &LayerReader) -> Option<&'static str> {
    let summary = reader.summary();
    let comparisons = [
        ("number of positions", entry.positions == summary.positions),
        ("length", entry.bytes == summary.bytes),
        ("counts", (entry.win, entry.loss, entry.draw) == (summary.win, summary.loss, summary.draw)),
        ("longest distance", entry.longest == summary.longest),
        ("signature of values", entry.signature_values == summary.signature_values),
        ("signature of distances", entry.signature_plies == summary.signature_plies),
    ];
    comparisons.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
}
