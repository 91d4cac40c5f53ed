//! A solved game on one page: what is worth keeping when the database is not.

use std::collections::BTreeMap;

use kaiketsu_db::Manifest;
use kaiketsu_engine::analyse::ByMeasure;
use kaiketsu_game::{Code, Outcome};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::report::table_json;
use crate::{LayerTime, MoveView, Rating, ReachReport, StatisticsReport};

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
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<u64>,
    stored_positions: u64,
    database_bytes: u64,
    signature_values: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature_plies: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solve: Option<Effort>,
    start: Map<String, Json>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    reachable_facts: BTreeMap<&'static str, u64>,
    #[serde(flatten)]
    tables: Map<String, Json>,
    first_moves: Vec<Map<String, Json>>,
    layers: Vec<LayerResults>,
    highlights: Vec<Highlight>,
}

/// What a position is worth, or a move to the side that makes it. TOML has no
/// null: what is not known is left out.
fn known(mv: Option<String>, Rating { value, plies, kind }: Rating) -> Map<String, Json> {
    let all = [("move", json!(mv)), ("value", json!(value)), ("kind", json!(kind)), ("plies", json!(plies))];
    all.into_iter().filter(|(_, found)| !found.is_null()).map(|(key, found)| (key.into(), found)).collect()
}

/// Positions that stand out, as text.
#[derive(Clone, Debug, Serialize)]
pub struct Highlight {
    /// Why they stand out.
    pub title: String,
    /// Their key in the first table of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<Vec<u32>>,
    /// What they are worth.
    pub value: Outcome,
    /// Their distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// How many there are.
    pub positions: u64,
    /// The first of them in stored order.
    pub examples: Vec<String>,
    /// For each example, moves from the start that lead to it; nothing if
    /// none were found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reached_by: Vec<String>,
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
        first_moves: Vec<MoveView>,
        highlights: Vec<Highlight>,
    ) -> Self {
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
            reachable: None,
            stored_positions: manifest.positions(),
            database_bytes: manifest.layers.iter().map(|layer| layer.bytes).sum(),
            signature_values: report.signature_values.clone(),
            signature_plies: report.signature_plies.clone(),
            solve: effort(times, manifest),
            start: known(None, report.start),
            facts: report.facts.iter().copied().collect(),
            reachable_facts: BTreeMap::new(),
            tables: tables(report),
            first_moves: first_moves.into_iter().map(|mv| known(Some(mv.mv), mv.value)).collect(),
            layers: layers.collect(),
            highlights,
        }
    }

    /// The same page with what is known of the positions that can be reached.
    #[must_use]
    pub fn with_reach(self, reach: &ReachReport) -> Self {
        let reachable_facts = reach.facts.iter().copied().collect();
        Results { reachable: Some(reach.positions), reachable_facts, ..self }
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
        seconds: rounded(times.iter().map(|time| time.seconds).sum()),
        cpu_seconds: rounded(times.iter().map(|time| time.cpu_seconds).sum()),
        peak_memory: times.iter().map(|time| time.peak_memory).max()?,
        threads: last.threads,
        kernel: last.kernel.clone(),
    })
}

/// A number with three decimals, without the dust of binary fractions.
fn rounded(number: f64) -> f64 {
    (number * 1_000.0).round() / 1_000.0
}

/// The tables of `stats --json`, by plies and those of the game; and those by tier.
fn tables(report: &StatisticsReport) -> Map<String, Json> {
    let by_plies = report.distances.then(|| ("by_plies".to_string(), json!(report.by_plies)));
    by_plies
        .into_iter()
        .chain(report.by_measure.iter().flat_map(by_measure))
        .chain(report.tables.iter().map(|table| (table.name.into(), table_json(table))))
        .collect()
}

/// Two tables by what the game tells its tiers apart, such as `by_marks`: each tier with
/// its counts, longest distances and means, and `by_marks_plies`: each distance in it.
/// Stored are slots; positions are counted with all images.
fn by_measure(counts: &ByMeasure) -> [(String, Json); 2] {
    let name = counts.name;
    let mut tiers = BTreeMap::<u32, TierResults>::new();
    let mut rows = Vec::new();
    for ((number, code), [stored, positions]) in &counts.rows {
        let code = Code(*code);
        tiers.entry(*number).or_default().add(code, *stored, *positions);
        if code.outcome() != Outcome::Draw {
            let (value, plies) = (code.outcome(), code.plies());
            let row = json!({ "value": value, "plies": plies, "stored": stored, "positions": positions });
            rows.push((*number, value == Outcome::Loss, plies, row));
        }
    }
    rows.sort_by_key(|(number, lost, plies, _)| (*number, *lost, *plies));
    let keyed = |number: u32, mut row: Json| {
        row[name] = json!(number);
        row
    };
    let rows: Vec<Json> = rows.into_iter().map(|(number, _, _, row)| keyed(number, row)).collect();
    let tiers: Vec<Json> = tiers.iter().map(|(number, tier)| keyed(*number, tier.to_json())).collect();
    [(format!("by_{name}"), json!(tiers)), (format!("by_{name}_plies"), json!(rows))]
}

/// A tier: by outcome (draw, win, loss) the positions, the sum of their plies, and the
/// longest.
#[derive(Default)]
struct TierResults {
    stored: u64,
    positions: [u64; 3],
    plies: [u128; 3],
    longest: [u16; 3],
}

impl TierResults {
    fn add(&mut self, code: Code, stored: u64, positions: u64) {
        let place = usize::from(code.without_plies().0);
        self.stored += stored;
        self.positions[place] += positions;
        self.plies[place] += u128::from(positions) * u128::from(code.plies());
        self.longest[place] = self.longest[place].max(code.plies());
    }

    fn to_json(&self) -> Json {
        let [draw, win, loss] = self.positions;
        let mut row = json!({
            "stored": self.stored, "positions": win + loss + draw, "win": win, "loss": loss, "draw": draw,
        });
        for (place, value) in [(1, "win"), (2, "loss")] {
            if self.positions[place] > 0 {
                row[format!("longest_{value}")] = json!(self.longest[place]);
                let mean = self.plies[place] as f64 / self.positions[place] as f64;
                row[format!("mean_{value}_plies")] = json!(rounded(mean));
            }
        }
        row
    }
}
