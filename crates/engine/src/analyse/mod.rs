//! What a solved game says.
//!
//! | question | answered by |
//! |---|---|
//! | What is this position worth? | [`Stored`], and [`Whole`] where not all positions are stored |
//! | And these million positions? | [`Stored::get_all`], [`Stored::values_of`] |
//! | And each move? | [`rated_moves`](crate::oracle::rated_moves) |
//! | How does best play go on? | [`line()`] |
//! | How is a game won without distances? | [`Player`] |
//! | How many positions are won, by distance, by class? | [`statistics()`] |
//! | The same, shared out to many machines? | [`census()`] of each [`Part`] |
//! | How many positions can occur at all? | [`reachable()`] |
//! | Which positions of a class are won, or lost? | [`examples()`] |
//! | Which positions have one winning move? | [`puzzles()`] |
//! | Is the database right? | [`verify()`] |
//! | Does it say the same as another, stored otherwise? | [`fingerprint()`] |
//!
//! In the book: `docs/verify.md` says what a check proves, `docs/algorithms/headway.md` how games
//! are won without distances.

mod bulk;
mod census;
mod choice;
mod examples;
mod fingerprint;
mod headway;
mod line;
mod notable;
mod part;
mod puzzles;
mod random;
mod reach;
mod statistics;
mod stored;
mod verify;

pub use crate::solve::Counts;
pub use bulk::{Pick, TierFacts};
pub use census::{Census, census};
pub use choice::{Choice, for_each_slot, scattered};
pub use examples::{Examples, Wanted, examples};
pub use fingerprint::{Fingerprint, Sum, fingerprint};
pub use headway::{Player, Strategy};
pub use line::{Line, LineEnd, LineOptions, line};
pub use notable::{Notable, NotablePositions, Route, Sought};
pub use part::Part;
pub use puzzles::{Puzzle, PuzzleOptions, puzzles};
pub use random::Random;
pub use reach::{Reachable, reachable};
pub use statistics::{ByMeasure, Longest, Statistics, Table, statistics, statistics_of};
pub use stored::{Stored, Whole};
pub use verify::{Contradiction, Fast, Proof, Scope, Verified, VerifyError, Way, verify};
