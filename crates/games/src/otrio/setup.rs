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
    BySearch::new(rules.of)
}
