//! Whoever knows values is an oracle, and oracles compose.
//!
//! | oracle | knows |
//! |---|---|
//! | [`crate::analyse::Stored`] | what its database holds |
//! | [`crate::search::Searched`] | what forward search finds within the limit |
//! | [`Derived`] | what follows from the moves of a position, by another oracle |
//! | [`Either`] | what one of two knows, the first asked first |
//!
//! All give the value of a position for its side to move, or say that it is
//! not known within the [`Limit`]. None ever guesses.
//!
//! ```
//! use kaiketsu_engine::oracle::{Derived, Known, Limit, Oracle, Unknowing};
//! use kaiketsu_game::{Game, Outcome, Step, Value};
//!
//! /// A heap of stones: take one to three, who takes the last one wins.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = u8;
//!     type Move = u8;
//!     fn id(&self) -> String { "heap".into() }
//!     fn start(&self) -> u8 { 21 }
//!     fn ending(&self, stones: &u8) -> Option<Outcome> { (*stones == 0).then_some(Outcome::Loss) }
//!     fn moves(&self, stones: &u8, moves: &mut Vec<u8>) { moves.extend(1..=3.min(*stones)); }
//!     fn play(&self, stones: &u8, taken: &u8) -> Step<u8> { Step::passes(stones - taken) }
//! }
//!
//! // At most five moves before the end, the rules alone suffice.
//! let oracle = Derived::new(&Heap, Unknowing, 5);
//! assert_eq!(oracle.value(&5, Limit::NONE)?, Known::Yes(Value::win(3)));
//! assert_eq!(oracle.value(&21, Limit::NONE)?, Known::No);
//! # Ok::<(), kaiketsu_engine::oracle::OracleError>(())
//! ```

mod derived;
mod rated;

use std::ops::Deref;
use std::time::{Duration, Instant};

use kaiketsu_db::DbError;
use kaiketsu_game::{Game, Value};

pub use derived::Derived;
pub(crate) use rated::sort_best_first;
pub use rated::{RatedMove, rated_moves};

/// What may be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known<T> {
    /// It is known.
    Yes(T),
    /// It is not known within the limit.
    No,
}

impl<T> Known<T> {
    /// What is known, if it is.
    #[must_use]
    pub fn ok(self) -> Option<T> {
        match self {
            Known::Yes(known) => Some(known),
            Known::No => None,
        }
    }

    /// Whether it is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        matches!(self, Known::Yes(_))
    }

    /// What follows from it, if it is known.
    pub fn map<U>(self, follow: impl FnOnce(T) -> U) -> Known<U> {
        match self {
            Known::Yes(known) => Known::Yes(follow(known)),
            Known::No => Known::No,
        }
    }
}

impl<T> From<Option<T>> for Known<T> {
    fn from(known: Option<T>) -> Self {
        known.map_or(Known::No, Known::Yes)
    }
}

/// How long a question may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// When to give up; never if there is no such time.
    pub deadline: Option<Instant>,
    /// Whether there is no time at all: no clock is looked at.
    at_once: bool,
}

impl Limit {
    /// As long as it takes.
    pub const NONE: Limit = Limit { deadline: None, at_once: false };

    /// What is known without a search, and no clock is looked at: browsers have
    /// none for programs.
    pub const AT_ONCE: Limit = Limit { deadline: None, at_once: true };

    /// So much time from now.
    #[must_use]
    pub fn within(time: Duration) -> Self {
        Limit { deadline: Instant::now().checked_add(time), at_once: false }
    }

    /// Until then.
    #[must_use]
    pub fn until(deadline: Instant) -> Self {
        Limit { deadline: Some(deadline), at_once: false }
    }

    /// The time that is left; `None` if there is no limit.
    #[must_use]
    pub fn left(self) -> Option<Duration> {
        if self.at_once {
            return Some(Duration::ZERO);
        }
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// One of so many equal parts of the time that is left.
    #[must_use]
    pub fn share(self, parts: u32) -> Self {
        match self.left() {
            _ if self.at_once => self,
            None => Limit::NONE,
            Some(left) => Limit::within(left / parts.max(1)),
        }
    }

    /// Whether the time is over.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// Whether a deadline has passed. What is only looked up goes on where no time
    /// was given from the first.
    #[must_use]
    pub fn has_passed(self) -> bool {
        !self.at_once && self.is_over()
    }
}

/// Why an oracle failed: not that it does not know, but that it cannot be asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OracleError {
    /// A database cannot be read, or is damaged.
    #[error(transparent)]
    Database(#[from] DbError),
}

/// Knows what positions of a game are worth.
///
/// # Laws
///
/// 1. A known value is right: the outcome, and the distance and the margin
///    where they are given.
/// 2. What is known once stays known with the same limit; more time never
///    makes a value unknown or another one.
/// 3. It gives up soon after the limit: it may finish what takes milliseconds.
pub trait Oracle<G: Game + ?Sized>: Send + Sync {
    /// The value of a position for its side to move.
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError>;
}

impl<G: Game + ?Sized, O> Oracle<G> for O
where
    O: Deref + Send + Sync,
    O::Target: Oracle<G>,
{
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError> {
        (**self).value(position, limit)
    }
}

/// Asks one oracle, and another if the first does not know.
#[derive(Clone, Copy, Debug)]
pub struct Either<A, B>(pub A, pub B);

impl<G: Game + ?Sized, A: Oracle<G>, B: Oracle<G>> Oracle<G> for Either<A, B> {
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError> {
        match self.0.value(position, limit)? {
            Known::No => self.1.value(position, limit),
            known => Ok(known),
        }
    }
}

/// Knows nothing: where every oracle built from others begins.
#[derive(Clone, Copy, Debug)]
pub struct Unknowing;

impl<G: Game + ?Sized> Oracle<G> for Unknowing {
    fn value(&self, _: &G::Position, _: Limit) -> Result<Known<Value>, OracleError> {
        Ok(Known::No)
    }
}
