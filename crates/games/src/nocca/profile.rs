//! What statistics want to know of a part of the board.

use super::part::Part;
use super::stack;

/// How high the stacks of a part are, and who can be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Stacks of one, two and three pieces.
    pub stacks: [u8; 3],
    /// Whether the mover and the opponent have a piece on top.
    pub seen: [bool; 2],
}

impl Part {
    /// The profile of the stacks of a part, four bits a cell.
    #[must_use]
    pub fn profile(&self, stacks: u64) -> Profile {
        let mut profile = Profile::default();
        for cell in 0..self.rows() * self.columns() {
            let stack = (stacks >> (4 * cell) & 15) as u8;
            if let Some(top) = stack::top(stack) {
                profile.seen[usize::from(top)] = true;
                profile.stacks[stack::height(stack) as usize - 1] += 1;
            }
        }
        profile
    }
}
