//! What the moves of the mover do to the middle of a board.

use kaiketsu_games::{Colour, Nocca};

/// A middle after a move, as the other side sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) class: usize,
    pub(super) unit: usize,
    /// Whether the mirror image of it is what is stored.
    pub(super) mirrored: bool,
}

/// The middles that moves lead to.
#[derive(Debug)]
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
    pub(super) fn new(game: &Nocca, class: usize, unit: usize) -> Self {
        let part = game.middle();
        let stacks = part.stacks(class, part.classes()[class].unfold(unit as u32));
        let child = |stacks: u64| {
            let (class, number) = part.number(part.turned(stacks));
            let (unit, mirrored) = part.classes()[class].fold(number);
            Child { class, unit: unit as usize, mirrored }
        };
        let mut inside = Vec::new();
        part.steps(stacks, Colour::Mover, |after| inside.push(child(after)));
        let columns = |change: &dyn Fn(usize) -> Option<u64>| -> Vec<(usize, Child)> {
            let changed = (0..part.columns()).filter_map(|column| Some((column, change(column)?)));
            changed
                .filter(|(_, after)| part.has(*after))
                .map(|(column, after)| (column, child(after)))
                .collect()
        };
        let far = part.rows() - 1;
        Family {
            same: child(stacks),
            inside,
            near_in: columns(&|column| part.with_piece(stacks, 0, column, Colour::Mover)),
            near_out: columns(&|column| part.without_piece(stacks, 0, column, Colour::Mover)),
            far_in: columns(&|column| part.with_piece(stacks, far, column, Colour::Mover)),
            far_out: columns(&|column| part.without_piece(stacks, far, column, Colour::Mover)),
        }
    }
}
