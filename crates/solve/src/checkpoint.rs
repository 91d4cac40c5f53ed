//! A file for the state of a layer that is still being solved.
//!
//! Layers that take long are worth saving half-way. What the state is, only
//! the kernel knows; that it lies beside the layers under a name of its own,
//! appears whole like every file, and is gone once the layer is finished, is
//! the same for all.

use std::io;

use kaiketsu_db::{DbError, Sink, Source, Storage};

/// The place for one layer's unfinished state.
pub struct Checkpoint<'a> {
    storage: &'a dyn Storage,
    name: String,
}

impl<'a> Checkpoint<'a> {
    /// The place for a layer: `checkpoint-0008.state` for layer 8.
    #[must_use]
    pub fn new(storage: &'a dyn Storage, layer: u32) -> Self {
        Checkpoint { storage, name: format!("checkpoint-{layer:04}.state") }
    }

    /// The state that an earlier run saved, if there is one.
    pub fn open(&self) -> io::Result<Option<Box<dyn Source>>> {
        match self.storage.open(&self.name) {
            Ok(source) => Ok(Some(source)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A new state, which replaces the one before when it is committed.
    pub fn create(&self) -> io::Result<Box<dyn Sink>> {
        self.storage.create(&self.name)
    }

    /// Removes the state; there need not be one.
    pub fn remove(&self) -> Result<(), DbError> {
        match self.storage.remove(&self.name) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                let file = format!("{}/{}", self.storage.describe(), self.name);
                Err(DbError::Io { file, doing: "removing a checkpoint", source })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_db::Memory;

    #[test]
    fn a_state_can_be_saved_found_and_removed() {
        let memory = Memory::new();
        let checkpoint = Checkpoint::new(&memory, 8);
        checkpoint.remove().unwrap();
        assert!(checkpoint.open().unwrap().is_none());
        for text in ["before", "after that"] {
            let mut sink = checkpoint.create().unwrap();
            sink.write_all(text.as_bytes()).unwrap();
            sink.commit().unwrap();
            assert_eq!(checkpoint.open().unwrap().unwrap().len(), text.len() as u64);
        }
        assert_eq!(memory.list().unwrap(), ["checkpoint-0008.state"]);
        assert!(Checkpoint::new(&memory, 9).open().unwrap().is_none());
        checkpoint.remove().unwrap();
        assert!(memory.list().unwrap().is_empty());
    }
}
