//! Published results as tables, each naming its source.
//!
//! A table is a file `golden/<name>.csv` of this crate: lines that start with
//! `#` and say where the numbers come from and what they mean, a line of
//! column names, and rows. No cell holds a comma, so there is no quoting.
//!
//! ```
//! use kaiketsu_testkit::golden::Table;
//! let table = Table::parse("primes", "# Euclid\nplace,prime\n1,2\n2,3\n");
//! assert_eq!(table.rows()[1].number("prime"), 3);
//! ```

use std::path::Path;

/// A table of published results.
#[derive(Clone, Debug)]
pub struct Table {
    source: String,
    rows: Vec<Row>,
}

/// A row of a table: cells by the names of their columns.
#[derive(Clone, Debug)]
pub struct Row {
    /// File and line, for messages.
    place: String,
    cells: Vec<(String, String)>,
}

/// The table of that name.
///
/// # Panics
/// If there is none, or it is not a table.
#[must_use]
pub fn table(name: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(format!("{name}.csv"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("golden table `{name}` ({}): {error}", path.display()));
    Table::parse(name, &text)
}

impl Table {
    /// Reads a table from its text.
    ///
    /// # Panics
    /// If it names no source, has no columns or no rows, or if a row has more
    /// or fewer cells than there are columns.
    #[must_use]
    pub fn parse(name: &str, text: &str) -> Self {
        let headings: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
        assert!(
            !headings.is_empty(),
            "golden table `{name}` does not name its source in lines that start with #"
        );
        let source =
            headings.iter().map(|line| line.trim_start_matches('#').trim()).collect::<Vec<_>>().join(" ");
        let mut lines = (1..).zip(text.lines()).skip(headings.len());
        let (_, columns) = lines.next().unwrap_or_else(|| panic!("golden table `{name}` has no columns"));
        let columns: Vec<&str> = columns.split(',').collect();
        let row = |(number, line): (usize, &str)| {
            let place = format!("golden table `{name}`, line {number}");
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), columns.len(), "{place}: as many cells as columns");
            let cells =
                columns.iter().zip(cells).map(|(column, cell)| (column.to_string(), cell.to_string()));
            Row { place, cells: cells.collect() }
        };
        let rows: Vec<Row> = lines.map(row).collect();
        assert!(!rows.is_empty(), "golden table `{name}` has no rows");
        Table { source, rows }
    }

    /// Where the numbers come from and what they mean.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The rows, in the order of the file.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The only row in which these columns have these texts.
    ///
    /// # Panics
    /// If there is none or more than one.
    #[must_use]
    pub fn row(&self, key: &[(&str, &str)]) -> &Row {
        let fits = |row: &&Row| key.iter().all(|(column, text)| row.text(column) == *text);
        let mut rows = self.rows.iter().filter(fits);
        match (rows.next(), rows.next()) {
            (Some(row), None) => row,
            _ => panic!("not exactly one row with {key:?} in the table from: {}", self.source),
        }
    }
}

impl Row {
    /// File and line, for messages.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The text in a column.
    ///
    /// # Panics
    /// If there is no such column.
    #[must_use]
    pub fn text(&self, column: &str) -> &str {
        let cell = self.cells.iter().find(|(name, _)| name == column);
        cell.map_or_else(|| panic!("{}: there is no column `{column}`", self.place), |(_, cell)| cell)
    }

    /// The number in a column; `None` where it is left empty.
    ///
    /// # Panics
    /// If there is no such column, or something else in it.
    #[must_use]
    pub fn number_if_known(&self, column: &str) -> Option<u64> {
        let parse = |text: &str| {
            text.parse().unwrap_or_else(|_| panic!("{}: `{text}` in `{column}` is not a number", self.place))
        };
        Some(self.text(column)).filter(|text| !text.is_empty()).map(parse)
    }

    /// The number in a column.
    ///
    /// # Panics
    /// If there is no such column, or no number in it.
    #[must_use]
    pub fn number(&self, column: &str) -> u64 {
        self.number_if_known(column).unwrap_or_else(|| panic!("{}: `{column}` is empty", self.place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Author, \"Title\".\n# All of it.\nsize,value,steps\n3,win,7\n5,draw,\n";

    #[test]
    fn cells_are_found_by_column() {
        let table = Table::parse("t", TEXT);
        assert_eq!(table.source(), "Author, \"Title\". All of it.");
        assert_eq!(table.row(&[("size", "3")]).number("steps"), 7);
        assert_eq!(table.row(&[("value", "draw")]).number_if_known("steps"), None);
        assert!(table.rows()[1].place().contains("line 5"));
    }

    #[test]
    #[should_panic(expected = "does not name its source")]
    fn a_table_without_source_is_refused() {
        let _ = Table::parse("t", "size\n3\n");
    }

    #[test]
    #[should_panic(expected = "as many cells as columns")]
    fn a_short_row_is_refused() {
        let _ = Table::parse("t", "# S\na,b\n1\n");
    }

    #[test]
    #[should_panic(expected = "line 4: `win` in `value` is not a number")]
    fn a_word_is_no_number() {
        let _ = Table::parse("t", TEXT).rows()[0].number("value");
    }

    #[test]
    fn every_golden_file_is_a_table() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(table(name).source().len() > 40, "{name} names its source");
        }
    }
}
