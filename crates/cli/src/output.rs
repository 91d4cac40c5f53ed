//! What a command says, for people and for scripts.

use std::io::{ErrorKind, Write};

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};
use kaiketsu::{Outcome, Rating};
use serde_json::Value as Json;

/// The same answer twice.
pub(crate) struct Output {
    /// For people; colours in it reach those who want them only.
    pub(crate) text: String,
    /// For scripts.
    pub(crate) json: Json,
}

impl Output {
    /// Prints one of the two. A reader that has seen enough, such as `head`,
    /// is no error. Colours are left out where nobody sees them (a pipe, a file),
    /// and by `NO_COLOR`; `CLICOLOR_FORCE` leaves them in.
    pub(crate) fn print(&self, json: bool) -> std::io::Result<()> {
        let text = if json { format!("{:#}", self.json) } else { self.text.trim_end().to_string() };
        let mut stdout = anstream::stdout().lock();
        match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
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
