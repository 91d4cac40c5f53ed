//! The games and their kernels, as one program: a game is compiled for the
//! common kernels once, whoever tests with it.

mod kernels;
mod rules;
