//! A layer of which every peer solves whole tiers, as one process solves all of them.
//!
//! Nobody says anything before all are done. What is finished is saved from time to time
//! as pieces of the file; whoever goes on, with any number of peers, solves the tiers of
//! which not all is there.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use kaiketsu_db::{Coding, LayerFacts, Storage};
use kaiketsu_game::{Retrograde, Tier};

use super::join::join;
use super::pieces::{Open, Pieces, read, there, unread};
use super::way::Shares;
use crate::solve::crew::together;
use crate::solve::run::Schedule;
use crate::solve::spread::agree;
use crate::solve::{Checkpoint, Exchange, Kernel, Progress, Run, SolveError, TierCache};

/// The beginning of the names of files with tiers.
const TIERS: &str = "tiers-";

/// A layer that is solved so.
pub(super) struct Layer<'a, G: Retrograde + ?Sized> {
    pub(super) run: Run<'a, G>,
    pub(super) kernel: &'a dyn Kernel<G>,
    pub(super) cache: &'a TierCache<'a, G>,
    pub(super) storage: &'a dyn Storage,
    pub(super) layer: u32,
    pub(super) coding: Coding,
    pub(super) save_every: Duration,
}

/// The files with tiers of a layer.
pub(super) fn saved<'a>(place: &Checkpoint<'a>) -> Result<Vec<Checkpoint<'a>>, SolveError> {
    place.parts_named(TIERS).map_err(|source| {
        let doing = "looking for tiers that were saved";
        kaiketsu_db::DbError::Io { file: place.describe(), doing, source }.into()
    })
}

/// Removes the files with tiers that are damaged, and says so: what they had is solved again.
/// All bytes are read for it, once.
pub(super) fn drop_damaged(
    place: &Checkpoint<'_>,
    facts: &LayerFacts,
    warn: &dyn Fn(&str),
) -> Result<(), SolveError> {
    for place in saved(place)? {
        if let Err(error) = read(&place, facts) {
            if !matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) {
                return Err(unread(&place, error));
            }
            warn(&format!(
                "not using what was saved in {}: {error}; its tiers are solved again",
                place.describe()
            ));
            place.remove()?;
        }
    }
    Ok(())
}

impl<G: Retrograde + ?Sized> Layer<'_, G> {
    /// Solves the tiers of this peer; the first peer joins those of all.
    pub(super) fn solve(&self, shares: &Shares, exchange: &mut dyn Exchange) -> Result<(), SolveError> {
        let solved = self.solve_mine(shares.of(exchange.me()), exchange.me(), exchange.peers());
        agree(exchange, solved.err(), &[], &mut |_| ())?;
        let joined = if exchange.me() == 0 { self.join() } else { Ok(()) };
        agree(exchange, joined.err(), &[], &mut |_| ()).map(drop)
    }

    fn solve_mine(&self, mine: &[Tier], me: usize, peers: usize) -> Result<(), SolveError> {
        let Run { game, files, crew, progress, memory, .. } = self.run;
        let (layout, facts) = (files.layout(), files.facts(self.layer));
        let there = there(&saved(&files.checkpoint(self.layer))?, &facts)?;
        let is_there = |tier: &Tier| {
            let (_, first) = layout.place(*tier);
            let end = first + game.size(*tier);
            there.iter().any(|range| range.start <= first && end <= range.end)
        };
        let missing: Vec<Tier> = mine.iter().copied().filter(|tier| !is_there(tier)).collect();
        let number = AtomicU64::new(0);
        let place = || self.next_place(me, peers, &number);
        let told = || progress.layer_saved(self.layer);
        let pieces = Pieces {
            facts,
            coding: self.coding,
            layout,
            every: self.save_every,
            place: &place,
            saved: &told,
            open: Open::new(),
        };
        let mut outputs = vec![Some(pieces)];
        let all = missing.iter().map(|tier| game.size(*tier)).sum();
        let share = Share { progress, done: AtomicU64::new(0), all, layer: layout.size(self.layer) };
        let schedule = Schedule::new(Run { progress: &share, ..self.run }, self.kernel, self.cache, memory);
        schedule.solve_some(&missing, &mut outputs)?;
        Ok(together(crew, || outputs.iter_mut().flatten().try_for_each(Pieces::keep))?)
    }

    /// A place that nobody has used yet, neither in this run nor before.
    fn next_place(&self, me: usize, peers: usize, number: &AtomicU64) -> Checkpoint<'_> {
        let place = self.run.files.checkpoint(self.layer);
        loop {
            let number = number.fetch_add(1, Relaxed);
            let next = place.named(&format!("{TIERS}{me:04}-of-{peers:04}-{number:05}"));
            // What cannot be looked at cannot be written either, and that says why.
            if !matches!(next.open(), Ok(Some(_))) {
                return next;
            }
        }
    }

    fn join(&self) -> Result<(), SolveError> {
        let Run { files, crew, progress, game, .. } = self.run;
        progress.status(&format!("{}: writing", game.layer_name(self.layer)));
        let places = saved(&files.checkpoint(self.layer))?;
        join(&places, self.storage, crew, files.facts(self.layer), self.coding)
    }
}

/// Tells the share of the tiers of this peer as one of the layer.
struct Share<'a> {
    progress: &'a dyn Progress,
    done: AtomicU64,
    all: u64,
    layer: u64,
}

impl Share<'_> {
    fn tell(&self, done: u64) {
        self.progress.partly((done as f64 / self.all.max(1) as f64 * self.layer as f64) as u64);
    }
}

impl Progress for Share<'_> {
    fn advance(&self, positions: u64, _: bool) {
        self.tell(self.done.fetch_add(positions, Relaxed) + positions);
    }

    fn partly(&self, positions: u64) {
        self.tell(self.done.load(Relaxed) + positions);
    }

    fn status(&self, text: &str) {
        self.progress.status(text);
    }

    fn warning(&self, text: &str) {
        self.progress.warning(text);
    }
}
