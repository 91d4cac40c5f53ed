//! How many positions of two-player Otrio there are, ply by ply: all ways to have rings on the
//! board that turns and supplies allow, lines or not.
//!
//! What turns and supplies allow depends on one table alone, the *stock*: how many rings each
//! colour has on places of each size, and whose turn it is. Any arrangement with a stock that
//! play can reach can be reached itself if nobody minded lines, since the order in which places
//! of one size are filled is free; and one without a line has none before it either. So
//!
//! - positions that are open or drawn are the arrangements without a finished line, of all
//!   stocks that a small search finds (passes among them: from ply 21 on);
//! - arrangements of a stock are a product of multinomials, one for each size;
//! - up to symmetry they are a sum over the sixteen symmetries of what each leaves as it is
//!   (Burnside). A symmetry of the square leaves as it is what is constant on its cycles. One
//!   that exchanges small and large, too, joins a cycle of odd length on both sizes into one,
//!   and gives two of a cycle of even length, each with half of its places in either size.
//!
//! The share without a line is found by taking arrangements at random, which have numbers.

use std::collections::BTreeSet;

use kaiketsu_index::binomial;

use super::{CENTRE, Colour, LINES, Otrio, Place, Position};
use crate::board::cells_of;

/// Rings of each colour on places of one size.
type Column = [u8; 4];

/// What turns and supplies look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stock {
    /// Rings on the board by size, then by colour.
    pub used: [Column; 3],
    /// The colour to be placed next.
    pub turn: Colour,
}

/// Squares, each with a place for a ring of each size.
#[derive(Clone, Debug)]
pub struct Squares {
    /// Where each symmetry takes each square; the first is the identity.
    pub symmetries: Vec<Vec<usize>>,
    /// The squares whose place of each size may be used.
    pub usable: [u16; 3],
    /// Rings of each size that a colour has.
    pub rings: u8,
}

impl Squares {
    /// The board of a variant.
    #[must_use]
    pub fn of(game: &Otrio) -> Self {
        let map = |symmetry| (0..9).map(|square| Place(square).turned(symmetry).0.into()).collect();
        let all = 0x1ff;
        let middle = if game.centre { all } else { all & !(1 << (CENTRE.0 % 9)) };
        Squares {
            symmetries: (0..8).map(map).collect(),
            usable: [all, middle, all],
            rings: super::RINGS as u8,
        }
    }

    fn places(&self, size: usize) -> u8 {
        self.usable[size].count_ones() as u8
    }

    fn fits(&self, stock: &Stock, colour: usize, size: usize) -> bool {
        let column = stock.used[size];
        column[colour] < self.rings && column.iter().sum::<u8>() < self.places(size)
    }

    /// The stocks after one more ring; none if no colour has one that fits.
    fn after(&self, stock: &Stock) -> impl Iterator<Item = Stock> {
        let colour = usize::from(stock.turn);
        (0..3).filter(move |size| self.fits(stock, colour, *size)).map(move |size| {
            let mut next = *stock;
            next.used[size][colour] += 1;
            let able = |turn: &usize| (0..3).any(|size| self.fits(&next, *turn, size));
            let rotation = (1..=4).map(|turns| (colour + turns) % 4);
            next.turn = rotation.clone().find(able).unwrap_or((colour + 1) % 4) as Colour;
            next
        })
    }

    /// The lengths of the cycles of a symmetry on the usable squares of a size.
    fn cycles(&self, symmetry: usize, size: usize) -> Vec<u8> {
        let (map, mut left, mut lengths) = (&self.symmetries[symmetry], self.usable[size], Vec::new());
        while left != 0 {
            let (mut square, mut length) = (left.trailing_zeros() as usize, 0);
            while left >> square & 1 == 1 {
                left &= !(1 << square);
                (square, length) = (map[square], length + 1);
            }
            lengths.push(length);
        }
        lengths
    }
}

/// In how many ways cycles can be coloured, by the rings of each colour that this takes: a
/// number in a base of one more than a colour has.
struct Ways {
    base: usize,
    ways: Vec<u64>,
}

impl Ways {
    fn new(rings: u8, cycles: &[u8]) -> Self {
        let base = usize::from(rings) + 1;
        let mut ways = vec![0; base.pow(4)];
        ways[0] = 1;
        for length in cycles {
            // From the greatest down, so that a cycle is coloured once.
            for at in (0..ways.len()).rev() {
                let with = |colour: u32| {
                    let step = base.pow(colour) * usize::from(*length);
                    let used = at / base.pow(colour) % base;
                    if used >= usize::from(*length) { ways[at - step] } else { 0 }
                };
                ways[at] += (0..4).map(with).sum::<u64>();
            }
        }
        Ways { base, ways }
    }

    fn of(&self, column: Column) -> u128 {
        let at = column.iter().rev().fold(0, |at, used| at * self.base + usize::from(*used));
        self.ways[at].into()
    }
}

/// In how many ways the places of one size can have these rings.
fn multinomial(places: u8, column: Column) -> u64 {
    let mut left = u32::from(places);
    let choose = |used: u8| {
        let ways = binomial(left, used.into());
        left = left.saturating_sub(used.into());
        ways
    };
    column.map(choose).iter().product()
}

/// The arrangements after a number of plies.
pub struct Ply {
    /// The stocks that play can reach.
    pub stocks: Vec<Stock>,
    /// How many arrangements the stocks before each one and itself have.
    up_to: Vec<u64>,
    /// How many there are up to symmetry.
    pub classes: u64,
}

impl Ply {
    fn new(squares: &Squares, stocks: BTreeSet<Stock>) -> Self {
        let stocks: Vec<Stock> = stocks.into_iter().collect();
        let mut sum = 0;
        let mut add = |stock: &Stock| {
            sum += (0..3).map(|size| multinomial(squares.places(size), stock.used[size])).product::<u64>();
            sum
        };
        let up_to = stocks.iter().map(&mut add).collect();
        let mut fixed = 0_u128;
        for symmetry in 0..squares.symmetries.len() {
            let cycles = [0, 1, 2].map(|size| squares.cycles(symmetry, size));
            // With small and large exchanged.
            let joint = cycles[0].iter().flat_map(|length| match length % 2 {
                0 => vec![length / 2; 2],
                _ => vec![*length],
            });
            let exchanged = Ways::new(squares.rings, &joint.collect::<Vec<_>>());
            let ways = cycles.map(|cycles| Ways::new(squares.rings, &cycles));
            for Stock { used: [small, middle, large], .. } in &stocks {
                let in_place = ways[0].of(*small) * ways[2].of(*large);
                let across = if small == large { exchanged.of(*small) } else { 0 };
                fixed += (in_place + across) * ways[1].of(*middle);
            }
        }
        let classes = (fixed / (2 * squares.symmetries.len() as u128)) as u64;
        Ply { stocks, up_to, classes }
    }

    /// How many arrangements there are, images told apart.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.up_to.last().copied().unwrap_or_default()
    }

    /// The arrangement of a number less than [`Ply::count`]: the rings of each colour, nine
    /// places of each size, and whose turn it is.
    #[must_use]
    pub fn arrangement(&self, squares: &Squares, number: u64) -> ([u32; 4], Colour) {
        let at = self.up_to.partition_point(|up_to| *up_to <= number);
        let stock = &self.stocks[at];
        let mut rest = number - at.checked_sub(1).map_or(0, |before| self.up_to[before]);
        let mut rings = [0; 4];
        for size in 0..3 {
            let (mut left, mut places) = (stock.used[size], squares.places(size));
            let ways = multinomial(places, left);
            let mut of_size = rest % ways;
            rest /= ways;
            for square in cells_of(squares.usable[size].into()) {
                places -= 1;
                // Each colour on this place, in turn; or none.
                for colour in 0..4 {
                    let mut with = left;
                    let Some(fewer) = with[colour].checked_sub(1) else { continue };
                    with[colour] = fewer;
                    let ways = multinomial(places, with);
                    if of_size < ways {
                        rings[colour] |= 1 << (9 * size + square);
                        left = with;
                        break;
                    }
                    of_size -= ways;
                }
            }
        }
        (rings, stock.turn)
    }
}

/// The arrangements after each number of plies, from none to a full board.
#[must_use]
pub fn plies(squares: &Squares) -> Vec<Ply> {
    let mut stocks = BTreeSet::from([Stock::default()]);
    let mut plies = Vec::new();
    while !stocks.is_empty() {
        let next = stocks.iter().flat_map(|stock| squares.after(stock)).collect();
        plies.push(Ply::new(squares, std::mem::replace(&mut stocks, next)));
    }
    plies
}

/// Whether some colour has a line.
#[must_use]
pub fn has_line(rings: &[u32; 4]) -> bool {
    LINES.iter().any(|line| {
        let line = line.iter().fold(0_u32, |bits, place| bits | 1 << place.0);
        rings.iter().any(|rings| rings & line == line)
    })
}

/// An arrangement as a position of the game.
#[must_use]
pub fn position(rings: &[u32; 4], turn: Colour) -> Position {
    let ring = |place: usize| (0..4).find(|colour| rings[usize::from(*colour)] >> place & 1 == 1);
    Position { rings: std::array::from_fn(ring), turn }
}
