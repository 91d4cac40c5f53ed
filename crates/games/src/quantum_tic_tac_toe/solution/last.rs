//! The marks 8 and 9, searched together.
//!
//! With seven marks the open squares form two groups of connected squares,
//! since c classical marks leave 9 - c squares and 7 - c spooky marks without a
//! cycle. One of the marks 8 and 9 ends in one group and one in the other:
//!
//! - If mark 8 closes a cycle in a group and stays on x, mark 9 closes one in
//!   the other group and stays on y.
//! - If mark 8 joins a square a of one group and b of the other, mark 9 closes a
//!   cycle anywhere. If it stays on y in the group of a, then mark 8 is pushed to b,
//!   and everything is as if it had stayed on x = b by a cycle.
//!
//! So at most 40 boards can come of it, one for every x and y in different
//! groups, where a plain search would judge 220.

use crate::quantum_tic_tac_toe::Chooser;

use super::board::{Mark, Setting};
use super::lane::{Grades, Offers};

/// What a setting of seven marks is worth: [`super::turn::searched`], faster.
pub(crate) fn with_seven_marks<const W: usize>(
    chooser: Chooser,
    setting: &Setting,
    marks: &[Mark<W>],
) -> Grades<W> {
    let (over, result) = setting.result(marks);
    let open = !setting.shape.closed() & 0x1FF;
    let group = setting.shape.component(open.trailing_zeros() as u8);
    let groups = [group, open & !group];
    let squares = |group: u16| (0..9_u8).filter(move |square| group >> square & 1 == 1);

    // By the square of mark 8: what mark 9 can make of the other group, and
    // what the position between the two marks is worth.
    let mut offers = [Offers::new(true); 9];
    let mut value = Grades::worst(false);
    for (group, other) in [(groups[0], groups[1]), (groups[1], groups[0])] {
        let mut cycles = Offers::new(false);
        for x in squares(group) {
            let between = setting.collapsed(x);
            let offer = &mut offers[usize::from(x)];
            squares(other).for_each(|y| offer.add(between.collapsed(y).result(marks).1));
            let (over, result) = between.result(marks);
            let alone = other.count_ones() == 1;
            cycles.add(offer.taken(alone || chooser == Chooser::Closer).replaced(over, result));
        }
        if group.count_ones() > 1 {
            value = value.better(cycles.taken(chooser == Chooser::Closer), false);
        }
    }
    for a in squares(groups[0]) {
        for b in squares(groups[1]) {
            let joined = offers[usize::from(a)].merged(&offers[usize::from(b)]);
            value = value.better(joined.taken(chooser == Chooser::Closer), false);
        }
    }
    value.replaced(over, result)
}
