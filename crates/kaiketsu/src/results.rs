//! A solved game on one page: what is worth keeping when the database is not.

use std::collections::BTreeMap;

use kaiketsu_db::Manifest;
use kaiketsu_engine::analyse::{Counts, Table};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::{Highlight, LayerTime, MoveAnswer, Rating, StatisticsReport};

/// All that `stats --results` writes. Its keys are those of `stats --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    game: String,
    title: String,
    /// The command that makes the database.
    command: String,
    version: String,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    stored_positions: u64,
    database_bytes: u64,
    signature_values: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature_plies: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solve: Option<Effort>,
    start: Start,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<&'static str, u64>,
    #[serde(flatten)]
    tables: Map<String, Json>,
    first_moves: Vec<FirstMove>,
    layers: Vec<LayerResults>,
    highlights: Vec<Highlight>,
}

/// A move at the start, and what it is worth to the side that makes it.
#[derive(Clone, Debug, Serialize)]
struct FirstMove {
    #[serde(rename = "move")]
    mv: String,
    value: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
}

/// TOML has no null: what is not known is left out.
#[derive(Clone, Debug, Serialize)]
struct Start {
    value: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
}

/// What the whole solve took, all parts together.
#[derive(Clone, Debug, Serialize)]
struct Effort {
    seconds: f64,
    cpu_seconds: f64,
    peak_memory: u64,
    threads: usize,
    kernel: String,
}

/// One layer.
#[derive(Clone, Debug, Serialize)]
struct LayerResults {
    number: u32,
    name: String,
    stored_positions: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    signature_values: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature_plies: Option<String>,
}

impl Results {
    pub(crate) fn new(
        manifest: &Manifest,
        report: &StatisticsReport,
        times: &[LayerTime],
        first_moves: Vec<MoveAnswer>,
        highlights: Vec<Highlight>,
    ) -> Self {
        let Rating { value, plies, kind, .. } = report.start;
        let layers = manifest.layers.iter().map(|layer| {
            let time = times.iter().find(|time| time.layer == layer.number);
            LayerResults {
                number: layer.number,
                name: layer.name.clone(),
                stored_positions: layer.positions,
                bytes: layer.bytes,
                cpu_seconds: time.map(|time| time.cpu_seconds),
                seconds: time.map(|time| time.seconds),
                signature_values: layer.signature_values.to_string(),
                signature_plies: layer.signature_plies.map(|signature| signature.to_string()),
            }
        });
        let option = if manifest.distances { "" } else { " --values-only" };
        Results {
            game: report.game.clone(),
            title: manifest.title.clone(),
            command: format!("kaiketsu solve {}{option}", report.game),
            version: manifest.tool.clone(),
            positions: report.total.positions(),
            win: report.total.win,
            loss: report.total.loss,
            draw: report.total.draw,
            stored_positions: manifest.positions(),
            database_bytes: manifest.layers.iter().map(|layer| layer.bytes).sum(),
            signature_values: report.signature_values.clone(),
            signature_plies: report.signature_plies.clone(),
            solve: effort(times, manifest),
            start: Start { value, kind, plies },
            facts: report.facts.iter().copied().collect(),
            tables: tables(report),
            first_moves: first_moves
                .into_iter()
                .map(|MoveAnswer { mv, value: Rating { value, plies, kind, .. }, .. }| FirstMove {
                    mv,
                    value,
                    kind,
                    plies,
                })
                .collect(),
            layers: layers.collect(),
            highlights,
        }
    }
}

/// The sum over all layers, if the journal knows them all.
fn effort(times: &[LayerTime], manifest: &Manifest) -> Option<Effort> {
    let known = |number: u32| times.iter().any(|time| time.layer == number);
    if !manifest.layers.iter().all(|layer| known(layer.number)) {
        return None;
    }
    let last = times.last()?;
    Some(Effort {
        seconds: milliseconds(times.iter().map(|time| time.seconds).sum()),
        cpu_seconds: milliseconds(times.iter().map(|time| time.cpu_seconds).sum()),
        peak_memory: times.iter().map(|time| time.peak_memory).max()?,
        threads: last.threads,
        kernel: last.kernel.clone(),
    })
}

/// Sums of seconds without the dust of binary fractions.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1_000.0).round() / 1_000.0
}

/// The tables of `stats --json`: by plies, and those of the game.
fn tables(report: &StatisticsReport) -> Map<String, Json> {
    let mut tables = Map::new();
    if report.distances {
        let row = |(plies, value, positions): &(u16, &str, u64)| json!({ "plies": plies, "value": value, "positions": positions });
        tables.insert("by_plies".into(), report.by_plies.iter().map(row).collect());
    }
    for Table { name, keys, rows } in &report.tables {
        let row = |(key, counts): (&Vec<u32>, &Counts)| {
            let keys = keys.iter().zip(key).map(|(name, value)| (name.to_string(), json!(value)));
            let counts = [("win", counts.win), ("loss", counts.loss), ("draw", counts.draw)];
            let counts = counts.map(|(name, count)| (name.to_string(), json!(count)));
            Json::Object(keys.chain(counts).collect())
        };
        tables.insert((*name).into(), rows.iter().map(row).collect());
    }
    tables
}
