//! Where a position has its bit, won at once or not.
//!
//! The stored order keeps the positions won at once apart. Here a matrix has all near
//! and all far parts of its classes, so that a move always stays in one plane. A part
//! has a *place* in its class: its number, but the breached ones begin at an even
//! place, so that the mirror exchanges neighbouring bits of a word everywhere. The
//! place that is left out then, and what is left of the last word of a matrix, are no
//! positions; their bits are set from the beginning.

use std::collections::BTreeSet;

use kaiketsu_game::{Tier, Tiered};
use rayon::prelude::*;

use crate::nocca::kernel::bits::set_bits;
use crate::nocca::kernel::layout::Layout;
use crate::nocca::kernel::tables::{Steps, Tables};
use crate::nocca::numbering::{Matrix, Row};
use crate::nocca::part::Class;
use crate::nocca::stack::{MOVER, OPPONENT};
use crate::nocca::{Nocca, Stacks};

/// The class with places for numbers.
pub(super) fn places(class: &Class) -> Class {
    let second = if class.all > class.sound { class.sound.next_multiple_of(2) } else { class.sound };
    let place = |number: u32| number - class.sound + second;
    Class {
        pairs: class.pairs,
        sound: second,
        breached_pairs: place(class.breached_pairs),
        all: place(class.all),
    }
}

/// The place of a number.
fn place(class: &Class, number: u32) -> u32 {
    if number < class.sound { number } else { number - class.sound + places(class).sound }
}

/// The number of a place, if it is one of a part.
pub(super) fn number(class: &Class, place: u32) -> Option<u32> {
    let second = places(class).sound;
    match place {
        _ if place < class.sound => Some(place),
        _ if place < second => None,
        _ => Some(place - second + class.sound),
    }
}

/// The layout of a plane with all positions but the goal. Matrices begin with a word of
/// their own.
pub(super) fn layout(game: &Nocca) -> Layout {
    let numbering = &game.numbering;
    let all = |class: usize| places(&numbering.near.classes[class]).all;
    let [quiet, at_once] = &numbering.units;
    let classes = quiet.iter().zip(at_once).map(|(quiet, at_once)| {
        let both = quiet.matrices.iter().chain(&at_once.matrices);
        let parts: BTreeSet<(usize, usize)> = both.map(|matrix| (matrix.near, matrix.far)).collect();
        let mut slots = 0;
        let matrices = parts.into_iter().map(|(near, far)| {
            let matrix = Matrix { first: slots, near, far, far_first: 0, far_count: all(far) };
            slots += (u64::from(all(near)) * u64::from(all(far))).next_multiple_of(64);
            matrix
        });
        let matrices = matrices.collect();
        (quiet.count, slots, matrices)
    });
    Layout::of(game, classes)
}

/// What leads back from a part: the pieces of the side that is not to move go back the way
/// they came. All places to all places.
pub(super) fn tables(game: &Nocca) -> Vec<Tables> {
    let part = &game.numbering.near;
    let any = |class: &Class, number: u32| Some(place(class, number));
    let of_class = |class: usize| {
        let old = &part.classes[class];
        let new = places(old);
        let sources = || (0..new.all).map(|place| number(old, place));
        Tables {
            class: new,
            columns: new.all,
            near: Steps::new(part, class, OPPONENT, sources(), any),
            far: Steps::new(part, class, MOVER, sources(), any),
        }
    };
    (0..part.classes.len()).into_par_iter().map(of_class).collect()
}

/// Sets the bits of a matrix that are no positions. Its words must be zero.
pub(super) fn fill_gaps(game: &Nocca, matrix: &Matrix, words: &mut [u64]) {
    let gap = |class: usize| {
        let class = &game.numbering.near.classes[class];
        (0..places(class).all).find(|place| number(class, *place).is_none())
    };
    let rows = places(&game.numbering.near.classes[matrix.near]).all;
    let columns = u64::from(matrix.far_count);
    if let Some(column) = gap(matrix.far) {
        (0..u64::from(rows)).for_each(|row| set_bits(words, row * columns + u64::from(column), 1));
    }
    let row = gap(matrix.near).map(u64::from);
    let rest = u64::from(rows) * columns..64 * words.len() as u64;
    let gaps = row.map(|row| row * columns..(row + 1) * columns).into_iter().chain([rest]);
    gaps.flatten().for_each(|bit| set_bits(words, bit, 1));
}

/// Class, unit, matrix and bit in the matrix of a position.
pub(super) fn find(game: &Nocca, layout: &Layout, position: Stacks) -> (usize, usize, usize, u64) {
    let index = game.locate(&position).index;
    debug_assert!(index + 1 < game.size(Tier(0)), "the goal has no bit");
    let mut found = None;
    game.visit_rows(index..index + 1, |row| found = Some(row));
    let Row { middle: (class, middle), near, far, .. } = found.expect("an index is in a row");
    let (unit, _) = game.numbering.middle.classes[class].fold(middle);
    let matrix = layout.classes[class].matrix_of(near.0).expect("a position has its matrix");
    let place = |(class, number): (usize, u32)| u64::from(place(&game.numbering.near.classes[class], number));
    let columns = u64::from(layout.classes[class].matrices[matrix].far_count);
    (class, unit as usize, matrix, place(near) * columns + place(far))
}

/// The position of a bit of a matrix that is not set from the beginning, and whether its
/// middle is its own mirror image.
pub(super) fn position(
    game: &Nocca,
    (class, unit): (usize, usize),
    matrix: &Matrix,
    bit: u64,
) -> (Stacks, bool) {
    let middles = &game.numbering.middle.classes[class];
    let columns = u64::from(matrix.far_count);
    let part = |class: usize, place: u64| {
        (class, number(&game.numbering.near.classes[class], place as u32).expect("a position has parts"))
    };
    let row = Row {
        slots: 0..1,
        middle: (class, middles.unfold(unit as u32)),
        own_image: middles.is_symmetric(unit as u32),
        near: part(matrix.near, bit / columns),
        far: part(matrix.far, bit % columns),
    };
    (game.joined(&row), row.own_image)
}
