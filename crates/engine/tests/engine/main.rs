//! Everything the engine does, as one program: a game is compiled for the
//! kernels once, whoever tests with it.

mod analyse;
mod search;
mod solve;
