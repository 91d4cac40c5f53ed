//! Kaiketsu: exact solutions of two-player board games, and ways to use them.
//!
//! This crate joins the others: a [`Registry`] of games by their ids, each an
//! [`Entry`] behind which rules, numbering, kernels, search and database have
//! lost their types, so that a command line, a server or another language can
//! use any game in the same way. Positions and moves are text here. An entry
//! opens to a [`Solution`], and whoever asks one need not know whether a
//! database answers or a search. Programs that know their game can stay typed:
//! see `kaiketsu_engine`.
//!
//! | to | use |
//! |---|---|
//! | find a game by its id | [`Registry`], by its [`Family`] |
//! | say what a solve takes, and solve | [`Entry::solver`] with a [`Request`] |
//! | keep databases somewhere | [`Store`], or any storage |
//! | ask a game | [`Entry::open`], then the methods of [`Solution`] |
//! | count, check or list all positions | [`Solution::whole`] |
//! | read millions of positions, or learn from them | [`Whole::bulk`] |
//! | draw a position | [`picture`] |
//! | prove a position by search, and write the proof | [`Solution::prover`] |
//! | describe a game of your own | the traits in [`game`] |
//! | register it | [`FromRules`] with rules alone, [`Numbered`] with a numbering, [`BySearch`] for a search |
//! | store it once for all images of a position | [`Foldable`], then [`Numbered::folded`] |
//! | have boards, sets of cells, symmetries and text | the parts in [`board`] |
//! | number positions | the parts in [`index`]; [`board::Placements`] as they are |
//! | give it the command line | `kaiketsu_cli::main_with`, a crate of its own |
//!
//! Without the feature `solving`, which is on unless it is left out, a program reads
//! databases and books of verdicts and does nothing else: [`Entry::solver`] and
//! [`Solution::whole`] have nothing, and [`Solution::prover`] refuses. It is half as large.
//!
//! # A solved game
//!
//! ```
//! use kaiketsu::{Limit, LineEnd, LineOptions, Registry, Request, Resources, Scope, Silent, Store, Want};
//!
//! let folder = std::env::temp_dir().join("kaiketsu-doc-example");
//! let store = Store::new(&folder);
//! let game = Registry::standard().get("tic-tac-toe")?;
//! let solver = game.solver().expect("it can be solved as a whole");
//! solver.solve(&store, &Request::default(), &Silent)?;
//!
//! let solution = game.open(&store, Resources::default())?;
//! let view = solution.view("X../.../.O.", Want::VALUES)?;
//! assert_eq!(view.value.to_string(), "win in 5");
//! assert_eq!(view.moves.len(), 7);
//! let line = solution.line("X../.../.O.", &LineOptions::default(), Limit::NONE)?.expect("there is no limit");
//! assert_eq!((line.moves.len(), line.end), (5, LineEnd::Over));
//! assert_eq!(solution.rate(&game.start(), Limit::NONE)?.to_string(), "draw");
//! solution.whole().expect("it is solved").verify(Scope::Everything, 1 << 30, &Silent)?;
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
//! use kaiketsu::{FromRules, Limit, Registry, Request, Resources, Silent, Store, Want};
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
//! let registry = Registry::empty().with("heap", || FromRules::new(Heap));
//! let folder = std::env::temp_dir().join("kaiketsu-doc-heap");
//! let (game, store) = (registry.get("heap")?, Store::new(&folder));
//! game.solver().expect("rules are enough").solve(&store, &Request::default(), &Silent)?;
//! let solution = game.open(&store, Resources::default())?;
//! assert_eq!(solution.view("21", Want::VALUES)?.moves[0].mv, "1"); // leave a multiple of four
//! assert_eq!(solution.rate("20", Limit::NONE)?.to_string(), "loss in 10");
//! assert!(solution.rate("22", Limit::NONE).is_err()); // cannot be reached from the start
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

mod annotation;
mod answering;
mod bench;
pub mod board;
mod bulk;
mod entry;
mod error;
mod forecast;
mod journal;
pub mod machine;
mod mark;
mod moving;
mod near;
pub mod picture;
mod prover;
mod reach;
mod record;
mod registry;
mod report;
mod results;
mod seeing;
mod solution;
mod store;
mod stored;
mod view;
mod whole;

pub use annotation::{Annotation, Note, annotate};
pub use bench::{BenchLimits, BenchRow, bench};
pub use bulk::{Bulk, Lessons};
pub use entry::{Checker, Entry, Request, Resources, Solver};
pub use error::{Error, Kind};
pub use forecast::{Measured, forecast, measured_solves};
pub use journal::LayerTime;
pub use kaiketsu_db::{DbError, LayerEntry, MANIFEST, Manifest, Storage, drafts};
pub use kaiketsu_engine::analyse::{
    Census, Choice, Counts, Fingerprint, LineOptions, Part, Pick, Proof, PuzzleOptions, Random, Scope,
    Strategy, Table, TierFacts, Verified, VerifyError, Way,
};
pub use kaiketsu_engine::fold::{Foldable, FoldedGame, stretches_of};
pub use kaiketsu_engine::oracle::{Known, Limit, OracleError};
pub use kaiketsu_engine::search::{
    Certificate, Checked, CompleteWinner, NoRoom, Ordering, Published, PublishedOrdering, Refusal, Report,
    RequestError, SearchRow, Verdict, Winner, read_claims,
};
pub use kaiketsu_engine::setup::{BySearch, FromRules, IntoSetup, Numbered, Setup};
pub use kaiketsu_engine::solve::{
    Among, EnumerateError, Exchange, Kernel, Plan, Progress, Silent, Solution as Solve, SolveError, Trial,
};
pub use kaiketsu_game as game;
pub use kaiketsu_game::{Goal, Outcome};
pub use kaiketsu_index as index;
pub use mark::Mark;
pub use reach::{ReachReport, ReachedValues};
pub use record::{GameResult, Record, RecordError, Word};
pub use registry::{Family, Registry, Variant};
pub use report::{LayerRow, Longest, PliesRow, StatisticsReport, grouped};
pub use results::{Highlight, Results};
pub use solution::{PositionRow, Prover, PuzzleView, Question, ReadPosition, Solution, Want, Whole};
pub use store::Store;
pub use stored::{State, StoreError, Stored};
pub use view::{Guide, LineEnd, LineView, MoveView, PositionView, Rating, SeenMove, SeenPosition, Source};
