//! Endings of nine men's morris: all stones are placed, few are left.
//!
//! Point `ring * 8 + place`: the outer ring is 0, the inner one 2; place 0 is
//! the upper left corner and places go round clockwise, so middles are odd.
//! X is always the side to move. A tier is a pair of numbers of stones; inside
//! it stones move about, a capture leads to a lesser one. The stones of the side to
//! move are what the 16 images of a position are folded by: turns, the mirror, and
//! the rings inside out.

mod notation;
mod numbering;
mod setup;

use kaiketsu_game::{Board, Game, Notation, Outcome, Step, Tier};
use kaiketsu_index::{Combinations, TwoColours};

use crate::board::cells_of;
use notation::points;
pub use setup::{PIECES, setup};

const POINTS: usize = 24;
const ALL: u64 = (1 << POINTS) - 1;
const SYMMETRIES: usize = 16;

/// Endings with at most a number of stones a side.
#[derive(Debug)]
pub struct NineMensMorris {
    most: u32,
    /// Numbers of stones, the lesser first, of each tier. With two the game is over.
    tiers: Vec<(u32, u32)>,
    /// The points beside each point, and the two others of both mills through it.
    beside: [u64; POINTS],
    mills: [[u64; 2]; POINTS],
    /// For each symmetry and byte of the stones, the image of each value of the byte.
    images: Vec<[[u32; 256]; 3]>,
    /// Its cells are the points.
    board: Board,
}

/// The stones of both sides as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    mover: u64,
    opponent: u64,
}

impl Stones {
    /// How many stones the mover and the opponent have.
    #[inline]
    fn counts(&self) -> (u32, u32) {
        (self.mover.count_ones(), self.opponent.count_ones())
    }
}

/// A stone goes from a point to another; if it closes a mill, a stone is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide(u8, u8, Option<u8>);

/// Where stones can come from or go to beyond the points beside them: with three, anywhere.
fn jumps(stones: u64) -> u64 {
    if stones.count_ones() == 3 { ALL } else { 0 }
}

/// Where a point goes: bit 3 of the symmetry turns the rings inside out, bit 2 is the
/// mirror, and then come quarter turns.
fn image_of(point: usize, symmetry: usize) -> usize {
    let (ring, place) = (point / 8, point % 8);
    let ring = if symmetry & 8 != 0 { 2 - ring } else { ring };
    let place = if symmetry & 4 != 0 { 8 - place } else { place };
    ring * 8 + (place + 2 * (symmetry & 3)) % 8
}

impl NineMensMorris {
    /// Endings with at most that many stones a side; 3 or 4.
    #[must_use]
    pub fn new(most: u32) -> Self {
        assert!((3..=4).contains(&most), "endings are numbered for 3 and 4 stones");
        let tiers = (2..=most).flat_map(|low| (low.max(3)..=most).map(move |high| (low, high))).collect();
        let sides = (0..3).flat_map(|ring| [0, 2, 4, 6].map(|at| [0, 1, 2].map(|i| ring * 8 + (at + i) % 8)));
        let spokes = [1, 3, 5, 7].map(|place| [place, place + 8, place + 16]);
        let (mut beside, mut mills, mut board) = ([0; POINTS], [[0; 2]; POINTS], points());
        for line in sides.chain(spokes) {
            let all: u64 = line.iter().map(|point| 1 << point).sum();
            for point in line {
                let second = usize::from(mills[point][0] != 0);
                mills[point][second] = all & !(1 << point);
            }
            for (a, b) in [(line[0], line[1]), (line[1], line[2])] {
                beside[a] |= 1 << b;
                beside[b] |= 1 << a;
                board.lines.push([a, b]);
            }
        }
        let byte = |symmetry: usize, byte: usize| {
            std::array::from_fn(|value| {
                let points = cells_of((value << (8 * byte)) as u64);
                points.map(|point| 1 << image_of(point, symmetry)).sum()
            })
        };
        let images =
            (0..SYMMETRIES).map(|symmetry| std::array::from_fn(|part| byte(symmetry, part))).collect();
        NineMensMorris { most, tiers, beside, mills, images, board }
    }

    #[inline]
    fn in_mill(&self, stones: u64, point: usize) -> bool {
        let [one, other] = self.mills[point];
        stones & one == one || stones & other == other
    }

    /// The stones that may be taken: those in no mill, or any if all are in mills.
    fn loose(&self, stones: u64) -> u64 {
        let free: u64 = cells_of(stones).filter(|point| !self.in_mill(stones, *point)).map(|p| 1 << p).sum();
        if free == 0 { stones } else { free }
    }

    /// The leading part of a number: so many stones of the mover.
    fn leads(mover: u32) -> Combinations {
        Combinations::new(POINTS as u32, mover)
    }

    /// The numbering for numbers of stones of mover and opponent.
    #[inline]
    fn numbering(mover: u32, opponent: u32) -> TwoColours {
        TwoColours::new(POINTS as u32, mover, opponent)
    }

    /// The tier of numbers of stones.
    #[inline]
    fn tier(&self, stones: (u32, u32)) -> Option<Tier> {
        let (low, high) = (stones.0.min(stones.1), stones.0.max(stones.1));
        let listed = low >= 2 && high >= 3 && high <= self.most;
        // With two stones there are tiers for three and more, then with three, and with four.
        listed.then(|| Tier([0, 0, 0, self.most - 2, 2 * self.most - 4][low as usize] + high - low.max(3)))
    }

    /// The number of the first position of a tier with so many stones of mover and opponent.
    #[inline]
    fn first(stones: (u32, u32)) -> u64 {
        if stones.0 > stones.1 { Self::numbering(stones.1, stones.0).count() } else { 0 }
    }
}

impl Game for NineMensMorris {
    type Position = Stones;
    type Move = Slide;

    fn id(&self) -> String {
        format!("nine-mens-morris-{}", self.most)
    }

    fn start(&self) -> Stones {
        let text = ["OXO/.../.../.....X/.../.../OX.", "OXO/.../.../....XX/.../.../OXO"];
        self.read_position(text[self.most as usize - 3]).expect("a constant")
    }

    fn ending(&self, position: &Stones) -> Option<Outcome> {
        let (stones, empty) = (position.mover.count_ones(), !(position.mover | position.opponent) & ALL);
        let slides = || cells_of(position.mover).any(|point| self.beside[point] & empty != 0);
        (stones < 3 || stones > 3 && !slides()).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Stones, moves: &mut Vec<Slide>) {
        let (empty, jumps) = (!(position.mover | position.opponent) & ALL, jumps(position.mover));
        for from in cells_of(position.mover) {
            let rest = position.mover & !(1 << from);
            for to in cells_of((self.beside[from] | jumps) & empty) {
                let slide = |taken: Option<u8>| Slide(from as u8, to as u8, taken);
                if self.in_mill(rest, to) {
                    let loose = cells_of(self.loose(position.opponent));
                    moves.extend(loose.map(|point| slide(Some(point as u8))));
                } else {
                    moves.push(slide(None));
                }
            }
        }
    }

    fn play(&self, position: &Stones, &Slide(from, to, taken): &Slide) -> Step<Stones> {
        let taken = taken.map_or(0, |point| 1 << point);
        let moved = position.mover & !(1 << from) | 1 << to;
        Step::passes(Stones { mover: position.opponent & !taken, opponent: moved })
    }

    fn alternates(&self) -> bool {
        true
    }
}
