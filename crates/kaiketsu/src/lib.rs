//! Kaiketsu: exact solutions of two-player board games, and ways to use them.
//!
//! This crate joins the others: a [`Registry`] of games by their ids, each a
//! [`Solvable`] behind which rules, numbering, kernels and database have lost
//! their types, so that a command line, a server or another language can use
//! any game in the same way. Positions and moves are text here. Games too large
//! for a database are [`Provable`] instead: forward search finds the value of
//! one position at a time, and leaves a proof.
//!
//! ```
//! use kaiketsu::{Registry, Request, Silent, Store};
//!
//! let folder = std::env::temp_dir().join("kaiketsu-doc-example");
//! let store = Store::new(&folder);
//! let game = Registry::standard().find("tic-tac-toe")?;
//! game.solve(&store, &Request::default(), &Silent)?;
//! let solved = game.open(&store)?;
//! let answer = solved.query("X../.O./...")?;
//! assert_eq!(answer.value.to_string(), "draw");
//! assert_eq!(answer.moves.len(), 7);
//! # std::fs::remove_dir_all(&folder).ok();
//! # Ok::<(), kaiketsu::Error>(())
//! ```
#![forbid(unsafe_code)]

mod answer;
mod bench;
mod entry;
mod error;
mod highlights;
mod journal;
pub mod machine;
mod opened;
mod openings;
mod provable;
mod quantum;
mod quantum_solved;
mod record;
mod registry;
mod report;
mod results;
mod scoring;
mod search_entry;
mod session;
mod solvable;
mod store;
mod stored;
mod view;

pub use answer::{Answer, MoveAnswer, Playing, PositionRow, PuzzleAnswer, Rating};
pub use bench::{BenchLimits, BenchRow, bench};
pub use entry::Entry;
pub use error::{Error, Kind};
pub use highlights::{Highlight, Highlights, Route, Sought};
pub use journal::LayerTime;
pub use kaiketsu_analyse::{Choice, Counts, LineOptions, PuzzleOptions, Random, Scope, Strategy, Table};
pub use kaiketsu_db::{LayerEntry, Manifest};
pub use kaiketsu_game as game;
pub use kaiketsu_prove::{Certificate, Checked, Goal, Ordering, Report, Winner, read_claims};
pub use kaiketsu_solve::{Kernel, Plan, Progress, Silent, Solution};
pub use provable::{Provable, Question, Resources, SearchRow, Verdict};
pub use record::{Record, RecordError, Word};
pub use registry::{Make, MakeProvable, Registered, Registry};
pub use report::StatisticsReport;
pub use results::Results;
pub use search_entry::SearchEntry;
pub use solvable::{Request, Solvable, Solved};
pub use store::Store;
pub use stored::{State, StoreError, Stored};
pub use view::{View, ViewMove};
