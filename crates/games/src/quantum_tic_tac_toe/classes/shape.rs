//! Where marks are, without saying which: a set of spots.
//!
//! ```text
//! bits  0..36   a spooky mark on the pair of squares a < b: bit b (b - 1) / 2 + a
//! bits 36..45   a classical mark on square s: bit 36 + s
//! ```
//!
//! No pair holds two spooky marks in a settled position, for two would be a
//! cycle; so a shape is a set, and the marks of a position are counted by
//! the ascending bits of its shape.

use std::sync::LazyLock;

use super::super::{Square, turned};
use crate::board::cells_of;

/// A place for one mark: a bit of a shape.
pub type Spot = u8;

/// How many spots there are: 36 pairs and 9 squares.
pub const SPOTS: Spot = 45;

/// The spot of a classical mark on square 0.
pub const FIRST_SQUARE: Spot = 36;

const ALL_SQUARES: u16 = 0x1FF;
const PAIRS: u64 = (1 << FIRST_SQUARE) - 1;

/// The spot of a spooky mark on two different squares.
///
/// ```
/// use kaiketsu_games::quantum_tic_tac_toe::classes::{pair_spot, squares_of_pair};
/// assert_eq!(pair_spot(8, 7), 35);
/// assert_eq!(squares_of_pair(35), (7, 8));
/// ```
#[must_use]
pub const fn pair_spot(a: Square, b: Square) -> Spot {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high - 1) / 2 + low
}

/// The spot of a classical mark on a square.
#[must_use]
pub const fn square_spot(square: Square) -> Spot {
    FIRST_SQUARE + square
}

/// The squares of each pair, the smaller first.
const SQUARES: [(Square, Square); 36] = {
    let mut squares = [(0, 0); 36];
    let mut high = 1;
    while high < 9 {
        let mut low = 0;
        while low < high {
            squares[pair_spot(low, high) as usize] = (low, high);
            low += 1;
        }
        high += 1;
    }
    squares
};

/// The two squares of the spot of a spooky mark, the smaller first.
#[must_use]
pub const fn squares_of_pair(spot: Spot) -> (Square, Square) {
    SQUARES[spot as usize]
}

/// The spot to which a symmetry of the board takes a spot.
#[must_use]
pub fn image_of_spot(spot: Spot, symmetry: usize) -> Spot {
    match spot.checked_sub(FIRST_SQUARE) {
        Some(square) => square_spot(turned(square, symmetry)),
        None => {
            let (a, b) = squares_of_pair(spot);
            pair_spot(turned(a, symmetry), turned(b, symmetry))
        }
    }
}

/// The images of every byte of a shape under every symmetry.
static IMAGES: LazyLock<Vec<[[u64; 256]; 6]>> = LazyLock::new(|| {
    let image = |symmetry: usize, at: usize, byte: usize| -> u64 {
        let spots = (0..8).filter(|bit| byte >> bit & 1 == 1).map(|bit| (8 * at + bit) as Spot);
        spots.filter(|spot| *spot < SPOTS).map(|spot| 1 << image_of_spot(spot, symmetry)).sum()
    };
    let bytes = |symmetry, at| std::array::from_fn(|byte| image(symmetry, at, byte));
    (0..8).map(|symmetry| std::array::from_fn(|at| bytes(symmetry, at))).collect()
});

/// The spots of a settled position that have a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape(pub u64);

impl Shape {
    /// How many marks there are.
    #[must_use]
    pub fn marks(self) -> u32 {
        self.0.count_ones()
    }

    /// The spots in ascending order: the order in which marks are counted.
    pub fn spots(self) -> impl Iterator<Item = Spot> {
        cells_of(self.0).map(|spot| spot as Spot)
    }

    /// The number of the mark on a spot, counted by ascending spots.
    #[must_use]
    pub fn place(self, spot: Spot) -> usize {
        (self.0 & ((1 << spot) - 1)).count_ones() as usize
    }

    /// The shape with one more mark.
    #[must_use]
    pub fn with(self, spot: Spot) -> Shape {
        Shape(self.0 | 1 << spot)
    }

    /// The squares with a classical mark, as bits.
    #[must_use]
    pub fn closed(self) -> u16 {
        (self.0 >> FIRST_SQUARE) as u16
    }

    /// The squares without a classical mark, ascending.
    pub fn open(self) -> impl Iterator<Item = Square> {
        (0..9).filter(move |square| self.closed() >> square & 1 == 0)
    }

    /// The squares connected with a square by spooky marks, itself included,
    /// as bits.
    #[must_use]
    pub fn component(self, square: Square) -> u16 {
        let mut reached = 1_u16 << square;
        self.spread(square, |_, to| reached |= 1 << to);
        reached
    }

    /// What becomes of the shape if a further mark closes a cycle among the
    /// marks connected with a square and stays there: `settled` is told the spot
    /// of each of these marks and the square to which it is pushed.
    pub fn collapse(self, square: Square, mut settled: impl FnMut(Spot, Square)) -> Shape {
        let mut shape = self.with(square_spot(square));
        self.spread(square, |spot, to| {
            shape.0 = shape.0 & !(1 << spot) | 1 << square_spot(to);
            settled(spot, to);
        });
        shape
    }

    /// Visits the spooky marks connected with a square, from there outwards:
    /// each with the one of its squares that is farther away.
    fn spread(self, square: Square, mut visit: impl FnMut(Spot, Square)) {
        let mut rest = self.0 & PAIRS;
        let mut reached = 1_u16 << square;
        loop {
            let before = rest;
            for spot in Shape(rest).spots() {
                let (a, b) = squares_of_pair(spot);
                let from_a = reached >> a & 1 == 1;
                if from_a || reached >> b & 1 == 1 {
                    let to = if from_a { b } else { a };
                    reached |= 1 << to;
                    rest &= !(1 << spot);
                    visit(spot, to);
                }
            }
            if rest == before {
                return;
            }
        }
    }

    /// The image under a symmetry of the board.
    #[must_use]
    pub fn image(self, symmetry: usize) -> Shape {
        let bytes = self.0.to_le_bytes();
        let images = &IMAGES[symmetry];
        Shape((0..6).fold(0, |image, at| image | images[at][usize::from(bytes[at])]))
    }

    /// The least image, and a symmetry that leads to it.
    #[must_use]
    pub fn representative(self) -> (Shape, usize) {
        (0..8).map(|symmetry| (self.image(symmetry), symmetry)).min().unwrap_or((self, 0))
    }

    /// The symmetries that leave the shape as it is.
    pub fn stabiliser(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |symmetry| self.image(*symmetry) == self)
    }

    /// How many different images it has.
    #[must_use]
    pub fn images(self) -> u64 {
        8 / self.stabiliser().count() as u64
    }

    /// All shapes of that many marks without a cycle and with other than one
    /// classical mark, one of each class of images, in ascending order.
    #[must_use]
    pub fn all(marks: u32) -> Vec<Shape> {
        let mut found = Vec::new();
        for closed in 0..=ALL_SQUARES {
            let classical = closed.count_ones();
            // The least image has the least set of closed squares too.
            let start = Shape(u64::from(closed) << FIRST_SQUARE);
            if classical == 1 || classical > marks || start.representative().0 != start {
                continue;
            }
            let trees: [u16; 9] = std::array::from_fn(|square| 1 << square);
            grow(start, 0, trees, marks - classical, &mut found);
        }
        found.sort_unstable();
        found
    }
}

/// Adds spooky marks in ascending order that close no cycle; `trees` has the
/// squares connected with each square.
fn grow(shape: Shape, from: Spot, trees: [u16; 9], marks: u32, found: &mut Vec<Shape>) {
    if marks == 0 {
        if (1..8).all(|symmetry| shape <= shape.image(symmetry)) {
            found.push(shape);
        }
        return;
    }
    for spot in from..FIRST_SQUARE {
        let (a, b) = squares_of_pair(spot);
        if shape.closed() & (1 << a | 1 << b) != 0 || trees[usize::from(a)] >> b & 1 == 1 {
            continue;
        }
        let joined = trees[usize::from(a)] | trees[usize::from(b)];
        let next = std::array::from_fn(|s| if joined >> s & 1 == 1 { joined } else { trees[s] });
        grow(shape.with(spot), spot + 1, next, marks - 1, found);
    }
}
