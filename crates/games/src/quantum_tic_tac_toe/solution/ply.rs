//! All settled positions with one number of marks, given those with one more.
//!
//! A lane has a bit for every colouring of a shape. With seven marks the marks 8
//! and 9 are searched: at most 40 boards follow, and each is judged for all 140
//! colourings by a few hundred operations on words. With fewer marks the values of the next ply are looked up, colouring by colouring, after
//! one search for the shape.

use crate::quantum_tic_tac_toe::classes::{Numbering, Shape, class_of, image_of_spot};
use crate::quantum_tic_tac_toe::{Field, QuantumTicTacToe};
use rayon::prelude::*;

use super::board::{self, Setting};
use super::lane::Grades;
use super::last::with_seven_marks;
use super::turn::settled;

/// The most marks of positions that are stored: those with eight are searched.
///
/// By measurement: eight marks would make the database ten times larger, and
/// searching one such position is judging nine boards.
pub const STORED: u32 = 7;

/// Words in a lane of the stored positions with seven marks: 140 colourings.
const WORDS: usize = 3;

/// Shapes a thread takes at a time.
const RUN: usize = 256;

/// The values of a ply, as numbers of grades in stored order.
pub struct Ply {
    /// Which positions they are of.
    pub numbering: Numbering,
    /// The grade of each slot, by its place in `Grade::ALL`.
    pub grades: Vec<u8>,
}

/// Solves the ply of a number of marks, at most [`STORED`], of a game on 3x3. `next` is the ply
/// with one more mark; with [`STORED`] marks there is none.
#[must_use]
pub fn solve_ply(game: QuantumTicTacToe, marks: u32, next: Option<&Ply>) -> Ply {
    let QuantumTicTacToe { chooser, field } = game;
    let numbering = Numbering::new(marks);
    let mut grades = vec![0; numbering.size() as usize];
    let colourings = &numbering.colourings;
    let runs = grades.par_chunks_mut(RUN * colourings.codes.len()).zip(numbering.shapes.par_chunks(RUN));
    match next {
        None => {
            let marks = board::marks::<WORDS>(colourings, marks);
            runs.for_each(|(grades, shapes)| {
                solve_run(field, shapes, grades, |setting| with_seven_marks(chooser, setting, &marks));
            });
        }
        Some(next) => {
            let marks = board::marks::<1>(colourings, marks);
            let lookup = Lookup::new(&numbering, next);
            runs.for_each(|(grades, shapes)| {
                let after = |next: &Setting| lookup.grades(next);
                solve_run(field, shapes, grades, |setting| settled(chooser, setting, &marks, after));
            });
        }
    }
    Ply { numbering, grades }
}

fn solve_run<const W: usize>(
    field: &'static Field<9>,
    shapes: &[Shape],
    grades: &mut [u8],
    value: impl Fn(&Setting) -> Grades<W>,
) {
    let colourings = grades.len() / shapes.len();
    for (shape, grades) in shapes.iter().zip(grades.chunks_mut(colourings)) {
        let found = value(&Setting::new(field, *shape));
        grades.iter_mut().enumerate().for_each(|(bit, grade)| *grade = found.at(bit));
    }
}

/// Finds the values of the next ply.
struct Lookup<'a> {
    next: &'a Ply,
    /// The classes of the marks of each colouring, the next mark's last.
    classes: Vec<Vec<u16>>,
}

impl<'a> Lookup<'a> {
    fn new(numbering: &Numbering, next: &'a Ply) -> Self {
        let colourings = &numbering.colourings;
        let placed = class_of(numbering.marks as u8 + 1);
        let classes = |code: &u16| colourings.classes(*code).chain([placed]).map(u16::from).collect();
        Lookup { next, classes: colourings.codes.iter().map(classes).collect() }
    }

    /// The values of a setting of the next ply, for each colouring of this one.
    fn grades(&self, setting: &Setting) -> Grades<1> {
        let (shape, symmetry) = setting.shape.representative();
        let mut shifts = [0; 9];
        for spot in setting.shape.spots() {
            shifts[setting.mark(spot)] = 2 * shape.place(image_of_spot(spot, symmetry));
        }
        let Ply { numbering, grades } = self.next;
        let base = numbering.base(shape) as usize;
        let mut found = Grades::worst(true);
        for (bit, classes) in self.classes.iter().enumerate() {
            let code = classes.iter().zip(shifts).map(|(class, shift)| class << shift).sum();
            found.raise(bit, grades[base + numbering.colourings.rank(code)]);
        }
        found
    }
}
