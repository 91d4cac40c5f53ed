//! A stack of at most three pieces in four bits.
//!
//! ```text
//! 0001   empty           0010  one piece of the mover    0011  one of the opponent
//! 01bt   bottom b, top t   1bmt  bottom, middle, top     (0: mover, 1: opponent)
//! ```
//!
//! A leading one tells the height; a new piece is shifted in from the right.

/// The colour of the side to move, as a bit.
pub(crate) const MOVER: u8 = 0;
/// The colour of the other side, as a bit.
pub(crate) const OPPONENT: u8 = 1;

/// No piece.
pub(crate) const EMPTY: u8 = 1;

/// How many pieces lie on each other; at most 3.
pub(crate) fn height(stack: u8) -> u32 {
    stack.ilog2()
}

/// The colour of the piece on top.
pub(crate) fn top(stack: u8) -> Option<u8> {
    (stack != EMPTY).then_some(stack & 1)
}

/// Whether another piece may be put on top.
pub(crate) fn has_room(stack: u8) -> bool {
    stack < 8
}

/// The stack with a piece of that colour put on top.
pub(crate) fn with(stack: u8, colour: u8) -> u8 {
    stack << 1 | colour
}

/// The stack without its top piece.
pub(crate) fn without_top(stack: u8) -> u8 {
    stack >> 1
}

/// The same stack with the colours exchanged: the slow twin of [`all_swapped`].
#[cfg(test)]
pub(crate) fn swapped(stack: u8) -> u8 {
    stack ^ ((1 << height(stack)) - 1)
}

/// Where the stacks of a board have a piece of that colour on top: a one in the
/// lowest bit of each.
pub(crate) fn tops(stacks: u128, colour: u8) -> u128 {
    let coloured = if colour == MOVER { !stacks } else { stacks };
    (stacks >> 1 | stacks >> 2 | stacks >> 3) & coloured & LOW
}

/// Where the stacks of a board have room: a one in the lowest bit of each.
pub(crate) fn rooms(stacks: u128) -> u128 {
    !(stacks >> 3) & LOW
}

/// The lowest bit of each stack.
const LOW: u128 = u128::MAX / 15;

/// How many pieces the mover and the opponent have in the stack.
pub(crate) fn pieces(stack: u8) -> [u8; 2] {
    let theirs = stack.count_ones() as u8 - 1;
    [height(stack) as u8 - theirs, theirs]
}

/// The stacks of a board, four bits each, with the colours exchanged.
pub(crate) fn all_swapped(stacks: u128) -> u128 {
    stacks ^ pieces_below(stacks)
}

/// A one for each piece of each stack: the bits below the leading ones.
pub(crate) fn pieces_below(stacks: u128) -> u128 {
    stacks >> 1 & (7 * LOW) | stacks >> 2 & (3 * LOW) | stacks >> 3 & LOW
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_stacks_at_once_are_as_one_by_one() {
        let board = (0..15).map(|cell| (cell as u128 + 1) << (4 * cell)).sum::<u128>();
        for cell in 0..15 {
            let stack = cell as u8 + 1;
            assert_eq!((all_swapped(board) >> (4 * cell) & 15) as u8, swapped(stack));
            assert_eq!((pieces_below(board) >> (4 * cell) & 15).count_ones(), height(stack));
            for colour in [MOVER, OPPONENT] {
                assert_eq!(tops(board, colour) >> (4 * cell) & 15 == 1, top(stack) == Some(colour));
            }
            assert_eq!(rooms(board) >> (4 * cell) & 15 == 1, has_room(stack));
        }
    }
}
