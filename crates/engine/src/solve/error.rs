//! What can go wrong while solving.

use kaiketsu_db::DbError;

use crate::solve::{EnumerateError, ExchangeError};

/// Why a solve did not finish. What was finished before it is kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Reading or writing the database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// The budget does not hold even one tier.
    #[error(
        "{game} needs at least {} of memory (tier `{tier}`) and was given {}{}",
        mebibytes(*.needed), mebibytes(*.given),
        if *.distances { "; without distances it needs less" } else { "" }
    )]
    Memory {
        /// The game.
        game: String,
        /// The tier that needs most.
        tier: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        given: u64,
        /// Whether distances were asked for.
        distances: bool,
    },
    /// The kernel cannot do what was asked.
    #[error("the kernel `{kernel}` computes no distances: solve without them, or by another kernel")]
    NoDistances {
        /// The kernel.
        kernel: String,
    },
    /// The game has no such kernel.
    #[error("{game} has no kernel `{kernel}`; it has: {known}")]
    UnknownKernel {
        /// The game.
        game: String,
        /// What was asked for.
        kernel: String,
        /// The kernels there are.
        known: String,
    },
    /// A solve of another kind is in the folder, finished or not.
    #[error(
        "{folder} holds a solve of {game} {} distances; go on likewise, solve elsewhere, or remove that folder first",
        if *.distances { "with" } else { "without" }
    )]
    OtherKind {
        /// The game.
        game: String,
        /// The folder.
        folder: String,
        /// Whether the solve in the folder keeps distances.
        distances: bool,
    },
    /// A distance does not fit its code.
    #[error("{game}, tier `{tier}`: a distance exceeds {limit} plies, more than a database can hold")]
    TooLong {
        /// The game.
        game: String,
        /// The tier.
        tier: String,
        /// The greatest distance a code can hold.
        limit: u16,
    },
    /// A kernel found other values than distances: it, or what it built on, is wrong.
    #[error(
        "{game}, tier `{tier}`: {positions} positions with a value have no distance below {plies} plies and \
         nothing leads to them; run `kaiketsu verify` on the tiers so far, and report this"
    )]
    LeftOver {
        /// The game.
        game: String,
        /// The tier.
        tier: String,
        /// How many positions, won or lost.
        positions: u64,
        /// The rounds that were played.
        plies: u16,
    },
    /// The kernel cannot number so many positions of one tier.
    #[error(
        "{game}, tier `{tier}`: the kernel `{kernel}` takes at most {most} positions and their moves; \
         take another kernel or split the tier"
    )]
    TierTooLarge {
        /// The game.
        game: String,
        /// The tier.
        tier: String,
        /// The kernel.
        kernel: String,
        /// The most positions it takes.
        most: u64,
    },
    /// A numbered position is not over and has no move, so that no value is right.
    #[error(
        "{game}, tier `{tier}`: the game is not over and there is no move, at number {index}, {position}; \
         `ending` must say what it is worth to the side to move"
    )]
    NoMoves {
        /// The game.
        game: String,
        /// The tier.
        tier: String,
        /// The number of the position in it.
        index: u64,
        /// The position, as the game's type shows itself.
        position: String,
    },
    /// The positions of the game could not be found from its rules.
    #[error(transparent)]
    Enumerate(#[from] EnumerateError),
    /// The operating system gave no memory.
    #[error(
        "{game}, tier `{tier}`: the system gives no memory: {cause}; allow less, or close other programs"
    )]
    Allocation {
        /// The game.
        game: String,
        /// The tier.
        tier: String,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The program was built without the feature `solving`.
    #[error("this program reads what was solved, and neither solves nor counts nor verifies")]
    ReadsAlone,
    /// Counts that were read from elsewhere are not of this database.
    #[error("these counts are not of this database of {game}")]
    ForeignCounts {
        /// The game.
        game: String,
    },
    /// Another process of the same solve can no longer be reached.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// Other processes of the same solve could not go on.
    #[error("{peers} of the other processes ended with an error; their words say why")]
    Elsewhere {
        /// How many.
        peers: u64,
    },
    /// The game cannot be dealt to several processes.
    #[error(
        "{game} cannot be solved by several processes: that takes a game that lists its moves backwards; \
         solve it by one"
    )]
    NotShareable {
        /// The game.
        game: String,
    },
    /// The processes were started with different commands.
    #[error("the processes do not solve the same; give all of them one command (this one: {asked})")]
    OtherQuestion {
        /// Game, version of its rules, whether with distances, and how many layers.
        asked: String,
    },
    /// The processes have different folders.
    #[error(
        "{folder} is not the folder of the first process: the databases must be on storage that all \
         processes share"
    )]
    NotShared {
        /// The folder of this process.
        folder: String,
    },
    /// The operating system refused the threads asked for.
    #[error("cannot start {threads} threads: {cause}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        cause: String,
    },
}

/// A number of bytes for people.
fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}
