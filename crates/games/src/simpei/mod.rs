//! Simpei (シンペイ), the game of Shimpei Takahashi: three in a row in one of two worlds.
//!
//! The upper world has 4x4 points, the lower one 3x3, between them:
//!
//! ```text
//! 7  o   o   o   o      o upper, x lower; a piece steps along a diagonal,
//! 6    x   x   x        so from world to world
//! 5  o   o   o   o
//! 4    x   x   x
//! 3  o   o   o   o
//! 2    x   x   x
//! 1  o   o   o   o
//!    a b c d e f g
//! ```
//!
//! Points are numbered row by row from the lowest. X is always the side to move. What
//! is printed nowhere was decided by what makes the published numbers come out; see the
//! page of the game.

mod numbering;
mod setup;
mod text;
mod worlds;

use kaiketsu_game::board::{CellSet, Layout, Symmetries, discs};
use kaiketsu_game::{Game, Outcome, Step, Symmetric, View};
use kaiketsu_index::Placements;

pub use setup::{RULES, setup};
use worlds::Worlds;

/// The rules, and the numbering.
pub struct Simpei {
    /// Whether the first piece may go anywhere.
    free: bool,
    /// Pieces a side.
    most: u32,
    worlds: Worlds,
    symmetries: Symmetries<u32>,
    placements: Placements<u32, 2>,
    layout: Layout,
}

/// What lies on the board, and whether that decides the game: a row of three wins for
/// who made it in his own turn, and is nothing if it was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pieces {
    /// The pieces of the side to move and of the other.
    sides: [u32; 2],
    /// Whether the other side has just made a row.
    over: bool,
}

/// A piece comes to a point, and pieces of the other side that it traps go elsewhere.
/// As points that change: those a piece of the mover leaves and takes, none if he passes,
/// and those that trapped pieces leave and take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    from: u32,
    to: u32,
    trapped: u32,
    landed: u32,
}

impl Simpei {
    /// The game; `free` if its first piece may go anywhere, and not only to the middle
    /// of the upper world.
    #[must_use]
    pub fn new(free: bool) -> Self {
        Simpei::sized(4, 4, free)
    }

    /// The game on an upper world of so many points along a side, with so many pieces a
    /// side: 3 and 3 make one small enough to look at every position.
    #[must_use]
    pub fn sized(side: usize, most: u32, free: bool) -> Self {
        let worlds = Worlds::new(side);
        Simpei {
            free,
            most,
            symmetries: worlds.points.symmetries(),
            placements: numbering::placements(worlds.all.count_ones() as usize, most),
            layout: Layout::new(worlds.points.board().with_kinds(discs(['X', 'O'])).viewed(View::Swapped)),
            worlds,
        }
    }

    /// The ways to come from a point, or from beside the board, to another: one for each
    /// way to put what is trapped there elsewhere.
    fn arrivals(&self, [mover, other]: [u32; 2], from: u32, to: usize, moves: &mut Vec<Action>) {
        let stays = mover & !from;
        let trapped = self.worlds.trapped(stays, other, to);
        let action = Action { from, to: 1 << to, trapped, landed: 0 };
        let empty = self.worlds.all & !(stays | other).with(to);
        choose(empty, trapped.size(), 0, &mut |landed| moves.push(Action { landed, ..action }));
    }
}

/// All sets of `count` of the points, with those chosen before.
fn choose(points: u32, count: u32, chosen: u32, found: &mut dyn FnMut(u32)) {
    if count == 0 {
        return found(chosen);
    }
    let mut rest = points;
    for point in points.cells() {
        rest = rest.without(point);
        choose(rest, count - 1, chosen.with(point), found);
    }
}

impl Game for Simpei {
    type Position = Pieces;
    type Move = Action;

    fn id(&self) -> String {
        if self.free { "simpei-free".into() } else { "simpei".into() }
    }

    fn start(&self) -> Pieces {
        Pieces { sides: [0, 0], over: false }
    }

    fn ending(&self, pieces: &Pieces) -> Option<Outcome> {
        pieces.over.then_some(Outcome::Loss)
    }

    fn moves(&self, pieces: &Pieces, moves: &mut Vec<Action>) {
        let [mover, other] = pieces.sides;
        let empty = self.worlds.all & !(mover | other);
        if mover.size() < self.most {
            let first = mover | other == 0 && !self.free;
            let places = if first { self.worlds.middle } else { empty };
            return places.cells().for_each(|to| self.arrivals(pieces.sides, 0, to, moves));
        }
        for from in mover.cells() {
            let steps = self.worlds.beside[from] & empty;
            steps.cells().for_each(|to| self.arrivals(pieces.sides, 1 << from, to, moves));
        }
        if moves.is_empty() {
            moves.push(Action { from: 0, to: 0, trapped: 0, landed: 0 });
        }
    }

    fn play(&self, pieces: &Pieces, action: &Action) -> Step<Pieces> {
        let [mover, other] = pieces.sides;
        let moved = mover & !action.from | action.to;
        let over = self.worlds.rows_of(moved).any(|row| row & action.to != 0);
        Step::passes(Pieces { sides: [other & !action.trapped | action.landed, moved], over })
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Symmetric for Simpei {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    #[inline]
    fn image(&self, pieces: &Pieces, symmetry: usize) -> Pieces {
        Pieces { sides: self.symmetries.image(&pieces.sides, symmetry), ..*pieces }
    }
}
