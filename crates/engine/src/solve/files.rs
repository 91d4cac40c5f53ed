//! The files of a solve: layers, found or written, and checkpoints.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use kaiketsu_db::{DbError, LayerFacts, LayerReader, Storage};
use kaiketsu_game::{Notation, Tiered};

use crate::solve::{Checkpoint, Layout};

/// Layer files kept open.
const MOST_OPEN: usize = 4;

/// The layer files of a game in a storage, the last few kept open.
pub struct LayerFiles<'a> {
    game: String,
    rules_version: u32,
    distances: bool,
    layout: &'a Layout,
    storage: &'a dyn Storage,
    /// Where unfinished state goes: mostly beside the files.
    scratch: &'a dyn Storage,
    open: Mutex<BTreeMap<u32, Arc<LayerReader>>>,
}

impl<'a> LayerFiles<'a> {
    /// The files of a game, with or without distances.
    pub fn new<G: Tiered + Notation + ?Sized>(
        game: &G,
        layout: &'a Layout,
        storage: &'a dyn Storage,
        distances: bool,
    ) -> Self {
        let (game, rules_version) = (game.id(), game.rules_version());
        LayerFiles {
            game,
            rules_version,
            distances,
            layout,
            storage,
            scratch: storage,
            open: Mutex::default(),
        }
    }

    /// The same files, with unfinished state elsewhere.
    pub(crate) fn with_scratch(self, scratch: &'a dyn Storage) -> Self {
        LayerFiles { scratch, ..self }
    }

    /// The stored order.
    #[must_use]
    pub fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// What a file must be of.
    #[must_use]
    pub fn facts(&self, file: u32) -> LayerFacts {
        LayerFacts {
            game: self.game.clone(),
            rules_version: self.rules_version,
            layer: file,
            positions: self.layout.size(self.layout.layer_of(file)),
            distances: self.distances,
        }
    }

    /// Opens a file.
    pub fn open(&self, file: u32) -> Result<Arc<LayerReader>, DbError> {
        let mut open = self.open.lock().expect("no panic while files are opened");
        if let Some(reader) = open.get(&file) {
            return Ok(Arc::clone(reader));
        }
        let reader = Arc::new(LayerReader::open(self.storage, &self.facts(file))?);
        // Readers hold some decoded blocks. Of many layers, those solved
        // longest ago are the least likely to be asked for again.
        while open.len() >= MOST_OPEN {
            open.pop_first();
        }
        open.insert(file, Arc::clone(&reader));
        Ok(reader)
    }

    /// The place for the unfinished state of a layer, named by its first file.
    #[must_use]
    pub fn checkpoint(&self, layer: u32) -> Checkpoint<'a> {
        Checkpoint::new(self.scratch, self.layout.files_of(layer).start)
    }
}
