//! Statistics in the form scripts rely on.

use kaiketsu_db::{LayerEntry, Manifest};
use kaiketsu_engine::analyse::{ByMeasure, Counts, Fingerprint, Longest as TypedLongest, Statistics, Table};
use kaiketsu_game::{Notation, Outcome, Plies};
use serde::Serialize;
use serde_json::{Value as Json, json};
use utoipa::ToSchema;

use crate::{Rating, ReachReport};

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
    /// The longest win.
    pub longest_win: Option<Longest>,
    /// The longest loss.
    pub longest_loss: Option<Longest>,
    /// Wins and losses by distance, wins first.
    pub by_plies: Vec<PliesRow>,
    /// Slots and positions by what the game tells its tiers apart, and by value.
    pub by_measure: Option<ByMeasure>,
    /// The counts of each layer.
    pub by_layer: Vec<LayerRow>,
    /// The tables of the game.
    pub tables: Vec<Table>,
    /// Numbers that follow from the rules alone.
    pub facts: Vec<(&'static str, u64)>,
    /// What play can reach, if that was asked for.
    pub reachable: Option<ReachReport>,
    /// What the solution says, whatever way it is stored, if asked for.
    pub fingerprint: Option<Fingerprint>,
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

/// The longest win or loss.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LongestAnswer)]
pub struct Longest {
    /// Its distance.
    #[schema(value_type = u16)]
    pub plies: Plies,
    /// An example.
    pub position: String,
}

/// Positions of one layer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LayerRow {
    /// What the layer holds.
    pub layer: String,
    /// By value.
    #[serde(flatten)]
    pub counts: Counts,
}

impl StatisticsReport {
    pub(crate) fn new<G: Notation>(game: &G, manifest: &Manifest, found: &Statistics<G::Position>) -> Self {
        let text = |found: &TypedLongest<G::Position>| Longest {
            plies: found.plies,
            position: game.write_position(&found.example),
        };
        let row = |(&(plies, win), &positions): (&(Plies, bool), &u64)| PliesRow {
            plies,
            value: if win { Outcome::Win } else { Outcome::Loss },
            positions,
        };
        let mut by_plies: Vec<PliesRow> = found.by_plies.iter().map(row).collect();
        by_plies.sort_by_key(|row| (row.value == Outcome::Loss, row.plies));
        let layer =
            |(layer, counts): (&LayerEntry, &Counts)| LayerRow { layer: layer.name.clone(), counts: *counts };
        StatisticsReport {
            game: game.id(),
            distances: manifest.distances,
            total: found.total,
            start: found.start.into(),
            longest_win: found.longest_win.as_ref().map(text),
            longest_loss: found.longest_loss.as_ref().map(text),
            by_plies,
            by_measure: found.by_measure.clone(),
            by_layer: manifest.layers.iter().zip(&found.by_layer).map(layer).collect(),
            tables: found.tables.clone(),
            facts: found.facts.clone(),
            reachable: None,
            fingerprint: None,
            signature_values: manifest.signature_values.map(|s| s.to_string()).unwrap_or_default(),
            signature_plies: manifest.signature_plies.map(|s| s.to_string()),
        }
    }

    /// The object `stats --json` prints.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let longest = [(Outcome::Loss, &self.longest_loss), (Outcome::Win, &self.longest_win)];
        let longest = longest.into_iter().filter_map(|(value, found)| Some((value, found.as_ref()?)));
        let longest = match longest.max_by_key(|(_, found)| found.plies) {
            Some((value, Longest { plies, position })) => {
                json!({ "plies": plies, "value": value, "position": position })
            }
            None => json!({ "plies": null }),
        };
        let mut object = json!({
            "game": self.game, "positions": self.total.positions(),
            "win": self.total.win, "loss": self.total.loss, "draw": self.total.draw,
            "start": self.start, "longest": longest,
            "by_plies": self.distances.then_some(&self.by_plies), "by_layer": self.by_layer,
        });
        for table in &self.tables {
            object[table.name] = table_json(table);
        }
        if !self.facts.is_empty() {
            object["facts"] = self.facts.iter().copied().collect();
        }
        if let Some(reach) = &self.reachable {
            object["reachable"] = json!(reach.positions);
            if reach.says_more() {
                object["reach"] = reach.to_json();
            }
        }
        if let Some(Fingerprint { positions, values, plies }) = self.fingerprint {
            let plies = plies.map(|sum| sum.to_string());
            object["fingerprint"] =
                json!({ "positions": positions, "values": values.to_string(), "plies": plies });
        }
        object["signature_values"] = json!(self.signature_values);
        object["signature_plies"] = json!(self.signature_plies);
        object
    }
}

pub(crate) fn table_json(table: &Table) -> Json {
    let row = |(key, counts): (&Vec<u32>, &Counts)| {
        let keys = table.keys.iter().zip(key).map(|(name, value)| (*name, u64::from(*value)));
        let counts = [("win", counts.win), ("loss", counts.loss), ("draw", counts.draw)];
        keys.chain(counts).collect::<Json>()
    };
    table.rows.iter().map(row).collect()
}

/// `1234567` as `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
