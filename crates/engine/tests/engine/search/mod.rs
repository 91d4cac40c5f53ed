//! Forward search and its certificates.

mod book;
mod by_rules;
mod certificates;
mod otrio;
mod quantum_tic_tac_toe;
mod requests;
mod searched;
