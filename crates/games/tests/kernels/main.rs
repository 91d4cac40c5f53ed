//! The fast kernels against the reference.

mod checkpoints;
mod cubes;
mod dodgem;
mod nocca;
mod quantum;
mod scanner;
