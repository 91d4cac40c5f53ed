//! Counts of all positions that play can reach, by their number of marks.
//!
//! The stored plies are read, the positions with eight marks searched (a few
//! processor seconds), the boards of nine marks listed.

use std::collections::{BTreeMap, BTreeSet};

use kaiketsu_engine::solve::{Counted, Counts, Progress};
use kaiketsu_game::{Aim, Code, Game, Symmetric};
use rayon::prelude::*;

use super::board::{Mark, Setting, marks};
use super::lane::Grades;
use super::turn::searched;
use super::{Ply, STORED};
use crate::quantum_tic_tac_toe::classes::{Numbering, Shape, class_of, group_sizes};
use crate::quantum_tic_tac_toe::{Grade, Position, QuantumTicTacToe};
use kaiketsu_lanes::Lane;

/// The positions with one number of marks. Arrays are by grade, in the order
/// of [`Grade::ALL`].
#[derive(Clone, Copy, Debug, Default)]
struct PlyCounts {
    /// Settled positions, all move numbers and images told apart.
    positions: [u64; 5],
    /// The same up to images and the order of marks that cannot matter.
    classes: [u64; 5],
    /// How many of the settled positions are finished games.
    finished: u64,
    /// Positions with one more mark in which a cycle waits for a choice; they
    /// are not among the settled ones.
    waiting: u64,
}

impl PlyCounts {
    fn plus(mut self, other: &PlyCounts) -> PlyCounts {
        for grade in 0..5 {
            self.positions[grade] += other.positions[grade];
            self.classes[grade] += other.classes[grade];
        }
        self.finished += other.finished;
        self.waiting += other.waiting;
        self
    }

    /// As statistics have them: a row in each breakdown of the game.
    fn counted(&self, marks: u32) -> Counted {
        let rows = [self.positions, self.classes]
            .map(|grades| [Aim::Win, Aim::Complete].map(|aim| by_value(marks, grades, aim)));
        let rows = rows.as_flattened();
        let codes = |counts: Counts| {
            let codes = [(Code::DRAW, counts.draw), (Code::win(0), counts.win), (Code::loss(0), counts.loss)];
            codes.into_iter().filter(|(_, count)| *count > 0).map(|(code, count)| (code.0, count)).collect()
        };
        Counted {
            codes: vec![codes(rows[0]), codes(rows[1])],
            tables: rows.iter().map(|row| BTreeMap::from([(vec![marks], *row)])).collect(),
            facts: [("finished_positions", self.finished), ("waiting_positions", self.waiting)].into(),
            ..Counted::default()
        }
    }
}

/// Counts by grade as the side to move sees them.
fn by_value(marks: u32, grades: [u64; 5], aim: Aim) -> Counts {
    let mut counts = Counts::default();
    for (grade, positions) in Grade::ALL.into_iter().zip(grades) {
        counts.add(grade.outcome(aim, marks.is_multiple_of(2)), positions);
    }
    counts
}

/// Counts a stored ply.
pub(super) fn of_ply(game: &QuantumTicTacToe, ply: &Ply, progress: &dyn Progress) -> Counted {
    let colourings = ply.numbering.colourings.codes.len();
    let stored = |at: usize| &ply.grades[at * colourings..][..colourings];
    let counts = match ply.numbering.marks {
        STORED => count::<3>(game, &ply.numbering, progress, |at, _, _| raised(stored(at))),
        _ => count::<1>(game, &ply.numbering, progress, |at, _, _| raised(stored(at))),
    };
    counts.counted(ply.numbering.marks)
}

/// Counts the positions with eight marks and nine, which no database holds.
pub(super) fn beyond(game: &QuantumTicTacToe, progress: &dyn Progress) -> Counted {
    let eight = Numbering::new(8);
    progress.begin(&format!("counting {} with 8 marks", game.id()), eight.size());
    let mut counted =
        count::<18>(game, &eight, progress, |_, setting, marks| searched(game.chooser, setting, marks))
            .counted(8);
    counted.merge(&count_boards(game).counted(9));
    progress.end();
    counted
}

/// How many positions play can reach from the start, all move numbers and
/// images told apart, those included in which a cycle waits for a choice. (It is
/// the same for both rules.)
pub(super) fn reachable(game: &QuantumTicTacToe, progress: &dyn Progress) -> u64 {
    let numberings: Vec<Numbering> = (0..=8).map(Numbering::new).collect();
    progress.begin(&format!("counting {}", game.id()), numberings.iter().map(Numbering::size).sum());
    let of = |numbering: &Numbering| match numbering.marks {
        8 => count::<18>(game, numbering, progress, |_, _, _| Grades::worst(true)),
        7 => count::<3>(game, numbering, progress, |_, _, _| Grades::worst(true)),
        _ => count::<1>(game, numbering, progress, |_, _, _| Grades::worst(true)),
    };
    let total = |ply: PlyCounts| ply.positions.iter().sum::<u64>() + ply.waiting;
    let reachable = numberings.iter().map(of).chain([count_boards(game)]).map(total).sum();
    progress.end();
    reachable
}

fn raised<const W: usize>(stored: &[u8]) -> Grades<W> {
    let mut grades = Grades::worst(true);
    stored.iter().enumerate().for_each(|(bit, grade)| grades.raise(bit, *grade));
    grades
}

/// Counts a ply.
fn count<const W: usize>(
    game: &QuantumTicTacToe,
    numbering: &Numbering,
    progress: &dyn Progress,
    grades: impl Fn(usize, &Setting, &[Mark<W>]) -> Grades<W> + Sync,
) -> PlyCounts {
    let marks = marks::<W>(&numbering.colourings, numbering.marks);
    let shapes = numbering.shapes.par_iter().enumerate();
    let one = |(at, shape): (usize, &Shape)| {
        let setting = Setting::new(game.field, *shape);
        let (over, _) = setting.result(&marks);
        let counts = count_shape(numbering, at, *shape, over, &grades(at, &setting, &marks));
        progress.advance(numbering.colourings.codes.len() as u64, false);
        counts
    };
    shapes.map(one).reduce(PlyCounts::default, |sum, counts| sum.plus(&counts))
}

fn count_shape<const W: usize>(
    numbering: &Numbering,
    at: usize,
    shape: Shape,
    over: Lane<W>,
    grades: &Grades<W>,
) -> PlyCounts {
    let colourings = &numbering.colourings;
    let all = Lane::first(colourings.codes.len());
    let images = shape.images();
    let mut leaders = all;
    if images < 8 {
        leaders = Lane::NONE;
        let base = (at * colourings.codes.len()) as u64;
        let is_leader = |rank: &usize| numbering.images(base + *rank as u64).is_some();
        (0..colourings.codes.len()).filter(is_leader).for_each(|rank| leaders.set(rank));
    }
    let mut counts = PlyCounts::default();
    for (k, grade) in Grade::ALL.into_iter().enumerate() {
        let open = all & !over & grades.equal_to(grade);
        counts.positions[k] = images * colourings.numberings() * open.count();
        counts.classes[k] = (leaders & open).count();
    }
    let pairs = pairs_in_groups(shape);
    counts.waiting = images * colourings.numberings() * (all & !over).count() * pairs;
    if !over.is_none() {
        for rank in (all & over).bits() {
            let ways = numbering.numberings(shape, colourings.codes[rank], true);
            let k = usize::from(grades.at(rank));
            counts.positions[k] += images * ways;
            counts.finished += images * ways;
            counts.classes[k] += u64::from(ways > 0 && leaders.get(rank));
        }
    }
    counts
}

/// How many pairs of squares are connected: the places of a mark that closes a
/// cycle.
fn pairs_in_groups(shape: Shape) -> u64 {
    let others = |square: u8| u64::from(shape.component(square).count_ones() - 1);
    shape.open().map(others).sum::<u64>() / 2
}

/// Counts the boards of nine marks: all orders, for one collapse of all nine
/// marks brings any mark to any square.
fn count_boards(game: &QuantumTicTacToe) -> PlyCounts {
    let numberings: u64 =
        group_sizes(9).into_iter().map(|size| u64::from((1..=size).product::<u32>())).product();
    let mut counts = PlyCounts::default();
    let mut classes = BTreeSet::new();
    for board in boards() {
        let k = game.finish(&board).map_or(Grade::Draw, |finish| finish.grade()) as usize;
        counts.positions[k] += numberings;
        counts.finished += numberings;
        let image = |symmetry| {
            let image = game.image(&board, symmetry);
            std::array::from_fn::<u8, 9, _>(|square| class_of(image.classical(square as u8)))
        };
        if classes.insert((0..8).map(image).min()) {
            counts.classes[k] += 1;
        }
    }
    counts
}

/// All boards of nine classical marks, one numbering of each colouring: marks
/// of a class ascend.
fn boards() -> Vec<Position> {
    let mut boards = vec![Vec::new()];
    for _ in 0..9 {
        let with = |board: &Vec<u8>, number: u8| board.iter().copied().chain([number]).collect();
        let longer = |board: Vec<u8>| -> Vec<Vec<u8>> {
            let free = |number: &u8| !board.contains(number);
            let least = |number: &u8| (1..*number).filter(free).all(|n| class_of(n) != class_of(*number));
            (1..=9)
                .filter(|number| free(number) && least(number))
                .map(|number| with(&board, number))
                .collect()
        };
        boards = boards.into_iter().flat_map(longer).collect();
    }
    let board = |marks: Vec<u8>| {
        let classical = marks.try_into().expect("nine marks");
        Position { classical, placed: 9, ..Position::EMPTY }
    };
    boards.into_iter().map(board).collect()
}
