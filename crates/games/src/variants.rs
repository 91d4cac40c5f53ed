//! What tells the variants of a game apart, as it stands in their ids.

use std::fmt;

/// The size of a rectangular board, written `columns x rows` without spaces.
///
/// ```
/// use kaiketsu_games::BoardSize;
/// assert_eq!(BoardSize::new(5, 6).to_string(), "5x6");
/// ```
pub use kaiketsu_game::board::Grid as BoardSize;

/// A variant with a name; the one that the family is named after has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<T> {
    /// Its name in the id.
    pub name: &'static str,
    /// The rules.
    pub of: T,
}

impl<T> fmt::Display for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}
