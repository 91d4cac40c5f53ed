//! Numberings against plain enumeration, as one program.

mod automata;
mod binary;
mod bits;
mod combinations;
mod diagram;
mod fold;
mod placements;
