//! Kaiketsu in the browser: rules and database files without a server
//! (`docs/publish.md`).
//!
//! A program in WebAssembly cannot wait for the network. So whoever asks a
//! [`Session`] gets the answer, or a list of the parts of files that are needed
//! for it; gives it these, and asks again:
//!
//! ```text
//! page                      Session                      Fetched (a Storage)
//!   question  ------------>   view, line, record  ----->   read_at: is it here?
//!   <---- need [file, offset, length]...  <--------------- no: noted, and refused
//!   fetches the ranges, gives them  ------------------->   kept
//!   question  ------------>   ...                 ----->   yes
//!   <---- answer: the JSON of the HTTP API
//! ```
//!
//! Before a position is valued, the values of all its moves are asked for one by
//! one, so that one answer names all that is missing for them and the page can
//! fetch it side by side. Checksums are those of the files and are verified here
//! by the same reader as everywhere.
//!
//! # `unsafe`
//!
//! The functions that a page calls need names of their own, and giving a function
//! one is called unsafe, as no other may have it. That is all there is: `abi.rs` has
//! no unsafe block, and is compiled for WebAssembly alone. A generator of bindings
//! would write many such blocks, and everybody who publishes would need its tool.
#![deny(unsafe_code)]

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod abi;
mod answer;
mod fetched;
mod question;
mod session;

pub use answer::{Answer, Refusal};
pub use fetched::{Fetched, Piece};
pub use question::{Ask, FileFacts, Question};
pub use session::Session;
