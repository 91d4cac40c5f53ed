//! Statistics in the form scripts rely on.

use kaiketsu_db::Manifest;
use kaiketsu_engine::analyse::{Counts, Longest, Statistics, Table};
use kaiketsu_game::{Notation, Tiered};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

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
    pub longest_win: Option<(u16, String)>,
    /// Plies and an example of the longest loss.
    pub longest_loss: Option<(u16, String)>,
    /// Plies, `win` or `loss`, and positions; wins first.
    pub by_plies: Vec<(u16, &'static str, u64)>,
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

impl StatisticsReport {
    pub(crate) fn new<G: Tiered + Notation>(
        game: &G,
        manifest: &Manifest,
        found: Statistics<G::Position>,
    ) -> Self {
        let longest = |longest: Option<Longest<G::Position>>| {
            longest.map(|longest| (longest.plies.0, game.write_position(&longest.example)))
        };
        let row = |((plies, win), positions): ((kaiketsu_game::Plies, bool), u64)| {
            (plies.0, if win { "win" } else { "loss" }, positions)
        };
        let mut by_plies: Vec<_> = found.by_plies.into_iter().map(row).collect();
        by_plies.sort_by_key(|(plies, value, _)| (*value == "loss", *plies));
        StatisticsReport {
            game: game.id(),
            distances: manifest.distances,
            total: found.total,
            start: found.start.into(),
            longest_win: longest(found.longest_win),
            longest_loss: longest(found.longest_loss),
            by_plies,
            by_layer: manifest.layers.iter().map(|layer| layer.name.clone()).zip(found.by_layer).collect(),
            tables: found.tables,
            facts: found.facts,
            reachable: None,
            signature_values: manifest.signature_values.map(|s| s.to_string()).unwrap_or_default(),
            signature_plies: manifest.signature_plies.map(|s| s.to_string()),
        }
    }

    /// The longest win or loss, whichever is longer.
    #[must_use]
    pub fn longest(&self) -> Option<(u16, &'static str, &str)> {
        let win = self.longest_win.as_ref().map(|(plies, example)| (*plies, "win", example.as_str()));
        let loss = self.longest_loss.as_ref().map(|(plies, example)| (*plies, "loss", example.as_str()));
        win.max_by_plies(loss)
    }

    /// The object `stats --json` prints.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let longest = self
            .longest()
            .map(|(plies, value, position)| json!({ "plies": plies, "value": value, "position": position }));
        let plies_row =
            |(plies, value, n): &(u16, &str, u64)| json!({ "plies": plies, "value": value, "positions": n });
        let by_plies = self.distances.then(|| self.by_plies.iter().map(plies_row).collect::<Vec<_>>());
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

trait MaxByPlies<'a> {
    fn max_by_plies(self, other: Self) -> Self;
}

impl<'a> MaxByPlies<'a> for Option<(u16, &'static str, &'a str)> {
    fn max_by_plies(self, other: Self) -> Self {
        match (self, other) {
            (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
            (a, b) => a.or(b),
        }
    }
}

fn counts_json(counts: &Counts) -> [(String, Json); 3] {
    [("win", counts.win), ("loss", counts.loss), ("draw", counts.draw)]
        .map(|(name, count)| (name.to_string(), json!(count)))
}

fn table_json(table: &Table) -> Json {
    let row = |(key, counts): (&Vec<u32>, &Counts)| {
        let keys = table.keys.iter().zip(key).map(|(name, value)| (name.to_string(), json!(value)));
        Json::Object(keys.chain(counts_json(counts)).collect())
    };
    table.rows.iter().map(row).collect()
}
