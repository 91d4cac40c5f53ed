//! Files of sorted keys, eight bytes each: written, read in order, and merged.
//!
//! They lie beside the layers as `finding-0007.keys` while the positions of a game
//! are looked for, and are gone afterwards.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, BufWriter, Write};

use kaiketsu_db::{DbError, Source, Storage};

/// How the names of all files of a search begin.
const STEM: &str = "finding-";
/// Bytes read or written at a time.
const BUFFER: usize = 1 << 16;

/// The files of one search.
pub(super) struct KeyFiles<'a> {
    storage: &'a dyn Storage,
    /// The number of the next file.
    pub(super) next: u64,
}

impl<'a> KeyFiles<'a> {
    pub(super) fn new(storage: &'a dyn Storage) -> Self {
        KeyFiles { storage, next: 0 }
    }

    /// Writes a file of keys; its number.
    pub(super) fn write(&mut self, keys: impl Iterator<Item = io::Result<u64>>) -> Result<u64, DbError> {
        let number = self.next;
        self.next += 1;
        self.write_named(&name(number), keys)?;
        Ok(number)
    }

    pub(super) fn write_named(
        &self,
        name: &str,
        mut keys: impl Iterator<Item = io::Result<u64>>,
    ) -> Result<(), DbError> {
        let mut written = || {
            let mut sink = BufWriter::with_capacity(BUFFER, self.storage.create(name)?);
            keys.try_for_each(|key| sink.write_all(&key?.to_le_bytes()))?;
            sink.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
        };
        written().map_err(|error| self.failed(name, "writing sorted positions", error))
    }

    /// The keys of a file, in order.
    pub(super) fn read(&self, number: u64) -> Result<Keys, DbError> {
        self.read_named(&name(number))?.ok_or_else(|| {
            self.failed(&name(number), "reading sorted positions", io::ErrorKind::NotFound.into())
        })
    }

    /// The same by a name; `None` if there is no such file.
    pub(super) fn read_named(&self, name: &str) -> Result<Option<Keys>, DbError> {
        match self.storage.open(name) {
            Ok(source) => Ok(Some(Keys { source, offset: 0, buffer: Vec::new(), at: 0 })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failed(name, "reading sorted positions", error)),
        }
    }

    /// The keys of some files in order, each once.
    pub(super) fn merged(&self, numbers: &[u64]) -> Result<Merged, DbError> {
        let runs = numbers.iter().map(|number| self.read(*number)).collect::<Result<Vec<_>, _>>()?;
        let mut merged = Merged { runs, first: BinaryHeap::new(), last: None };
        for (run, number) in numbers.iter().enumerate() {
            merged.advance(run).map_err(|error| self.failed(&name(*number), "reading", error))?;
        }
        Ok(merged)
    }

    /// Removes all files of a search but those with these numbers, and the state
    /// of it unless some are kept.
    pub(super) fn keep_only(&self, kept: &[u64]) -> Result<(), DbError> {
        let all = self.storage.list().map_err(|error| self.failed("", "looking for files", error))?;
        let kept: Vec<String> = kept.iter().map(|number| name(*number)).collect();
        let goes = |found: &&String| {
            found.starts_with(STEM) && !kept.contains(found) && (kept.is_empty() || **found != STATE)
        };
        for found in all.iter().filter(goes) {
            self.storage.remove(found).map_err(|error| self.failed(found, "removing", error))?;
        }
        Ok(())
    }

    pub(super) fn failed(&self, name: &str, doing: &'static str, source: io::Error) -> DbError {
        DbError::Io { file: format!("{}/{name}", self.storage.describe()), doing, source }
    }
}

/// The file that says how far a search is.
pub(super) const STATE: &str = "finding-state.keys";

fn name(number: u64) -> String {
    format!("{STEM}{number:04}.keys")
}

/// The keys of a file, one after the other.
pub(super) struct Keys {
    source: Box<dyn Source>,
    /// Bytes taken into the buffer so far.
    offset: u64,
    buffer: Vec<u8>,
    at: usize,
}

impl Iterator for Keys {
    type Item = io::Result<u64>;

    fn next(&mut self) -> Option<io::Result<u64>> {
        if self.at == self.buffer.len() {
            let left = self.source.len() - self.offset;
            self.buffer.resize(left.min(BUFFER as u64) as usize / 8 * 8, 0);
            if let Err(error) = self.source.read_at(self.offset, &mut self.buffer) {
                return Some(Err(error));
            }
            self.offset += self.buffer.len() as u64;
            self.at = 0;
        }
        let key = self.buffer.get(self.at..self.at + 8)?;
        self.at += 8;
        Some(Ok(u64::from_le_bytes(key.try_into().expect("eight bytes"))))
    }
}

/// The keys of several files in order, each once.
pub(super) struct Merged {
    runs: Vec<Keys>,
    /// The next key of each file that has one.
    first: BinaryHeap<Reverse<(u64, usize)>>,
    last: Option<u64>,
}

impl Merged {
    fn advance(&mut self, run: usize) -> io::Result<()> {
        if let Some(key) = self.runs[run].next() {
            self.first.push(Reverse((key?, run)));
        }
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = io::Result<u64>;

    fn next(&mut self) -> Option<io::Result<u64>> {
        loop {
            let Reverse((key, run)) = self.first.pop()?;
            if let Err(error) = self.advance(run) {
                return Some(Err(error));
            }
            if self.last.replace(key) != Some(key) {
                return Some(Ok(key));
            }
        }
    }
}

/// The keys of the first that are not among the second, both in order.
pub(super) fn without(
    keys: impl Iterator<Item = io::Result<u64>>,
    known: impl Iterator<Item = io::Result<u64>>,
) -> impl Iterator<Item = io::Result<u64>> {
    let mut known = known.peekable();
    keys.filter_map(move |key| {
        let Ok(key) = key else { return Some(key) };
        while known.next_if(|known| known.as_ref().is_ok_and(|known| *known < key)).is_some() {}
        match known.peek() {
            Some(Ok(known)) if *known == key => None,
            Some(Err(_)) => known.next(),
            _ => Some(Ok(key)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_db::Memory;
    use std::collections::BTreeSet;

    /// As sets of the standard library do it, over files longer than a buffer too.
    #[test]
    fn merging_is_union_and_without_is_difference() {
        let memory = Memory::new();
        let mut files = KeyFiles::new(&memory);
        let some = |step: u64, count: u64| (0..count).map(move |n| n * step);
        let shapes = [(3, 20_000), (5, 30_000), (7, 0), (1 << 40, 50), (3, 10)];
        let numbers: Vec<u64> =
            shapes.iter().map(|(step, count)| files.write(some(*step, *count).map(Ok)).unwrap()).collect();
        let union: BTreeSet<u64> = shapes.iter().flat_map(|(step, count)| some(*step, *count)).collect();
        let merged: Vec<u64> = files.merged(&numbers).unwrap().map(Result::unwrap).collect();
        assert!(merged.iter().eq(&union));
        let fives: BTreeSet<u64> = some(5, 30_000).collect();
        let rest = without(files.merged(&numbers).unwrap(), files.read(numbers[1]).unwrap());
        let rest: Vec<u64> = rest.map(Result::unwrap).collect();
        assert!(rest.iter().eq(union.difference(&fives)));
        assert_eq!(without(files.read(0).unwrap(), files.read(0).unwrap()).count(), 0);
        files.write_named(STATE, [Ok(7)].into_iter()).unwrap();
        files.keep_only(&[1]).unwrap();
        assert_eq!(memory.list().unwrap(), ["finding-0001.keys", STATE]);
        files.keep_only(&[]).unwrap();
        assert_eq!(memory.list().unwrap(), [""; 0]);
    }
}
