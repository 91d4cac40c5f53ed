//! A disk that loses power, for tests (feature `test-support`).
//!
//! It keeps what it was asked to do, step by step, and says what may be left of
//! it when the power goes after any step: bytes that were not synced are lost,
//! there, or there in part; names that were given or taken since the folder was
//! last synced are as they were or as they became, each by itself, in whatever
//! order. That is what POSIX allows, and more than any disk does.
//!
//! ```
//! use kaiketsu_db::disk::{Disk, Luck};
//! use kaiketsu_db::Storage;
//!
//! let disk = Disk::new([]);
//! let mut sink = disk.create("words").unwrap();
//! sink.write_all(b"hello").unwrap();
//! sink.commit().unwrap();
//! assert!(disk.after_cut(1, &mut Luck::worst()).is_empty());
//! assert_eq!(disk.after_cut(disk.steps(), &mut Luck::worst())["words"], b"hello");
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::durable::{Steps, make_durable};
use crate::memory::Memory;
use crate::storage::{Sink, Source, Storage, check_name};

/// Files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What a disk was asked to do. Files have numbers; names come and go.
#[derive(Clone, Debug)]
enum Step {
    Write { file: usize, bytes: Vec<u8> },
    SyncFile { file: usize },
    Rename { file: usize, name: String },
    Remove { name: String },
    SyncFolder,
}

#[derive(Default)]
struct Kept {
    /// What was there, and durable, in the beginning.
    first: Files,
    steps: Vec<Step>,
    /// How many files were begun.
    files: usize,
}

/// Storage that plays the disk under a [`crate::Folder`]. Clones share it.
#[derive(Clone)]
pub struct Disk {
    /// What a program sees while the power is on.
    live: Memory,
    kept: Arc<Mutex<Kept>>,
    commit: fn(&mut dyn Steps) -> io::Result<()>,
}

impl Disk {
    /// A disk with these files on it.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self::committing(files, make_durable)
    }

    fn committing(
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
        commit: fn(&mut dyn Steps) -> io::Result<()>,
    ) -> Self {
        let (live, first): (_, Files) = (Memory::new(), files.into_iter().collect());
        first.iter().for_each(|(name, bytes)| live.put(name, bytes.clone()));
        Disk { live, kept: Arc::new(Mutex::new(Kept { first, ..Kept::default() })), commit }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, step: Step) {
        self.kept().steps.push(step);
    }

    /// How many steps were taken: writes, syncs, and names given or taken.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.kept().steps.len()
    }

    /// The committed files after a power cut that came after so many steps.
    #[must_use]
    pub fn after_cut(&self, steps: usize, luck: &mut Luck) -> Files {
        let kept = self.kept();
        let steps = &kept.steps[..steps];
        let mut found = Files::new();
        for (name, given) in names(&kept.first, steps) {
            // The name as it was when the folder was last synced, or as it became.
            let bytes = match given[luck.below(given.len())] {
                Given::Nothing => continue,
                Given::Before => kept.first[name].clone(),
                Given::File(file) => bytes_of(file, steps, luck),
            };
            found.insert(name.to_string(), bytes);
        }
        found
    }

    /// What may be left after so many steps: all cases if they are no more than
    /// `most`, else the worst, the best, and others by chance.
    pub fn all_after_cut(&self, steps: usize, most: usize, seed: u64) -> BTreeSet<Files> {
        let mut found = BTreeSet::new();
        let mut luck = Luck::worst();
        for _ in 0..most {
            found.insert(self.after_cut(steps, &mut luck));
            match luck.next() {
                Some(next) => luck = next,
                None => return found,
            }
        }
        found.insert(self.after_cut(steps, &mut Luck::best()));
        for number in 0..most as u64 {
            found.insert(self.after_cut(steps, &mut Luck::by_chance(seed ^ number)));
        }
        found
    }
}

/// What a name may stand for.
#[derive(Clone, Copy)]
enum Given {
    Nothing,
    /// The file of that name in the beginning.
    Before,
    File(usize),
}

/// Every name with what it may stand for, the oldest first.
fn names<'a>(first: &'a Files, steps: &'a [Step]) -> BTreeMap<&'a str, Vec<Given>> {
    let mut names: BTreeMap<&str, Vec<Given>> =
        first.keys().map(|name| (name.as_str(), vec![Given::Before])).collect();
    for step in steps {
        match step {
            Step::Rename { file, name } => {
                names.entry(name).or_insert_with(|| vec![Given::Nothing]).push(Given::File(*file));
            }
            Step::Remove { name } => names.entry(name).or_default().push(Given::Nothing),
            Step::SyncFolder => {
                names.values_mut().for_each(|given| drop(given.drain(..given.len().saturating_sub(1))));
            }
            Step::Write { .. } | Step::SyncFile { .. } => {}
        }
    }
    names
}

/// The bytes of a file: those that were synced, and of later writes what luck
/// leaves, each by itself. What is missing before what is there is zero.
fn bytes_of(file: usize, steps: &[Step], luck: &mut Luck) -> Vec<u8> {
    let (mut bytes, mut end, mut unsynced) = (Vec::new(), 0, Vec::new());
    for step in steps {
        match step {
            Step::Write { file: written, bytes } if *written == file => {
                unsynced.push((end, bytes));
                end += bytes.len();
            }
            Step::SyncFile { file: synced } if *synced == file => {
                unsynced.drain(..).for_each(|(_, written)| bytes.extend(written));
            }
            _ => {}
        }
    }
    for (start, written) in unsynced {
        let left = [0, written.len() / 2, written.len()][luck.below(3)];
        if left > 0 {
            bytes.resize(start, 0);
            bytes.extend(&written[..left]);
        }
    }
    bytes
}

/// How the cases are decided that a power cut leaves open.
#[derive(Clone, Debug)]
pub struct Luck {
    /// Decisions that are made already, and of how many.
    made: Vec<(usize, usize)>,
    taken: usize,
    further: Further,
}

#[derive(Clone, Copy, Debug)]
enum Further {
    Oldest,
    Latest,
    Chance(u64),
}

impl Luck {
    /// Everything is lost that can be.
    #[must_use]
    pub fn worst() -> Self {
        Luck { made: Vec::new(), taken: 0, further: Further::Oldest }
    }

    /// Everything is kept that can be.
    #[must_use]
    pub fn best() -> Self {
        Luck { further: Further::Latest, ..Self::worst() }
    }

    /// Some of it, always the same for a seed.
    #[must_use]
    pub fn by_chance(seed: u64) -> Self {
        Luck { further: Further::Chance(seed), ..Self::worst() }
    }

    fn below(&mut self, cases: usize) -> usize {
        self.taken += 1;
        if let Some((made, _)) = self.made.get(self.taken - 1) {
            return *made;
        }
        let made = match &mut self.further {
            Further::Oldest => 0,
            Further::Latest => cases - 1,
            Further::Chance(state) => {
                // Splitmix64.
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                ((mixed ^ (mixed >> 31)) % cases as u64) as usize
            }
        };
        self.made.push((made, cases));
        made
    }

    /// The next case after those that were decided, until all have been seen.
    fn next(mut self) -> Option<Luck> {
        while let Some((made, cases)) = self.made.pop() {
            if made + 1 < cases {
                self.made.push((made + 1, cases));
                return Some(Luck { taken: 0, ..self });
            }
        }
        None
    }
}

impl Storage for Disk {
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        self.live.open(name)
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn Sink>> {
        check_name(name)?;
        let mut kept = self.kept();
        kept.files += 1;
        let (disk, name) = (self.clone(), name.to_string());
        Ok(Box::new(DiskSink { disk, file: kept.files - 1, name, bytes: Vec::new() }))
    }

    fn list(&self) -> io::Result<Vec<String>> {
        self.live.list()
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.live.remove(name)?;
        self.take(Step::Remove { name: name.to_string() });
        Ok(())
    }

    fn lock(&self, name: &str) -> io::Result<Box<dyn Send>> {
        self.live.lock(name)
    }

    fn describe(&self) -> String {
        "disk".to_string()
    }
}

struct DiskSink {
    disk: Disk,
    file: usize,
    name: String,
    bytes: Vec<u8>,
}

impl Write for DiskSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        self.disk.take(Step::Write { file: self.file, bytes: bytes.to_vec() });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for DiskSink {
    fn commit(mut self: Box<Self>) -> io::Result<()> {
        (self.disk.commit)(&mut *self)
    }
}

impl Steps for DiskSink {
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn sync_file(&mut self) -> io::Result<()> {
        self.disk.take(Step::SyncFile { file: self.file });
        Ok(())
    }

    fn rename(&mut self) -> io::Result<()> {
        self.disk.live.put(&self.name, std::mem::take(&mut self.bytes));
        self.disk.take(Step::Rename { file: self.file, name: self.name.clone() });
        Ok(())
    }

    fn sync_folder(&mut self) -> io::Result<()> {
        self.disk.take(Step::SyncFolder);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(disk: &Disk, text: &str) {
        let mut sink = disk.create("words").unwrap();
        text.as_bytes().chunks(3).for_each(|part| sink.write_all(part).unwrap());
        sink.commit().unwrap();
    }

    /// What the file may hold after any cut while it is written twice, and after
    /// the second time.
    fn left_by(commit: fn(&mut dyn Steps) -> io::Result<()>) -> [BTreeSet<Option<String>>; 2] {
        let disk = Disk::committing([], commit);
        write(&disk, "before");
        write(&disk, "after it");
        let left = |steps: usize| {
            let all = disk.all_after_cut(steps, 1 << 12, 1).into_iter();
            all.map(|files| files.get("words").map(|bytes| String::from_utf8(bytes.clone()).unwrap()))
        };
        [(0..=disk.steps()).flat_map(left).collect(), left(disk.steps()).collect()]
    }

    #[test]
    fn a_file_is_absent_or_whole_and_stays() {
        let [anywhere, at_the_end] = left_by(make_durable);
        let whole = |text: &str| Some(text.to_string());
        assert_eq!(anywhere, BTreeSet::from([None, whole("before"), whole("after it")]));
        assert_eq!(at_the_end, BTreeSet::from([whole("after it")]));
    }

    /// The disk is one that shows what a step is for.
    #[test]
    fn without_any_one_step_or_in_another_order_something_is_lost() {
        let whole =
            |text: &Option<String>| [None, Some("before"), Some("after it")].contains(&text.as_deref());
        let [torn, _] = left_by(|steps| {
            steps.rename()?;
            steps.sync_folder()
        });
        assert!(!torn.iter().all(whole), "{torn:?}");
        let [torn, late] = left_by(|steps| {
            steps.rename()?;
            steps.sync_file()?;
            steps.sync_folder()
        });
        assert!(!torn.iter().all(whole) && late.len() == 1, "{torn:?} {late:?}");
        let [fine, lost] = left_by(|steps| {
            steps.sync_file()?;
            steps.rename()
        });
        assert!(fine.iter().all(whole) && lost.contains(&None), "{fine:?} {lost:?}");
    }

    /// Names that are taken away come back, each by itself, until a file is committed.
    #[test]
    fn removals_are_durable_with_the_next_file() {
        let file = |name: &str| (name.to_string(), vec![1]);
        let disk = Disk::new([file("a"), file("b")]);
        disk.remove("a").unwrap();
        disk.remove("b").unwrap();
        assert!(disk.remove("b").is_err());
        assert_eq!(disk.all_after_cut(2, 100, 1).len(), 4);
        assert_eq!(disk.all_after_cut(2, 2, 1).len(), 4, "by chance");
        write(&disk, "x");
        assert_eq!(disk.all_after_cut(disk.steps(), 100, 1).len(), 1);
    }
}
