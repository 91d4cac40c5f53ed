//! Quixo on any rectangle: take a cube from the border, push it back in elsewhere.
//!
//! The board is always seen by the side to move, whose marks are X.
//!
//! This file has the rules and the notation, `geometry` the cells, lines,
//! pushes and symmetries, `shapes` and `numbering` the stored order, [`cubes`]
//! and `kernel` the way to solve it.

pub mod cubes;
mod geometry;
mod kernel;
mod numbering;
mod route;
mod setup;
mod shapes;

use kaiketsu_game::{
    CellForm, Game, Gesture, Notation, NotationError, Outcome, Scene, Step, Symmetric, View,
};

use geometry::{Board, Push};
use kaiketsu_game::board::{CellSet, CollectCells, Grid, Layout, marks};

pub use geometry::Field;
pub use kernel::{QuixoCubes, QuixoScanner};
pub use setup::{BOARDS, setup};

/// Quixo on a board of up to 25 cells. On the square that is sold, a line as long as
/// the board wins.
#[derive(Debug)]
pub struct Quixo {
    field: Field,
    grid: Grid,
    layout: Layout,
    board: Board,
}

/// A board as the side to move sees it: his marks and the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cubes {
    mover: u32,
    opponent: u32,
}

/// A move: a way to take one border cube and push it in at another end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushNumber(u8);

impl Quixo {
    /// Quixo on a field, or on the square of that side.
    ///
    /// # Panics
    ///
    /// If there is no [`Board`] of the field.
    #[must_use]
    pub fn new(field: impl Into<Field>) -> Self {
        let field = field.into();
        let (grid, board) = (field.grid, Board::new(field));
        let drawn = grid.board(CellForm::Cube).with_kinds(marks()).viewed(View::Swapped);
        Quixo { field, grid, layout: Layout::new(drawn), board }
    }

    fn cells(&self) -> u32 {
        self.board.cells() as u32
    }

    fn has_line(&self, marks: u32) -> bool {
        self.board.lines.iter().any(|line| marks & line == *line)
    }

    /// The cell of the grid that a cube lies on.
    fn cell(&self, cube: usize) -> usize {
        let (row, column) = self.board.places[cube];
        self.grid.cell(column, row)
    }

    /// The cell where a cube is taken, and the one where it goes back in.
    fn ends(&self, mv: PushNumber) -> [usize; 2] {
        let push = &self.board.pushes[usize::from(mv.0)];
        [push.from(), push.to()].map(|cube| self.cell(cube.into()))
    }

    /// The marks of both sides on the cells of the grid.
    fn on_grid(&self, position: &Cubes) -> [u32; 2] {
        [position.mover, position.opponent]
            .map(|marks| marks.cells().map(|cube| self.cell(cube)).collect_cells())
    }
}

impl Game for Quixo {
    type Position = Cubes;
    type Move = PushNumber;

    fn id(&self) -> String {
        format!("quixo-{}", self.field)
    }

    fn start(&self) -> Cubes {
        Cubes { mover: 0, opponent: 0 }
    }

    fn ending(&self, position: &Cubes) -> Option<Outcome> {
        // The mover's line first: whoever makes lines of both loses, and it
        // was the opponent who made them.
        if self.has_line(position.mover) {
            Some(Outcome::Win)
        } else {
            self.has_line(position.opponent).then_some(Outcome::Loss)
        }
    }

    fn moves(&self, position: &Cubes, moves: &mut Vec<PushNumber>) {
        let takeable = |push: &Push| push.taken() & position.opponent == 0;
        moves.extend(
            (0..).zip(&self.board.pushes).filter(|(_, push)| takeable(push)).map(|(n, _)| PushNumber(n)),
        );
    }

    fn play(&self, position: &Cubes, mv: &PushNumber) -> Step<Cubes> {
        let push = &self.board.pushes[usize::from(mv.0)];
        let mover = push.forward(position.mover) | push.inserted();
        let opponent = push.forward(position.opponent);
        Step::passes(Cubes { mover: opponent, opponent: mover })
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for Quixo {
    fn title(&self) -> String {
        let Field { grid, line } = self.field;
        match [grid.columns, grid.rows] == [line, line] {
            true => format!("Quixo {grid}"),
            false => format!("Quixo {grid}, {line} in a line"),
        }
    }

    fn about(&self) -> String {
        format!(
            "Take a blank cube or one of your own from the border and push it back in at another end of its \
             row or column, showing your mark; {2} of your marks in a line win, and whoever completes lines of \
             both loses. A position is {0} rows from the top, such as `{1}`: X is the first player's mark, O the \
             second's. A move names the cube taken and the end where it goes back in, such as `a1-a{0}`.",
            self.grid.rows,
            self.layout.write_sets(&[0_u32, 1]),
            self.field.line,
        )
    }

    fn write_position(&self, position: &Cubes) -> String {
        self.layout.write_sets(&self.on_grid(position))
    }

    fn read_position(&self, text: &str) -> Result<Cubes, NotationError> {
        let [mover, opponent] = self.layout.read_sets::<u32, 2>(text)?.map(|marks| {
            let cubes = 0..self.grid.cells();
            cubes.filter(|cube| marks.has(self.cell(*cube))).collect_cells()
        });
        Ok(Cubes { mover, opponent })
    }

    fn write_move(&self, _: &Cubes, mv: &PushNumber) -> String {
        let [from, to] = self.ends(*mv).map(|cell| self.grid.name(cell));
        format!("{from}-{to}")
    }

    fn board(&self) -> kaiketsu_game::Board {
        self.layout.board().clone()
    }

    fn scene(&self, position: &Cubes) -> Scene {
        self.layout.scene(&self.on_grid(position))
    }

    fn gesture(&self, _: &Cubes, mv: &PushNumber) -> Gesture {
        let [from, to] = self.ends(*mv);
        Gesture::arrow(from, to)
    }

    fn decided_by(&self, position: &Cubes) -> Vec<usize> {
        self.grid.lines_of(self.field.line, &self.on_grid(position))
    }
}

impl Symmetric for Quixo {
    fn symmetries(&self) -> usize {
        self.board.symmetries.len()
    }

    fn image(&self, position: &Cubes, symmetry: usize) -> Cubes {
        let turn = |marks: u32| self.board.symmetries[symmetry].apply(marks.into()) as u32;
        Cubes { mover: turn(position.mover), opponent: turn(position.opponent) }
    }
}
