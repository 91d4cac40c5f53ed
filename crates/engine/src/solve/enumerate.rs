//! Games that have rules and no numbering: their positions are found from the
//! start and numbered in order.
//!
//! ```text
//! rules -> search from the start -> sorted list -> Enumerated: a Tiered game
//!                                         \-> positions.zst, to be read again
//! ```
//!
//! The stored order is that of `Position: Ord`, tier by tier, so it depends on
//! the rules alone and not on how the positions were found. A [`Scheme`] may
//! fold symmetric positions into one and cut the positions into tiers.
//!
//! Memory while searching: a hash set, up to 1.35 times the size of a position
//! for each. Afterwards the sorted list: once the size of a position. Positions
//! that pack into 64 bits take about 13 bytes while searching and about five
//! afterwards; where memory does not hold the 13, the search goes on in sorted
//! files, and the five are enough. Time: every position is expanded once.

mod beyond;
mod coding;
mod file;
mod list;
mod numbered;
mod runs;
mod scheme;
mod search;
mod set;
mod short;
mod sorted;

pub(crate) use beyond::Stopped;
pub use kaiketsu_db::POSITIONS_FILE;
pub use numbered::Enumerated;
pub use scheme::Scheme;
pub use search::{Limits, Trial};

/// Why the positions of a game could not be numbered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerateError {
    /// More positions than memory holds.
    #[error(
        "{game} has at least {found} positions, at {} bytes each more than the {} MiB given hold; \
         allow more, or give the game a numbering of its own (see docs/adding-a-game.md)",
        bytes_each, given >> 20
    )]
    TooMany {
        /// The game.
        game: String,
        /// Positions found so far.
        found: u64,
        /// Bytes that one position takes while searching.
        bytes_each: u64,
        /// Bytes allowed.
        given: u64,
    },
    /// A move goes up in stages.
    #[error(
        "{game}: a move leads from stage {from} up to stage {to}, at {position}; \
         stages must never rise along a move"
    )]
    StageRises {
        /// The game.
        game: String,
        /// The position before the move.
        position: String,
        /// Its stage.
        from: u32,
        /// The stage after the move.
        to: u32,
    },
    /// A step that counts no ply stays in its tier.
    #[error(
        "{game}: a step that counts no ply stays in its tier, at {position}; \
         give the game stages that such a step lowers, or count the step"
    )]
    UncountedStep {
        /// The game.
        game: String,
        /// The position before the step.
        position: String,
    },
    /// A position that is not over has no moves.
    #[error("{game}: the game is not over and there is no move, at {position}; the rules must say who wins")]
    NoMoves {
        /// The game.
        game: String,
        /// The position.
        position: String,
    },
    /// Positions are not packed as the laws of [`Scheme::packed`] say.
    #[error(
        "{game}: the packed key of {position} does not lead back to it, or is not in the order of the \
         positions; keys must keep all of a position, and their order must be that of its type"
    )]
    Packing {
        /// The game.
        game: String,
        /// The position.
        position: String,
    },
    /// A list of positions that does not fit the rules of the game.
    #[error(
        "{file}: {problem}; if the rules have changed, raise `rules_version`, remove the folder and solve again"
    )]
    OtherPositions {
        /// The file.
        file: String,
        /// What does not fit.
        problem: String,
    },
}
