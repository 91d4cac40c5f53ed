//! What ends a search early, and the count of what it looked at.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many nodes a thread counts for itself before it tells the others.
const BATCH: u64 = 1 << 12;

/// One thread's limits and count.
pub(crate) struct Limits<'s> {
    stop: &'s AtomicBool,
    /// The count of all threads and searches.
    total: &'s AtomicU64,
    nodes: Cell<u64>,
    told: Cell<u64>,
    most: u64,
}

impl<'s> Limits<'s> {
    pub(crate) fn new(stop: &'s AtomicBool, total: &'s AtomicU64, most: u64) -> Self {
        Limits { stop, total, nodes: Cell::new(0), told: Cell::new(0), most }
    }

    /// The nodes of this thread so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Counts states that were looked at.
    #[inline]
    pub(crate) fn count(&self, states: u64) {
        self.nodes.set(self.nodes.get() + states);
        if self.nodes.get() - self.told.get() >= BATCH {
            self.tell();
        }
    }

    /// Whether to give up.
    #[inline]
    pub(crate) fn exceeded(&self) -> bool {
        self.nodes.get() >= self.most || self.stop.load(Ordering::Relaxed)
    }

    /// Tells all threads to give up.
    pub(crate) fn stop_all(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn tell(&self) {
        self.total.fetch_add(self.nodes.get() - self.told.get(), Ordering::Relaxed);
        self.told.set(self.nodes.get());
    }
}

impl Drop for Limits<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}
