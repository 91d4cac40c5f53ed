//! The numbers of a solved game, from its database or from the page kept of
//! it: both have the form that `stats --results` writes.

use serde_json::Value as Json;

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

/// The pages of the papers' large games in `results/`, to which a link in this crate leads.
const KEPT: &[(&str, &str)] = &[
    ("nocca-5x6", include_str!("../results/nocca-5x6.toml")),
    ("quixo-5x5", include_str!("../results/quixo-5x5.toml")),
];

impl Figures {
    /// The page of a game kept in the program.
    pub(crate) fn kept(game: &str) -> Option<Self> {
        let (_, text) = KEPT.iter().find(|(known, _)| *known == game)?;
        let page: toml::Table = text.parse().ok()?;
        Some(Figures { source: "results", page: serde_json::to_value(page).ok()? })
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
