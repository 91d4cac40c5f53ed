//! Errors of the library as exceptions of the package.

use kaiketsu::{DbError, EnumerateError, Error, Kind, OracleError, RequestError, SolveError, VerifyError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// An exception of the package by its name.
pub(crate) fn raise(py: Python<'_>, class: &str, message: String) -> PyErr {
    let found = py.import("kaiketsu._errors").and_then(|module| module.getattr(class));
    match found.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, message),
        Err(error) => error,
    }
}

/// What went wrong, and what to do about it.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error.kind() {
        Kind::Request => "RequestError",
        Kind::NotSolved => "NotSolvedError",
        Kind::Damaged => "DamagedError",
        Kind::Memory => "OutOfMemoryError",
        Kind::System => "SystemRefusedError",
    };
    let mut message = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(deeper) = cause {
        let text = deeper.to_string();
        if !message.contains(&text) {
            message += &format!(": {text}");
        }
        cause = deeper.source();
    }
    if let Some(remedy) = remedy(error) {
        message += &format!(" ({remedy})");
    }
    raise(py, class, message)
}

/// What to do, in words of this package.
fn remedy(error: &Error) -> Option<&'static str> {
    let database = |error: &DbError| match error {
        DbError::NoDatabase(_) => Some("solve it first: game.solve()"),
        DbError::Unfinished { .. } => Some("go on with game.solve()"),
        _ => None,
    };
    match error {
        Error::Solve(SolveError::Database(error))
        | Error::Verify(VerifyError::Solve(SolveError::Database(error)))
        | Error::Verify(VerifyError::Database(error))
        | Error::Oracle(OracleError::Database(error))
        | Error::Database(error) => database(error),
        Error::Solve(SolveError::Memory { distances: true, .. }) => {
            Some("raise memory=; distances=False needs less")
        }
        Error::Solve(SolveError::Memory { .. } | SolveError::Enumerate(EnumerateError::TooMany { .. }))
        | Error::TooLarge { .. }
        | Error::Question { problem: RequestError::OutOfMemory(_) | RequestError::NoRoom(_), .. } => {
            Some("raise memory=")
        }
        Error::Solve(SolveError::Allocation { .. }) | Error::TableTooLarge { .. } => Some("lower memory="),
        Error::Solve(SolveError::NoDistances { .. }) => Some("pass distances=False, or another kernel="),
        Error::Solve(SolveError::OtherKind { .. }) => {
            Some("pass the same distances= as before, or another folder")
        }
        Error::ProvedBySearch(_) | Error::NoSolution(_) => {
            Some("ask it by game.prove() or game.open().query()")
        }
        Error::SolvedWhole(_) => Some("solve it first: game.solve()"),
        Error::Question { problem: RequestError::GoalMissing, .. } => Some("pass goal="),
        Error::NoCertificate => Some("leave out ordering="),
        _ => None,
    }
}
