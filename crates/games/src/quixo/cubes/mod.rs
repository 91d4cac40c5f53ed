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
//! | `wiring`, `links` | what a move does to address bits, and where it leads |
//! | [`kaiketsu_lanes`] | address bits permuted by vector instructions, chosen at run time; planes |
//! | `weavers`, `short`, `rounds`, `settle` | what is done with one shape |
//! | [`solve`], [`tier`] | a tier solved by rounds; its planes |
//! | [`scan`] | a solved tier checked against its local equations |
//! | `output` | counts, and values of two bits |
//! | `distances`, `windows`, `news` | the plies to the end of the game, round by round |
//!
//! ```
//! use kaiketsu_games::cubes::{Board, Pool, Processor, solve_tier};
//!
//! let (board, mut pool) = (Board::new(3), Pool::default());
//! let (mut above, mut won) = (None, 0);
//! for marks in (0..=9).rev() {
//!     let tier = solve_tier(&board, marks, above.as_ref(), Processor::detect(), &mut pool, &mut |_, _| ())?;
//!     won += tier.counts().iter().map(|class| class.counts.win).sum::<u64>();
//!     above = Some(tier);
//! }
//! assert_eq!(won, 12_748);
//! # Ok::<(), std::io::Error>(())
//! ```

pub(crate) mod distances;
pub(crate) mod links;
pub(crate) mod news;
mod output;
mod rounds;
pub mod scan;
mod settle;
mod short;
pub mod solve;
pub mod tier;
mod weavers;
pub(crate) mod windows;
mod wiring;

pub use super::geometry::Board;
pub use super::shapes::Shapes;
pub use kaiketsu_lanes::{Plane, Pool, Processor};
pub use solve::{Observer, Unfinished, solve_tier};
pub use tier::{ClassCount, CubeTier};
