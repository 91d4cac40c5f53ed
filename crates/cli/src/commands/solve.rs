//! `kaiketsu solve`

use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use kaiketsu::{Entry, PositionView, Registry, Request, Solve, Store, Want, machine};
use serde_json::json;

use crate::figures::{bytes, count, duration};
use crate::interrupt::{Watch, kept_in};
use crate::options::{Common, Solving};
use crate::output::Output;
use crate::program;
use crate::progress::display;
use crate::session::solver;
#[cfg(feature = "processes")]
use crate::together::Together;

#[cfg(feature = "processes")]
mod among;

/// Solve a game into its database, or finish a solve that was interrupted
#[derive(Debug, Args)]
pub(crate) struct SolveGame {
    /// The game, such as quixo-4x4
    id: String,
    /// Stop after this many layers; solving again goes on from there
    #[arg(long, value_name = "N")]
    layers: Option<u32>,
    #[command(flatten)]
    solving: Solving,
    #[cfg(feature = "processes")]
    #[command(flatten)]
    together: Together,
}

/// What a solve took.
pub(crate) struct Used {
    pub(crate) elapsed: Duration,
    pub(crate) cpu: Duration,
    pub(crate) peak: Option<u64>,
    pub(crate) processes: usize,
}

impl SolveGame {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let (game, store) = (registry.get(&self.id)?, common.store()?);
        let request = Request { layers: self.layers, ..self.solving.request(common) };
        #[cfg(feature = "processes")]
        if let Some(ways) = self.together.ways(common)? {
            return self.among(ways, &*game, &store, request, common);
        }
        let (began, before) = (Instant::now(), machine::processor_time());
        let progress = display(common);
        let watch = Watch::new(&progress, {
            let (folder, again) = (store.path(&self.id), self.again());
            move || kept_in(&folder, &again)
        });
        let solve = solver(&*game)?.solve(&store, &request, &*progress)?;
        drop(watch);
        let (elapsed, cpu) = (began.elapsed(), machine::processor_time() - before);
        let used = Used { elapsed, cpu, peak: machine::peak_memory(), processes: 1 };
        self.told(&*game, &store, &solve, used, common)
    }

    /// What was done, in words and as JSON.
    fn told(
        &self,
        game: &dyn Entry,
        store: &Store,
        solve: &Solve,
        used: Used,
        common: &Common,
    ) -> Result<Output> {
        let Used { elapsed, cpu, peak, processes } = used;
        let manifest = &solve.manifest;
        let stored: u64 = manifest.layers.iter().map(|layer| layer.bytes).sum();

        let mut text = format!(
            "{}: {}\n{} stored positions in {} files, {} in {}\n{} of processor time, {} by the clock{}\n",
            game.title(),
            headline(solve),
            count(manifest.positions()),
            manifest.layers.len(),
            bytes(stored),
            store.path(&self.id).display(),
            duration(cpu),
            duration(elapsed),
            peak.map_or(String::new(), |peak| match processes {
                1 => format!(", at most {} of memory", bytes(peak)),
                _ => format!(", {processes} processes with at most {} of memory each", bytes(peak)),
            }),
        );
        let mut start = None;
        if manifest.complete {
            let view = game.open(store, common.resources())?.view(&game.start(), Want::VALUES)?;
            text += &format!("\nThe start is a {} for the side to move.", view.value);
            text += &best_moves(&view);
            text += &format!(
                "\n\nGo on with: {1} query {0} | line {0} | stats {0} | verify {0}",
                self.id,
                program()
            );
            start = Some(view.value);
        }
        let json = json!({
            "game": self.id, "complete": manifest.complete, "start": start,
            "stored_positions": manifest.positions(), "layers": manifest.layers.len(),
            "reused_layers": solve.reused_layers, "bytes": stored,
            "seconds": elapsed.as_secs_f64(), "cpu_seconds": cpu.as_secs_f64(), "peak_memory": peak, "processes": processes,
            "tier_loads": solve.cache.loads, "tier_drops": solve.cache.drops,
            "signature_values": manifest.signature_values.map(|s| s.to_string()),
            "signature_plies": manifest.signature_plies.map(|s| s.to_string()),
        });
        Ok(Output { text, json })
    }
}

impl SolveGame {
    /// The command that goes on where this one was interrupted. Any kernel and
    /// number of threads may.
    fn again(&self) -> String {
        let values_only = if self.solving.values_only { " --values-only" } else { "" };
        format!("{} solve {}{values_only}", program(), self.id)
    }
}

/// The moves that keep the value, unless all do.
fn best_moves(view: &PositionView) -> String {
    let best: Vec<&str> = view.best().map(|mv| mv.mv.as_str()).collect();
    match best.len() {
        0 => String::new(),
        all if all == view.moves.len() => " Every first move keeps it.".into(),
        _ => format!(" Best: {}", best.join(" ")),
    }
}

fn headline(solve: &Solve) -> String {
    let manifest = &solve.manifest;
    let what = match (manifest.complete, solve.reused_layers as usize) {
        (false, _) => "solved in part".to_string(),
        (true, 0) => "solved".to_string(),
        (true, reused) if reused == manifest.layers.len() => "was solved already".to_string(),
        (true, reused) => format!("solved, {reused} files reused from before"),
    };
    match manifest.signature_plies.or(manifest.signature_values) {
        Some(signature) => format!("{what}, signature {}", signature.short()),
        None => what,
    }
}
