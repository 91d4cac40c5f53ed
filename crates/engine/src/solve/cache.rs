//! Solved tiers in memory, within a budget.
//!
//! Kotani's Dodgem paper swaps sub-spaces in and out while it works through
//! them; this is that idea for any game. A tier that is asked for is read from
//! its layer file unless it is still held; when the budget is exceeded, the
//! tiers unused for longest go, except those somebody is using.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use kaiketsu_db::LayerReader;
use kaiketsu_game::{Code, Tier, Tiered};

use crate::solve::{Layout, SolveError, Solved, TierValues};

/// Gives out solved tiers and keeps those used last.
pub struct TierCache<'a, G: Tiered + ?Sized> {
    game: &'a G,
    layout: &'a Layout,
    budget: u64,
    /// Finds a file.
    open: Box<dyn Fn(u32) -> Result<Arc<LayerReader>, SolveError> + Sync + 'a>,
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    tiers: HashMap<Tier, (Arc<TierValues>, u64)>,
    bytes: u64,
    clock: u64,
    report: CacheReport,
}

/// What the cache did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheReport {
    /// Tiers that were asked for and held.
    pub hits: u64,
    /// Tiers read from files.
    pub loads: u64,
    /// Tiers let go.
    pub drops: u64,
    /// The most bytes held at once.
    pub peak_bytes: u64,
}

impl<'a, G: Tiered + ?Sized> TierCache<'a, G> {
    /// A cache over files that `open` finds by number; it reads the first of
    /// each layer.
    pub fn new(
        game: &'a G,
        layout: &'a Layout,
        budget: u64,
        open: impl Fn(u32) -> Result<Arc<LayerReader>, SolveError> + Sync + 'a,
    ) -> Self {
        TierCache { game, layout, budget, open: Box::new(open), shelf: Mutex::default() }
    }

    /// Keeps the values of a tier just solved, if there is room.
    pub fn keep(&self, tier: Tier, values: Arc<TierValues>) {
        self.shelf.lock().expect("no panic while the shelf is locked").put(tier, values, self.budget);
    }

    /// The time by which [`TierCache::drop_unused`] goes.
    pub(crate) fn now(&self) -> u64 {
        self.shelf.lock().expect("no panic while the shelf is locked").clock
    }

    /// Lets all tiers go that nobody has asked for, or kept, since a time.
    pub(crate) fn drop_unused(&self, since: u64) {
        let mut shelf = self.shelf.lock().expect("no panic while the shelf is locked");
        let Shelf { tiers, bytes, report, .. } = &mut *shelf;
        tiers.retain(|_, (values, used)| {
            let stays = *used > since || Arc::strong_count(values) > 1;
            if !stays {
                *bytes -= values.bytes();
                report.drops += 1;
            }
            stays
        });
    }

    /// What happened so far.
    #[must_use]
    pub fn report(&self) -> CacheReport {
        self.shelf.lock().expect("no panic while the shelf is locked").report
    }
}

impl<G: Tiered + ?Sized> Solved for TierCache<'_, G> {
    fn fetch(&self, tier: Tier) -> Result<Arc<TierValues>, SolveError> {
        if let Some(values) = self.shelf.lock().expect("no panic while the shelf is locked").take(tier) {
            return Ok(values);
        }
        // Read without the lock. Two threads may read the same tier; that is
        // wasteful but harmless, and rare.
        let (layer, first) = self.layout.place(tier);
        let mut codes = vec![Code::DRAW; self.game.size(tier) as usize];
        (self.open)(self.layout.files_of(layer).start)?.read(first, &mut codes)?;
        let values = Arc::new(TierValues::new(&codes));
        let mut shelf = self.shelf.lock().expect("no panic while the shelf is locked");
        shelf.report.loads += 1;
        shelf.put(tier, Arc::clone(&values), self.budget);
        Ok(values)
    }
}

impl Shelf {
    fn take(&mut self, tier: Tier) -> Option<Arc<TierValues>> {
        self.clock += 1;
        let (values, used) = self.tiers.get_mut(&tier)?;
        *used = self.clock;
        self.report.hits += 1;
        Some(Arc::clone(values))
    }

    fn put(&mut self, tier: Tier, values: Arc<TierValues>, budget: u64) {
        self.clock += 1;
        self.bytes += values.bytes();
        if let Some((before, _)) = self.tiers.insert(tier, (values, self.clock)) {
            self.bytes -= before.bytes();
        }
        while self.bytes > budget && self.drop_oldest() {}
        self.report.peak_bytes = self.report.peak_bytes.max(self.bytes);
    }

    /// Lets the tier go that nobody uses and that was used longest ago.
    fn drop_oldest(&mut self) -> bool {
        let unused = self.tiers.iter().filter(|(_, (values, _))| Arc::strong_count(values) == 1);
        let Some(tier) = unused.min_by_key(|(_, (_, used))| *used).map(|(tier, _)| *tier) else {
            return false;
        };
        let (values, _) = self.tiers.remove(&tier).expect("found a moment ago");
        self.bytes -= values.bytes();
        self.report.drops += 1;
        true
    }
}
