//! The children of many positions, located together.
//!
//! Where a numbering has to look positions up, most of the time is spent waiting
//! for memory, and it can wait for many of them at once
//! ([`locate_all`](kaiketsu_game::Tiered::locate_all)).

use kaiketsu_game::{Outcome, Slot, Step, Tiered};

use super::{Child, Children};

/// Children located together.
const ROOM: usize = 1 << 10;

/// Gathers positions, and shows them with their children.
pub(crate) struct Batch<'a, G: Tiered + ?Sized> {
    game: &'a G,
    lister: Children<'a, G>,
    /// Numbers of positions, and where the children of each end; or the outcome where the game is over.
    parents: Vec<(u64, Result<usize, Outcome>)>,
    positions: Vec<G::Position>,
    /// What the moves do besides leading to these positions.
    steps: Vec<Step<()>>,
    slots: Vec<Slot>,
    children: Vec<Child>,
}

impl<'a, G: Tiered + ?Sized> Batch<'a, G> {
    pub(crate) fn new(game: &'a G) -> Self {
        Batch {
            game,
            lister: Children::new(game),
            parents: Vec::new(),
            positions: Vec::new(),
            steps: Vec::new(),
            slots: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Takes a position with its number. Whether it is time to show some.
    pub(crate) fn add(&mut self, index: u64, position: &G::Position) -> bool {
        let listed = self.lister.list_moves(position).map(|moves| {
            for mv in moves {
                let Step { position, turn, plies } = self.game.play(position, mv);
                self.positions.push(position);
                self.steps.push(Step { position: (), turn, plies });
            }
            self.positions.len()
        });
        self.parents.push((index, listed));
        self.positions.len() >= ROOM || self.parents.len() >= ROOM
    }

    /// Shows the positions taken, in order, each with its children in the order
    /// of the moves; then there are none.
    pub(crate) fn show(&mut self, mut show: impl FnMut(u64, Result<&[Child], Outcome>)) {
        self.slots.clear();
        self.game.locate_all(&self.positions, &mut self.slots);
        self.positions.clear();
        self.children.clear();
        self.children.extend(self.steps.drain(..).zip(&self.slots).map(|(step, slot)| step.map(|()| *slot)));
        let mut begin = 0;
        for (index, listed) in self.parents.drain(..) {
            show(index, listed.map(|end| &self.children[std::mem::replace(&mut begin, end)..end]));
        }
    }
}
