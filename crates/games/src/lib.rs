//! The games: a folder each with all that belongs to the game.
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | the rules and the notation |
//! | `numbering.rs`, `tiers.rs` | the stored order |
//! | `search.rs` | states, keys and tests for forward search |
//! | `kernel.rs` | the fast kernel, and the scanner that counts and checks |
//! | `setup.rs` | the variants, and all of this put together; notable positions, remarks, books |
//!
//! To add one, copy the folder `tic_tac_toe`, add its `mod` line here and its
//! line in the registry of the facade crate.
//!
//! In the book: `docs/games` has a page for each: rules, notation, results and history.
#![forbid(unsafe_code)]

mod board;
pub mod connect_four;
pub mod dobutsu_shogi;
pub mod dodgem;
pub mod nine_mens_morris;
pub mod nocca;
pub mod otrio;
pub mod quantum_tic_tac_toe;
pub mod qubic;
pub mod quixo;
pub mod simpei;
pub mod tic_tac_toe;
mod variants;

pub use connect_four::ConnectFour;
pub use dobutsu_shogi::DobutsuShogi;
pub use dodgem::{Dodgem, DodgemRows, DodgemScanner};
pub use nine_mens_morris::NineMensMorris;
pub use nocca::{Mobility, Nocca, NoccaMatrices, NoccaScanner, NoccaTall, PlacementCounts, SpecialPositions};
pub use quixo::{Quixo, QuixoCubes, QuixoScanner, cubes};
pub use simpei::Simpei;
pub use tic_tac_toe::TicTacToe;
pub use variants::{BoardSize, Named};
