//! Colour cubes: Quixo by shapes and colourings, 512 positions at a time.
//!
//! The tier of a position is how many marks are on the board. Its *shape* is
//! which cells carry them, folded by the eight symmetries; its *colouring* is
//! whose they are. All colourings of a shape lie side by side as bits, one
//! plane of bits for wins and one for losses:
//!
//! ```text
//!     slot = shape << marks | colouring
//!            bit j of the colouring: the j-th marked cell belongs to the
//!            side that is not to move
//! ```
//!
//! A push moves marks along a line. Seen from a whole shape it permutes the
//! bits of the address, so a chunk of 512 positions is answered by a handful
//! of vector instructions:
//!
//! | module | what it does |
//! |---|---|
//! | [`board`], [`shapes`] | cells, lines, pushes, symmetries; numbers for shapes |
//! | `wiring`, `links` | what a move does to address bits, and where it leads |
//! | `plan`, `blocks`, `inside` | a wiring compiled into loads, exchanges and shuffles |
//! | [`chunk`], `avx2`, `avx512`, `compiled`, `processor` | the vector instructions, chosen at run time |
//! | `weave`, `weavers`, `rounds`, `settle` | plans run, and what is done with one shape |
//! | [`solve`], [`tier`], [`plane`] | a tier solved by rounds; its planes |
//! | [`scan`] | a solved tier checked against its local equations |
//! | `output` | counts, and values of two bits |
//! | [`distances`] | the same with the plies to the end of the game |
//!
//! ```
//! use std::ops::ControlFlow;
//! use kaiketsu_games::cubes::{Board, Ending, Pool, Processor, Progress, solve_tier};
//!
//! let (board, mut pool) = (Board::new(3), Pool::default());
//! let (mut above, mut won) = (None, 0);
//! for marks in (0..=9).rev() {
//!     let mut observer = |_: &Progress<'_>| ControlFlow::Continue(());
//!     let ending = solve_tier(&board, marks, above.as_ref(), Processor::detect(), &mut pool, &mut observer)?;
//!     let Ending::Solved(tier) = ending else { unreachable!("the observer stops nothing") };
//!     won += tier.counts().iter().map(|class| class.win).sum::<u64>();
//!     above = Some(tier);
//! }
//! assert_eq!(won, 12_748);
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod blocks;
pub mod board;
pub mod chunk;
#[cfg(target_arch = "x86_64")]
mod compiled;
pub mod distances;
mod flags;
mod inside;
mod links;
mod output;
mod plan;
pub mod plane;
mod processor;
mod rounds;
pub mod scan;
mod settle;
pub mod shapes;
pub mod solve;
pub mod tier;
mod weave;
#[cfg(test)]
mod weave_tests;
mod weavers;
mod wiring;

pub use board::Board;
pub use distances::DistanceTier;
pub use plane::{Plane, Pool};
pub use processor::Processor;
pub use shapes::Shapes;
pub use solve::{Ending, Observer, Progress, Unfinished, resume_tier, solve_tier};
pub use tier::{ClassCount, CubeTier};
