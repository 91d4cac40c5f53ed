//! What the moves of a side do to the middle of a board.

use crate::nocca::Nocca;

/// A middle after a move, as the other side sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Child {
    pub(super) class: usize,
    pub(super) unit: usize,
    /// Whether the mirror image of it is what is stored.
    pub(super) mirrored: bool,
}

/// The middles that moves lead to. One serves many units, to spare allocations.
#[derive(Debug, Default)]
pub(super) struct Family {
    /// A move elsewhere.
    pub(super) same: Child,
    /// Steps inside the middle.
    pub(super) inside: Vec<Child>,
    /// A piece came from the near part into a column, or left for it.
    pub(super) near_in: Vec<(usize, Child)>,
    pub(super) near_out: Vec<(usize, Child)>,
    /// The same with the far part.
    pub(super) far_in: Vec<(usize, Child)>,
    pub(super) far_out: Vec<(usize, Child)>,
}

impl Family {
    /// Becomes the family of a unit, whose pieces of that colour move.
    pub(super) fn become_that_of(&mut self, game: &Nocca, class: usize, unit: usize, colour: u8) {
        let part = &game.numbering.middle;
        let stacks = part.stacks(class, part.classes[class].unfold(unit as u32));
        let child = |stacks: u64| {
            let (class, number) = part.number(part.turned(stacks));
            let (unit, mirrored) = part.classes[class].fold(number);
            Child { class, unit: unit as usize, mirrored }
        };
        self.same = child(stacks);
        self.inside.clear();
        part.steps(stacks, colour, |after| self.inside.push(child(after)));
        let (near, far) = (0, part.rows - 1);
        for (row, come, leave) in
            [(near, &mut self.near_in, &mut self.near_out), (far, &mut self.far_in, &mut self.far_out)]
        {
            come.clear();
            leave.clear();
            for column in 0..part.columns {
                let with = part.with_piece(stacks, row, column, colour);
                come.extend(with.filter(|with| part.has(*with)).map(|with| (column, child(with))));
                let without = part.without_piece(stacks, row, column, colour);
                leave.extend(without.map(|without| (column, child(without))));
            }
        }
    }
}
