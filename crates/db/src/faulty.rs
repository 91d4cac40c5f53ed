//! Storage that fails on purpose, for tests (feature `test-support`).
//!
//! ```
//! use std::io::ErrorKind;
//! use kaiketsu_db::faulty::{Faulty, Operation};
//! use kaiketsu_db::{DbError, Manifest, Memory};
//!
//! let storage = Faulty::new(Memory::new());
//! let manifest = Manifest::new("nim", "Nim", 1, "kaiketsu 0.1.0", false);
//! storage.fail(Operation::Write, 0, ErrorKind::StorageFull);
//! assert!(matches!(manifest.write(&storage), Err(DbError::Full { .. })));
//! assert!(manifest.write(&storage).is_ok());
//! ```

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::storage::{Sink, Source, Storage};

/// What is asked of storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Opening a file for reading.
    Open,
    /// Reading bytes of a file.
    Read,
    /// Starting a file.
    Create,
    /// Writing bytes to a file.
    Write,
    /// Making a file durable and visible.
    Commit,
    /// Listing the files.
    List,
    /// Removing a file.
    Remove,
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 7] = [
        Operation::Open,
        Operation::Read,
        Operation::Create,
        Operation::Write,
        Operation::Commit,
        Operation::List,
        Operation::Remove,
    ];
}

/// Storage that does what another does, but for the faults it was told of.
/// Clones share their faults and counts.
#[derive(Clone)]
pub struct Faulty {
    inner: Arc<dyn Storage>,
    plan: Arc<Plan>,
}

#[derive(Default)]
struct Plan {
    faults: Mutex<Faults>,
}

#[derive(Default)]
struct Faults {
    calls: [u64; Operation::ALL.len()],
    failures: Vec<(Operation, u64, ErrorKind)>,
    flips: Vec<(String, u64, u8)>,
}

impl Faulty {
    /// Storage without faults so far.
    pub fn new(inner: impl Storage + 'static) -> Self {
        Faulty { inner: Arc::new(inner), plan: Arc::default() }
    }

    /// Lets one call fail: of all calls of that operation from now on, the
    /// one of that number, counted from 0.
    pub fn fail(&self, operation: Operation, nth: u64, kind: ErrorKind) {
        let mut faults = self.plan.faults();
        let call = faults.calls[operation as usize] + nth;
        faults.failures.push((operation, call, kind));
    }

    /// Changes a byte of a file whenever it is read: the bits of `mask` flip.
    pub fn flip(&self, name: &str, offset: u64, mask: u8) {
        self.plan.faults().flips.push((name.to_string(), offset, mask));
    }

    /// Forgets all faults.
    pub fn heal(&self) {
        let mut faults = self.plan.faults();
        faults.failures.clear();
        faults.flips.clear();
    }

    /// How many calls of an operation there have been.
    #[must_use]
    pub fn calls(&self, operation: Operation) -> u64 {
        self.plan.faults().calls[operation as usize]
    }
}

impl Plan {
    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a call, and fails if it is one that must.
    fn call(&self, operation: Operation) -> io::Result<()> {
        let mut faults = self.faults();
        let call = faults.calls[operation as usize];
        faults.calls[operation as usize] += 1;
        match faults.failures.iter().find(|(failing, nth, _)| (*failing, *nth) == (operation, call)) {
            Some((_, _, kind)) => Err((*kind).into()),
            None => Ok(()),
        }
    }
}

impl Storage for Faulty {
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        self.plan.call(Operation::Open)?;
        let inner = self.inner.open(name)?;
        Ok(Box::new(FaultySource { inner, name: name.to_string(), plan: Arc::clone(&self.plan) }))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn Sink>> {
        self.plan.call(Operation::Create)?;
        Ok(Box::new(FaultySink { inner: self.inner.create(name)?, plan: Arc::clone(&self.plan) }))
    }

    fn list(&self) -> io::Result<Vec<String>> {
        self.plan.call(Operation::List)?;
        self.inner.list()
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.plan.call(Operation::Remove)?;
        self.inner.remove(name)
    }

    fn lock(&self, name: &str) -> io::Result<Box<dyn Send>> {
        self.inner.lock(name)
    }

    fn describe(&self) -> String {
        self.inner.describe()
    }
}

struct FaultySource {
    inner: Box<dyn Source>,
    name: String,
    plan: Arc<Plan>,
}

impl Source for FaultySource {
    fn len(&self) -> u64 {
        self.inner.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.plan.call(Operation::Read)?;
        self.inner.read_at(offset, buffer)?;
        for (_, place, mask) in self.plan.faults().flips.iter().filter(|(name, ..)| *name == self.name) {
            if let Some(within) = place.checked_sub(offset)
                && let Some(byte) = buffer.get_mut(usize::try_from(within).unwrap_or(usize::MAX))
            {
                *byte ^= mask;
            }
        }
        Ok(())
    }
}

struct FaultySink {
    inner: Box<dyn Sink>,
    plan: Arc<Plan>,
}

impl Write for FaultySink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.plan.call(Operation::Write)?;
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Sink for FaultySink {
    fn commit(self: Box<Self>) -> io::Result<()> {
        self.plan.call(Operation::Commit)?;
        self.inner.commit()
    }
}
