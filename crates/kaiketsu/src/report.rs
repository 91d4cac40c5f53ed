//! Statistics in the form scripts rely on.

use kaiketsu_db::Manifest;
use kaiketsu_engine::analyse::{Counts, Longest, Statistics, Table};
use kaiketsu_game::{Notation, Outcome, Plies};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};
use utoipa::ToSchema;

use crate::Rating;

/// All that `stats` says, with positions as text.
#[derive(Clone, Debug)]
pub struct StatisticsReport {
    /// The game.
    pub game: String,
    /// Whether distances are kept.
    pub distances: bool,
    /// All positions.
    pub total: Counts,
    /// Value of the start.
    pub start: Rating,
    /// Plies and an example of the longest win.
    pub longest_win: Option<(Plies, String)>,
    /// Plies and an example of the longest loss.
    pub longest_loss: Option<(Plies, String)>,
    /// Wins and losses by distance, wins first.
    pub by_plies: Vec<PliesRow>,
    /// Name and counts of each layer.
    pub by_layer: Vec<(String, Counts)>,
    /// The tables of the game.
    pub tables: Vec<Table>,
    /// Numbers that follow from the rules alone.
    pub facts: Vec<(&'static str, u64)>,
    /// Reachable positions, if they were counted.
    pub reachable: Option<u64>,
    /// Signature of the values.
    pub signature_values: String,
    /// Signature of values with distances.
    pub signature_plies: Option<String>,
}

/// How many positions have a value at a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PliesRow {
    /// The distance.
    #[schema(value_type = u16)]
    pub plies: Plies,
    /// A win or a loss.
    pub value: Outcome,
    /// How many positions.
    pub positions: u64,
}

impl StatisticsReport {
    pub(crate) fn new<G: Notation>(game: &G, manifest: &Manifest, found: &Statistics<G::Position>) -> Self {
        let longest = |longest: &Option<Longest<G::Position>>| {
            longest.as_ref().map(|longest| (longest.plies, game.write_position(&longest.example)))
        };
        let row = |(&(plies, win), &positions): (&(Plies, bool), &u64)| PliesRow {
            plies,
            value: if win { Outcome::Win } else { Outcome::Loss },
            positions,
        };
        let mut by_plies: Vec<PliesRow> = found.by_plies.iter().map(row).collect();
        by_plies.sort_by_key(|row| (row.value == Outcome::Loss, row.plies));
        let names = manifest.layers.iter().map(|layer| layer.name.clone());
        StatisticsReport {
            game: game.id(),
            distances: manifest.distances,
            total: found.total,
            start: found.start.into(),
            longest_win: longest(&found.longest_win),
            longest_loss: longest(&found.longest_loss),
            by_plies,
            by_layer: names.zip(found.by_layer.iter().copied()).collect(),
            tables: found.tables.clone(),
            facts: found.facts.clone(),
            reachable: None,
            signature_values: manifest.signature_values.map(|s| s.to_string()).unwrap_or_default(),
            signature_plies: manifest.signature_plies.map(|s| s.to_string()),
        }
    }

    /// The longest win or loss, whichever is longer.
    #[must_use]
    pub fn longest(&self) -> Option<(Plies, Outcome, &str)> {
        let win = self.longest_win.as_ref().map(|(plies, example)| (*plies, Outcome::Win, example.as_str()));
        let loss =
            self.longest_loss.as_ref().map(|(plies, example)| (*plies, Outcome::Loss, example.as_str()));
        [win, loss].into_iter().flatten().rev().max_by_key(|(plies, ..)| *plies)
    }

    /// The object `stats --json` prints.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let longest = self
            .longest()
            .map(|(plies, value, position)| json!({ "plies": plies, "value": value, "position": position }));
        let by_plies = self.distances.then_some(&self.by_plies);
        let layer_row = |(name, counts): &(String, Counts)| {
            let mut row = Map::from_iter([("layer".to_string(), json!(name))]);
            row.extend(counts_json(counts));
            Json::Object(row)
        };
        let mut object = Map::new();
        object.insert("game".into(), json!(self.game));
        object.insert("positions".into(), json!(self.total.positions()));
        object.extend(counts_json(&self.total));
        object.insert("start".into(), json!(self.start));
        object.insert("longest".into(), longest.unwrap_or(json!({ "plies": null })));
        object.insert("by_plies".into(), json!(by_plies));
        object.insert("by_layer".into(), self.by_layer.iter().map(layer_row).collect());
        for table in &self.tables {
            object.insert(table.name.into(), table_json(table));
        }
        if !self.facts.is_empty() {
            let facts = self.facts.iter().map(|(name, number)| (name.to_string(), json!(number)));
            object.insert("facts".into(), Json::Object(facts.collect()));
        }
        if let Some(reachable) = self.reachable {
            object.insert("reachable".into(), json!(reachable));
        }
        object.insert("signature_values".into(), json!(self.signature_values));
        object.insert("signature_plies".into(), json!(self.signature_plies));
        Json::Object(object)
    }
}

impl Serialize for StatisticsReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

fn counts_json(counts: &Counts) -> [(String, Json); 3] {
    [("win", counts.win), ("loss", counts.loss), ("draw", counts.draw)]
        .map(|(name, count)| (name.to_string(), json!(count)))
}

pub(crate) fn table_json(table: &Table) -> Json {
    let row = |(key, counts): (&Vec<u32>, &Counts)| {
        let keys = table.keys.iter().zip(key).map(|(name, value)| (name.to_string(), json!(value)));
        Json::Object(keys.chain(counts_json(counts)).collect())
    };
    table.rows.iter().map(row).collect()
}
