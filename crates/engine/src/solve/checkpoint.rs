//! Files for the state of a layer that is still being solved.
//!
//! Layers that take long are worth saving half-way. What the state is, only
//! the kernel knows; that it lies beside the layers under names of its own,
//! appears whole like every file, and is gone once the layer is finished, is
//! the same for all.

use std::io;

use kaiketsu_db::{DbError, Sink, Source, Storage};

/// The place for one layer's unfinished state: one file, and parts of it that
/// are files of their own where a kernel adds to its state from time to time.
pub struct Checkpoint<'a> {
    storage: &'a dyn Storage,
    stem: String,
}

impl<'a> Checkpoint<'a> {
    /// The place for a layer: `checkpoint-0008.state` for layer 8.
    #[must_use]
    pub fn new(storage: &'a dyn Storage, layer: u32) -> Self {
        Checkpoint { storage, stem: format!("checkpoint-{layer:04}") }
    }

    /// A numbered part of the state: `checkpoint-0008-part-0003.state`.
    #[must_use]
    pub fn part(&self, number: u32) -> Checkpoint<'a> {
        self.named(&format!("{number:04}"))
    }

    /// A part of the state with a name of its own: `checkpoint-0008-part-NAME.state`.
    #[must_use]
    pub fn named(&self, name: &str) -> Checkpoint<'a> {
        Checkpoint { storage: self.storage, stem: format!("{}-part-{name}", self.stem) }
    }

    /// The parts that are there whose names begin so, in the order of their names.
    pub fn parts_named(&self, beginning: &str) -> io::Result<Vec<Checkpoint<'a>>> {
        let beginning = format!("{}-part-{beginning}", self.stem);
        let mut names = self.storage.list()?;
        names.sort_unstable();
        let stems = names.iter().filter_map(|name| name.strip_suffix(".state"));
        let parts = stems.filter(|stem| stem.starts_with(&beginning));
        Ok(parts.map(|stem| Checkpoint { storage: self.storage, stem: stem.to_string() }).collect())
    }

    /// The state that an earlier run saved, if there is one.
    pub fn open(&self) -> io::Result<Option<Box<dyn Source>>> {
        match self.storage.open(&self.name()) {
            Ok(source) => Ok(Some(source)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A new state, which replaces the one before when it is committed.
    pub fn create(&self) -> io::Result<Box<dyn Sink>> {
        self.storage.create(&self.name())
    }

    /// Removes the state with all its parts; there need not be one.
    pub fn remove(&self) -> Result<(), DbError> {
        let failed = |doing, name: &str, source| {
            let file = format!("{}/{name}", self.storage.describe());
            DbError::Io { file, doing, source }
        };
        let names = self.storage.list().map_err(|error| failed("looking for checkpoints", "", error))?;
        let parts = format!("{}-part-", self.stem);
        for name in names.iter().filter(|name| **name == self.name() || name.starts_with(&parts)) {
            match self.storage.remove(name) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(failed("removing a checkpoint", name, error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Where the state is, for messages.
    #[must_use]
    pub fn describe(&self) -> String {
        format!("{}/{}", self.storage.describe(), self.name())
    }

    fn name(&self) -> String {
        format!("{}.state", self.stem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_db::Memory;

    fn save(checkpoint: &Checkpoint<'_>, text: &str) {
        let mut sink = checkpoint.create().unwrap();
        sink.write_all(text.as_bytes()).unwrap();
        sink.commit().unwrap();
    }

    #[test]
    fn a_state_can_be_saved_found_and_removed() {
        let memory = Memory::new();
        let checkpoint = Checkpoint::new(&memory, 8);
        checkpoint.remove().unwrap();
        assert!(checkpoint.open().unwrap().is_none());
        for text in ["before", "after that"] {
            save(&checkpoint, text);
            assert_eq!(checkpoint.open().unwrap().unwrap().len(), text.len() as u64);
        }
        assert_eq!(memory.list().unwrap(), ["checkpoint-0008.state"]);
        assert!(Checkpoint::new(&memory, 9).open().unwrap().is_none());
        checkpoint.remove().unwrap();
        assert!(memory.list().unwrap().is_empty());
    }

    #[test]
    fn parts_go_with_the_whole() {
        let memory = Memory::new();
        let checkpoint = Checkpoint::new(&memory, 8);
        save(&checkpoint, "whole");
        save(&checkpoint.part(3), "part");
        save(&Checkpoint::new(&memory, 9).part(3), "another");
        let names =
            ["checkpoint-0008-part-0003.state", "checkpoint-0008.state", "checkpoint-0009-part-0003.state"];
        assert_eq!(memory.list().unwrap(), names);
        save(&checkpoint.named("made-b"), "b");
        save(&checkpoint.named("made-a"), "a");
        let made = checkpoint.parts_named("made-").unwrap();
        assert_eq!(
            made.iter().map(Checkpoint::name).collect::<Vec<_>>(),
            ["checkpoint-0008-part-made-a.state", "checkpoint-0008-part-made-b.state"]
        );
        assert!(made.iter().all(|part| part.open().unwrap().is_some()));
        made.iter().for_each(|part| part.remove().unwrap());
        checkpoint.part(3).remove().unwrap();
        assert!(checkpoint.open().unwrap().is_some());
        save(&checkpoint.part(3), "part again");
        checkpoint.remove().unwrap();
        assert_eq!(memory.list().unwrap(), names[2..]);
    }
}
