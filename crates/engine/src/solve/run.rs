//! A whole solve: layer after layer, resumed where an earlier one stopped.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use kaiketsu_db::{
    DbError, LayerEntry, LayerFacts, LayerReader, LayerSummary, LayerWriter, MANIFEST, Manifest, Storage,
};
use kaiketsu_game::{Code, Notation, Tier, Tiered};

use crate::solve::plan::{requirements, tier_bytes, usable};
use crate::solve::workers::Workers;
use crate::solve::{
    CacheReport, Checkpoint, Job, Kernel, Layout, Progress, SolveError, StreamJob, Streaming, TierCache,
    TierValues,
};

/// How to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads to use.
    pub threads: usize,
    /// Memory to use, in bytes.
    pub memory: u64,
    /// Whether to compute and store distances.
    pub distances: bool,
    /// Stop after so many layers and leave the rest to a later run.
    pub layers: Option<u32>,
}

impl Options {
    /// The layers to solve in a game that has so many.
    pub(crate) fn layers_of(&self, all: u32) -> u32 {
        self.layers.map_or(all, |layers| layers.min(all))
    }
}

/// What a solve did.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The manifest; not complete if the solve was to stop earlier.
    pub manifest: Manifest,
    /// Layers that were found solved.
    pub reused_layers: u32,
    /// What the cache of solved tiers did.
    pub cache: CacheReport,
}

/// Layer files kept open.
const MOST_OPEN: usize = 4;

/// Codes turned into file blocks at a time.
const STRETCH: usize = 1 << 20;

/// Refuses what cannot work: a kernel without distances where they are asked
/// for, a budget that does not hold one tier.
pub fn check<G: Tiered + ?Sized>(
    game: &G,
    kernel: &dyn Kernel<G>,
    options: &Options,
) -> Result<(), SolveError> {
    if options.distances && !kernel.keeps_distances() {
        return Err(SolveError::NoDistances { kernel: kernel.name().into() });
    }
    requirements(game, kernel, options).check()
}

/// Solves a game into a storage, or finishes what was begun there.
///
/// Each layer is visible only when it is whole. So a run that is killed at any
/// moment loses at most the layer it was working on (or what was done of it
/// since the kernel's last checkpoint), and the next run ends with the same
/// bytes as an unbroken one.
pub fn solve<G: Tiered + Notation + ?Sized>(
    game: &G,
    kernel: &dyn Kernel<G>,
    storage: &dyn Storage,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    check(game, kernel, options)?;
    let layout = Layout::new(game);
    let mut manifest = begin(game, storage, options)?;
    let files = Files::new(&manifest, &layout, storage);
    let run = Run {
        game,
        kernel,
        options,
        progress,
        layout: &layout,
        files: &files,
        cache: TierCache::new(game, &layout, usable(game, options.memory) / 2, |layer| {
            Ok(files.layer(layer)?)
        }),
        workers: Workers::new(options.threads)?,
    };
    let positions = (0..options.layers_of(layout.layers())).map(|layer| layout.size(layer)).sum();
    progress.begin(&format!("solving {}", game.id()), positions);
    let mut reused_layers = 0;
    manifest.layers.clear();
    for layer in 0..options.layers_of(layout.layers()) {
        let summary = match files.layer(layer) {
            Ok(reader) => {
                // A run that was killed just after the layer was finished
                // may have left this behind.
                Checkpoint::new(storage, layer).remove()?;
                progress.advance(layout.size(layer), true);
                reused_layers += 1;
                reader.summary().clone()
            }
            Err(DbError::MissingLayer { .. }) => {
                let summary = run.solve_layer(layer, LayerWriter::create(storage, files.facts(layer))?)?;
                progress.layer_solved(&summary);
                summary
            }
            Err(error) => return Err(error.into()),
        };
        manifest.layers.push(LayerEntry::new(game.layer_name(layer), &summary));
    }
    progress.end();
    if manifest.layers.len() == layout.layers() as usize {
        manifest.complete();
        manifest.write(storage)?;
    }
    Ok(Solution { manifest, reused_layers, cache: run.cache.report() })
}

/// The manifest of what is in the storage, or a new one.
fn begin<G: Tiered + Notation + ?Sized>(
    game: &G,
    storage: &dyn Storage,
    options: &Options,
) -> Result<Manifest, SolveError> {
    let tool = concat!("kaiketsu ", env!("CARGO_PKG_VERSION"));
    let new = Manifest::new(&game.id(), &game.title(), game.rules_version(), tool, options.distances);
    match Manifest::read(storage)? {
        Some(found) if found.game != new.game => Err(SolveError::Database(DbError::OtherGame {
            file: format!("{}/{MANIFEST}", storage.describe()),
            expected: new.game,
            found: found.game,
        })),
        Some(found) if found.distances != new.distances => Err(SolveError::OtherKind {
            game: new.game,
            folder: storage.describe(),
            distances: found.distances,
        }),
        Some(_) => Ok(new), // the layer files tell whether they fit
        None => {
            new.write(storage)?;
            Ok(new)
        }
    }
}

/// The layer files, the last few kept open.
struct Files<'a> {
    manifest: Manifest,
    layout: &'a Layout,
    storage: &'a dyn Storage,
    open: Mutex<BTreeMap<u32, Arc<LayerReader>>>,
}

impl<'a> Files<'a> {
    fn new(manifest: &Manifest, layout: &'a Layout, storage: &'a dyn Storage) -> Self {
        Files { manifest: manifest.clone(), layout, storage, open: Mutex::default() }
    }

    fn facts(&self, layer: u32) -> LayerFacts {
        LayerFacts {
            game: self.manifest.game.clone(),
            rules_version: self.manifest.rules_version,
            layer,
            positions: self.layout.size(layer),
            distances: self.manifest.distances,
        }
    }

    fn layer(&self, layer: u32) -> Result<Arc<LayerReader>, DbError> {
        let mut open = self.open.lock().expect("no panic while files are opened");
        if let Some(reader) = open.get(&layer) {
            return Ok(Arc::clone(reader));
        }
        let reader = Arc::new(LayerReader::open(self.storage, &self.facts(layer))?);
        // Readers hold some decoded blocks. Of many layers, those solved
        // longest ago are the least likely to be asked for again.
        while open.len() >= MOST_OPEN {
            open.pop_first();
        }
        open.insert(layer, Arc::clone(&reader));
        Ok(reader)
    }
}

/// A solve under way.
struct Run<'a, G: Tiered + ?Sized> {
    game: &'a G,
    kernel: &'a dyn Kernel<G>,
    options: &'a Options,
    progress: &'a dyn Progress,
    layout: &'a Layout,
    files: &'a Files<'a>,
    cache: TierCache<'a, G>,
    workers: Workers,
}

impl<G: Tiered + ?Sized> Run<'_, G> {
    fn solve_layer(&self, layer: u32, mut writer: LayerWriter) -> Result<LayerSummary, SolveError> {
        self.progress.status(&self.game.layer_name(layer));
        let tiers: Vec<Tier> = self.layout.tiers(layer).collect();
        if let (Some(streaming), [tier]) = (self.kernel.streaming(self.options.distances), tiers.as_slice()) {
            return self.stream_layer(streaming, *tier, writer);
        }
        let side_by_side = self.fits_side_by_side(&tiers);
        let mut rest = tiers.as_slice();
        while !rest.is_empty() {
            let (batch, later) = rest.split_at(self.batch_length(rest));
            rest = later;
            let solve_one = |tier: &Tier| self.solve_tier(*tier);
            let solved = match side_by_side {
                true => self.workers.side_by_side(batch, solve_one),
                false => self.workers.one_by_one(batch, solve_one),
            };
            for (tier, values) in batch.iter().zip(solved) {
                let values = Arc::new(values?);
                self.workers.together(|| self.write(&values, &mut writer))?;
                self.cache.keep(*tier, values);
            }
        }
        Ok(self.workers.together(|| writer.finish())?)
    }

    fn stream_layer(
        &self,
        streaming: &dyn Streaming<G>,
        tier: Tier,
        mut writer: LayerWriter,
    ) -> Result<LayerSummary, SolveError> {
        let finished = |tier: Tier| Ok(self.files.layer(self.layout.place(tier).0)?);
        let checkpoint = Checkpoint::new(self.files.storage, self.layout.place(tier).0);
        let job =
            StreamJob { game: self.game, tier, finished: &finished, checkpoint, progress: self.progress };
        let summary = self.workers.together(|| {
            streaming.stream(&job, &mut writer)?;
            Ok::<_, SolveError>(writer.finish()?)
        })?;
        job.checkpoint.remove()?;
        self.progress.advance(summary.positions, false);
        Ok(summary)
    }

    fn solve_tier(&self, tier: Tier) -> Result<TierValues, SolveError> {
        let job = Job { game: self.game, tier, solved: &self.cache, progress: self.progress };
        let values = self.kernel.solve(&job)?;
        self.progress.advance(values.len(), false);
        // As small as the plan says, and as they will be read back.
        Ok(if self.options.distances { values } else { values.without_plies() })
    }

    fn write(&self, values: &TierValues, writer: &mut LayerWriter) -> Result<(), SolveError> {
        let mut stretch = vec![Code::DRAW; STRETCH.min(values.len() as usize)];
        let mut start = 0;
        while start < values.len() {
            stretch.truncate((values.len() - start) as usize);
            values.copy_to(start, &mut stretch);
            writer.push(&stretch)?;
            start += stretch.len() as u64;
        }
        Ok(())
    }

    fn bytes(&self, tier: Tier) -> u64 {
        tier_bytes(self.game, self.kernel, tier, self.options.distances)
    }

    /// Whether every worker may have a tier of its own: there are enough of
    /// them, none is most of the work, and memory holds that many.
    fn fits_side_by_side(&self, tiers: &[Tier]) -> bool {
        let sizes = tiers.iter().map(|tier| self.game.size(*tier));
        let largest = sizes.clone().max().unwrap_or(0);
        let workers = self.options.threads as u64;
        let most_bytes = tiers.iter().map(|tier| self.bytes(*tier)).max().unwrap_or(0);
        workers > 1
            && largest * workers <= sizes.sum()
            && most_bytes * workers <= usable(self.game, self.options.memory) / 2
    }

    /// How many tiers to solve before writing: their results wait in memory.
    fn batch_length(&self, tiers: &[Tier]) -> usize {
        let allowance = usable(self.game, self.options.memory) / 8;
        let mut bytes = 0;
        let fitting = tiers.iter().take_while(|tier| {
            bytes += TierValues::bytes_at_most(self.game.size(**tier), true);
            bytes <= allowance
        });
        fitting.count().max(1)
    }
}
