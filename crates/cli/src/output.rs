//! What a command says, for people and for scripts.

use std::fmt;

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};
use kaiketsu::{Outcome, Rating};
use serde_json::Value as Json;

use crate::outlets::{answer, escape_in_json};

/// The same answer twice.
#[derive(Debug)]
pub(crate) struct Output {
    /// For people; colours in it reach those who want them only.
    pub(crate) text: String,
    /// For scripts.
    pub(crate) json: Json,
}

impl Output {
    /// Prints one of the two.
    pub(crate) fn print(&self, json: bool) -> anyhow::Result<()> {
        match json {
            true => answer(&escape_in_json(&format!("{:#}", self.json))),
            false => answer(self.text.trim_end()),
        }
    }
}

/// An answer that was found, and why not all of it could be kept. It is printed like
/// any other; then the error is told.
#[derive(Debug)]
pub(crate) struct Unkept {
    pub(crate) answer: Output,
    pub(crate) why: anyhow::Error,
}

impl fmt::Display for Unkept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.why)
    }
}

impl std::error::Error for Unkept {}

impl Output {
    /// The answer, whatever became of the file that should keep something of it.
    pub(crate) fn with(self, kept: anyhow::Result<()>) -> anyhow::Result<Output> {
        match kept {
            Ok(()) => Ok(self),
            Err(why) => Err(Unkept { answer: self, why }.into()),
        }
    }
}

/// A column of a table by its name: what is read is aligned to the left, what is
/// compared to the right.
#[derive(Clone, Copy)]
pub(crate) enum Column<'a> {
    /// Words, moves, positions.
    Words(&'a str),
    /// Numbers, sizes, times.
    Numbers(&'a str),
}

/// A table with aligned columns.
pub(crate) fn table(header: &[Column<'_>], rows: &[Vec<String>]) -> String {
    let name = |column: &Column<'_>| match *column {
        Column::Words(name) | Column::Numbers(name) => name.to_string(),
    };
    let head: Vec<String> = header.iter().map(name).collect();
    let all = || std::iter::once(&head).chain(rows);
    let widths: Vec<usize> =
        (0..header.len()).map(|i| all().map(|row| width(&row[i])).max().unwrap_or(0)).collect();
    let cell = |((cell, column), widest): ((&String, &Column<'_>), &usize)| {
        let space = " ".repeat(widest - width(cell));
        match column {
            Column::Words(_) => format!("{cell}{space}"),
            Column::Numbers(_) => format!("{space}{cell}"),
        }
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<_> = row.iter().zip(header).zip(&widths).map(cell).collect();
        cells.join("  ").trim_end().to_string() + "\n"
    };
    all().map(line).collect()
}

/// How wide a text is on a terminal, its colours not counted.
fn width(text: &str) -> usize {
    strip_str(text).to_string().chars().count()
}

/// A value in the colour it has everywhere: green wins, red loses.
pub(crate) fn coloured(value: Rating) -> String {
    let style = match value.value {
        Some(Outcome::Win) => AnsiColor::Green.on_default(),
        Some(Outcome::Loss) => AnsiColor::Red.on_default(),
        Some(Outcome::Draw) => AnsiColor::Yellow.on_default(),
        None => Style::new().dimmed(),
    };
    format!("{style}{value}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right_whatever_their_colour() {
        let row = |name: &str, number: &str| vec![name.to_string(), number.to_string(), "end".into()];
        let red = AnsiColor::Red.on_default();
        let rows = [row("a", "1,000"), row(&format!("{red}long{red:#}"), "7")];
        let text = table(&[Column::Words("name"), Column::Numbers("n"), Column::Words("last")], &rows);
        let plain = strip_str(&text).to_string();
        assert_eq!(plain, "name      n  last\na     1,000  end\nlong      7  end\n");
    }
}
