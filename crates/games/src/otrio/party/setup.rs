//! The registered games of one against the others, and how they are proved.

use std::fmt;

use kaiketsu_engine::setup::BySearch;
use kaiketsu_game::Game;

use super::Party;
use crate::otrio::Otrio;

/// All of them: three and four players, each of them alone, with the centre and without.
pub fn parties() -> impl Iterator<Item = Party> {
    let boards = [Otrio::STANDARD, Otrio::NO_CENTRE];
    let alone = [3, 4].into_iter().flat_map(|players| (0..players).map(move |alone| (players, alone)));
    alone.flat_map(move |(players, alone)| {
        let quiet = boards.into_iter().flat_map(|board| [false, true].map(|quiet| (board, quiet)));
        quiet.map(move |(board, quiet)| Party { players, alone, quiet, board })
    })
}

/// One of them with its search.
#[must_use]
pub fn setup(party: &Party) -> BySearch<Party> {
    BySearch::new(*party).when_asked()
}

/// What tells it from Otrio, such as `3-a-quiet`.
impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id().strip_prefix("otrio-").unwrap_or_default())
    }
}
