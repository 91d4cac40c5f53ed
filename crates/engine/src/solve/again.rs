//! A finished game solved once more, and compared with what is stored.

use std::sync::Arc;

use kaiketsu_db::{DbError, LayerReader, Storage};
use kaiketsu_game::{Code, Notation, Slot, Tiered};

use crate::solve::plan::usable;
use crate::solve::run::Schedule;
use crate::solve::writer::Output;
use crate::solve::{
    Crew, Kernel, LayerFiles, Layout, Options, Progress, Run, SolveError, Threads, TierCache, check,
};

/// A slot in which another value is stored than a solve finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The first such slot of its layer.
    pub slot: Slot,
    /// Which of the aims of the game it is, by its place among them.
    pub aim: usize,
    /// What is stored.
    pub stored: Code,
    /// What the solve found.
    pub solved: Code,
    /// How many there are in the layer for this aim.
    pub count: u64,
}

/// Solves every tier again, given the stored tiers below it, and compares; or
/// those of the first layers, if `options` name a number of them. Nothing is written but unfinished state, into `scratch`.
///
/// If all is equal, the stored values are those that the kernel gives, by
/// induction over the layers; if not, the first layer with a difference is told.
pub fn solve_again<G: Tiered + Notation + ?Sized>(
    game: &G,
    kernel: &dyn Kernel<G>,
    storage: &dyn Storage,
    scratch: &dyn Storage,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Option<Difference>, SolveError> {
    check(game, kernel, options)?;
    let crew = Threads::new(options.threads)?;
    let layout = Layout::new(game);
    let files = LayerFiles::new(game, &layout, storage, options.distances).with_scratch(scratch);
    let budget = usable(game, options.memory);
    let cache = TierCache::new(game, &layout, budget / 2, |file| Ok(files.open(file)?));
    let crew: &dyn Crew = &crew;
    let distances = options.distances;
    let run = Run { game, distances, solved: &cache, files: &files, crew, memory: budget, progress };
    let schedule = Schedule::new(run, kernel, &cache, budget);
    let layers = options.layers.map_or(layout.layers(), |layers| layers.min(layout.layers()));
    let positions = (0..layers).map(|layer| layout.size(layer)).sum();
    progress.begin(&format!("solving {} again", game.id()), positions);
    for layer in 0..layers {
        progress.status(&game.layer_name(layer));
        let mut outputs = Vec::new();
        for file in layout.files_of(layer) {
            outputs.push(Some(Comparison::new(files.open(file)?)));
        }
        schedule.solve_tiers(layer, &mut outputs)?;
        files.checkpoint(layer).remove()?;
        for (aim, output) in outputs.iter().flatten().enumerate() {
            if let Some((index, stored, solved)) = output.first {
                progress.end();
                let slot = layout.slot_at(layer, index);
                return Ok(Some(Difference { slot, aim, stored, solved, count: output.count }));
            }
        }
    }
    progress.end();
    Ok(None)
}

/// Compares values with those of a file, in order.
struct Comparison {
    file: Arc<LayerReader>,
    compared: u64,
    count: u64,
    /// The number in the layer, what is stored there and what was found.
    first: Option<(u64, Code, Code)>,
    stored: Vec<Code>,
}

impl Comparison {
    fn new(file: Arc<LayerReader>) -> Self {
        Comparison { file, compared: 0, count: 0, first: None, stored: Vec::new() }
    }
}

impl Output for Comparison {
    fn push(&mut self, codes: &[Code]) -> Result<(), DbError> {
        self.stored.resize(codes.len(), Code::DRAW);
        self.file.read(self.compared, &mut self.stored)?;
        if self.stored != codes {
            let differs = |(stored, solved): (&Code, &Code)| stored != solved;
            self.count += self.stored.iter().zip(codes).filter(|pair| differs(*pair)).count() as u64;
            let place = self.stored.iter().zip(codes).position(differs).expect("they are not equal");
            let first = (self.compared + place as u64, self.stored[place], codes[place]);
            self.first = self.first.or(Some(first));
        }
        self.compared += codes.len() as u64;
        Ok(())
    }
}
