//! Quixo on n x n: take a cube from the border, push it back in elsewhere.
//!
//! The board is always seen by the side to move, whose marks are X. Cells are
//! numbered with the inner cells first and the border after them, each row by
//! row from `a1`: pushes move border cells most, so the low bits, which share
//! machine words in the lane kernel, seldom change.
//!
//! This file has the rules and the notation, `quixo/numbering.rs` the stored
//! order.

pub mod cubes;
mod kernel;
mod numbering;
mod setup;

use std::sync::OnceLock;

use kaiketsu_game::{
    Board, CellForm, Game, Gesture, Notation, NotationError, Outcome, Scene, Step, Symmetric, View,
};
use kaiketsu_index::{BitPermutation, FoldedSets};

use crate::board::{Grid, marks, turned};
pub use kernel::{QuixoCubes, QuixoScanner};
pub use setup::{BOARDS, setup};

/// Quixo on a square board; a line as long as the board wins.
#[derive(Debug)]
pub struct Quixo {
    grid: Grid,
    /// (row, column) of each cell number.
    places: Vec<(usize, usize)>,
    lines: Vec<u32>,
    pushes: Vec<Push>,
    symmetries: Vec<BitPermutation>,
    /// The shapes with k marks, built when first needed.
    shapes: Vec<OnceLock<FoldedSets>>,
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

/// The cells from the taken cube to the end where it goes back in.
#[derive(Debug)]
struct Push {
    path: Vec<u8>,
}

impl Push {
    fn taken(&self) -> u32 {
        1 << self.path[0]
    }

    fn inserted(&self) -> u32 {
        1 << self.path[self.path.len() - 1]
    }

    /// One side's marks after the push, the inserted cube left blank.
    fn forward(&self, marks: u32) -> u32 {
        self.path
            .windows(2)
            .fold(marks & !self.cells(), |after, pair| after | (marks >> pair[1] & 1) << pair[0])
    }

    /// One side's marks before the push, the taken cube left blank.
    fn backward(&self, marks: u32) -> u32 {
        self.path
            .windows(2)
            .fold(marks & !self.cells(), |before, pair| before | (marks >> pair[0] & 1) << pair[1])
    }

    fn cells(&self) -> u32 {
        self.path.iter().map(|cell| 1 << cell).sum()
    }
}

impl Quixo {
    /// Quixo on `side` x `side`; 3 to 5.
    #[must_use]
    pub fn new(side: usize) -> Self {
        assert!((3..=5).contains(&side), "Quixo is numbered for boards of side 3 to 5");
        let on_border = |&(row, column): &(usize, usize)| {
            row == 0 || column == 0 || row == side - 1 || column == side - 1
        };
        let mut places: Vec<_> = (0..side * side).map(|i| (i / side, i % side)).collect();
        places.sort_by_key(on_border); // stable: rows stay in order
        let cell = |row, column| places.iter().position(|&place| place == (row, column)).unwrap() as u8;

        let symmetries = (0..8)
            .map(|symmetry| {
                let image = |&(row, column): &(usize, usize)| {
                    let (row, column) = turned(side, row, column, symmetry);
                    cell(row, column)
                };
                BitPermutation::new(&places.iter().map(image).collect::<Vec<_>>())
            })
            .collect();

        let mut rows_and_columns: Vec<Vec<u8>> = Vec::new();
        for i in 0..side {
            rows_and_columns.push((0..side).map(|j| cell(i, j)).collect());
            rows_and_columns.push((0..side).map(|j| cell(j, i)).collect());
        }
        let mut pushes = Vec::new();
        for (number, _) in places.iter().enumerate().filter(|(_, place)| on_border(place)) {
            for line in &rows_and_columns {
                let Some(at) = line.iter().position(|&c| usize::from(c) == number) else { continue };
                if at > 0 {
                    pushes.push(Push { path: line[..=at].iter().rev().copied().collect() });
                }
                if at < side - 1 {
                    pushes.push(Push { path: line[at..].to_vec() });
                }
            }
        }

        let mask = |cells: &[u8]| cells.iter().map(|cell| 1 << cell).sum();
        let mut lines: Vec<u32> = rows_and_columns.iter().map(|line| mask(line)).collect();
        lines.push(mask(&(0..side).map(|i| cell(i, i)).collect::<Vec<_>>()));
        lines.push(mask(&(0..side).map(|i| cell(i, side - 1 - i)).collect::<Vec<_>>()));

        let shapes = (0..=side * side).map(|_| OnceLock::new()).collect();
        Quixo { grid: Grid { columns: side, rows: side }, places, lines, pushes, symmetries, shapes }
    }

    /// How many cells a side of the board has.
    #[must_use]
    pub fn side(&self) -> usize {
        self.grid.rows
    }

    fn cells(&self) -> u32 {
        self.places.len() as u32
    }

    fn has_line(&self, marks: u32) -> bool {
        self.lines.iter().any(|line| marks & line == *line)
    }

    fn symbol(&self, position: &Cubes) -> impl Fn(usize, usize) -> char {
        let board: std::collections::HashMap<_, _> = self.places.iter().zip(0..).collect();
        move |row, column| match 1u32 << board[&(row, column)] {
            bit if position.mover & bit != 0 => 'X',
            bit if position.opponent & bit != 0 => 'O',
            _ => '.',
        }
    }
}

impl Game for Quixo {
    type Position = Cubes;
    type Move = PushNumber;

    fn id(&self) -> String {
        format!("quixo-{0}x{0}", self.grid.rows)
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
        moves.extend((0..).zip(&self.pushes).filter(|(_, push)| takeable(push)).map(|(n, _)| PushNumber(n)));
    }

    fn play(&self, position: &Cubes, mv: &PushNumber) -> Step<Cubes> {
        let push = &self.pushes[usize::from(mv.0)];
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
        format!("Quixo {0}x{0}", self.grid.rows)
    }

    fn about(&self) -> String {
        format!(
            "Take a blank cube or one of your own from the border and push it back in at another end of its \
             row or column, showing your mark; {0} of your marks in a line win, and whoever completes lines of \
             both loses. A position is {0} rows from the top, such as `{1}`: X is always the side to move, O the \
             other, so the letters change places after every move. A move names the cube taken and the end where \
             it goes back in, such as `a1-a{0}`.",
            self.grid.rows,
            self.grid.write(|row, column| if (row, column) == (0, 0) { 'O' } else { '.' }),
        )
    }

    fn write_position(&self, position: &Cubes) -> String {
        self.grid.write(self.symbol(position))
    }

    fn read_position(&self, text: &str) -> Result<Cubes, NotationError> {
        let cells = self.grid.read(text, &['.', 'X', 'O'])?;
        let bits = |kind: usize| {
            let numbers = (0..).zip(&self.places).filter(|(_, place)| cells[kind].contains(place));
            numbers.map(|(number, _): (u32, _)| 1 << number).sum()
        };
        Ok(Cubes { mover: bits(1), opponent: bits(2) })
    }

    fn write_move(&self, _: &Cubes, mv: &PushNumber) -> String {
        let path = &self.pushes[usize::from(mv.0)].path;
        let name = |cell: u8| {
            let (row, column) = self.places[usize::from(cell)];
            self.grid.cell_name(row, column)
        };
        format!("{}-{}", name(path[0]), name(path[path.len() - 1]))
    }

    fn board(&self) -> Board {
        self.grid.board(CellForm::Cube).with_kinds(marks()).viewed(View::Swapped)
    }

    fn scene(&self, position: &Cubes) -> Scene {
        self.grid.scene(&marks(), self.symbol(position))
    }

    fn gesture(&self, _: &Cubes, mv: &PushNumber) -> Gesture {
        let path = &self.pushes[usize::from(mv.0)].path;
        let cell = |number: u8| {
            let (row, column) = self.places[usize::from(number)];
            row * self.grid.columns + column
        };
        Gesture::Arrow(cell(path[0]), cell(path[path.len() - 1]))
    }
}

impl Symmetric for Quixo {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn image(&self, position: &Cubes, symmetry: usize) -> Cubes {
        let turn = |marks: u32| self.symmetries[symmetry].apply(marks.into()) as u32;
        Cubes { mover: turn(position.mover), opponent: turn(position.opponent) }
    }
}
