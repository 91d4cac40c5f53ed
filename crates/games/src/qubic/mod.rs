//! Qubic on 3x3x3: three in a line in a cube, with and without its centre.
//!
//! The three levels lie side by side, the lowest first: columns `a` to `c`, `d` to `f`
//! and `g` to `i`. The sides place marks by turns, the first to have three in a line
//! wins; there are 49 lines, of which 13 go through the centre `e2`. Without the centre
//! nobody may mark it.

use std::sync::LazyLock;

use kaiketsu_engine::setup::FromRules;
use kaiketsu_game::board::{CellSet, CollectCells, Grid, Layout, Symmetries, marks};
use kaiketsu_game::{
    Board, CellForm, Game, Gesture, Notation, NotationError, Outcome, Scene, Step, Symmetric,
};

use crate::Named;

const GRID: Grid = Grid::new(9, 3);
/// The cell in the middle of the cube.
const CENTRE: usize = GRID.cell(4, 1);

static LAYOUT: LazyLock<Layout> =
    LazyLock::new(|| Layout::new(GRID.board(CellForm::Square).with_kinds(marks())));
static LINES: LazyLock<Vec<u32>> = LazyLock::new(lines);
static SYMMETRIES: LazyLock<Symmetries<u32>> = LazyLock::new(symmetries);

/// The rules, with the centre or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Qubic {
    /// Whether the cell in the middle may be marked.
    pub centre: bool,
}

/// The games that are registered.
pub const RULES: [Named<Qubic>; 2] = [
    Named { name: "3x3x3", of: Qubic { centre: true } },
    Named { name: "3x3x3-no-centre", of: Qubic { centre: false } },
];

/// The game by its rules alone: it is proved by search.
#[must_use]
pub fn setup(rules: &Named<Qubic>) -> FromRules<Qubic> {
    FromRules::folded(rules.of).staged(|_, [first, second]| 27 - (first | second).count_ones())
}

/// The cells of crosses, which begin, and of noughts.
pub type Marks = [u32; 2];

/// Column, row and level of a cell, each from 0 to 2.
fn place(cell: usize) -> [usize; 3] {
    [GRID.column_of(cell) % 3, GRID.row_of(cell), GRID.column_of(cell) / 3]
}

fn cell([column, row, level]: [usize; 3]) -> usize {
    GRID.cell(3 * level + column, row)
}

/// All sets of three cells in a line: a cell, and a step in one of 13 directions.
fn lines() -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for (from, to) in (0..27).flat_map(|from| (0..from).map(move |to| (from, to))) {
        let ends = [place(from), place(to)];
        let apart = |axis: usize| ends[0][axis].abs_diff(ends[1][axis]);
        // The ends of a line lie two apart in the directions in which it goes.
        if (0..3).all(|axis| apart(axis) != 1) {
            let between = cell(std::array::from_fn(|axis| (ends[0][axis] + ends[1][axis]) / 2));
            found.push([from, between, to].into_iter().collect_cells());
        }
    }
    found
}

/// The 48 symmetries of the cube: the axes in any order, each turned round or not.
fn symmetries() -> Symmetries<u32> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let image = |order: [usize; 3], turned: usize, at: [usize; 3]| {
        cell(std::array::from_fn(|axis| match (at[order[axis]], turned >> axis & 1) {
            (along, 0) => along,
            (along, _) => 2 - along,
        }))
    };
    let map = |order, turned| (0..27).map(|cell| image(order, turned, place(cell)) as u8).collect();
    Symmetries::new(
        orders.into_iter().flat_map(|order| (0..8).map(move |turned| map(order, turned))).collect(),
    )
}

fn turn(marks: &Marks) -> usize {
    (marks[0] | marks[1]).count_ones() as usize % 2
}

fn has_line(marks: u32) -> bool {
    LINES.iter().any(|line| marks.has_all(*line))
}

impl Qubic {
    fn free(self, marks: &Marks) -> u32 {
        let free = GRID.all::<u32>() & !(marks[0] | marks[1]);
        if self.centre { free } else { free.without(CENTRE) }
    }
}

impl Game for Qubic {
    type Position = Marks;
    type Move = u8;

    fn id(&self) -> String {
        if self.centre { "qubic-3x3x3".into() } else { "qubic-3x3x3-no-centre".into() }
    }

    fn start(&self) -> Marks {
        [0, 0]
    }

    fn ending(&self, marks: &Marks) -> Option<Outcome> {
        if has_line(marks[1 - turn(marks)]) {
            return Some(Outcome::Loss);
        }
        (self.free(marks) == 0).then_some(Outcome::Draw)
    }

    fn moves(&self, marks: &Marks, moves: &mut Vec<u8>) {
        moves.extend(self.free(marks).cells().map(|cell| cell as u8));
    }

    fn play(&self, marks: &Marks, cell: &u8) -> Step<Marks> {
        let mut after = *marks;
        after[turn(marks)] |= 1 << cell;
        Step::passes(after)
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Symmetric for Qubic {
    fn symmetries(&self) -> usize {
        SYMMETRIES.len()
    }

    fn image(&self, marks: &Marks, symmetry: usize) -> Marks {
        SYMMETRIES.image(marks, symmetry)
    }
}

impl Notation for Qubic {
    fn title(&self) -> String {
        format!("Qubic 3x3x3{}", if self.centre { "" } else { " without the centre" })
    }

    fn about(&self) -> String {
        format!(
            "Three in a line in a cube of 3x3x3 wins{}. Its levels lie side by side: a to c, d to f, g to i. A position \
             is three rows from the top, such as `{}`; X begins. A move is its cell, such as `a1`.",
            if self.centre { "" } else { "; nobody may mark the centre `e2`" },
            self.write_position(&[1, 2]),
        )
    }

    fn write_position(&self, marks: &Marks) -> String {
        LAYOUT.write_sets(marks)
    }

    fn read_position(&self, text: &str) -> Result<Marks, NotationError> {
        let marks: Marks = LAYOUT.read_turns(text)?;
        if self.centre || !(marks[0] | marks[1]).has(CENTRE) {
            return Ok(marks);
        }
        Err(NotationError::new(format!("`{text}` has a mark on `e2`, which stays empty in this game")))
    }

    fn write_move(&self, _: &Marks, cell: &u8) -> String {
        GRID.name(*cell)
    }

    fn board(&self) -> Board {
        LAYOUT.board().clone()
    }

    fn scene(&self, marks: &Marks) -> Scene {
        LAYOUT.scene(marks).with_mover(turn(marks))
    }

    fn gesture(&self, _: &Marks, cell: &u8) -> Gesture {
        Gesture::place((*cell).into())
    }

    fn decided_by(&self, marks: &Marks) -> Vec<usize> {
        let whole = LINES.iter().filter(|line| marks.iter().any(|side| side.has_all(**line)));
        whole.fold(0_u32, |cells, line| cells | line).cells().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_has_49_lines_and_48_symmetries() {
        assert_eq!((LINES.len(), SYMMETRIES.len()), (49, 48));
        assert_eq!(LINES.iter().filter(|line| line.has(CENTRE)).count(), 13);
        assert!(LINES.iter().all(|line| line.count_ones() == 3));
        for (line, symmetry) in LINES.iter().flat_map(|line| (0..48).map(move |symmetry| (line, symmetry))) {
            let [image] = SYMMETRIES.image(&[*line], symmetry);
            assert!(LINES.contains(&image) && image.has(CENTRE) == line.has(CENTRE));
        }
    }
}
