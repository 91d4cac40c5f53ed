//! What a solved game says.
//!
//! | question | answered by |
//! |---|---|
//! | What is this position worth, and each move? | [`Oracle`] |
//! | How does best play go on? | [`Oracle::line`] |
//! | How is a game won without distances? | [`Player`] |
//! | How many positions are won, by distance, by class? | [`statistics()`] |
//! | How many positions can occur at all? | [`reachable()`] |
//! | Which positions of a class are won, or lost? | [`examples()`] |
//! | Which positions have one winning move? | [`puzzles()`] |
//! | Is the database right? | [`verify()`] |
//!
//! In the book: `docs/verify.md` says what a check proves, `docs/algorithms/headway.md` how games
//! are won without distances.

mod choice;
mod examples;
mod headway;
mod notable;
mod oracle;
mod puzzles;
mod random;
mod reach;
mod statistics;
mod verify;

pub use choice::{Choice, for_each_slot, scattered};
pub use examples::{Examples, Wanted, examples};
pub use headway::{Player, Strategy};
pub use notable::{Notable, NotablePositions, Route, Sought};
pub use oracle::{Line, LineEnd, LineOptions, Oracle, RatedMove};
pub use puzzles::{Puzzle, PuzzleOptions, puzzles};
pub use random::Random;
pub use reach::{Reachable, reachable};
pub use statistics::{Counts, Longest, Statistics, Table, statistics};
pub use verify::{Contradiction, Scope, VerifyError, verify};
