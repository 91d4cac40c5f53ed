//! Bit-parallel kernels for particular families of games.
//!
//! A kernel here gives the same bytes as the reference kernel of
//! `kaiketsu-solve`, and answers many positions with one machine instruction.
//!
//! | kernel | for | idea |
//! |---|---|---|
//! | [`DodgemRows`] | Dodgem | a move takes a whole row of a matrix to a whole row |
//! | [`QuixoCubes`] | Quixo | a move permutes the address bits of all colourings of a shape |
//! | [`NoccaMatrices`] | NOCCA x NOCCA | whole rows, for each arrangement of the middle of the board |
//!
//! In the book: `docs/algorithms/rows.md`, `docs/algorithms/cubes.md` and
//! `docs/algorithms/matrices.md` have the bounds, `docs/kernels.md` what they cost.

pub mod cubes;
mod dodgem;
mod nocca;
mod quixo;

pub use dodgem::DodgemRows;
pub use nocca::{Layout as NoccaLayout, NoccaMatrices, NoccaRecorder, NoccaRounds, NoccaScanner, PlaneUnits};
pub use quixo::{QuixoCubes, QuixoScanner};
