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

use kaiketsu_game::board::{CellSet, CollectCells, Layout, Points, Symmetries, discs};
use kaiketsu_game::{Game, Notation, Outcome, Step, View};
use kaiketsu_index::Placements;

pub use setup::{PIECES, setup};

const POINTS: usize = 24;
const ALL: u32 = (1 << POINTS) - 1;

/// Endings with at most a number of stones a side.
#[derive(Debug)]
pub struct NineMensMorris {
    most: u32,
    /// Numbers of stones, the lesser first, of each tier. With two the game is over.
    tiers: Vec<(u32, u32)>,
    placements: Placements<u32, 2>,
    /// The points beside each point, and the two others of both mills through it.
    beside: [u32; POINTS],
    mills: [[u32; 2]; POINTS],
    symmetries: Symmetries<u32>,
    layout: Layout,
}

/// The stones of the side to move and of the other.
pub type Stones = [u32; 2];

/// A stone goes from a point to another; if it closes a mill, a stone is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide(u8, u8, Option<u8>);

/// Where stones can come from or go to beyond the points beside them: with three, anywhere.
fn jumps(stones: u32) -> u32 {
    if stones.count_ones() == 3 { ALL } else { 0 }
}

/// The points and the lines of the board.
fn points() -> Points {
    let place = |point: usize| {
        let [column, row] = [[-1, 0, 1, 1, 1, 0, -1, -1], [1, 1, 1, 0, -1, -1, -1, 0]];
        [column, row].map(|directions| (3 + directions[point % 8] * (3 - point as i32 / 8)) as usize)
    };
    let sides = (0..3).flat_map(|ring| [0, 2, 4, 6].map(|at| [0, 1, 2].map(|i| ring * 8 + (at + i) % 8)));
    let spokes = [1, 3, 5, 7].map(|place| [place, place + 8, place + 16]);
    let lines: Vec<[usize; 3]> = sides.chain(spokes).collect();
    let lines: Vec<&[usize]> = lines.iter().map(|line| &line[..]).collect();
    Points::new(&(0..POINTS).map(place).collect::<Vec<_>>(), &lines)
}

impl NineMensMorris {
    /// Endings with at most that many stones a side; 3 or 4.
    #[must_use]
    pub fn new(most: u32) -> Self {
        assert!((3..=4).contains(&most), "endings are numbered for 3 and 4 stones");
        let tiers: Vec<(u32, u32)> =
            (2..=most).flat_map(|low| (low.max(3)..=most).map(move |high| (low, high))).collect();
        // Where the side with two stones is not to move, the game was over before.
        let parts = |(low, high): &(u32, u32)| match (*low, *high) {
            (low, high) if low == 2 || low == high => vec![[low, high]],
            (low, high) => vec![[low, high], [high, low]],
        };
        let (points, lines) = (points(), points().lines::<u32>());
        let through = |point: usize| lines.iter().filter(move |line| line.has(point));
        let mills = |point: usize| {
            let mut others = through(point).map(|line| line.without(point));
            [0, 1].map(|_| others.next().expect("two lines meet at every point"))
        };
        NineMensMorris {
            most,
            placements: Placements::new(POINTS, tiers.iter().map(parts).collect()),
            tiers,
            beside: points.neighbours().try_into().expect("as many as points"),
            mills: std::array::from_fn(mills),
            symmetries: points.symmetries(),
            layout: Layout::new(points.board().with_kinds(discs(['X', 'O'])).viewed(View::Swapped)),
        }
    }

    #[inline]
    fn in_mill(&self, stones: u32, point: usize) -> bool {
        let [one, other] = self.mills[point];
        stones.has_all(one) || stones.has_all(other)
    }

    /// The stones that may be taken: those in no mill, or any if all are in mills.
    fn loose(&self, stones: u32) -> u32 {
        let free: u32 = stones.cells().filter(|point| !self.in_mill(stones, *point)).collect_cells();
        if free == 0 { stones } else { free }
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

    fn ending(&self, [mover, opponent]: &Stones) -> Option<Outcome> {
        let (stones, empty) = (mover.size(), !(mover | opponent) & ALL);
        let slides = || mover.cells().any(|point| self.beside[point] & empty != 0);
        (stones < 3 || stones > 3 && !slides()).then_some(Outcome::Loss)
    }

    fn moves(&self, [mover, opponent]: &Stones, moves: &mut Vec<Slide>) {
        let (empty, jumps) = (!(mover | opponent) & ALL, jumps(*mover));
        for from in mover.cells() {
            let rest = mover.without(from);
            for to in ((self.beside[from] | jumps) & empty).cells() {
                let slide = |taken: Option<u8>| Slide(from as u8, to as u8, taken);
                if self.in_mill(rest, to) {
                    moves.extend(self.loose(*opponent).cells().map(|point| slide(Some(point as u8))));
                } else {
                    moves.push(slide(None));
                }
            }
        }
    }

    fn play(&self, [mover, opponent]: &Stones, &Slide(from, to, taken): &Slide) -> Step<Stones> {
        let taken = taken.map_or(0, |point| 1 << point);
        Step::passes([opponent & !taken, mover.without(from.into()).with(to.into())])
    }

    fn alternates(&self) -> bool {
        true
    }
}
