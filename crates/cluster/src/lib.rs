//! Processes that solve a game together.
//!
//! ```text
//! folder or list of addresses -> sockets, opened by a secret -> Timely -> Peer, an Exchange of the engine
//!                                                         \-> watch: who is lost
//! ```
//!
//! The engine says what is exchanged ([`kaiketsu_engine::solve::Exchange`]); the crate
//! `timely` carries it, holds back who is ahead, and knows when a round is over. This
//! crate is the only one that knows it. It adds what a long run needs: a secret that is
//! checked before anything else is read, time limits, and the name of whoever is lost,
//! so that all end soon and say why.
//!
//! In the book: `docs/cluster.md` says how to run it, `docs/algorithms/spread.md` what is
//! said between processes.
#![forbid(unsafe_code)]

mod error;
mod letter;
mod mesh;
mod peer;
mod place;
mod secret;
mod watch;
mod wire;

pub use error::ClusterError;
pub use mesh::{Group, connect};
pub use peer::Peer;
pub use place::{Launcher, Meeting, read_hosts};
pub use secret::Secret;
