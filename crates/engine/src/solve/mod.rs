//! Solving a game tier by tier into a database.
//!
//! ```text
//! plan -> for each layer: [ kernel on each tier <- cache of solved tiers ] -> layer files
//! ```
//!
//! A [`Kernel`] says what it [`Needs`] and starts a [`TierSolver`], which solves
//! one tier after the other, each given the tiers below it, and pushes its values
//! in stored order into a [`TierWriter`]. Five kernels are generic, that is, they
//! work from the rules and the numbering alone:
//!
//! | kernel | after | distances | needs |
//! |---|---|---|---|
//! | [`Sweep`] | Algorithm 6 of the Quixo paper; the reference | yes | `Tiered` |
//! | [`Queue`] | retrograde analysis with child counters | yes | `Retrograde` |
//! | [`Edges`] | the same, with the moves stored backwards | yes | `Tiered` |
//! | [`Spread`] | the same as `Queue`, dealt to peers that exchange messages | yes | `Retrograde` |
//! | [`Induction`] | Algorithms 3 to 5 of the Quixo paper | no | `Retrograde` |
//!
//! All use every thread they are given, and none lets the number of threads
//! show in the result. Who runs what is up to a [`Crew`]: [`Threads`], unless
//! another is given to [`solve_with`]. [`solve`] runs a kernel over all layers, keeps within a
//! memory budget by loading and dropping solved tiers ([`TierCache`]), writes
//! each layer, a file for each aim of the game, when it is whole, and picks up where an earlier run stopped.
//!
//! [`solve_among`] solves among several peers, each of which has part of every layer: by
//! [`Spread`], or whole tiers by another kernel where that is less work. What carries their
//! messages is an [`Exchange`].
//!
//! A game that has rules and no numbering becomes `Tiered` by
//! [`Enumerated`]: the positions reachable from its start, in order.
//!
//! In the book: `docs/algorithms/sweep.md`, `docs/algorithms/queue.md`, `docs/algorithms/edges.md`,
//! `docs/algorithms/spread.md` and `docs/algorithms/induction.md` explain the kernels, `docs/kernels.md` has what
//! they cost.

mod again;
mod among;
mod batch;
mod cache;
mod checkpoint;
mod children;
mod counted;
mod crew;
mod edges;
mod enumerate;
mod error;
mod exchange;
mod files;
mod induction;
mod kernel;
mod layout;
mod plan;
mod progress;
mod queue;
mod run;
mod scanner;
mod spread;
mod state;
mod sweep;
mod values;
mod workload;
mod writer;

pub use again::{Difference, solve_again};
pub use among::{Among, Upwards, solve_among};
pub(crate) use batch::Batch;
pub use cache::{CacheReport, TierCache};
pub use checkpoint::Checkpoint;
pub use children::{Child, Children, CountBy};
pub use counted::{Counted, Counts};
pub use crew::{Crew, Piece, PieceWork, Threads};
pub use edges::Edges;
pub(crate) use enumerate::Stopped;
pub use enumerate::{EnumerateError, Enumerated, Limits, POSITIONS_FILE, Scheme, Trial};
pub use error::SolveError;
pub use exchange::{Alone, Exchange, ExchangeError, InProcess, Take};
pub use files::LayerFiles;
pub use induction::Induction;
pub use kernel::{Below, Job, Kernel, Needs, Run, Solved, TierSolver};
pub use layout::Layout;
pub(crate) use layout::Runs;
pub use plan::{Exchanged, FILE_BYTES, Plan, Whole, check_among, exchanged, plan, plan_among};
pub use progress::{Progress, Silent};
pub use queue::Queue;
pub use run::{Options, Solution, check, solve, solve_with};
pub use scanner::{Contradictions, Reached, Scanner, TierFiles};
pub use spread::Spread;
pub use sweep::Sweep;
pub use values::TierValues;
pub use writer::{AimWriter, TierWriter};
