//! The strong solution of quantum tic-tac-toe: a value for every position that
//! play can reach.
//!
//! [`crate::quantum_tic_tac_toe::classes`] numbers the settled positions
//! with up to seven marks without gaps, up to the symmetries of the board and
//! the order of marks that cannot matter. This module gives each slot a
//! [`Grade`](crate::quantum_tic_tac_toe::Grade), the best result either
//! side can force. All other positions follow from their moves: one in which a
//! cycle waits from both choices, one with eight marks from the last one.
//!
//! In the book: `docs/algorithms/lanes.md` has the bounds, `docs/games/quantum-tic-tac-toe.md` the
//! results.

mod board;
mod kernel;
mod lane;
mod last;
mod layers;
mod ply;
mod scanner;
mod statistics;
mod turn;

#[cfg(test)]
mod tests;

pub use kernel::QuantumLanes;
pub use ply::{Ply, STORED, solve_ply};
pub use scanner::QuantumScanner;
