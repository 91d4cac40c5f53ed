//! The two ways out of this program: answers go to standard output, all else to standard
//! error. Nothing else in this crate writes there, which its lints see to: `println!` and
//! `eprintln!` panic where they cannot write.
//!
//! A full disk loses an answer, which is an error; a reader that has seen enough, such as
//! `head`, is none. What is said aside is lost in silence, and the work goes on.

use std::io::{ErrorKind, Result as Written, Write};

use anyhow::Context;

/// Gives out an answer, or a line of one, at once. Colours are left out where nobody sees
/// them (a pipe, a file), and by `NO_COLOR`; `CLICOLOR_FORCE` leaves them in.
pub(crate) fn answer(text: &str) -> anyhow::Result<()> {
    write_answer(&format!("{}\n", plain_but_for(&OURS, text)))
}

/// Asks for a line, which is typed behind it.
pub(crate) fn prompt(text: &str) -> anyhow::Result<()> {
    write_answer(&plain(text))
}

fn write_answer(text: &str) -> anyhow::Result<()> {
    let mut stdout = anstream::stdout().lock();
    told(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// What becomes of an answer that was written like this.
pub(crate) fn told(written: Written<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Says something beside the answer, such as an error.
pub(crate) fn say_aside(text: &str) {
    aside(&format!("{}\n", plain(text)));
}

/// Asks for a line beside the answer.
pub(crate) fn ask_aside(text: &str) {
    aside(&plain(text));
}

/// In one piece, so that lines of several processes do not get into each other.
fn aside(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
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
pub(crate) fn escape_in_json(json: &str) -> String {
    let escaped = |letter: char| match steers(letter) {
        true => format!("\\u{:04x}", u32::from(letter)),
        false => letter.to_string(),
    };
    json.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use anstyle::{AnsiColor, Style};
    use serde_json::Value as Json;

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
}
