//! Patterns on a board, for all colourings of a shape at once.

use crate::board::cells_of;
use crate::quantum_tic_tac_toe::classes::{
    Colourings, FIRST_SQUARE, SPOTS, Shape, Spot, class_of, square_spot,
};
use crate::quantum_tic_tac_toe::{Field, Square};

use super::lane::Grades;
use kaiketsu_lanes::Lane;

/// Where a mark is of a kind that counts for a line. In this order:
/// the marks 1, 3, 5; up to 7; up to 9; the marks 2, 4, 6; up to 8.
#[derive(Clone, Copy)]
pub(crate) struct Mark<const W: usize>([Lane<W>; 5]);

impl<const W: usize> Mark<W> {
    /// A mark with the given classes.
    fn of_classes(classes: impl Iterator<Item = u8>) -> Self {
        let mut mark = Mark([Lane::NONE; 5]);
        for (bit, class) in classes.enumerate() {
            mark.0.iter_mut().zip(kinds(class)).filter(|(_, is)| *is).for_each(|(lane, _)| lane.set(bit));
        }
        mark
    }

    /// A mark to come, of the same class in all colourings.
    fn numbered(number: u8) -> Self {
        Mark(kinds(class_of(number)).map(|is| if is { Lane::ALL } else { Lane::NONE }))
    }
}

fn kinds(class: u8) -> [bool; 5] {
    let first = class.is_multiple_of(2);
    [class == 0, first && class <= 2, first, class == 1, !first]
}

/// The marks of all colourings, then those to come up to mark 9.
pub(crate) fn marks<const W: usize>(colourings: &Colourings, placed: u32) -> Vec<Mark<W>> {
    let classes = |mark: u32| colourings.codes.iter().map(move |code| (code >> (2 * mark) & 3) as u8);
    let there = (0..placed).map(|mark| Mark::of_classes(classes(mark)));
    there.chain((placed as u8 + 1..=9).map(Mark::numbered)).collect()
}

/// Which mark is on which spot; marks are counted as [`marks`] lists them.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) shape: Shape,
    on: [u8; SPOTS as usize],
    patterns: &'static [u16],
}

impl Setting {
    /// The marks of a shape in the order of their spots.
    pub(crate) fn new(field: &'static Field<9>, shape: Shape) -> Self {
        let mut on = [0; SPOTS as usize];
        shape.spots().zip(0..).for_each(|(spot, mark)| on[usize::from(spot)] = mark);
        Setting { shape, on, patterns: field.patterns() }
    }

    /// The mark on a spot that has one.
    pub(crate) fn mark(&self, spot: Spot) -> usize {
        usize::from(self.on[usize::from(spot)])
    }

    /// The next mark is placed and closes no cycle.
    pub(crate) fn placed(mut self, spot: Spot) -> Self {
        self.on[usize::from(spot)] = self.shape.marks() as u8;
        self.shape = self.shape.with(spot);
        self
    }

    /// The next mark closes a cycle and stays on a square.
    pub(crate) fn collapsed(mut self, square: Square) -> Self {
        self.on[usize::from(square_spot(square))] = self.shape.marks() as u8;
        let on = &mut self.on;
        self.shape = self.shape.collapse(square, |spot, to| {
            on[usize::from(square_spot(to))] = on[usize::from(spot)];
        });
        self
    }

    /// Where there is a pattern, and the result there (a draw elsewhere). Patterns of more than
    /// three squares are made of no marks of the first kind or the fourth alone.
    pub(crate) fn result<const W: usize>(&self, marks: &[Mark<W>]) -> (Lane<W>, Grades<W>) {
        let mut found = [Lane::NONE; 5];
        let closed = self.shape.closed();
        for pattern in self.patterns.iter().filter(|pattern| closed & **pattern == **pattern) {
            let mut whole = [Lane::ALL; 5];
            for square in cells_of((*pattern).into()) {
                let mark = &marks[self.mark(FIRST_SQUARE + square as Square)].0;
                whole.iter_mut().zip(mark).for_each(|(whole, kind)| *whole = *whole & *kind);
            }
            found.iter_mut().zip(whole).for_each(|(found, whole)| *found = *found | whole);
        }
        let [up_to_5, up_to_7, first, up_to_6, second] = found;
        let first_wins = up_to_5 | up_to_7 & !up_to_6 | first & !second;
        let grades = [!second | first, !second | first_wins, first_wins, first & !second];
        (first | second, Grades(grades))
    }
}
