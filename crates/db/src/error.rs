//! What can go wrong with database files, one variant per thing to act on.

use std::fmt;
use std::io;

/// A part of a file, for messages about damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first bytes of a layer file: what it holds.
    Header,
    /// A block of values.
    Block {
        /// Its number, from 0.
        number: u64,
        /// The first position it holds.
        first: u64,
        /// The last position it holds.
        last: u64,
    },
    /// The list of blocks.
    Index,
    /// The last bytes of a layer file: counts and signatures.
    Summary,
    /// The manifest of a database.
    Manifest,
    /// The list of positions of a game numbered automatically.
    Positions,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Header => f.write_str("header"),
            Part::Block { number, first, last } => {
                write!(f, "block {number} (positions {first} to {last})")
            }
            Part::Index => f.write_str("block index"),
            Part::Summary => f.write_str("summary at its end"),
            Part::Manifest => f.write_str("manifest"),
            Part::Positions => f.write_str("list of positions"),
        }
    }
}

/// Why a database cannot be read or written. The texts are for people: they
/// name the file, say what is wrong with it and what to do. Where a variant
/// holds one text, it is the file, folder or game that it is about.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DbError {
    /// The system refused to read or write.
    #[error("{file}: {doing}: {source}")]
    Io {
        /// The file or folder.
        file: String,
        /// What was being done to it.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },

    /// The disk is full.
    #[error(
        "{file}: No space left on device while {doing}; make room and solve again, finished layers are kept"
    )]
    Full {
        /// The file that was being written.
        file: String,
        /// What was being done to it.
        doing: &'static str,
    },

    /// There is no database at all.
    #[error("{0}: there is no database here: the game is not solved")]
    NoDatabase(String),

    /// A solve was started and has not ended.
    #[error("{folder}: the database of {game} is unfinished; solving it again resumes where it stopped")]
    Unfinished {
        /// The folder.
        folder: String,
        /// The game.
        game: String,
    },

    /// A layer file is not there.
    #[error("{0}: this layer is missing; solving again writes it")]
    MissingLayer(String),

    /// The list of positions of a game numbered automatically is not there.
    #[error("{0}: the list of positions is missing; solving again writes it")]
    MissingPositions(String),

    /// There is a layer file that is not part of the database.
    #[error("{0}: the database has no such layer; move this file elsewhere")]
    ExtraLayer(String),

    /// The file is something else.
    #[error("{0}: not a layer file of Kaiketsu (or its very first bytes are damaged)")]
    NotALayer(String),

    /// The file was written by a later version of Kaiketsu.
    #[error("{file}: written in format {found}, this version reads up to {known}; use a newer Kaiketsu")]
    NewerFormat {
        /// The file.
        file: String,
        /// Its format.
        found: u32,
        /// The latest format this version knows.
        known: u32,
    },

    /// The file stops too early.
    #[error("{0}: its end is missing or damaged; copy it again, or remove it and solve again")]
    Truncated(String),

    /// Bytes have changed since they were written.
    #[error("{file}: the {part} is damaged; copy the file again, or remove it and solve again")]
    Damaged {
        /// The file.
        file: String,
        /// Where in the file.
        part: Part,
    },

    /// The manifest is intact but not what a manifest says.
    #[error("{file}: not a manifest of Kaiketsu: {explanation}")]
    Manifest {
        /// The file.
        file: String,
        /// What the reader of the text says.
        explanation: String,
    },

    /// The file belongs to another game.
    #[error("{file}: holds {found}, not {expected}")]
    OtherGame {
        /// The file.
        file: String,
        /// The game that was asked for.
        expected: String,
        /// The game the file is of.
        found: String,
    },

    /// The rules or the numbering have changed since the file was written.
    #[error(
        "{file}: made for version {found} of the rules of {game}, this is version {expected}; solve it again"
    )]
    OtherRules {
        /// The file.
        file: String,
        /// The game.
        game: String,
        /// The version of the rules that was asked for.
        expected: u32,
        /// The version in the file.
        found: u32,
    },

    /// The file holds another layer than its name says.
    #[error("{file}: holds layer {found}, not layer {expected}; it was renamed or copied over")]
    OtherLayer {
        /// The file.
        file: String,
        /// The layer that was asked for.
        expected: u32,
        /// The layer in the file.
        found: u32,
    },

    /// The file has another number of positions than the game.
    #[error("{file}: holds {found} positions, not {expected}; remove it and solve again")]
    OtherLength {
        /// The file.
        file: String,
        /// How many were expected.
        expected: u64,
        /// How many the file has.
        found: u64,
    },

    /// Distances were expected and are not there, or the other way round.
    #[error("{file}: was solved {} distances, asked for is a database {} them; solve into another folder",
        if *.stored { "with" } else { "without" }, if *.stored { "without" } else { "with" })]
    Distances {
        /// The file.
        file: String,
        /// Whether the file has distances.
        stored: bool,
    },

    /// A layer file and the manifest say different things.
    #[error("{file}: its {what} differs from the manifest; the files are of different solves, solve again")]
    Disagrees {
        /// The layer file.
        file: String,
        /// What differs.
        what: &'static str,
    },

    /// Another process is writing into the folder.
    #[error("{0}: another process is solving into this folder; wait for it or choose another folder")]
    Locked(String),

    /// A writer was given too many or too few values.
    #[error("{file}: {pushed} values were written into a layer of {expected} positions")]
    WrongCount {
        /// The file.
        file: String,
        /// How many positions the layer has.
        expected: u64,
        /// How many values were given.
        pushed: u64,
    },

    /// A writer was given a code that is not a value of such a layer.
    #[error("{file}: code {code} at position {position} is not a value of a layer {} distances",
        if *.distances { "with" } else { "without" })]
    BadCode {
        /// The file.
        file: String,
        /// The position it was given for.
        position: u64,
        /// The code.
        code: u16,
        /// Whether the layer has distances.
        distances: bool,
    },

    /// A writer was used after it had failed.
    #[error("{0}: an earlier error ended the writing of this layer")]
    Abandoned(String),

    /// A game identifier that cannot be stored.
    #[error("`{0}` cannot be the identifier of a game: use 1 to 255 lower-case letters, digits, hyphens")]
    BadGame(String),

    /// A position that the layer does not have was asked for.
    #[error("{file}: there is no position {index}, the layer has {positions}")]
    OutOfRange {
        /// The file.
        file: String,
        /// The position, or the one past the range that was asked for.
        index: u64,
        /// How many there are.
        positions: u64,
    },

    /// A layer that the database does not have was asked for.
    #[error("{folder}: there is no layer {layer}, the database has {layers}")]
    NoSuchLayer {
        /// The folder.
        folder: String,
        /// The layer.
        layer: u32,
        /// How many there are.
        layers: usize,
    },
}

impl DbError {
    /// Wraps what the system said; a full disk is told apart.
    pub(crate) fn io(file: &str, doing: &'static str, source: io::Error) -> Self {
        let file = file.to_string();
        match source.kind() {
            io::ErrorKind::StorageFull => DbError::Full { file, doing },
            _ => DbError::Io { file, doing, source },
        }
    }

    /// Refuses a file of another game, or of other rules of the game: both are
    /// an identifier and the version of its rules.
    pub(crate) fn expect_game(file: &str, expected: (&str, u32), found: (&str, u32)) -> Result<(), Self> {
        let file = file.to_string();
        if found.0 != expected.0 {
            let (expected, found) = (expected.0.to_string(), found.0.to_string());
            return Err(DbError::OtherGame { file, expected, found });
        }
        if found.1 != expected.1 {
            let game = found.0.to_string();
            return Err(DbError::OtherRules { file, game, expected: expected.1, found: found.1 });
        }
        Ok(())
    }

    /// Whether the contents of a file are at fault, so that removing it and
    /// solving again repairs the database.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(
            self,
            DbError::Damaged { .. }
                | DbError::Truncated { .. }
                | DbError::NotALayer { .. }
                | DbError::Manifest { .. }
                | DbError::Disagrees { .. }
        )
    }
}
