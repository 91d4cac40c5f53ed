//! A whole solve: layer after layer, resumed where an earlier one stopped.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use kaiketsu_db::{Coding, DbError, LayerEntry, LayerWriter, MANIFEST, Manifest, Storage, layer_file};
use kaiketsu_game::{Code, Notation, Tier, Tiered};

use crate::solve::crew::together;
use crate::solve::plan::{requirements, usable};
use crate::solve::workload::Workload;
use crate::solve::writer::Output;
use crate::solve::{
    CacheReport, Crew, Kernel, LayerFiles, Layout, Progress, Run, SolveError, Threads, TierCache, TierSolver,
    TierValues, TierWriter,
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
    /// Stop after so many layer files and leave the rest to a later run.
    pub layers: Option<u32>,
}

impl Options {
    /// The files to write of a game that has so many.
    pub(crate) fn files_of(&self, all: u32) -> u32 {
        self.layers.map_or(all, |layers| layers.min(all))
    }
}

/// What a solve did.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The manifest; not complete if the solve was to stop earlier.
    pub manifest: Manifest,
    /// Layer files that were found.
    pub reused_layers: u32,
    /// What the cache of solved tiers did.
    pub cache: CacheReport,
}

/// Codes turned into file blocks at a time.
const STRETCH: usize = 1 << 20;

/// Refuses what cannot work: a kernel without distances where they are asked
/// for, a budget that does not hold one tier.
pub fn check<G: Tiered + ?Sized>(
    game: &G,
    kernel: &dyn Kernel<G>,
    options: &Options,
) -> Result<(), SolveError> {
    if options.distances && !kernel.keeps_distances(game) {
        return Err(SolveError::NoDistances { kernel: kernel.name().into() });
    }
    requirements(game, kernel, options).check()
}

/// Solves a game into a storage, or finishes what was begun there.
///
/// Each layer is visible only when it is whole. So a run that is killed at any
/// moment loses at most the layer it was working on (or what was done of it
/// since the kernel's last checkpoint), and the next run ends with the same
/// bytes as an unbroken one. Of the layers that it finds it reads all bytes: one that
/// is damaged ends it, and so does a layer that the game does not have.
pub fn solve<G: Tiered + Notation + ?Sized>(
    game: &G,
    kernel: &dyn Kernel<G>,
    storage: &dyn Storage,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    solve_with(&Threads::new(options.threads)?, game, kernel, storage, options, progress)
}

/// Like [`solve`], with a crew in place of the threads of the options.
pub fn solve_with<G: Tiered + Notation + ?Sized>(
    crew: &dyn Crew,
    game: &G,
    kernel: &dyn Kernel<G>,
    storage: &dyn Storage,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    check(game, kernel, options)?;
    let layout = Layout::new(game);
    expect_no_other_layers(storage, &layout)?;
    let mut manifest = begin(game, storage, options)?;
    let files = LayerFiles::new(game, &layout, storage, options.distances);
    let budget = usable(game, options.memory);
    let cache = TierCache::new(game, &layout, budget / 2, |file| Ok(files.open(file)?));
    let distances = options.distances;
    let wanted = options.files_of(layout.files());
    let layers = || (0..layout.layers()).filter(|layer| layout.files_of(*layer).start < wanted);
    let tiers = layers().map(|layer| layout.tiers(layer).len() as u32).sum();
    let workload = Workload::new(game, kernel, tiers, distances, progress);
    let progress: &dyn Progress = &workload;
    let run = Run { game, distances, solved: &cache, files: &files, crew, memory: budget, progress };
    let schedule = Schedule { workload: Some(&workload), ..Schedule::new(run, kernel, &cache, budget) };
    progress.begin(&format!("solving {}", game.id()), layers().map(|layer| layout.size(layer)).sum());
    let mut reused_layers = 0;
    manifest.layers.clear();
    for layer in layers() {
        let mut summaries = Vec::new();
        for file in layout.files_of(layer).filter(|file| *file < wanted) {
            summaries.push(match files.open(file) {
                Ok(reader) => {
                    progress.status(&format!("checking {}", layout.file_name(game, file)));
                    together(crew, || reader.check_bytes())?;
                    Some(reader.summary().clone())
                }
                Err(DbError::MissingLayer { .. }) => None,
                Err(error) => return Err(error.into()),
            });
        }
        reused_layers += summaries.iter().flatten().count() as u32;
        if summaries.iter().all(Option::is_some) {
            progress.advance(layout.size(layer), true);
            layout.tiers(layer).for_each(|tier| workload.is_done(tier));
        } else {
            schedule.solve_layer(layer, &mut summaries, storage)?;
        }
        // Also if nothing was solved: a run that was killed just after the
        // layer was finished may have left a checkpoint behind.
        files.checkpoint(layer).remove()?;
        let named = |file: LayerEntry| {
            let name = layout.file_name(game, file.number);
            file.named(name)
        };
        manifest.layers.extend(summaries.into_iter().flatten().map(named));
    }
    progress.end();
    if manifest.layers.len() == layout.files() as usize {
        manifest.complete();
        manifest.write(storage)?;
    }
    Ok(Solution { manifest, reused_layers, cache: cache.report() })
}

/// A layer that the game does not have would be in the way of whoever opens the
/// database.
fn expect_no_other_layers(storage: &dyn Storage, layout: &Layout) -> Result<(), DbError> {
    let failed = |source| DbError::Io { file: storage.describe(), doing: "listing the folder", source };
    let known: HashSet<String> = (0..layout.files()).map(layer_file).collect();
    let names = storage.list().map_err(failed)?;
    match names.iter().find(|name| name.ends_with(".kai") && !known.contains(*name)) {
        Some(name) => Err(DbError::ExtraLayer(format!("{}/{name}", storage.describe()))),
        None => Ok(()),
    }
}

/// The manifest of what is in the storage, or a new one.
pub(super) fn begin<G: Tiered + Notation + ?Sized>(
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

/// How the game wants the distances of a layer to be written.
pub(super) fn coding<G: Tiered + ?Sized>(game: &G, layer: u32) -> Coding {
    match game.neighbour_bits(layer) {
        Some(bits) => Coding::ByNeighbours { bits },
        None if game.distances_apart() => Coding::Apart,
        None => Coding::Together,
    }
}

/// The tiers of a layer, one by one or side by side.
pub(super) struct Schedule<'a, G: Tiered + ?Sized> {
    run: Run<'a, G>,
    kernel: &'a dyn Kernel<G>,
    cache: &'a TierCache<'a, G>,
    budget: u64,
    /// What the tiers take, where somebody wants to know how far the work is.
    workload: Option<&'a Workload<'a>>,
    /// Per worker, once it has something to do. The whole crew uses the first.
    solvers: Vec<Mutex<Option<Box<dyn TierSolver + 'a>>>>,
}

impl<'a, G: Tiered + ?Sized> Schedule<'a, G> {
    pub(super) fn new(
        run: Run<'a, G>,
        kernel: &'a dyn Kernel<G>,
        cache: &'a TierCache<'a, G>,
        budget: u64,
    ) -> Self {
        let solvers = (0..run.crew.workers().max(1)).map(|_| Mutex::new(None)).collect();
        Schedule { run, kernel, cache, budget, workload: None, solvers }
    }

    /// Solves a layer and writes those of its files that are missing.
    fn solve_layer(
        &self,
        layer: u32,
        summaries: &mut [Option<LayerEntry>],
        storage: &dyn Storage,
    ) -> Result<(), SolveError> {
        let Run { game, files, crew, progress, .. } = self.run;
        progress.status(&game.layer_name(layer));
        let mut writers = Vec::new();
        for (file, found) in files.layout().files_of(layer).zip(summaries.iter()) {
            let create = || LayerWriter::create_as(storage, files.facts(file), coding(game, layer));
            writers.push(if found.is_none() { Some(create()?) } else { None });
        }
        writers.resize_with(game.aims().len(), || None);
        self.solve_tiers(layer, &mut writers)?;
        for (summary, writer) in summaries.iter_mut().zip(writers) {
            if let Some(writer) = writer {
                let found = together(crew, || writer.finish())?;
                progress.layer_solved(&found);
                *summary = Some(found);
            }
        }
        Ok(())
    }

    /// Solves the tiers of a layer, with an output for each aim that is wanted.
    pub(super) fn solve_tiers<O: Output>(
        &self,
        layer: u32,
        outputs: &mut [Option<O>],
    ) -> Result<(), SolveError> {
        let tiers: Vec<Tier> = self.run.files.layout().tiers(layer).collect();
        self.solve_some(&tiers, outputs)
    }

    /// The same of some tiers of a layer.
    pub(super) fn solve_some<O: Output>(
        &self,
        tiers: &[Tier],
        outputs: &mut [Option<O>],
    ) -> Result<(), SolveError> {
        if self.fits_side_by_side(tiers) {
            self.solve_side_by_side(tiers, outputs)
        } else {
            tiers.iter().try_for_each(|tier| self.solve_together(*tier, outputs))
        }
    }

    /// Solves a tier with the whole crew, straight into the outputs.
    fn solve_together<O: Output>(&self, tier: Tier, outputs: &mut [Option<O>]) -> Result<(), SolveError> {
        let Run { game, distances, crew, .. } = self.run;
        // Nobody fetches the tiers of the last layer.
        let is_last = game.layer(tier) + 1 == self.run.files.layout().layers();
        let keep = self.kernel.needs(game, tier, distances).fetches && !is_last;
        together(crew, || outputs.iter_mut().flatten().try_for_each(|output| output.begin(tier)))?;
        let outputs =
            outputs.iter_mut().map(|output| output.as_mut().map(|output| output as &mut dyn Output));
        let mut out = TierWriter::new(game, tier, distances, outputs, keep);
        if let Some(workload) = self.workload {
            workload.begins(tier);
        }
        together(crew, || self.solve_tier(0, tier, &mut out))?;
        self.keep(tier, out.finish());
        Ok(())
    }

    /// Solves tiers one by each worker. The values of a batch of tiers wait in
    /// memory and are written in order.
    fn solve_side_by_side<O: Output>(
        &self,
        tiers: &[Tier],
        outputs: &mut [Option<O>],
    ) -> Result<(), SolveError> {
        let Run { game, distances, crew, .. } = self.run;
        let mut rest = tiers;
        while !rest.is_empty() {
            let (batch, later) = rest.split_at(self.batch_length(rest));
            rest = later;
            let solved = crew.side_by_side(batch.len(), &|worker, piece| {
                let mut out = TierWriter::keeping(game, batch[piece], distances);
                self.solve_tier(worker, batch[piece], &mut out)?;
                Ok(out.finish())
            })?;
            for (tier, values) in batch.iter().zip(solved) {
                together(crew, || outputs.iter_mut().flatten().try_for_each(|output| output.begin(*tier)))?;
                for (values, output) in values.iter().zip(&mut *outputs) {
                    together(crew, || output.as_mut().map_or(Ok(()), |output| write(values, output)))?;
                }
                self.keep(*tier, values);
            }
        }
        Ok(())
    }

    fn solve_tier(&self, worker: usize, tier: Tier, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
        let mut solver = self.solvers[worker].lock().expect("a worker that panics is not asked again");
        if solver.is_none() {
            *solver = Some(self.kernel.start(&self.run)?);
        }
        solver.as_mut().expect("started").solve(tier, out)?;
        self.run.progress.advance(self.run.game.size(tier), false);
        if let Some(workload) = self.workload {
            workload.is_done(tier);
        }
        Ok(())
    }

    /// Keeps the values of a tier for those who fetch it.
    fn keep(&self, tier: Tier, values: Vec<TierValues>) {
        if let Some(values) = values.into_iter().next() {
            self.cache.keep(tier, Arc::new(values));
        }
    }

    /// Whether every worker may have a tier of its own: there are enough of
    /// them, none is most of the work, and memory holds that many.
    fn fits_side_by_side(&self, tiers: &[Tier]) -> bool {
        let sizes = tiers.iter().map(|tier| self.run.game.size(*tier));
        let largest = sizes.clone().max().unwrap_or(0);
        let workers = self.solvers.len() as u64;
        let bytes = |tier: &Tier| self.kernel.needs(self.run.game, *tier, self.run.distances).bytes();
        workers > 1
            && largest * workers <= sizes.sum()
            && tiers.iter().map(bytes).max().unwrap_or(0) * workers <= self.budget / 2
    }

    /// How many tiers to solve before writing: their results wait in memory.
    fn batch_length(&self, tiers: &[Tier]) -> usize {
        let mut bytes = 0;
        let fitting = tiers.iter().take_while(|tier| {
            bytes += TierValues::bytes_at_most(self.run.game.size(**tier), true);
            bytes <= self.budget / 8
        });
        fitting.count().max(1)
    }
}

/// Writes the values of a tier, stretch by stretch.
fn write(values: &TierValues, output: &mut dyn Output) -> Result<(), DbError> {
    for start in (0..values.len()).step_by(STRETCH) {
        let stretch = start..values.len().min(start + STRETCH as u64);
        output.push(&stretch.map(|index| values.get(index)).collect::<Vec<Code>>())?;
    }
    Ok(())
}
