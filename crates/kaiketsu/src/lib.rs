//! Kaiketsu: exact solutions of two-player board games, and ways to use them.
//!
//! This crate joins the others: a [`Registry`] of games by their ids, each a
//! [`Solvable`] behind which rules, numbering, kernels and database have lost
//! their types, so that a command line, a server or another language can use
//! any game in the same way. Positions and moves are text here. Games too large
//! for a database are [`Provable`] instead: forward search finds the value of
//! one position at a time, and leaves a proof.
//!
//! | to | use |
//! |---|---|
//! | find a game by its id | [`Registry`] |
//! | say what a solve takes, and solve | [`Solvable::plan`], [`Solvable::solve`] with a [`Request`] |
//! | keep databases somewhere | [`Store`] |
//! | ask a solved game | [`Solvable::open`], then the methods of [`Solved`] |
//! | prove a position by search | [`Provable`] |
//! | describe a game of your own | the traits in [`game`] |
//! | register it | [`RulesEntry`] with rules alone, [`Entry`] with a numbering, [`SearchEntry`] for a search |
//! | number positions | the parts in [`index`] |
//! | give it the command line | `kaiketsu_cli::main_with`, a crate of its own |
//!
//! # A solved game
//!
//! ```
//! use kaiketsu::{LineOptions, Registry, Request, Scope, Silent, Store};
//!
//! let folder = std::env::temp_dir().join("kaiketsu-doc-example");
//! let store = Store::new(&folder);
//! let game = Registry::standard().find("tic-tac-toe")?;
//! game.solve(&store, &Request::default(), &Silent)?;
//!
//! let solved = game.open(&store)?;
//! let answer = solved.query("X../.../.O.")?;
//! assert_eq!(answer.value.to_string(), "win in 5");
//! assert_eq!(answer.moves.len(), 7);
//! let line = solved.line("X../.../.O.", &LineOptions::default())?;
//! assert_eq!((line.moves.len(), line.end), (5, "over"));
//! assert_eq!(solved.rate(&game.start())?.to_string(), "draw");
//! solved.verify(Scope::Everything, 1 << 30, &Silent)?;
//! # std::fs::remove_dir_all(&folder).ok();
//! # Ok::<(), kaiketsu::Error>(())
//! ```
//!
//! # A game of your own
//!
//! Rules and text are enough: the positions that can be reached from the start
//! are found and numbered by themselves. `kaiketsu new` writes such a crate,
//! and `docs/adding-a-game.md` goes on from there.
//!
//! ```
//! use kaiketsu::game::{Game, Notation, NotationError, Outcome, Step};
//! use kaiketsu::{Registry, Request, RulesEntry, Silent, Store};
//!
//! /// A heap of stones: take one to three, who takes the last one wins.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = u8;
//!     type Move = u8;
//!     fn id(&self) -> String { "heap".into() }
//!     fn start(&self) -> u8 { 21 }
//!     fn ending(&self, stones: &u8) -> Option<Outcome> { (*stones == 0).then_some(Outcome::Loss) }
//!     fn moves(&self, stones: &u8, moves: &mut Vec<u8>) { moves.extend(1..=3.min(*stones)); }
//!     fn play(&self, stones: &u8, taken: &u8) -> Step<u8> { Step::passes(stones - taken) }
//! }
//!
//! impl Notation for Heap {
//!     fn title(&self) -> String { "A heap".into() }
//!     fn about(&self) -> String { "Take one to three; who takes the last one wins.".into() }
//!     fn write_position(&self, stones: &u8) -> String { stones.to_string() }
//!     fn read_position(&self, text: &str) -> Result<u8, NotationError> {
//!         text.parse().map_err(|_| NotationError::new(format!("`{text}` is not a number of stones")))
//!     }
//!     fn write_move(&self, _: &u8, taken: &u8) -> String { taken.to_string() }
//! }
//!
//! let registry = Registry::empty().with("heap", |_| Box::new(RulesEntry::new(Heap)));
//! let folder = std::env::temp_dir().join("kaiketsu-doc-heap");
//! let (game, store) = (registry.find("heap")?, Store::new(&folder));
//! game.solve(&store, &Request::default(), &Silent)?;
//! let solved = game.open(&store)?;
//! assert_eq!(solved.query("21")?.moves[0].mv, "1"); // leave a multiple of four
//! assert_eq!(solved.rate("20")?.to_string(), "loss in 10");
//! assert!(solved.rate("22").is_err()); // cannot be reached from the start
//! # std::fs::remove_dir_all(&folder).ok();
//! # Ok::<(), kaiketsu::Error>(())
//! ```
//!
//! # Versions
//!
//! Rust 1.95 or later. What this crate, `kaiketsu-game`, `kaiketsu-testkit` and
//! `kaiketsu_cli::main_with` offer follows semantic versioning; see
//! `docs/stability.md` for what that covers.
//!
//! In the book: `docs/SUMMARY.md` lists the pages of the book: theory, games, algorithms.
#![forbid(unsafe_code)]

mod answer;
mod bench;
mod described;
mod entry;
mod error;
mod explorer;
mod facts;
mod highlights;
mod journal;
pub mod machine;
mod moving;
mod opened;
mod openings;
mod picture;
mod provable;
mod quantum;
mod quantum_solved;
mod record;
mod registry;
mod report;
mod results;
mod rules_entry;
mod scoring;
mod search_entry;
mod session;
mod shipped;
mod solvable;
mod store;
mod stored;
mod view;
mod watch;

pub use answer::{Answer, MoveAnswer, Playing, PositionRow, PuzzleAnswer, Rating};
pub use bench::{BenchLimits, BenchRow, bench};
pub use described::Described;
pub use entry::Entry;
pub use error::{Error, Kind};
pub use explorer::{Explored, Explorer};
pub use facts::{Facts, LayerFacts};
pub use highlights::{Highlight, Highlights, Route, Sought};
pub use journal::LayerTime;
pub use kaiketsu_db::{LayerEntry, Manifest};
pub use kaiketsu_engine::analyse::{
    Choice, Counts, LineOptions, PuzzleOptions, Random, Scope, Strategy, Table,
};
pub use kaiketsu_engine::search::{Certificate, Checked, Goal, Ordering, Report, Winner, read_claims};
pub use kaiketsu_engine::solve::SolveError;
pub use kaiketsu_engine::solve::{Kernel, Plan, Progress, Silent, Solution, Trial};
pub use kaiketsu_game as game;
pub use kaiketsu_index as index;
pub use picture::{Picture, PictureMove};
pub use provable::{Provable, Question, Resources, SearchRow, Verdict};
pub use record::{Record, RecordError, Word};
pub use registry::{Make, MakeProvable, Registered, Registry};
pub use report::StatisticsReport;
pub use results::Results;
pub use rules_entry::RulesEntry;
pub use search_entry::SearchEntry;
pub use solvable::{Request, Solvable, Solved};
pub use store::Store;
pub use stored::{State, StoreError, Stored};
pub use view::{View, ViewMove};
