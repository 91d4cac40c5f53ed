//! The games: one file each with rules, notation, numbering and tiers.
//!
//! To add one, copy `tic_tac_toe.rs`, add its `mod` line here and its line in
//! the registry of the facade crate.
//!
//! In the book: `docs/games` has a page for each: rules, notation, results and history.
#![forbid(unsafe_code)]

mod board;
mod connect_four;
mod dobutsu_shogi;
mod dodgem;
mod nine_mens_morris;
mod nocca;
pub mod otrio;
pub mod quantum_tic_tac_toe;
pub mod quixo;
mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use dobutsu_shogi::DobutsuShogi;
pub use dodgem::{Dodgem, DodgemRows};
pub use nine_mens_morris::NineMensMorris;
pub use nocca::{
    Class, Colour, Matrix, Mobility, Nocca, NoccaLayout, NoccaMatrices, NoccaRecorder, NoccaRounds,
    NoccaScanner, Part, PlacementCounts, PlaneUnits, Profile, Row, SpecialPositions, Units,
};
pub use quixo::{Quixo, QuixoCubes, QuixoScanner, cubes};
pub use tic_tac_toe::TicTacToe;
