//! The strong solution of quantum tic-tac-toe: a value for every position that
//! play can reach.
//!
//! [`crate::quantum_tic_tac_toe::classes`] numbers the settled positions
//! with up to seven marks without gaps, up to the symmetries of the board and
//! the order of marks that cannot matter. This crate gives each slot a
//! [`Grade`](crate::quantum_tic_tac_toe::Grade), the best result either
//! side can force, and answers for all other positions from there:
//!
//! - after a mark that closed a cycle, by looking at both choices;
//! - with eight marks, by searching the last one;
//! - a finished game, by the rules.
//!
//! In the book: `docs/algorithms/lanes.md` has the bounds, `docs/games/quantum-tic-tac-toe.md` the
//! results.

mod board;
mod kernel;
mod lane;
mod last;
mod layers;
mod oracle;
mod ply;
mod statistics;
mod turn;
mod verify;
mod walk;

#[cfg(test)]
mod tests;

pub use kernel::QuantumLanes;
pub use layers::{LAYERS, code, grade, layer_name, layers_of, slots};
pub use oracle::Oracle;
pub use ply::{Ply, STORED, solve_ply};
pub use statistics::{PlyCounts, reachable, statistics};
pub use verify::verify;
pub use walk::for_each_slot;
