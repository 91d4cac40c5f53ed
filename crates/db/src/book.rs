//! The book of verdicts: what was found by search, kept for the next question.
//!
//! A text file, one line per verdict, sorted:
//!
//! ```text
//! kaiketsu verdict book 2
//! otrio 1 2 value ........./....A..../.........:B first
//! quantum-tic-tac-toe 1 1 first-complete ......... no
//! blake3 0123...                    of everything before, in hexadecimal
//! ```
//!
//! Game, version of its rules, version of its search, question, answer (the
//! last word). A verdict is used only by the versions that found it: one of an
//! older search may be wrong, so it is never given, though it is kept. Format 1
//! has no version of the search; what it holds is of version 1.
//!
//! The book is written under a lock, and what another process has entered in
//! the meantime is kept, so two provers at once lose nothing. A file is absent
//! or whole.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;

use crate::storage::{Storage, open_if_there, place, read_whole, write_whole};

const MAGIC: &str = "kaiketsu verdict book ";
const FORMAT: u32 = 2;

/// The name of the file.
const FILE: &str = "verdicts.book";

/// Why a book cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// What happened.
        source: Arc<io::Error>,
    },
    /// The file is not a book, or damaged.
    #[error("{file}: {what}; delete the file to start a new book")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// The file was written by a later version of Kaiketsu.
    #[error("{file}: written in format {found}, this version reads up to {FORMAT}; use a newer Kaiketsu")]
    NewerFormat {
        /// The file.
        file: String,
        /// Its format.
        found: u32,
    },
}

/// Whose verdicts: a game, and the versions of its rules and of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The version of its search.
    pub search: u32,
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.rules, self.search)
    }
}

type Verdicts = BTreeMap<String, String>;

/// Answers by edition and question.
///
/// ```
/// use std::sync::Arc;
/// use kaiketsu_db::{Book, Edition, Memory};
/// let memory = Arc::new(Memory::new());
/// let edition = Edition { game: "nim".into(), rules: 1, search: 1 };
/// let mut book = Book::open(memory.clone())?;
/// book.enter(&edition, "value 3", "first");
/// book.save()?;
/// let book = Book::open(memory)?;
/// assert_eq!(book.get(&edition, "value 3"), Some("first"));
/// assert_eq!(book.get(&Edition { search: 2, ..edition }, "value 3"), None);
/// # Ok::<(), kaiketsu_db::BookError>(())
/// ```
pub struct Book {
    storage: Arc<dyn Storage>,
    verdicts: Verdicts,
    /// What the file does not have yet.
    found: Verdicts,
}

impl Book {
    /// The book in a folder; empty if there is none yet.
    pub fn open(storage: Arc<dyn Storage>) -> Result<Self, BookError> {
        Ok(Book { verdicts: read(&*storage)?, storage, found: Verdicts::new() })
    }

    /// The answer to a question.
    #[must_use]
    pub fn get(&self, edition: &Edition, question: &str) -> Option<&str> {
        self.verdicts.get(&format!("{edition} {question}")).map(String::as_str)
    }

    /// How many verdicts it has, on all games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.verdicts.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty()
    }

    /// Copies the verdicts on one game to the book of another storage.
    pub fn copy_game(&self, game: &str, storage: Arc<dyn Storage>) -> Result<(), BookError> {
        let mut copy = Book::open(storage)?;
        let of_game = self.verdicts.iter().filter(|(question, _)| question.split(' ').next() == Some(game));
        copy.found.extend(of_game.map(|(question, answer)| (question.clone(), answer.clone())));
        copy.save()
    }

    /// Enters an answer of one word; kept for good by [`Book::save`].
    pub fn enter(&mut self, edition: &Edition, question: &str, answer: &str) {
        let key = format!("{edition} {question}");
        self.found.insert(key.clone(), answer.into());
        self.verdicts.insert(key, answer.into());
    }

    /// Writes what was entered. If that fails, it can be tried again.
    pub fn save(&mut self) -> Result<(), BookError> {
        if self.found.is_empty() {
            return Ok(());
        }
        let trouble = |source| BookError::Io { file: place(&*self.storage, FILE), source: Arc::new(source) };
        let _lock = self.storage.lock(FILE).map_err(trouble)?;
        // Read again: somebody else may have added to it.
        let mut verdicts = read(&*self.storage)?;
        verdicts.extend(self.found.clone());
        write(&*self.storage, &verdicts).map_err(trouble)?;
        (self.verdicts, self.found) = (verdicts, Verdicts::new());
        Ok(())
    }
}

fn write(storage: &dyn Storage, verdicts: &Verdicts) -> io::Result<()> {
    let mut text = format!("{MAGIC}{FORMAT}\n");
    for (question, answer) in verdicts {
        text += &format!("{question} {answer}\n");
    }
    let seal = blake3::hash(text.as_bytes());
    text += &format!("blake3 {}\n", seal.to_hex());
    write_whole(storage, FILE, text.as_bytes())
}

fn read(storage: &dyn Storage) -> Result<Verdicts, BookError> {
    let file = || place(storage, FILE);
    let damaged = |what: String| BookError::Damaged { file: file(), what };
    let trouble = |source| BookError::Io { file: file(), source: Arc::new(source) };
    let Some(source) = open_if_there(storage, FILE).map_err(trouble)? else { return Ok(Verdicts::new()) };
    let bytes = read_whole(&*source).map_err(trouble)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        damaged(format!("byte {} is not part of a text", error.utf8_error().valid_up_to()))
    })?;
    let body = text.rfind("blake3 ").ok_or_else(|| damaged("the checksum is missing".into()))?;
    let (body, seal) = text.split_at(body);
    if seal.trim_end() != format!("blake3 {}", blake3::hash(body.as_bytes()).to_hex()) {
        return Err(damaged("the checksum does not match".into()));
    }
    let mut lines = body.lines();
    let format = lines.next().and_then(|line| line.strip_prefix(MAGIC)).and_then(|n| n.parse::<u32>().ok());
    match format {
        None => return Err(damaged(format!("the first line is not `{MAGIC}{FORMAT}`"))),
        Some(found) if found > FORMAT => return Err(BookError::NewerFormat { file: file(), found }),
        Some(_) => {}
    }
    let entry = |line: &str| {
        let (question, answer) = line.rsplit_once(' ')?;
        let question = match format {
            Some(1) => {
                let (game, rest) = question.split_once(' ')?;
                let (rules, rest) = rest.split_once(' ')?;
                format!("{game} {rules} 1 {rest}")
            }
            _ => question.to_string(),
        };
        Some((question, answer.to_string()))
    };
    lines.map(|line| entry(line).ok_or_else(|| damaged(format!("`{line}` is no verdict")))).collect()
}
