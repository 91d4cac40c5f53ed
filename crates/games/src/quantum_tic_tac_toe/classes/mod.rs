//! Dense numbers for the settled positions of quantum tic-tac-toe, up to what
//! cannot matter.
//!
//! A position is *settled* if no cycle waits for a choice. With all move
//! numbers and images told apart there are 222,303,189,312 settled positions of
//! eight marks alone. Most of that is order that no result depends on.
//!
//! # Why five classes of marks are enough
//!
//! Beside whose mark it is, its number matters in one place only: if both
//! players have a line, the one whose line has the smaller *greatest number*
//! wins. A line holds three marks of one player. So the greatest number of a
//! line is at least 5 for the first player and at least 6 for the second, and
//!
//! - a line of the marks 1, 3, 5 comes before every line of the second player,
//!   whichever of the three is where;
//! - the second player's greatest number is 6 if the line is of the marks 2, 4
//!   and 6, and 8 otherwise.
//!
//! Hence the marks fall into five [classes](class_of): `{1, 3, 5}`,
//! `{2, 4, 6}`, `{7}`, `{8}` and `{9}`, and exchanging marks within a class
//! changes no result of any game that goes on from there: the rules never ask
//! for a number but to compare lines, and whose mark comes next depends on how
//! many there are. Up to six marks a class is an owner.
//!
//! # Which positions can be reached
//!
//! Let a position have n marks, c of them classical, and no cycle.
//!
//! - If there is no line, it can be reached exactly if c is not 1. A collapse
//!   makes at least two marks classical. Conversely any c marks can have been
//!   brought to any c squares by a single collapse: on the squares s₁ … s_c of
//!   the marks m₁ < … < m_c, let mᵢ be placed on sᵢ and s_c, and m_c on s_c
//!   and s₁, where it closes the only cycle and stays on s_c. The other marks
//!   are on other squares and do not interfere.
//! - If there is a line, the last collapse made it, so mark n, which closed that
//!   cycle, is classical; and then the same collapse of all c marks shows that
//!   the position can be reached.
//!
//! So the numbering needs no search: a slot is a [`Shape`] (which squares are
//! closed, which pairs have a spooky mark; one of each class of the eight images)
//! and a [colouring](Colourings) (the class of the mark on each of its spots).
//! Slots with a line that cannot be reached have weight 0.
//!
//! | marks | shapes | colourings | slots |
//! |---|---|---|---|
//! | 5 | 47,703 | 10 | 477,030 |
//! | 6 | 194,522 | 20 | 3,890,440 |
//! | 7 | 517,557 | 140 | 72,457,980 |
//!
//! Making the shapes of seven marks takes a few tenths of a second and 4 MB.

mod colourings;
mod numbering;
mod shape;

pub use colourings::{CLASSES, Colourings, class_of, group_sizes};
pub use numbering::Numbering;
pub use shape::{FIRST_SQUARE, SPOTS, Shape, Spot, image_of_spot, pair_spot, square_spot, squares_of_pair};

#[cfg(test)]
mod tests;
