//! Requests that the command line refuses by itself (exit code 2), and what to
//! do about errors of the libraries, which know no commands and no options.

use std::path::Path;

use anyhow::Result;
use kaiketsu::{
    DbError, EnumerateError, Error, OracleError, Refusal as Refused, RequestError, SolveError, VerifyError,
};

use crate::program;

/// A request that makes no sense, in words for the person who made it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Refusal(pub(crate) String);

/// Refuses a request for this reason.
pub(crate) fn refuse<T>(problem: impl Into<String>) -> Result<T> {
    Err(Refusal(problem.into()).into())
}

/// What to do about an error, if there is something to do.
pub(crate) fn remedy(error: &anyhow::Error) -> Option<String> {
    #[cfg(feature = "explorer")]
    if let Some(kaiketsu_serve::ServeError::Listen { .. }) = error.downcast_ref() {
        return Some("--listen takes another address".into());
    }
    match error.downcast_ref::<Error>()? {
        Error::Solve(error) | Error::Verify(VerifyError::Solve(error)) => of_solve(error),
        Error::Database(error)
        | Error::Verify(VerifyError::Database(error))
        | Error::Oracle(OracleError::Database(error)) => of_database(error),
        Error::UnknownGame { .. } => Some(format!("{} games lists all of them", program())),
        Error::ProvedBySearch(id) | Error::NoSolution(id) => Some(format!("{} prove {id}", program())),
        Error::SolvedWhole(id) => Some(format!("{0} solve {id}, then {0} query {id}", program())),
        Error::TooLarge { .. } => Some("raise --memory".into()),
        Error::TableTooLarge { .. } => Some("lower --memory, or leave it out".into()),
        Error::NoMemory { .. } => Some("close other programs, or raise what limits this one".into()),
        Error::Question { problem: RequestError::OutOfMemory(_) | RequestError::NoRoom(_), .. }
        | Error::Certificate(Refused::NoRoom(_)) => Some("raise --memory".into()),
        Error::Question { problem: RequestError::GoalMissing, .. } => Some("add --goal".into()),
        Error::NoCertificate => Some("leave out --ordering".into()),
        _ => None,
    }
}

fn of_solve(error: &SolveError) -> Option<String> {
    Some(match error {
        SolveError::Database(error) => return of_database(error),
        SolveError::Memory { distances: true, .. } => {
            "raise --memory; --values-only needs less than distances do".into()
        }
        SolveError::Memory { .. } => "raise --memory".into(),
        SolveError::Enumerate(EnumerateError::TooMany { .. }) => "raise --memory".into(),
        SolveError::Allocation { .. } => "lower --memory, or close other programs".into(),
        SolveError::NoDistances { .. } => "add --values-only, or take another --kernel".into(),
        SolveError::OtherKind { distances, game, .. } => {
            let with = if *distances { "without" } else { "with" };
            let anew = format!("{} db remove {game}", program());
            format!("go on {with} --values-only, take another --db, or begin anew: {anew}")
        }
        _ => return None,
    })
}

fn of_database(error: &DbError) -> Option<String> {
    match error {
        DbError::NoDatabase(folder) => {
            let id = Path::new(folder).file_name()?.to_str()?;
            Some(format!("{} solve {id}", program()))
        }
        DbError::Unfinished { game, .. } => Some(format!("{} solve {game}", program())),
        _ => None,
    }
}
