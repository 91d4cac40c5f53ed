//! Game records: who played what, as plain text.
//!
//! ```text
//! # anything after a number sign is a comment
//! game: tic-tac-toe
//! first: Ann
//! second: Kaiketsu
//! result: draw
//!
//! b2 a1 c1 a3
//! a2 c2 b3 b1 c3
//! ```
//!
//! Header lines `name: value` come first; the first line without a colon
//! after its first word begins the moves, which are words in any number of
//! lines. Move numbers such as `1.` are passed over. `game` is required;
//! `start` gives a position to start from; `result` is `first`, `second`,
//! `draw` or `*` for a game that is not over; `seen-by: first` says that all moves
//! name cells as the first player sees them, and not each as its side does; all
//! other names are free.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use kaiketsu_engine::search::Winner;
use serde::{Serialize, Serializer};

/// How a game ended, if it did: `first`, `second`, `draw` or `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It is over, and somebody or nobody has won.
    Over(Winner),
    /// It is not over.
    Open,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameResult::Over(winner) => winner.word(),
            GameResult::Open => "*",
        })
    }
}

impl FromStr for GameResult {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, Winner::from_word(text)) {
            ("*", _) => Ok(GameResult::Open),
            (_, Some(winner)) => Ok(GameResult::Over(winner)),
            (_, None) => Err(format!("`{text}` is no result; write first, second, draw or *")),
        }
    }
}

impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A game record.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The id of the game.
    pub game: String,
    /// The position it starts from, if not the start of the game.
    pub start: Option<String>,
    /// Further header lines, in order.
    pub headers: Vec<(String, String)>,
    /// How it ended, if that is said.
    pub result: Option<GameResult>,
    /// Whether all moves name cells as the first player sees them.
    pub seen_by_first: bool,
    /// The moves.
    pub moves: Vec<Word>,
}

/// A move as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

/// Why a text is no record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
}

/// Moves on a line of a written record.
const MOVES_ON_A_LINE: usize = 10;

impl Record {
    /// Reads a record.
    ///
    /// ```
    /// use kaiketsu::Record;
    /// let record = Record::parse("game: tic-tac-toe\nresult: *\n\n1. b2 a1  2. c1")?;
    /// assert_eq!(record.moves[2].text, "c1");
    /// assert_eq!((record.moves[2].line, record.moves[2].column), (4, 14));
    /// let error = Record::parse("result: *\n\nb2").unwrap_err();
    /// assert_eq!(error.to_string(), "line 3, column 1: moves before a line `game: ID`");
    /// # Ok::<(), kaiketsu::RecordError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let (mut record, mut given) = (Record::default(), BTreeSet::new());
        let mut last = 1;
        // Some editors begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, whole) in (1..).zip(text.lines()) {
            last = line;
            let content = whole.split('#').next().unwrap_or_default();
            let refuse = |column: usize, problem: String| Err(RecordError { line, column, problem });
            if let Some((name, value)) = header(content)
                && record.moves.is_empty()
            {
                let (name, value) = (name.to_lowercase(), value.trim().to_string());
                if !given.insert(name.clone()) {
                    return refuse(1, format!("`{name}` is given twice"));
                }
                match name.as_str() {
                    _ if value.is_empty() => return refuse(1, format!("`{name}` has no value")),
                    "game" => record.game = value,
                    "start" => record.start = Some(value),
                    "result" => match value.parse() {
                        Ok(result) => record.result = Some(result),
                        Err(problem) => return refuse(1, problem),
                    },
                    "seen-by" => match value.as_str() {
                        "first" => record.seen_by_first = true,
                        "mover" => record.seen_by_first = false,
                        _ => return refuse(1, format!("`seen-by: {value}`: write first or mover")),
                    },
                    _ => record.headers.push((name, value)),
                }
                continue;
            }
            for (column, text) in words(content) {
                if record.game.is_empty() {
                    return refuse(column, "moves before a line `game: ID`".into());
                }
                if text.ends_with(':') {
                    return refuse(column, format!("`{text}`: header lines come before the moves"));
                }
                record.moves.push(Word { text: text.into(), line, column });
            }
        }
        match record.game.is_empty() {
            true => Err(RecordError { line: last, column: 1, problem: "there is no line `game: ID`".into() }),
            false => Ok(record),
        }
    }

    /// Adds a move at the end, with no place in a file.
    pub fn push(&mut self, text: impl Into<String>) {
        self.moves.push(Word { text: text.into(), line: 0, column: 0 });
    }
}

impl Word {
    /// An error at this place.
    pub fn refuse(&self, problem: impl Into<String>) -> RecordError {
        RecordError { line: self.line, column: self.column, problem: problem.into() }
    }
}

/// Name and value of a header line.
fn header(content: &str) -> Option<(&str, &str)> {
    let (name, value) = content.split_once(':')?;
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
    is_word.then_some((name, value))
}

/// The words of a line with their columns, without move numbers.
fn words(content: &str) -> impl Iterator<Item = (usize, &str)> {
    let column = |word: &str| {
        let offset = word.as_ptr() as usize - content.as_ptr() as usize;
        content[..offset].chars().count() + 1
    };
    let is_number = |word: &str| {
        let digits = word.trim_end_matches('.');
        digits.len() < word.len() && digits.chars().all(|c| c.is_ascii_digit())
    };
    content.split_whitespace().filter(move |word| !is_number(word)).map(move |word| (column(word), word))
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}", self.game)?;
        if let Some(start) = &self.start {
            writeln!(f, "start: {start}")?;
        }
        if self.seen_by_first {
            writeln!(f, "seen-by: first")?;
        }
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {value}")?;
        }
        if let Some(result) = self.result {
            writeln!(f, "result: {result}")?;
        }
        for (number, line) in self.moves.chunks(MOVES_ON_A_LINE).enumerate() {
            let texts: Vec<&str> = line.iter().map(|word| word.text.as_str()).collect();
            let text = texts.join(" ");
            // After a number it is no header line, whatever the first move looks like.
            let first = if number == 0 && header(&text).is_some() { "1. " } else { "" };
            write!(f, "\n{first}{text}")?;
        }
        writeln!(f)
    }
}
