//! The numbers of a solved game, from its database or from the page kept of
//! it: both have the form that `stats --results` writes.

use serde_json::Value as Json;

/// Where numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The database in the store.
    Database,
    /// A page of `results/` that is part of the program.
    Results,
}

/// The numbers of a game.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Where they come from.
    pub source: Source,
    /// The page.
    page: Json,
}

/// The pages of the papers' games in `results/`, to which a link in this crate leads.
const KEPT: &[(&str, &str)] = &[
    ("nocca-5x6", include_str!("../results/nocca-5x6.toml")),
    ("quantum-tic-tac-toe", include_str!("../results/quantum-tic-tac-toe.toml")),
    ("quantum-tic-tac-toe-self", include_str!("../results/quantum-tic-tac-toe-self.toml")),
    ("quixo-5x5", include_str!("../results/quixo-5x5.toml")),
];

impl Figures {
    pub(crate) fn new(source: Source, page: Json) -> Self {
        Figures { source, page }
    }

    /// The page of a game kept in the program.
    #[must_use]
    pub fn kept(game: &str) -> Option<Self> {
        let (_, text) = KEPT.iter().find(|(known, _)| *known == game)?;
        let page: toml::Table = text.parse().ok()?;
        Some(Figures::new(Source::Results, serde_json::to_value(page).ok()?))
    }

    /// The part of the page under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> &Json {
        &self.page[key]
    }

    /// A count such as `win`; 0 if the page has none.
    #[must_use]
    pub fn number(&self, key: &str) -> u64 {
        self.page[key].as_u64().unwrap_or_default()
    }

    /// The value of the start: `win`, `loss` or `draw`, and plies.
    #[must_use]
    pub fn start(&self) -> (String, Option<u64>) {
        let start = &self.page["start"];
        (start["value"].as_str().unwrap_or_default().into(), start["plies"].as_u64())
    }

    /// The start in words, such as `win in 21`.
    #[must_use]
    pub fn start_text(&self) -> String {
        match self.start() {
            (value, Some(plies)) => format!("{value} in {plies}"),
            (value, None) => value,
        }
    }

    /// The rows of a table.
    pub fn rows(&self, table: &str) -> impl Iterator<Item = &Json> {
        self.page[table].as_array().into_iter().flatten()
    }

    /// The positions at a distance with a value.
    #[must_use]
    pub fn at_plies(&self, plies: u64, value: &str) -> u64 {
        let fits = |row: &&Json| row["plies"] == plies && row["value"] == value;
        self.rows("by_plies").find(fits).map_or(0, |row| row["positions"].as_u64().unwrap_or_default())
    }

    /// Whether distances are known.
    #[must_use]
    pub fn has_plies(&self) -> bool {
        self.rows("by_plies").next().is_some()
    }

    /// The longest distance with a value.
    #[must_use]
    pub fn longest(&self, value: &str) -> Option<u64> {
        let plies = self.rows("by_plies").filter(|row| row["value"] == value);
        plies.filter_map(|row| row["plies"].as_u64()).max()
    }

    /// Processor seconds of the solve.
    #[must_use]
    pub fn cpu_seconds(&self) -> Option<f64> {
        self.page["solve"]["cpu_seconds"].as_f64()
    }

    /// A text of the page.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<String> {
        self.page[key].as_str().map(Into::into)
    }

    /// A remark for rows that come from a kept page.
    #[must_use]
    pub fn remark(&self) -> String {
        match self.source {
            Source::Database => String::new(),
            Source::Results => {
                let signature = self.text("signature_values").unwrap_or_default();
                format!("from the kept results, signature {}", signature.get(..16).unwrap_or(&signature))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_pages_are_about_their_games() {
        for (name, _) in KEPT {
            let kept = Figures::kept(name).unwrap_or_else(|| panic!("{name} is no page"));
            assert_eq!(kept.text("game").as_deref(), Some(*name));
            assert!(kept.number("positions") > 0 && kept.remark().contains("signature"), "{name}");
        }
    }
}
