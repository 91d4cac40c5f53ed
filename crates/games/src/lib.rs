//! The games of Kaiketsu, one file or folder of rules each.
#![forbid(unsafe_code)]

pub mod otrio;
pub mod quantum_tic_tac_toe;
