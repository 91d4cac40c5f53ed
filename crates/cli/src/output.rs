//! What a command says, for people and for scripts.

use std::io::{ErrorKind, Write};

use serde_json::Value as Json;

/// The same answer twice.
pub(crate) struct Output {
    /// For people.
    pub(crate) text: String,
    /// For scripts.
    pub(crate) json: Json,
}

impl Output {
    /// Prints one of the two. A reader that has seen enough, such as `head`,
    /// is no error.
    pub(crate) fn print(&self, json: bool) -> std::io::Result<()> {
        let text = if json { format!("{:#}", self.json) } else { self.text.trim_end().to_string() };
        let mut stdout = std::io::stdout().lock();
        match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }
}

/// A table with aligned columns: the first to the left, the others to the right.
pub(crate) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let cells = |i: usize| rows.iter().map(move |row| row[i].chars().count());
    let widths: Vec<usize> =
        (0..header.len()).map(|i| cells(i).chain([header[i].chars().count()]).max().unwrap_or(0)).collect();
    let line = |row: Vec<&str>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| match i {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    let head = line(header.to_vec());
    rows.iter().fold(head, |text, row| text + &line(row.iter().map(String::as_str).collect()))
}
