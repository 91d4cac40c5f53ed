//! Kaiketsu over HTTP: the API under `/api/v1` and the explorer page.
//!
//! ```text
//! routes -> catalogue -> room -> Solution::view -> PositionView -> JSON
//! ```
//!
//! A room holds one game and whatever answers for it; it does not ask whether
//! that is a database or a search. Handlers never read the disk themselves: work
//! goes to blocking threads, of which a bounded number run at a time, in all and
//! for each game; searches take turns of their own, stop at their time limit, and
//! are refused at once if they could not be answered in time. Connections have
//! time limits and a bounded number too. [`Limits`] has the figures. Memory is bounded too: a database keeps at most 8 MiB of
//! blocks for each layer in use, a search one table ([`Limits::table_bytes`]),
//! and of answers that took long a bounded number is kept.
//!
//! ```no_run
//! use kaiketsu::{Registry, Store};
//! use kaiketsu_serve::{Limits, Server};
//!
//! let address = "127.0.0.1:0".parse().unwrap();
//! let server = Server::bind(Registry::standard(), Store::new("databases"), address, Limits::default())?;
//! println!("http://{}/", server.address());
//! server.run_until_interrupted()?;
//! # Ok::<(), kaiketsu_serve::ServeError>(())
//! ```
//!
//! In the book: `docs/serve.md` describes the page and the API.
#![forbid(unsafe_code)]

mod answers;
mod assets;
mod caching;
mod catalogue;
mod connections;
mod counts;
mod errors;
mod guard;
mod lane;
mod limits;
mod measure;
mod metrics;
mod openapi;
mod packing;
mod positions;
mod practice;
mod prepare;
mod publish;
mod question;
mod room;
mod routes;
mod server;
mod shared;
mod solving;
mod statistics;

pub use answers::{BatchAnswer, BatchItem, BatchRequest, FamilyFacts, GameFacts, GameList, GameState};
pub use catalogue::Catalogue;
pub use errors::{ApiError, Reason};
pub use limits::Limits;
pub use measure::{ServeTimes, measure};
pub use openapi::openapi;
pub use prepare::{SMALL_POSITIONS, SMALL_SECONDS, missing_small_games};
pub use publish::{PublishError, Published, PublishedGame, publish};
pub use server::{Running, ServeError, Server};
pub use statistics::StatisticsAnswer;
