//! The book of verdicts: what was found, kept for the next question.
//!
//! A text file in the database folder:
//!
//! ```text
//! kaiketsu verdict book 1
//! otrio 1 value ........./....A..../.........:B first
//! quantum-tic-tac-toe 1 first-complete ......... no
//! blake3 0123...                    of everything before, in hexadecimal
//! ```
//!
//! One line per verdict, sorted: game, version of its rules, question, position
//! (the representative of its images) and answer. The file is written under
//! another name, synced and renamed, so it is there whole or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const MAGIC: &str = "kaiketsu verdict book 1";

/// The name of the file in a database folder.
const FILE_NAME: &str = "verdicts.book";

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
    /// The file is not a book, or damaged.
    #[error("{}: {what}; delete the file to start a new book", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

/// Verdicts by question.
#[derive(Debug)]
pub struct VerdictBook {
    path: PathBuf,
    verdicts: BTreeMap<String, String>,
}

impl VerdictBook {
    /// The book of a database folder; empty if there is none yet.
    pub fn open(folder: &Path) -> Result<Self, BookError> {
        let path = folder.join(FILE_NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(VerdictBook { path, verdicts: BTreeMap::new() });
            }
            Err(source) => return Err(BookError::Io { path, source }),
        };
        match parse(&text) {
            Ok(verdicts) => Ok(VerdictBook { path, verdicts }),
            Err(what) => Err(BookError::Damaged { path, what }),
        }
    }

    /// How many verdicts it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.verdicts.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty()
    }

    /// A book without a file.
    pub(crate) fn empty() -> Self {
        VerdictBook { path: PathBuf::new(), verdicts: BTreeMap::new() }
    }

    /// The answer to a question.
    pub(crate) fn get(&self, question: &str) -> Option<&str> {
        self.verdicts.get(question).map(String::as_str)
    }

    /// Enters an answer.
    pub(crate) fn enter(&mut self, question: String, answer: String) {
        self.verdicts.insert(question, answer);
    }

    /// Writes the book: all of it, or nothing.
    pub fn save(&self) -> Result<(), BookError> {
        let mut text = format!("{MAGIC}\n");
        for (question, answer) in &self.verdicts {
            text += &format!("{question} {answer}\n");
        }
        let seal = blake3::hash(text.as_bytes());
        text += &format!("blake3 {}\n", seal.to_hex());
        // A draft of its own, since others may be saving the book as well.
        static DRAFTS: AtomicU64 = AtomicU64::new(0);
        let number = DRAFTS.fetch_add(1, Relaxed);
        let draft = self.path.with_extension(format!("book.new-{}-{number}", std::process::id()));
        let write = || -> io::Result<()> {
            let mut file = fs::File::create(&draft)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, &self.path)
        };
        write().map_err(|source| BookError::Io { path: self.path.clone(), source })
    }
}

fn parse(text: &str) -> Result<BTreeMap<String, String>, String> {
    let body = text.rfind("blake3 ").ok_or("the checksum is missing")?;
    let (body, seal) = text.split_at(body);
    if seal.trim_end() != format!("blake3 {}", blake3::hash(body.as_bytes()).to_hex()) {
        return Err("the checksum does not match".into());
    }
    let mut lines = body.lines();
    if lines.next() != Some(MAGIC) {
        return Err(format!("the first line is not `{MAGIC}`"));
    }
    let entry = |line: &str| line.rsplit_once(' ').map(|(question, answer)| (question.into(), answer.into()));
    lines.map(|line| entry(line).ok_or_else(|| format!("`{line}` is no verdict"))).collect()
}
