//! One error for everything, and what kind of trouble it is.

use kaiketsu_db::{BookError, DbError};
use kaiketsu_engine::analyse::VerifyError;
use kaiketsu_engine::oracle::OracleError;
use kaiketsu_engine::search::{Refusal, RequestError};
use kaiketsu_engine::solve::{EnumerateError, SolveError};
use kaiketsu_game::{NotationError, UnknownGoal};

/// What went wrong. Where a variant holds one text, it is the game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No game has that id.
    #[error("there is no game `{id}`; {of}: {known}")]
    UnknownGame {
        /// What was asked for.
        id: String,
        /// What the list is of.
        of: String,
        /// The ids there are.
        known: String,
    },
    /// A text is no position or move of the game.
    #[error("{game}: {problem}")]
    Notation {
        /// The game.
        game: String,
        /// What is wrong with the text.
        problem: NotationError,
    },
    /// Solving failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A database cannot be read or written.
    #[error(transparent)]
    Database(#[from] DbError),
    /// A database is not right.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// The game has no database: it is proved by forward search.
    #[error("{0} is proved by search, not solved as a whole")]
    ProvedBySearch(String),
    /// The game is not searched: it is solved as a whole.
    #[error("{0} is solved as a whole, not proved by search")]
    SolvedWhole(String),
    /// The game has no way to be solved as a whole, and no search that stands in.
    #[error("{0} has no database and cannot have one; single positions can be proved")]
    NoSolution(String),
    /// An oracle cannot be asked.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// A question to a search makes no sense.
    #[error("{}", refused(game, problem))]
    Question {
        /// The game.
        game: String,
        /// What is wrong with it.
        problem: RequestError,
    },
    /// A text is no goal of the game.
    #[error("{game}: {problem}")]
    Goal {
        /// The game.
        game: String,
        /// What is wrong with the text.
        problem: UnknownGoal,
    },
    /// A question whose answer cannot be certified.
    #[error("a certificate shows a value or a goal: ask without a published ordering")]
    NoCertificate,
    /// The bytes are no certificate, or damaged.
    #[error(transparent)]
    Certificate(#[from] Refusal),
    /// A certificate that is whole, but does not show what it claims.
    #[error("the certificate claims {claim}, and does not prove it: {reason}")]
    NoProof {
        /// What it claims.
        claim: String,
        /// Where it fails.
        reason: Refusal,
    },
    /// The book of verdicts cannot be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A search shall use more memory than there is.
    #[error("a table of {} MiB does not fit into the {} MiB that are free", given >> 20, free >> 20)]
    TableTooLarge {
        /// Bytes asked for.
        given: u64,
        /// Bytes the system has free.
        free: u64,
    },
    /// There is no memory for any search.
    #[error("a search takes at least {} MiB, and {} MiB are free", needed >> 20, free >> 20)]
    NoMemory {
        /// Bytes it takes.
        needed: u64,
        /// Bytes the system has free.
        free: u64,
    },
    /// A game record makes no sense.
    #[error(transparent)]
    Record(#[from] crate::RecordError),
    /// Output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] std::io::Error),
    /// A folder of databases cannot be changed like that.
    #[error(transparent)]
    Store(#[from] crate::StoreError),
    /// There is no such tier.
    #[error("{game} has no tier {tier}; its {tiers} tiers are numbered from 0")]
    NoSuchTier {
        /// The game.
        game: String,
        /// What was asked for.
        tier: u32,
        /// How many there are.
        tiers: usize,
    },
    /// There is no such number in a tier.
    #[error("{game}: tier {tier} has no number {index}; its {size} positions are numbered from 0")]
    NoSuchNumber {
        /// The game.
        game: String,
        /// The tier.
        tier: u32,
        /// What was asked for.
        index: u64,
        /// How many positions there are.
        size: u64,
    },
    /// What is wrong with one of many positions.
    #[error("position {number} of those given, counted from 0: {error}")]
    OneOfMany {
        /// Which.
        number: usize,
        /// What is wrong with it.
        error: Box<Error>,
    },
    /// Positions of the game are no boards of cells.
    #[error(
        "{0}: pieces are on two cells at once, so its positions are no arrays of cells; take their texts"
    )]
    NoBoards(String),
    /// A question needs more memory than it was given.
    #[error("{what} of {game} does not fit into the memory given")]
    TooLarge {
        /// The game.
        game: String,
        /// What was asked for.
        what: &'static str,
    },
}

/// Kinds of trouble that callers treat differently, such as exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request makes no sense: unknown game, kernel, position or move.
    Request,
    /// There is no finished database of the game.
    NotSolved,
    /// A database, a book or a certificate is damaged or wrong.
    Damaged,
    /// The memory given does not suffice, or is not there.
    Memory,
    /// The system refused: full disk, no permission, and so on.
    System,
}

impl Error {
    /// What kind of trouble it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Error::UnknownGame { .. } | Error::Notation { .. } | Error::Record(_) => Kind::Request,
            Error::ProvedBySearch(_) | Error::SolvedWhole(_) | Error::NoSolution(_) => Kind::Request,
            Error::NoSuchTier { .. } | Error::NoSuchNumber { .. } | Error::NoBoards(_) => Kind::Request,
            Error::OneOfMany { error, .. } => error.kind(),
            Error::Oracle(OracleError::Database(error)) => database_kind(error),
            Error::Oracle(_) => Kind::System,
            Error::Question { problem: RequestError::OutOfMemory(_) | RequestError::NoRoom(_), .. }
            | Error::Certificate(Refusal::NoRoom(_)) => Kind::Memory,
            Error::Question { .. } | Error::Goal { .. } | Error::NoCertificate => Kind::Request,
            Error::Output(_) => Kind::System,
            Error::Store(error) => error.kind(),
            Error::Certificate(_) | Error::NoProof { .. } => Kind::Damaged,
            Error::Book(BookError::Damaged { .. } | BookError::NewerFormat { .. }) => Kind::Damaged,
            Error::Book(BookError::Io { .. }) => Kind::System,
            Error::TooLarge { .. } | Error::TableTooLarge { .. } | Error::NoMemory { .. } => Kind::Memory,
            Error::Solve(error) | Error::Verify(VerifyError::Solve(error)) => solve_kind(error),
            Error::Database(error) | Error::Verify(VerifyError::Database(error)) => database_kind(error),
            Error::Verify(VerifyError::Contradiction(_) | VerifyError::Different { .. }) => Kind::Damaged,
        }
    }
}

/// The game in front of what is wrong, unless that names the game itself.
fn refused(game: &str, problem: &RequestError) -> String {
    match problem {
        RequestError::GoalUnknown { .. } | RequestError::OrderingUnknown { .. } => problem.to_string(),
        _ => format!("{game}: {problem}"),
    }
}

fn solve_kind(error: &SolveError) -> Kind {
    match error {
        SolveError::Database(error) => database_kind(error),
        SolveError::Memory { .. } | SolveError::Allocation { .. } => Kind::Memory,
        SolveError::NoDistances { .. } | SolveError::OtherKind { .. } => Kind::Request,
        SolveError::UnknownKernel { .. } | SolveError::TierTooLarge { .. } => Kind::Request,
        SolveError::NoMoves { .. } | SolveError::ReadsAlone | SolveError::NotShareable { .. } => {
            Kind::Request
        }
        SolveError::OtherQuestion { .. } | SolveError::NotShared { .. } => Kind::Request,
        SolveError::Enumerate(EnumerateError::TooMany { .. }) => Kind::Memory,
        SolveError::Enumerate(EnumerateError::OtherPositions { .. }) => Kind::Damaged,
        SolveError::ForeignCounts { .. } => Kind::Damaged,
        SolveError::Enumerate(_) => Kind::Request,
        _ => Kind::System,
    }
}

fn database_kind(error: &DbError) -> Kind {
    match error {
        DbError::NoDatabase { .. } | DbError::Unfinished { .. } => Kind::NotSolved,
        DbError::Io { .. } | DbError::Full { .. } | DbError::Locked { .. } => Kind::System,
        _ => Kind::Damaged,
    }
}
