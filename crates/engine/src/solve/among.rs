//! A whole solve by several peers, each of which has part of every layer.
//!
//! Every peer runs this with the same game and options over the same storage. Either
//! they solve the positions of a layer together ([`Spread`](super::Spread)), or, where
//! that is less work, each solves whole tiers of it ([`way`]). Each makes the parts of the
//! file that are its own, and the first joins them. What is written is what any other
//! kernel writes on one machine.

mod join;
mod meet;
mod pieces;
pub(super) mod way;
mod whole;
mod write;

use std::time::Duration;

use kaiketsu_db::{BLOCK_POSITIONS, Coding, DbError, Storage};
use kaiketsu_game::{Notation, Retrograde, Tier};

use self::meet::{asked, meet};
pub use self::way::Upwards;
use self::way::{Dealing, Way};
use self::whole::{drop_damaged, saved};
use crate::solve::plan::{requirements_among, usable};
use crate::solve::run::coding;
use crate::solve::spread::{Field, Saver, Work, agree};
use crate::solve::{
    Exchange, Kernel, LayerFiles, Layout, Options, Progress, Run, Solution, SolveError, Threads, TierCache,
};

/// Who solves together, and how.
pub struct Among<'a> {
    /// Carries what they say.
    pub exchange: &'a mut dyn Exchange,
    /// The least positions that are dealt as one: a block of a file, and less only in
    /// tests and simulations, where there are more peers than blocks.
    pub grain: u64,
    /// How long a layer is worked on before its rounds are saved, and then again.
    pub save_every: Duration,
    /// How values of the layers below come to a layer that is spread; whichever is less work if
    /// nothing is said. To be told needs the least memory; who does not have it to hold them is
    /// told.
    pub upwards: Option<Upwards>,
}

impl<'a> Among<'a> {
    /// The way it is done for large games.
    pub fn new(exchange: &'a mut dyn Exchange) -> Self {
        Among { exchange, grain: BLOCK_POSITIONS, save_every: Duration::from_secs(600), upwards: None }
    }
}

/// Like [`solve`](super::solve), together with other peers. Threads and memory are
/// those of each. The kernel is for layers whose tiers go to peers whole; without one all
/// positions are spread.
pub fn solve_among<G: Retrograde + Notation + ?Sized>(
    among: Among<'_>,
    game: &G,
    kernel: Option<&dyn Kernel<G>>,
    storage: &dyn Storage,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let Among { exchange, grain, save_every, upwards } = among;
    if let Some(kernel) = kernel.filter(|kernel| options.distances && !kernel.keeps_distances(game)) {
        return Err(SolveError::NoDistances { kernel: kernel.name().into() });
    }
    let layout = Layout::new(game);
    let distances = options.distances;
    let dealing =
        Dealing { grain, upwards, ..Dealing::new(game, &layout, kernel, options, exchange.peers()) };
    requirements_among(&dealing, options).check()?;
    let crew = Threads::new(options.threads)?;
    let mut manifest = meet(exchange, game, kernel.map(Kernel::name), storage, options)?;
    let files = LayerFiles::new(game, &layout, storage, distances);
    let budget = usable(game, options.memory);
    let cache = TierCache::new(game, &layout, budget / 2, |file| Ok(files.open(file)?));
    let run = Run { game, distances, solved: &cache, files: &files, crew: &crew, memory: budget, progress };
    let together = Together { run, kernel, cache: &cache, storage, save_every, dealing };
    let wanted = options.files_of(layout.files());
    progress.begin(&format!("solving {}", game.id()), (0..wanted).map(|layer| layout.size(layer)).sum());
    let mut reused_layers = 0;
    for layer in 0..wanted {
        let size = layout.size(layer);
        let way = together.next(exchange, layer)?;
        match way {
            None => reused_layers += 1,
            Some(way) => {
                progress.status(&game.layer_name(layer));
                together.solve(exchange, layer, way)?;
            }
        }
        progress.advance(size, way.is_none());
        let entry = files.open(layer)?.summary().clone();
        if way.is_some() {
            progress.layer_solved(&entry);
        }
        if exchange.me() == 0 {
            files.checkpoint(layer).remove()?;
        }
        manifest.layers.push(entry.named(layout.file_name(game, layer)));
    }
    progress.end();
    let complete = manifest.layers.len() == layout.files() as usize;
    if complete {
        manifest.complete();
        if exchange.me() == 0 {
            manifest.write(storage)?;
        }
    }
    // Nobody leaves before all is written.
    agree(exchange, None, &[], &mut |_| ())?;
    Ok(Solution { manifest, reused_layers, cache: cache.report() })
}

/// What a peer solves with.
struct Together<'a, G: Retrograde + ?Sized> {
    run: Run<'a, G>,
    kernel: Option<&'a dyn Kernel<G>>,
    cache: &'a TierCache<'a, G>,
    storage: &'a dyn Storage,
    save_every: Duration,
    dealing: Dealing<'a, G>,
}

impl<G: Retrograde + Notation + ?Sized> Together<'_, G> {
    /// The way in which a layer is solved; none if it is there. The first peer looks, and all
    /// do as it says.
    fn next(&self, exchange: &mut dyn Exchange, layer: u32) -> Result<Option<Way>, SolveError> {
        let files = self.run.files;
        let looked = match (exchange.me() == 0).then(|| files.open(layer)) {
            None | Some(Ok(_)) => Ok(None),
            Some(Err(DbError::MissingLayer { .. })) => self.way(layer).map(Some),
            Some(Err(error)) => Err(error.into()),
        };
        let (way, failure) = looked.map_or_else(|error| (None, Some(error)), |way| (way, None));
        let vote = [Way::Whole, Way::Spread].map(|known| u64::from(way == Some(known)));
        Ok(match agree(exchange, failure, &vote, &mut |_| ())?[..] {
            [1, _] => Some(Way::Whole),
            [_, 1] => Some(Way::Spread),
            _ => None,
        })
    }

    /// The way with less work; or the other one, if something was saved in that and not in this.
    fn way(&self, layer: u32) -> Result<Way, SolveError> {
        let Run { game, files, progress, .. } = self.run;
        drop_damaged(&files.checkpoint(layer), &files.facts(layer), &|text| {
            progress.warning(&format!("{}: {text}", game.layer_name(layer)));
        })?;
        let way = self.dealing.way(layer);
        let other = if way == Way::Whole { Way::Spread } else { Way::Whole };
        let fits = self.dealing.bytes(layer, other, self.run.crew.workers()) <= self.run.memory;
        Ok(if fits && !self.was_saved(layer, way)? && self.was_saved(layer, other)? { other } else { way })
    }

    fn was_saved(&self, layer: u32, way: Way) -> Result<bool, SolveError> {
        let place = self.run.files.checkpoint(layer);
        match way {
            Way::Whole => Ok(!saved(&place)?.is_empty()),
            Way::Spread => {
                let failed =
                    |source| DbError::Io { file: place.describe(), doing: "looking for rounds", source };
                Ok(place.open().map_err(failed)?.is_some())
            }
        }
    }

    fn solve(&self, exchange: &mut dyn Exchange, layer: u32, way: Way) -> Result<(), SolveError> {
        let (now, coding) = (self.cache.now(), coding(self.run.game, layer));
        match (way, self.kernel) {
            (Way::Whole, Some(kernel)) => {
                let Together { run, cache, storage, save_every, .. } = *self;
                let whole = whole::Layer { run, kernel, cache, storage, layer, coding, save_every };
                whole.solve(&self.dealing.shares(layer), exchange)?;
                // Mostly only the layers just below are asked for.
                self.cache.drop_unused(now);
                Ok(())
            }
            _ => {
                // The memory is for what is spread.
                self.cache.drop_unused(now);
                self.spread(exchange, layer, coding)
            }
        }
    }

    fn spread(&self, exchange: &mut dyn Exchange, layer: u32, coding: Coding) -> Result<(), SolveError> {
        let Run { game, files, crew, progress, distances, .. } = self.run;
        let (layout, size) = (files.layout(), files.layout().size(layer));
        let read = |tier: Tier, start: u64, codes: &mut [_]| {
            let (layer, first) = layout.place(tier);
            Ok(files.open(layout.file(layer, 0))?.read(first + start, codes)?)
        };
        let told = |doing: &str, share: f64| {
            progress.status(&format!("{}: {doing}", game.layer_name(layer)));
            progress.partly((share * size as f64) as u64);
        };
        let saved = || progress.layer_saved(layer);
        let warn = |text: &str| progress.warning(&format!("{}: {text}", game.layer_name(layer)));
        let saver = Saver {
            place: files.checkpoint(layer),
            every: self.save_every,
            header: format!("kaiketsu rounds 2\n{} {layer} {size}\n", asked(game, distances)),
            saved: &saved,
            warn: &warn,
        };
        // Peers may have been given more memory or less.
        let no_room = !self.dealing.holds(layer, self.run.memory, crew.workers());
        let holds = agree(exchange, None, &[no_room.into()], &mut |_| ())? == [0];
        let work = Work { game, crew: Some(crew), read: &read, holds, told: &told, saver: Some(&saver) };
        let part = work.settle(Field::new(game, layout.tiers(layer)), exchange, self.dealing.grain)?;
        told("writing", 1.0);
        part.write(exchange, crew, files, self.storage, layer, coding)
    }
}
