//! The slow obvious twin: one position at a time, with distances.
//!
//! Used only to check the lanes. Each tier is an array of sixteen-bit codes in
//! stored order; round `d` looks at every undecided position and settles those
//! that are decided in exactly `d` plies.

use kaiketsu_kernels::cubes::board::{Board, image};
use kaiketsu_kernels::cubes::shapes::Shapes;

/// The code of a draw, or of a position not yet decided.
pub(crate) const DRAW: u16 = 0;

/// The code of a win in so many plies.
#[must_use]
pub(crate) fn win(plies: u16) -> u16 {
    2 * plies + 1
}

/// The code of a loss in so many plies.
#[must_use]
pub(crate) fn loss(plies: u16) -> u16 {
    2 * plies + 2
}

/// All codes of a tier in stored order, from those of the tier above.
#[must_use]
pub(crate) fn solve_tier(board: &Board, marks: u32, above: Option<&[u16]>) -> Vec<u16> {
    let shapes = Shapes::new(board, marks);
    let next = above.map(|_| Shapes::new(board, marks + 1));
    let mut codes: Vec<u16> = (0..shapes.len() << marks).map(|slot| ended(board, &shapes, slot)).collect();
    let longest_above = above.and_then(|codes| codes.iter().max()).map_or(0, |&code| code / 2 + 1);
    let mut quiet = 0;
    for plies in 1.. {
        let mut found = Vec::new();
        for slot in 0..codes.len() {
            if codes[slot] == DRAW {
                let code = settle(board, (&shapes, &codes), next.as_ref().zip(above), slot, plies);
                if code != DRAW {
                    found.push((slot, code));
                }
            }
        }
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        for (slot, code) in found {
            codes[slot] = code;
        }
        if quiet >= 2 && plies > longest_above + 1 {
            break;
        }
    }
    codes
}

/// The cells of the side to move and of the other side.
fn position(shapes: &Shapes, slot: usize) -> (u32, u32) {
    let mask = shapes.mask(slot >> shapes.marks());
    let (mut mover, mut other, mut nth) = (0, 0, 0);
    for cell in (0..32).filter(|cell| mask >> cell & 1 == 1) {
        if slot >> nth & 1 == 1 {
            other |= 1 << cell;
        } else {
            mover |= 1 << cell;
        }
        nth += 1;
    }
    (mover, other)
}

/// The slot of a position.
fn slot(board: &Board, shapes: &Shapes, mover: u32, other: u32) -> usize {
    let placed = shapes.place(mover | other);
    let other = image(other, board.symmetry(placed.symmetry as usize));
    let mask = shapes.mask(placed.shape as usize);
    let cells = (0..32).filter(|cell| mask >> cell & 1 == 1);
    let colouring = cells.enumerate().fold(0, |sum, (nth, cell)| sum | ((other >> cell & 1) as usize) << nth);
    (placed.shape as usize) << shapes.marks() | colouring
}

fn ended(board: &Board, shapes: &Shapes, slot: usize) -> u16 {
    let (mover, other) = position(shapes, slot);
    let full = |side: u32| board.lines().iter().any(|line| line & !side == 0);
    match (full(mover), full(other)) {
        (true, _) => win(0),
        (false, true) => loss(0),
        (false, false) => DRAW,
    }
}

/// The code of an undecided position if it is decided in exactly `plies`.
fn settle(
    board: &Board,
    here: (&Shapes, &[u16]),
    above: Option<(&Shapes, &[u16])>,
    from: usize,
    plies: u16,
) -> u16 {
    let (mover, other) = position(here.0, from);
    let mut all_won = true;
    for push in board.pushes() {
        let taken = 1 << push.from;
        if other & taken != 0 {
            continue;
        }
        let own = image(mover | taken, &push.map);
        let (shapes, codes) =
            if mover & taken != 0 { here } else { above.expect("a blank leads to the tier above") };
        let code = codes[slot(board, shapes, image(other, &push.map), own)];
        if code == loss(plies - 1) {
            return win(plies);
        }
        // Won for the opponent, and already known before this round.
        all_won &= code % 2 == 1 && code <= win(plies - 1);
    }
    if all_won { loss(plies) } else { DRAW }
}

/// The value a position should have (0 draw, 1 win, 2 loss) by the values of
/// its children, which `read` gives by slot, here or in the tier above.
#[must_use]
pub(crate) fn value_from_children(
    board: &Board,
    (here, above): (&Shapes, Option<&Shapes>),
    from: usize,
    read: impl Fn(usize, bool) -> u8,
) -> u8 {
    match ended(board, here, from) {
        DRAW => {}
        code if code == win(0) => return 1,
        _ => return 2,
    }
    let (mover, other) = position(here, from);
    let (mut any_lost, mut all_won) = (false, true);
    for push in board.pushes() {
        let taken = 1 << push.from;
        if other & taken != 0 {
            continue;
        }
        let up = mover & taken == 0;
        let shapes = if up { above.expect("a blank leads to the tier above") } else { here };
        let own = image(mover | taken, &push.map);
        let value = read(slot(board, shapes, image(other, &push.map), own), up);
        any_lost |= value == 2;
        all_won &= value == 1;
    }
    match (any_lost, all_won) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => 0,
    }
}
