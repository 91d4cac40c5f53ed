//! `kaiketsu bench`

use anyhow::Result;
use clap::Args;
use kaiketsu::{BenchRow, Registry};
use serde_json::json;

use crate::figures::count;
use crate::options::Common;
use crate::output::{Output, table};

/// Measure the kernels against each other in one run
///
/// Solves into memory and prints stored positions per second of one core.
/// Without a game: a few small ones. Of a large game only the first layers.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// The game, such as quixo-4x4
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Solve at most about this many positions per kernel
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    positions: u64,
}

const SMALL: [&str; 4] = ["tic-tac-toe", "dodgem-2", "dodgem-3", "quixo-3x3"];

impl Bench {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let ids: Vec<&str> = match &self.id {
            Some(id) => vec![id],
            None => registry.ids().filter(|id| SMALL.contains(id)).collect(),
        };
        let mut rows: Vec<BenchRow> = Vec::new();
        for id in ids {
            let game = registry.find(id)?;
            let mut done = |row: BenchRow| {
                if !common.quiet {
                    eprintln!("{} by {}: {:.2} CPU seconds", row.game, row.kernel, row.cpu_seconds);
                }
                rows.push(row);
            };
            kaiketsu::bench(&*game, &common.request(), self.positions, &mut done)?;
        }
        let cells = |row: &BenchRow| {
            vec![
                row.game.clone(),
                row.kernel.to_string(),
                if row.distances { "yes" } else { "no" }.into(),
                count(row.positions),
                format!("{:.3}", row.cpu_seconds),
                count(row.rate() as u64),
                row.signature.short(),
            ]
        };
        let header =
            ["game", "kernel", "plies", "positions", "CPU s", "per core-second", "signature of values"];
        let text = table(&header, &rows.iter().map(cells).collect::<Vec<_>>());
        let object = |row: &BenchRow| {
            json!({
                "game": row.game, "kernel": row.kernel, "distances": row.distances,
                "positions": row.positions, "cpu_seconds": row.cpu_seconds,
                "positions_per_core_second": row.rate(), "signature_values": row.signature.to_string(),
            })
        };
        let json =
            json!({ "threads": common.threads(), "rows": rows.iter().map(object).collect::<Vec<_>>() });
        Ok(Output { text, json })
    }
}
