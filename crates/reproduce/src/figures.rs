//! The numbers of a solved game, from its database or from the page kept of
//! it: both have the form that `stats --results` writes.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::Chart;
use crate::numbers::grouped;

/// The numbers of a game.
#[derive(Clone, Debug)]
pub(crate) struct Figures {
    /// Where they come from: the `database` in the store, or `results`, a page
    /// that is part of the program.
    pub(crate) source: &'static str,
    /// The page.
    pub(crate) page: Json,
}

/// Pages in `results/`, to which a link in this crate leads: of the papers' large
/// games, and of results beyond the papers.
const KEPT: &[(&str, &str)] = &[
    ("dodgem-4", include_str!("../results/dodgem-4.toml")),
    ("dodgem-5", include_str!("../results/dodgem-5.toml")),
    ("dobutsu-shogi", include_str!("../results/dobutsu-shogi.toml")),
    ("nocca-5x6", include_str!("../results/nocca-5x6.toml")),
    ("nocca-reachable", include_str!("../results/nocca-reachable.toml")),
    ("nocca-tall", include_str!("../results/nocca-tall.toml")),
    ("quantum-boards", include_str!("../results/quantum-boards.toml")),
    ("simpei-variants", include_str!("../results/simpei-variants.toml")),
    ("quixo-boards", include_str!("../results/quixo-boards.toml")),
    ("quixo-5x5", include_str!("../results/quixo-5x5.toml")),
];

impl Figures {
    /// The page of a game kept in the program.
    pub(crate) fn kept(game: &str) -> Option<Self> {
        let (_, text) = KEPT.iter().find(|(known, _)| *known == game)?;
        Figures::read(text)
    }

    /// A page as `stats --results` writes it; nothing if it cannot be read.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let page: toml::Table = text.parse().ok()?;
        let mut found = Figures { source: "results", page: serde_json::to_value(page).ok()? };
        if !found.has("by_plies") {
            found.add_plies_in_all();
        }
        Some(found)
    }

    /// A page may have distances by a key only: then those of all positions are
    /// the sums over the keys.
    fn add_plies_in_all(&mut self) {
        let Some((table, _)) = self.tables_by_plies().into_iter().next() else { return };
        let mut all: BTreeMap<(String, u64), u64> = BTreeMap::new();
        for row in self.rows(&table) {
            let key = (row["value"].as_str().unwrap_or_default().into(), row["plies"].as_u64().unwrap_or(0));
            *all.entry(key).or_default() += row["positions"].as_u64().unwrap_or(0);
        }
        let row = |((value, plies), positions): ((String, u64), u64)| json!({ "plies": plies, "value": value, "positions": positions });
        self.page["by_plies"] = all.into_iter().map(row).collect();
    }

    /// The tables of distances by a key, with their key: `by_marks_plies` and `marks`.
    pub(crate) fn tables_by_plies(&self) -> Vec<(String, String)> {
        let tables = self.page.as_object().into_iter().flat_map(|page| page.keys());
        let key =
            |table: &String| Some((table.clone(), table.strip_prefix("by_")?.strip_suffix("_plies")?.into()));
        tables.filter_map(key).collect()
    }

    /// The table of counts whose keys are about this, such as `by_class` with
    /// `mover_marks` and `opponent_marks` for `marks`.
    pub(crate) fn table_with(&self, key: &str) -> Option<String> {
        let tables = self.page.as_object()?.iter();
        let fits = |rows: &Json| {
            let first = rows.get(0).and_then(Json::as_object);
            first.is_some_and(|row| row.contains_key("draw") && row.keys().any(|name| name.ends_with(key)))
        };
        tables.filter(|(_, rows)| fits(rows)).map(|(name, _)| name.clone()).next()
    }

    /// Wins, losses and draws of a table by the sum of its keys.
    pub(crate) fn sums(&self, table: &str) -> BTreeMap<u64, [u64; 3]> {
        const VALUES: [&str; 3] = ["win", "loss", "draw"];
        let mut sums: BTreeMap<u64, [u64; 3]> = BTreeMap::new();
        for row in self.rows(table).filter_map(Json::as_object) {
            let keys = row.iter().filter(|(name, _)| !VALUES.contains(&name.as_str()));
            let counts = sums.entry(keys.filter_map(|(_, key)| key.as_u64()).sum()).or_default();
            for (count, value) in counts.iter_mut().zip(VALUES) {
                *count += row.get(value).and_then(Json::as_u64).unwrap_or_default();
            }
        }
        sums
    }

    /// Numbers with names, in words.
    pub(crate) fn facts(&self) -> impl Iterator<Item = (String, u64)> {
        let facts = self.page["facts"].as_object().into_iter().flatten();
        facts.filter_map(|(name, number)| Some((name.replace('_', " "), number.as_u64()?)))
    }

    /// The part of the page under a key.
    pub(crate) fn get(&self, key: &str) -> &Json {
        &self.page[key]
    }

    /// A count such as `win`; 0 if the page has none.
    pub(crate) fn number(&self, key: &str) -> u64 {
        self.page[key].as_u64().unwrap_or_default()
    }

    /// The value of the start: `win`, `loss` or `draw`, and plies.
    pub(crate) fn start(&self) -> (String, Option<u64>) {
        let start = &self.page["start"];
        (start["value"].as_str().unwrap_or_default().into(), start["plies"].as_u64())
    }

    /// The start in words, such as `win in 21`.
    pub(crate) fn start_text(&self) -> String {
        match self.start() {
            (value, Some(plies)) => format!("{value} in {plies}"),
            (value, None) => value,
        }
    }

    /// The rows of a table.
    pub(crate) fn rows(&self, table: &str) -> impl Iterator<Item = &Json> {
        self.page[table].as_array().into_iter().flatten()
    }

    /// The positions at a distance with a value.
    pub(crate) fn at_plies(&self, plies: u64, value: &str) -> u64 {
        let fits = |row: &&Json| row["plies"] == plies && row["value"] == value;
        self.rows("by_plies").find(fits).map_or(0, |row| row["positions"].as_u64().unwrap_or_default())
    }

    /// Whether the page has a table.
    pub(crate) fn has(&self, table: &str) -> bool {
        self.rows(table).next().is_some()
    }

    /// Wins, losses and draws in words.
    pub(crate) fn counts_text(&self) -> String {
        ["win", "loss", "draw"].map(|value| format!("{} {value}", grouped(self.number(value)))).join(", ")
    }

    /// Wins and losses by their distance.
    pub(crate) fn plies_chart(&self, title: &str) -> Chart {
        let points = |value: &'static str| {
            self.rows("by_plies")
                .filter(move |row| row["value"] == value)
                .filter_map(|row| Some((row["plies"].as_u64()?, row["positions"].as_f64()?)))
        };
        Chart::new(title, "plies to the end", true)
            .series("win", points("win"))
            .series("loss", points("loss"))
    }

    /// The longest distance with a value.
    pub(crate) fn longest(&self, value: &str) -> Option<u64> {
        let plies = self.rows("by_plies").filter(|row| row["value"] == value);
        plies.filter_map(|row| row["plies"].as_u64()).max()
    }

    /// The longest win in words.
    pub(crate) fn longest_win(&self) -> String {
        self.longest("win").map_or("-".into(), |plies| plies.to_string())
    }

    /// Processor seconds of the solve.
    pub(crate) fn cpu_seconds(&self) -> Option<f64> {
        self.page["solve"]["cpu_seconds"].as_f64()
    }

    /// A text of the page.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.page[key].as_str().map(Into::into)
    }

    /// A remark for rows that come from a kept page.
    pub(crate) fn remark(&self) -> String {
        match self.source {
            "database" => String::new(),
            _ => {
                let signature = self.text("signature_values").unwrap_or_default();
                format!("from the kept results, signature {}", signature.get(..16).unwrap_or(&signature))
            }
        }
    }
}
