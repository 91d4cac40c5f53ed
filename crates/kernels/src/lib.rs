//! Bit-parallel kernels for particular families of games.
//!
//! A kernel here gives the same bytes as the reference kernel of
//! `kaiketsu-solve`, and answers many positions with one machine instruction.
//!
//! | kernel | for | idea |
//! |---|---|---|
//! | [`DodgemRows`] | Dodgem | a move takes a whole row of a matrix to a whole row |
//! | [`NoccaMatrices`] | NOCCA x NOCCA | the same, for each arrangement of the middle of the board |

mod dodgem;
mod nocca;

pub use dodgem::DodgemRows;
pub use nocca::{Layout as NoccaLayout, NoccaMatrices, NoccaRecorder, NoccaRounds, PlaneUnits};
