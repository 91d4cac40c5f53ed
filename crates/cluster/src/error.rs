//! Why processes do not come together.

use std::io;

/// Why a process did not join the others.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The system refused something.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done.
        doing: String,
        /// What the system said.
        source: io::Error,
    },
    /// Others did not come.
    #[error(
        "waited {seconds} s and these are missing: {missing}; start all processes with the same command and \
         the same secret, and see that they reach one another"
    )]
    Missing {
        /// How long this process waited.
        seconds: u64,
        /// Who is missing.
        missing: String,
    },
    /// What was given does not say who takes part.
    #[error("{0}")]
    Unclear(String),
}

impl ClusterError {
    pub(crate) fn io(doing: impl Into<String>) -> impl FnOnce(io::Error) -> ClusterError {
        |source| ClusterError::Io { doing: doing.into(), source }
    }
}
