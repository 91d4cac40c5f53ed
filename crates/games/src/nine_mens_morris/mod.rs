//! Endings of nine men's morris: all stones are placed, few are left.
//!
//! Point `ring * 8 + place`: the outer ring is 0, the inner one 2; place 0 is
//! the upper left corner and places go round clockwise, so middles are odd.
//! X is always the side to move. A tier is a pair of numbers of stones; inside
//! it stones move about, a capture leads to a lesser one.

mod setup;

use kaiketsu_game::{Board, Cell, CellForm, Game, Gesture, Notation, NotationError, Origin, Outcome, Piece};
use kaiketsu_game::{Retrograde, Scene, Slot, Step, TextPart, Tier, Tiered, View};
use kaiketsu_index::TwoColours;

use crate::board::{cells_of, discs};
pub use setup::{PIECES, setup};

const POINTS: usize = 24;
const ALL: u64 = (1 << POINTS) - 1;

/// Endings with at most a number of stones a side.
#[derive(Debug)]
pub struct NineMensMorris {
    most: u32,
    /// Numbers of stones, the lesser first, of each tier. With two the game is over.
    tiers: Vec<(u32, u32)>,
    /// The points beside each point, and the two others of each mill through it.
    beside: Vec<u64>,
    mills: Vec<Vec<u64>>,
    /// Its cells are the points.
    board: Board,
}

/// The stones of both sides as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    mover: u64,
    opponent: u64,
}

/// A stone goes from a point to another; if it closes a mill, a stone is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide(usize, usize, Option<usize>);

/// The row of a point from the top, and its column, both from 0.
fn place(point: usize) -> (usize, usize) {
    let [row, column] = [[-1, -1, -1, 0, 1, 1, 1, 0], [-1, 0, 1, 1, 1, 0, -1, -1]]
        .map(|directions| 3 + directions[point % 8] * (3 - point as i32 / 8));
    (row as usize, column as usize)
}

/// The board without its lines.
fn points() -> Board {
    let cell = |point: usize| {
        let (row, column) = place(point);
        let name = format!("{}{}", char::from(b'a' + column as u8), 7 - row);
        Cell::new(name, column as f32 + 0.5, row as f32 + 0.5, CellForm::Point)
    };
    let mut board = Board::grid(7, 7, CellForm::Point).with_kinds(discs()).viewed(View::Swapped);
    board.cells = (0..POINTS).map(cell).collect();
    let mut order: Vec<usize> = (0..POINTS).collect();
    order.sort_by_key(|point| place(*point));
    let row = |row: &[usize]| row.iter().map(|point| TextPart::Cell(*point)).collect::<Vec<_>>();
    let rows: Vec<_> = order.chunk_by(|a, b| place(*a).0 == place(*b).0).map(row).collect();
    board.text = rows.join(&TextPart::Letters("/".into()));
    board
}

impl NineMensMorris {
    /// Endings with at most that many stones a side; 3 or 4.
    #[must_use]
    pub fn new(most: u32) -> Self {
        assert!((3..=4).contains(&most), "endings are numbered for 3 and 4 stones");
        let tiers = (2..=most).flat_map(|low| (low.max(3)..=most).map(move |high| (low, high))).collect();
        let sides = (0..3).flat_map(|ring| [0, 2, 4, 6].map(|at| [0, 1, 2].map(|i| ring * 8 + (at + i) % 8)));
        let spokes = [1, 3, 5, 7].map(|place| [place, place + 8, place + 16]);
        let (mut beside, mut mills, mut board) = (vec![0; POINTS], vec![Vec::new(); POINTS], points());
        for line in sides.chain(spokes) {
            let all: u64 = line.iter().map(|point| 1 << point).sum();
            line.iter().for_each(|point| mills[*point].push(all & !(1 << point)));
            for (a, b) in [(line[0], line[1]), (line[1], line[2])] {
                beside[a] |= 1 << b;
                beside[b] |= 1 << a;
                board.lines.push([a, b]);
            }
        }
        NineMensMorris { most, tiers, beside, mills, board }
    }

    fn in_mill(&self, stones: u64, point: usize) -> bool {
        self.mills[point].iter().any(|others| stones & others == *others)
    }

    /// The stones that may be taken: those in no mill, or any if all are in mills.
    fn loose(&self, stones: u64) -> u64 {
        let free: u64 = cells_of(stones).filter(|point| !self.in_mill(stones, *point)).map(|p| 1 << p).sum();
        if free == 0 { stones } else { free }
    }

    /// Where a stone of a side can come from or go to: with three stones, anywhere.
    fn ways(&self, stones: u64, point: usize) -> u64 {
        if stones.count_ones() == 3 { ALL } else { self.beside[point] }
    }

    /// The numbering for numbers of stones of mover and opponent.
    fn numbering(mover: u32, opponent: u32) -> TwoColours {
        TwoColours::new(POINTS as u32, mover, opponent)
    }

    fn tier(&self, stones: (u32, u32)) -> Option<Tier> {
        let pair = (stones.0.min(stones.1), stones.0.max(stones.1));
        self.tiers.iter().position(|tier| *tier == pair).map(|tier| Tier(tier as u32))
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
        let empty = !(position.mover | position.opponent) & ALL;
        let moves = |point: usize| self.ways(position.mover, point) & empty != 0;
        (position.mover.count_ones() < 3 || !cells_of(position.mover).any(moves)).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Stones, moves: &mut Vec<Slide>) {
        let empty = !(position.mover | position.opponent) & ALL;
        for from in cells_of(position.mover) {
            let rest = position.mover & !(1 << from);
            for to in cells_of(self.ways(position.mover, from) & empty) {
                let slide = |taken: Option<usize>| Slide(from, to, taken);
                match self.in_mill(rest, to) {
                    false => moves.push(slide(None)),
                    true => moves.extend(cells_of(self.loose(position.opponent)).map(Some).map(slide)),
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

impl Notation for NineMensMorris {
    fn title(&self) -> String {
        format!("Nine men's morris, endings to {} stones a side", self.most)
    }

    fn about(&self) -> String {
        "All stones are placed. A stone slides to an empty point beside it; a side with three stones jumps to any. \
         Closing a mill, three in a row along a line, takes an opponent's stone that is in no mill, or any if all \
         are. Whoever has fewer than three stones or no move loses; play without end is a draw. A position is the \
         points row by row from the top, such as `OXO/.../.../.....X/.../.../OX.`; X is the side to move. A move is \
         `a7-d7`, or `a7-d7xg1` if it takes a stone. Endings have no start of their own: the one given is a choice."
            .into()
    }

    fn write_position(&self, position: &Stones) -> String {
        self.board.write(&self.scene(position)).expect("the board says how")
    }

    fn read_position(&self, text: &str) -> Result<Stones, NotationError> {
        let refuse = |problem: String| Err(NotationError::new(format!("`{text}` {problem}")));
        let symbols = text.to_ascii_uppercase();
        let fits = |(part, symbol): (&TextPart, char)| match part {
            TextPart::Cell(_) => "XO.".contains(symbol),
            _ => symbol == '/',
        };
        let parts = || self.board.text.iter().zip(symbols.chars());
        if symbols.chars().count() != self.board.text.len() || !parts().all(fits) {
            return refuse(
                "is not rows of 3, 3, 3, 6, 3, 3 and 3 points from the top, each `X`, `O` or `.`".into(),
            );
        }
        let bits = |wanted: char| {
            let bit = |(part, symbol): (&TextPart, char)| match part {
                TextPart::Cell(point) if symbol == wanted => 1 << point,
                _ => 0,
            };
            parts().map(bit).sum::<u64>()
        };
        let (position, most) = (Stones { mover: bits('X'), opponent: bits('O') }, self.most);
        let (mover, opponent) = (position.mover.count_ones(), position.opponent.count_ones());
        if !(2..=most).contains(&mover) || !(3..=most).contains(&opponent) {
            return refuse(format!(
                "has {mover} X and {opponent} O; there are 2 to {most} X and 3 to {most} O"
            ));
        }
        Ok(position)
    }

    fn write_move(&self, _: &Stones, &Slide(from, to, taken): &Slide) -> String {
        let name = |point: usize| self.board.cells[point].name.as_str();
        let taken = taken.map_or(String::new(), |point| format!("x{}", name(point)));
        format!("{}-{}{taken}", name(from), name(to))
    }

    fn board(&self) -> Board {
        self.board.clone()
    }

    fn scene(&self, position: &Stones) -> Scene {
        let pieces = |stones: u64, kind: usize| cells_of(stones).map(move |cell| Piece { cell, kind });
        let pieces = pieces(position.mover, 0).chain(pieces(position.opponent, 1)).collect();
        Scene { pieces, ..Scene::default() }
    }

    fn gesture(&self, _: &Stones, &Slide(from, to, taken): &Slide) -> Gesture {
        taken.map_or(Gesture::arrow(from, to), |taken| Gesture::capture(from, to, taken))
    }
}

impl Tiered for NineMensMorris {
    fn tiers(&self) -> u32 {
        self.tiers.len() as u32
    }

    fn size(&self, tier: Tier) -> u64 {
        let (low, high) = self.tiers[tier.0 as usize];
        // Where the side with two stones is not to move, the game was over before.
        let other_side = if low == 2 || low == high { 0 } else { Self::numbering(high, low).count() };
        Self::numbering(low, high).count() + other_side
    }

    fn locate(&self, position: &Stones) -> Slot {
        let stones = (position.mover.count_ones(), position.opponent.count_ones());
        let first = if stones.0 > stones.1 { Self::numbering(stones.1, stones.0).count() } else { 0 };
        let index = first + Self::numbering(stones.0, stones.1).rank(position.mover, position.opponent);
        Slot { tier: self.tier(stones).expect("stones within the limits"), index }
    }

    fn position(&self, slot: Slot) -> Stones {
        let (low, high) = self.tiers[slot.tier.0 as usize];
        let first = Self::numbering(low, high);
        let (mover, opponent) = match slot.index.checked_sub(first.count()) {
            None => first.unrank(slot.index),
            Some(index) => Self::numbering(high, low).unrank(index),
        };
        Stones { mover, opponent }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        let (low, high) = self.tiers[tier.0 as usize];
        let captures = [(low - 1, high), (low, high - 1)].into_iter().filter(|_| low > 2);
        let mut below: Vec<Tier> = captures.filter_map(|stones| self.tier(stones)).collect();
        below.dedup();
        below
    }

    fn tier_name(&self, tier: Tier) -> String {
        let (low, high) = self.tiers[tier.0 as usize];
        format!("{low} against {high} stones")
    }
}

impl Retrograde for NineMensMorris {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let Stones { mover: other, opponent: moved } = self.position(slot);
        let empty = !(other | moved) & ALL;
        let mut add = |before: Stones| {
            let from = self.tier((before.mover.count_ones(), before.opponent.count_ones()));
            if from == Some(tier) && before.opponent.count_ones() > 2 {
                origins.push(Origin { index: self.locate(&before).index, passes: true });
            }
        };
        for to in cells_of(moved) {
            let closes = self.in_mill(moved & !(1 << to), to);
            for from in cells_of(self.ways(moved, to) & empty) {
                let mover = moved & !(1 << to) | 1 << from;
                if !closes {
                    add(Stones { mover, opponent: other });
                    continue;
                }
                for taken in cells_of(empty & !(1 << from)) {
                    let opponent = other | 1 << taken;
                    if self.loose(opponent) & 1 << taken != 0 {
                        add(Stones { mover, opponent });
                    }
                }
            }
        }
    }
}
