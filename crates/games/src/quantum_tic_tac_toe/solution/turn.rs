//! A turn, for all colourings of a shape at once.

use crate::quantum_tic_tac_toe::Chooser;
use crate::quantum_tic_tac_toe::classes::pair_spot;

use super::board::{Mark, Setting};
use super::lane::{Grades, Offers};

/// What a setting is worth, given what the settings after the next mark are
/// worth.
///
/// A mark that joins two groups of connected squares leads to one setting. A
/// mark within a group closes a cycle and leads to one of two, by where it stays.
pub(crate) fn settled<const W: usize>(
    chooser: Chooser,
    setting: &Setting,
    marks: &[Mark<W>],
    mut after: impl FnMut(&Setting) -> Grades<W>,
) -> Grades<W> {
    let (over, result) = setting.result(marks);
    let shape = setting.shape;
    if shape.marks() == 9 {
        return result;
    }
    let first = shape.marks().is_multiple_of(2);
    let mut value = Grades::worst(first);
    let mut rest = !shape.closed() & 0x1FF;
    while rest != 0 {
        let group = shape.component(rest.trailing_zeros() as u8);
        rest &= !group;
        let members = || (0..9).filter(move |square| group >> square & 1 == 1);
        for (a, b) in members().flat_map(|a| (0..9).map(move |b| (a, b))) {
            if rest >> b & 1 == 1 {
                value = value.better(after(&setting.placed(pair_spot(a, b))), first);
            }
        }
        // A square by itself is in no cycle; the last one of all takes mark 9.
        if group.count_ones() > 1 || shape.marks() == 8 {
            let mut offers = Offers::new(first);
            members().for_each(|square| offers.add(after(&setting.collapsed(square))));
            let closer_chooses = chooser == Chooser::Closer || group.count_ones() == 1;
            value = value.better(offers.taken(closer_chooses), first);
        }
    }
    value.replaced(over, result)
}

/// What a setting is worth, by searching all that can follow.
pub(crate) fn searched<const W: usize>(chooser: Chooser, setting: &Setting, marks: &[Mark<W>]) -> Grades<W> {
    settled(chooser, setting, marks, |next| searched(chooser, next, marks))
}
