//! `kaiketsu export`

mod sheet;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use kaiketsu::{Choice, Counts, PositionRow, Registry, StatisticsReport, Whole};
use serde_json::json;

use self::sheet::{Cell, Column, Columns, Format, Sheet};
use crate::figures::{bytes, count};
use crate::files::write_new;
use crate::options::Common;
use crate::output::Output;
use crate::progress::display;
use crate::refusal::refuse;
use crate::session::Session;

/// Positions that are exported without being asked twice.
const FEW: u64 = 10_000_000;

/// Write statistics or positions of a solved game to a CSV or Parquet file
///
/// Positions have the columns layer, index, weight (how many positions of the
/// game the row stands for), position, value (for the side to move), plies and
/// kind (complete or narrow, in games that know wins of two kinds).
/// Statistics have table, key, value, plies and positions. A file that exists
/// is not overwritten, and a file that could not be finished is removed.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The game, such as quixo-4x4
    id: String,
    /// The new file; its name decides the format: .csv or .parquet
    file: PathBuf,
    /// What to export
    #[arg(long, value_name = "WHAT", default_value = "positions")]
    what: What,
    /// Export this many positions, chosen by --seed, and not all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// What the sample depends on
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Export all positions, however many there are
    #[arg(long, conflicts_with = "sample")]
    all: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Every stored position, or a sample
    Positions,
    /// The counts of `stats`
    Statistics,
}

impl Export {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let format = Format::of(&self.file)?;
        let session = Session::open(registry, common, &self.id)?;
        let whole = session.whole()?;
        let choice = self.choice(whole)?;
        let progress = display(common);
        let columns = match self.what {
            What::Positions => POSITIONS,
            What::Statistics => STATISTICS,
        };
        let rows = write_new(&self.file, |file| {
            let mut sheet = Sheet::new(format, columns, file)?;
            match self.what {
                What::Positions => {
                    whole.positions(choice, &*progress, &mut |row| Ok(sheet.add(cells(row))?))?
                }
                What::Statistics => {
                    for row in statistics(&whole.statistics(&*progress)?) {
                        sheet.add(row)?;
                    }
                }
            }
            Ok(sheet.finish()?)
        })?;
        let size = std::fs::metadata(&self.file)?.len();
        let text = format!("{} rows in {} ({})", count(rows), self.file.display(), bytes(size));
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let json = json!({
            "game": self.id, "file": self.file, "rows": rows, "bytes": size, "columns": names,
        });
        Ok(Output { text, json })
    }

    fn choice(&self, whole: &dyn Whole) -> Result<Choice> {
        let positions = whole.manifest().positions();
        match self.sample {
            Some(positions) => Ok(Choice::Sample { positions, seed: self.seed }),
            None if self.what == What::Positions && positions > FEW && !self.all => {
                let (id, positions) = (&self.id, count(positions));
                let advice = "export some with --sample N, or all with --all";
                refuse(format!("{id} has {positions} stored positions; {advice}"))
            }
            None => Ok(Choice::All),
        }
    }
}

const POSITIONS: Columns = &[
    ("layer", Column::Number),
    ("index", Column::Number),
    ("weight", Column::Number),
    ("position", Column::Text),
    ("value", Column::Text),
    ("plies", Column::Number),
    ("kind", Column::Text),
];

fn cells(row: PositionRow) -> Vec<Cell> {
    vec![
        Cell::number(row.layer),
        Cell::number(row.index),
        Cell::number(row.weight),
        Cell::Text(row.position),
        row.value.value.map_or(Cell::Empty, |outcome| Cell::Text(outcome.word().into())),
        row.value.plies.map_or(Cell::Empty, |plies| Cell::number(plies.0)),
        row.value.kind.map_or(Cell::Empty, |kind| Cell::Text(kind.word().into())),
    ]
}

const STATISTICS: Columns = &[
    ("table", Column::Text),
    ("key", Column::Text),
    ("value", Column::Text),
    ("plies", Column::Number),
    ("positions", Column::Number),
];

/// All tables of the statistics, one below the other.
fn statistics(report: &StatisticsReport) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    let mut add = |table: &str, key: String, counts: &Counts| {
        for (value, positions) in [("win", counts.win), ("loss", counts.loss), ("draw", counts.draw)] {
            let (table, key) = (Cell::Text(table.into()), Cell::Text(key.clone()));
            rows.push(vec![table, key, Cell::Text(value.into()), Cell::Empty, Cell::number(positions)]);
        }
    };
    add("total", String::new(), &report.total);
    for row in &report.by_layer {
        add("by_layer", row.layer.clone(), &row.counts);
    }
    for table in &report.tables {
        for (key, counts) in &table.rows {
            let parts: Vec<String> =
                table.keys.iter().zip(key).map(|(name, n)| format!("{name}={n}")).collect();
            add(table.name, parts.join(" "), counts);
        }
    }
    for row in &report.by_plies {
        let head = ["by_plies", "", row.value.word()].map(|text| Cell::Text(text.into()));
        rows.push(head.into_iter().chain([Cell::number(row.plies.0), Cell::number(row.positions)]).collect());
    }
    rows
}
