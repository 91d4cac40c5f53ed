//! The published numbers, embedded as tables that name their source.
//!
//! A table is a file `published/<name>.csv`: lines that start with `#` and say
//! where the numbers come from, a line of column names, and rows. No cell holds
//! a comma. The folder is a link to `golden` of the testkit, where every table of
//! a paper lies once, for the tests as well.

use std::collections::BTreeMap;

/// Every table, by name.
const EMBEDDED: &[(&str, &str)] = &[
    ("dodgem-2-by-steps", include_str!("../published/dodgem-2-by-steps.csv")),
    ("dodgem-3-by-steps", include_str!("../published/dodgem-3-by-steps.csv")),
    ("dodgem-by-pieces", include_str!("../published/dodgem-by-pieces.csv")),
    ("dodgem-facts", include_str!("../published/dodgem-facts.csv")),
    ("nocca-5x6-by-depth", include_str!("../published/nocca-5x6-by-depth.csv")),
    ("nocca-5x6-summary", include_str!("../published/nocca-5x6-summary.csv")),
    ("nocca-facts", include_str!("../published/nocca-facts.csv")),
    ("nocca-reachable", include_str!("../published/nocca-reachable.csv")),
    ("nocca-table-1", include_str!("../published/nocca-table-1.csv")),
    ("nocca-table-5", include_str!("../published/nocca-table-5.csv")),
    ("otrio-facts", include_str!("../published/otrio-facts.csv")),
    ("otrio-first-move", include_str!("../published/otrio-first-move.csv")),
    ("otrio-table-6", include_str!("../published/otrio-table-6.csv")),
    ("otrio-two-moves", include_str!("../published/otrio-two-moves.csv")),
    ("quantum-facts", include_str!("../published/quantum-facts.csv")),
    ("quantum-tic-tac-toe", include_str!("../published/quantum-tic-tac-toe.csv")),
    ("quixo-4x4-by-depth", include_str!("../published/quixo-4x4-by-depth.csv")),
    ("quixo-facts", include_str!("../published/quixo-facts.csv")),
    ("quixo-summary", include_str!("../published/quixo-summary.csv")),
    ("quixo-table-1", include_str!("../published/quixo-table-1.csv")),
];

/// The tables of the papers.
#[derive(Clone, Debug)]
pub struct Published {
    tables: BTreeMap<&'static str, String>,
}

impl Published {
    /// The tables as printed.
    #[must_use]
    pub fn embedded() -> Self {
        Published { tables: EMBEDDED.iter().map(|(name, text)| (*name, text.to_string())).collect() }
    }

    /// The same tables with another text in place of one; for trying out what
    /// a damaged number does.
    ///
    /// # Panics
    /// If the table does not hold the text.
    #[must_use]
    pub fn damaged(mut self, name: &str, from: &str, to: &str) -> Self {
        let text = self.tables.get_mut(name).unwrap_or_else(|| panic!("there is no table `{name}`"));
        assert!(text.contains(from), "table `{name}` does not hold `{from}`");
        *text = text.replacen(from, to, 1);
        self
    }

    /// The rows of a table, in the order of the file.
    ///
    /// # Panics
    /// If there is none; names are constants of this crate.
    pub(crate) fn rows(&self, name: &str) -> Vec<Record> {
        let text = self.tables.get(name).unwrap_or_else(|| panic!("there is no table `{name}`"));
        let mut lines = (1..).zip(text.lines()).skip_while(|(_, line)| line.starts_with('#'));
        let columns: Vec<&str> = lines.next().map(|(_, line)| line.split(',').collect()).unwrap_or_default();
        let row = |(number, line): (usize, &str)| {
            let place = format!("published table `{name}`, line {number}");
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), columns.len(), "{place}: as many cells as columns");
            let cells = columns.iter().zip(cells).map(|(name, cell)| (name.to_string(), cell.to_string()));
            Record { place, cells: cells.collect() }
        };
        lines.map(row).collect()
    }

    /// The value of a line in a table of single facts.
    pub(crate) fn fact(&self, table: &str, what: &str) -> String {
        let row = self.rows(table).into_iter().find(|row| row.text("what") == what);
        row.unwrap_or_else(|| panic!("table `{table}` has no line `{what}`")).text("value").to_string()
    }
}

/// A row: cells by the names of their columns.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    place: String,
    cells: Vec<(String, String)>,
}

impl Record {
    /// The text in a column.
    ///
    /// # Panics
    /// If there is no such column.
    pub(crate) fn text(&self, column: &str) -> &str {
        let cell = self.cells.iter().find(|(name, _)| name == column);
        cell.map_or_else(|| panic!("{}: there is no column `{column}`", self.place), |(_, cell)| cell)
    }

    /// The number in a column.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn number(&self, column: &str) -> u64 {
        let text = self.text(column);
        text.parse().unwrap_or_else(|_| panic!("{}: `{text}` in `{column}` is not a number", self.place))
    }

    /// The number in a column, which may have a fraction; 0 if there is none.
    pub(crate) fn decimal(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or(0.0)
    }
}
