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

/// The same stack with the colours exchanged.
pub(crate) fn swapped(stack: u8) -> u8 {
    stack ^ ((1 << height(stack)) - 1)
}

/// How many pieces the mover and the opponent have in the stack.
pub(crate) fn pieces(stack: u8) -> [u8; 2] {
    let theirs = stack.count_ones() as u8 - 1;
    [height(stack) as u8 - theirs, theirs]
}
