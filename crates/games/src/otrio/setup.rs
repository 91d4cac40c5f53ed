//! The variants of Otrio, and how they are proved.

use kaiketsu_engine::setup::BySearch;

use super::Otrio;
use crate::Named;

/// The variants that are registered.
pub const RULES: [Named<Otrio>; 2] =
    [Named { name: "", of: Otrio::STANDARD }, Named { name: "no-centre", of: Otrio::NO_CENTRE }];

/// A variant with its search and the book of its openings.
#[must_use]
pub fn setup(rules: &Named<Otrio>) -> BySearch<Otrio> {
    let openings = |game: &Otrio, moves: usize| {
        game.openings(moves).iter().map(|opening| opening.moves.join(" ")).collect()
    };
    BySearch::new(rules.of).opened_by(openings).with_book(book(rules.of))
}

/// The book of openings of a variant.
#[must_use]
pub fn book(game: Otrio) -> &'static str {
    match game.centre {
        true => include_str!("books/standard.txt"),
        false => include_str!("books/no-centre.txt"),
    }
}
