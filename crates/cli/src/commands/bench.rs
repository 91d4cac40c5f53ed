//! `kaiketsu bench`

use anyhow::Result;
use clap::Args;
use kaiketsu::{BenchLimits, BenchRow, Registry, SearchRow};
use serde_json::json;

use crate::figures::{count, seconds};
use crate::options::{Common, Solving};
use crate::outlets::say_aside;
use crate::output::{
    Column::{Numbers, Words},
    Output, table,
};
use crate::refusal::refuse;
use crate::session::Session;

/// Measure the kernels against each other in one run, and forward search
///
/// Solves into memory and prints stored positions per second of one core, and
/// how many times faster a kernel is than `induction`, the method of the Quixo
/// paper. Without a game: a few small ones. Of a large game only the first
/// layers.
///
/// Of a game proved by search: nodes per second of one core and the use of the
/// table, without the book. A game that can be both is measured both ways.
///
/// With --requests: how long the server of `kaiketsu serve` works on one
/// position with all its moves, for the games in the database folder.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// The game, such as quixo-4x4
    id: Option<String>,
    /// Solve at most about this many positions per kernel, but at least one layer
    #[arg(long, value_name = "N", default_value_t = 6_000_000)]
    positions: u64,
    /// Leave out kernels with a forecast above so many processor seconds; begin no search after them
    #[arg(long, value_name = "S", default_value_t = 300.0)]
    seconds: f64,
    #[cfg(feature = "explorer")]
    /// Measure requests to the server instead, without the network; the games must be solved
    #[arg(long, conflicts_with_all = ["kernel", "values_only"])]
    requests: bool,
    #[command(flatten)]
    solving: Solving,
}

const SMALL: [&str; 5] = ["tic-tac-toe", "dodgem-2", "dodgem-3", "quixo-3x3", "quantum-tic-tac-toe"];

impl Bench {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        #[cfg(feature = "explorer")]
        if self.requests {
            return super::serve::measure_requests(registry, common, self.id.as_deref());
        }
        let ids: Vec<&str> = match &self.id {
            Some(id) => vec![id],
            None => registry.ids().filter(|id| SMALL.contains(id)).collect(),
        };
        let limits = BenchLimits { positions: self.positions, cpu_seconds: self.seconds };
        let mut rows: Vec<BenchRow> = Vec::new();
        let mut searches: Vec<SearchRow> = Vec::new();
        let mut remarks = String::new();
        for id in ids {
            let game = registry.get(id)?;
            let chosen = self.solving.kernel.is_some() || self.solving.values_only;
            if game.solver().is_some() {
                let mut done = |row: BenchRow| {
                    if !common.quiet {
                        say_aside(&format!(
                            "{} by {}: {:.2} CPU seconds",
                            row.game, row.kernel, row.cpu_seconds
                        ));
                    }
                    rows.push(row);
                };
                let request = self.solving.request(common);
                for (kernel, forecast) in kaiketsu::bench(&*game, &request, limits, &mut done)? {
                    remarks += &format!("\n{id} by {kernel} left out: forecast {}", seconds(forecast));
                }
            } else if chosen {
                return refuse(format!("{id} has no kernels: leave out --kernel and --values-only"));
            }
            // Whoever chooses how to solve wants to see no searches.
            if game.checker().made_for_it() && !chosen {
                let mut done = |row: SearchRow| {
                    if !common.quiet {
                        say_aside(&format!(
                            "{} {}: {:.2} CPU seconds",
                            row.game, row.question, row.cpu_seconds
                        ));
                    }
                    searches.push(row);
                };
                let session = Session::search(registry, common, id, false)?;
                session.solution.prover()?.measure(self.seconds, &mut done)?;
            }
        }
        let header = [
            Words("game"),
            Words("kernel"),
            Words("plies"),
            Numbers("positions"),
            Numbers("CPU s"),
            Numbers("per core-second"),
            Numbers("x induction"),
            Words("signature of values"),
        ];
        let mut text = String::new();
        if !rows.is_empty() {
            text += &table(&header, &rows.iter().map(|row| cells(row, &rows)).collect::<Vec<_>>());
        }
        text += &remarks;
        if !searches.is_empty() {
            let words = ["game", "question", "answer"].map(Words);
            let numbers = ["nodes", "CPU s", "per core-second", "table use"].map(Numbers);
            let header: Vec<_> = words.into_iter().chain(numbers).collect();
            text += if text.is_empty() { "" } else { "\n" };
            text += &table(&header, &searches.iter().map(search_cells).collect::<Vec<_>>());
        }
        let object = |row: &BenchRow| {
            json!({
                "game": row.game, "kernel": row.kernel, "distances": row.distances,
                "positions": row.positions, "cpu_seconds": row.cpu_seconds,
                "positions_per_core_second": row.rate(), "times_induction": times_induction(row, &rows),
                "signature_values": row.signature.to_string(),
            })
        };
        let rows: Vec<_> = rows.iter().map(object).collect();
        let json = json!({ "threads": common.threads(), "rows": rows, "searches": searches });
        Ok(Output { text, json })
    }
}

fn cells(row: &BenchRow, rows: &[BenchRow]) -> Vec<String> {
    vec![
        row.game.clone(),
        row.kernel.to_string(),
        if row.distances { "yes" } else { "no" }.into(),
        count(row.positions),
        format!("{:.3}", row.cpu_seconds),
        count(row.rate() as u64),
        times_induction(row, rows).map_or("-".into(), |ratio| format!("{ratio:.1}")),
        row.signature.short(),
    ]
}

fn search_cells(row: &SearchRow) -> Vec<String> {
    let share = 100.0 * row.table_used as f64 / row.table_entries.max(1) as f64;
    vec![
        row.game.clone(),
        row.question.clone(),
        row.answer.clone(),
        count(row.nodes),
        format!("{:.3}", row.cpu_seconds),
        count(row.nodes_per_second as u64),
        format!("{} of {} ({share:.1}%)", count(row.table_used as u64), count(row.table_entries as u64)),
    ]
}

/// How many times faster than `induction` on the same positions in this run.
fn times_induction(row: &BenchRow, rows: &[BenchRow]) -> Option<f64> {
    let induction = rows.iter().find(|other| other.game == row.game && other.kernel == "induction")?;
    Some(row.rate() / induction.rate())
}
