//! Kaiketsu for Python: what the package `kaiketsu` asks of the library.
//!
//! ```text
//! kaiketsu/*.py  words, types and pictures for people
//! _kaiketsu      this crate: games, solutions, arrays as bytes, streams
//! kaiketsu       the facade
//! ```
//!
//! Answers are the views of the facade as JSON, so that a field is named once.
//! Long work runs on a thread of its own while the calling one waits without the
//! interpreter's lock, shows the progress and listens to signals: see `watch`.
//!
//! In the book: `docs/python.md`.
#![deny(unsafe_code)]

mod bulk;
mod errors;
mod game;
mod rules;
mod solution;
mod stream;
mod watch;

use pyo3::prelude::pymodule;

/// The native part of the package `kaiketsu`.
#[pymodule(gil_used = true)]
mod _kaiketsu {
    #[pymodule_export]
    use super::bulk::Bulk;
    #[pymodule_export]
    use super::game::{Game, Server, data_folder, families, kept_layers};
    #[pymodule_export]
    use super::rules::Table;
    #[pymodule_export]
    use super::solution::Solution;
    #[pymodule_export]
    use super::stream::Stream;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
