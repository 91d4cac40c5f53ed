//! What a command says, for people and for scripts.

use std::fmt;
use std::io::{ErrorKind, Write};

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};
use kaiketsu::{Outcome, Rating};
use serde_json::Value as Json;

/// The same answer twice.
#[derive(Debug)]
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
        let text = match json {
            true => escape_in_json(&format!("{:#}", self.json)),
            false => plain_but_for(&OURS, self.text.trim_end()),
        };
        let mut stdout = anstream::stdout().lock();
        match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
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

/// Says something beside the answer, such as an error.
pub(crate) fn say_aside(text: &str) {
    eprintln!("{}", plain(text));
}

/// The colours that this program uses. A file that has them too can do no more harm.
const OURS: [&str; 5] = ["\x1b[0m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"];

/// A text as a terminal may be given it: what is shown may come from files of
/// others, and characters that steer a terminal are written out instead of obeyed.
pub(crate) fn plain(text: &str) -> String {
    plain_but_for(&[], text)
}

fn plain_but_for(allowed: &[&str], text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let colour = allowed.iter().find(|colour| rest.starts_with(**colour));
        let taken = colour.map_or(next.len_utf8(), |colour| colour.len());
        match steers(next) && colour.is_none() {
            true => plain.extend(next.escape_unicode()),
            false => plain.push_str(&rest[..taken]),
        }
        rest = &rest[taken..];
    }
    plain
}

/// Whether a terminal takes it for an order: control characters, and those that
/// turn the direction of what follows.
fn steers(letter: char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control() && !matches!(letter, '\n' | '\t')
}

/// The same in JSON, where the first 32 are written out already: in its own way.
fn escape_in_json(json: &str) -> String {
    let escaped = |letter: char| match steers(letter) {
        true => format!("\\u{:04x}", u32::from(letter)),
        false => letter.to_string(),
    };
    json.chars().map(escaped).collect()
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
    fn nothing_that_steers_a_terminal_gets_through() {
        let red = AnsiColor::Red.on_default();
        for style in
            [AnsiColor::Green.on_default(), red, AnsiColor::Yellow.on_default(), Style::new().dimmed()]
        {
            let text = format!("{style}日本\n{style:#}");
            assert_eq!(plain_but_for(&OURS, &text), text);
        }
        let foreign = "a\x1b[2Jb\x1b]0;title\x07\x1b[8mc\u{9b}31m\r\u{202e}d";
        let harmless = "a\\u{1b}[2Jb\\u{1b}]0;title\\u{7}\\u{1b}[8mc\\u{9b}31m\\u{d}\\u{202e}d";
        assert_eq!(plain_but_for(&OURS, foreign), harmless);
        assert_eq!(plain(&format!("{red}x")), "\\u{1b}[31mx");
        let json = escape_in_json(&serde_json::json!({ "x": foreign }).to_string());
        assert!(!json.chars().any(steers), "{json}");
        let read: Json = serde_json::from_str(&json).unwrap();
        assert_eq!(read["x"], foreign);
    }

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
