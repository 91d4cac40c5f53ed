//! What the fuzz targets do with bytes from outside.
//!
//! A target is a plain function: it does with the bytes what Kaiketsu would do if
//! they came from a file, a terminal or a network, and panics if a promise is
//! broken. `cargo fuzz` finds bytes (`scripts/fuzz`, in `fuzz/`), and an ordinary
//! test tries those that were kept in `fuzz/corpus` and changes of them.
//!
//! A checksum would keep almost all bytes away from what is behind it. So where a
//! file has one the bytes are tried twice: as they are, and with the checksum put
//! right, as somebody would who means harm ([`seal`]).
//!
//! In the book: `docs/trust.md` has the command and the figures of the last run.
#![forbid(unsafe_code)]

mod certificates;
mod checkpoints;
mod files;
mod http;
pub mod seal;
mod texts;

pub use certificates::certificates;
pub use checkpoints::{checkpoints, states};
pub use files::{books, layers, lists, manifests};
pub use http::http;
pub use texts::{ids, moves, positions, records};

/// Does what the program does with such bytes. Says whether they were accepted
/// as they are, so that a corpus can be seen to get that far.
pub type Target = fn(&[u8]) -> bool;

/// All targets by name: that of the program in `fuzz/fuzz_targets`, and of the
/// folder in `fuzz/corpus`.
pub const TARGETS: [(&str, Target); 11] = [
    ("positions", positions),
    ("moves", moves),
    ("ids", ids),
    ("records", records),
    ("manifests", manifests),
    ("layers", layers),
    ("lists", lists),
    ("checkpoints", checkpoints),
    ("certificates", certificates),
    ("books", books),
    ("http", http),
];
