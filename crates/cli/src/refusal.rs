//! A request that makes no sense, found out by the command line itself.

use std::fmt;

/// What is wrong with the request and what would be right; exit code 2.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}
