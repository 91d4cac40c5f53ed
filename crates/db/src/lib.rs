//! The database files of Kaiketsu.
//!
//! A database is a folder: `manifest.toml`, which says what is in it, and one
//! file per layer, `layer-0000.kai` and on. A *layer* is a run of positions in
//! the stored order of its game; a value is a [`kaiketsu_game::Code`]. This
//! crate knows nothing of rules or tiers.
//!
//! | to | use |
//! |---|---|
//! | write a layer | [`LayerWriter`] |
//! | write a layer of blocks made elsewhere | [`PackedBlock`], [`LayerJoiner`] |
//! | read or check a layer | [`LayerReader`] |
//! | say what a database holds | [`Manifest`] |
//! | list positions numbered automatically | [`write_positions`], [`ListReader`] |
//! | query a finished database | [`Database`] |
//! | keep what a search found | [`Book`] |
//! | keep what a solve has found so far | [`FrameWriter`], [`FrameFile`] |
//! | pack bytes by zstd | [`pack`], [`unpack`] |
//! | keep files somewhere | [`Folder`], [`Memory`], or any [`Storage`] |
//!
//! What it promises:
//!
//! - A file is absent or whole, also after a crash: it is written under a
//!   temporary name, synced and renamed.
//! - The bytes depend on the values alone, not on threads or how they came.
//! - Any flipped bit is found by opening or [`LayerReader::check`], and no
//!   bytes make a reader panic or allocate more than the file is long (the
//!   blocks it is decoding apart).
//! - A [`Signature`] tells whether two databases hold the same values.
//!
//! The format is described byte by byte in `docs/format.md`.
//!
//! ```
//! use std::sync::Arc;
//! use kaiketsu_db::{Database, LayerFacts, LayerWriter, Manifest, Memory};
//! use kaiketsu_game::Code;
//!
//! let storage = Memory::new();
//! let mut manifest = Manifest::new("nim", "Nim", 1, "kaiketsu 0.1.0", false);
//! let facts = LayerFacts {
//!     game: "nim".to_string(), rules_version: 1, layer: 0, positions: 2, distances: false,
//! };
//! let mut writer = LayerWriter::create(&storage, facts)?;
//! writer.push(&[Code::loss(0), Code::win(0)])?;
//! manifest.layers.push(writer.finish()?.named("one heap"));
//! manifest.complete();
//! manifest.write(&storage)?;
//!
//! let database = Database::open(Arc::new(storage))?;
//! assert_eq!(database.get(0, 1)?, Code::win(0));
//! database.check(&mut |_done, _all| {})?;
//! # Ok::<(), kaiketsu_db::DbError>(())
//! ```
#![forbid(unsafe_code)]

mod apart;
mod block;
mod book;
mod cache;
mod check;
mod database;
#[cfg(feature = "test-support")]
pub mod disk;
pub mod drafts;
mod durable;
mod error;
#[cfg(feature = "test-support")]
pub mod faulty;
mod folder;
mod frames;
mod index;
mod layer;
mod layout;
mod manifest;
mod memory;
mod neighbours;
mod packing;
mod parts;
mod positions;
mod reader;
mod signature;
mod storage;
mod tally;
mod two_bits;
#[cfg(test)]
mod under_miri;
mod writer;

pub use block::BLOCK_POSITIONS;
pub use book::{Book, BookError, Edition};
pub use database::Database;
pub use error::{DbError, Part};
pub use folder::Folder;
pub use frames::{Frame, FrameFile, FrameWriter};
pub use index::signposts_of;
pub use layer::{LayerFacts, layer_file};
pub use layout::{Coding, FORMAT};
pub use manifest::{LayerEntry, MANIFEST, Manifest};
pub use memory::Memory;
pub use packing::{pack, unpack};
pub use parts::{LayerJoiner, PackedBlock};
pub use positions::{ListFacts, ListReader, ListedTier, POSITIONS_FILE, write_positions};
pub use reader::LayerReader;
pub use signature::Signature;
pub use storage::{Sink, Source, Storage};
pub use writer::LayerWriter;
