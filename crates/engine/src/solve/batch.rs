//! The children of many positions, located together.
//!
//! Most of the time is spent waiting for memory, where the values of children are and
//! where some numberings look positions up, and it can wait for many of them at once
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

    /// Takes a position with its number.
    ///
    /// # Panics
    /// If one of its children is not stored.
    pub(crate) fn add(&mut self, index: u64, position: &G::Position) {
        match self.game.ending(position) {
            Some(outcome) => self.parents.push((index, Err(outcome))),
            None => assert!(self.add_open(index, position), "{}: only stored children", self.game.id()),
        }
    }

    /// Takes a position that is not over, unless one of its children is not stored; whether
    /// it has.
    #[inline]
    pub(crate) fn add_open(&mut self, index: u64, position: &G::Position) -> bool {
        let before = self.positions.len();
        for mv in self.lister.moves_of(position) {
            let Step { position, turn, plies } = self.game.play(position, mv);
            if self.game.is_derived(&position) {
                self.positions.truncate(before);
                self.steps.truncate(before);
                return false;
            }
            self.positions.push(position);
            self.steps.push(Step { position: (), turn, plies });
        }
        self.parents.push((index, Ok(self.positions.len())));
        true
    }

    /// Whether it is time to show the positions taken.
    pub(crate) fn is_full(&self) -> bool {
        self.positions.len() >= ROOM || self.parents.len() >= ROOM
    }

    /// Shows the positions taken, in order, each with its children in the order
    /// of the moves; then there are none. Before that, `expect` learns of all the children.
    pub(crate) fn show(
        &mut self,
        mut expect: impl FnMut(Slot),
        mut show: impl FnMut(u64, Result<&[Child], Outcome>),
    ) {
        self.slots.clear();
        self.game.locate_all(&self.positions, &mut self.slots);
        self.positions.clear();
        self.children.clear();
        self.children.extend(self.steps.drain(..).zip(&self.slots).map(|(step, slot)| {
            expect(*slot);
            step.map(|()| *slot)
        }));
        let mut begin = 0;
        for (index, listed) in self.parents.drain(..) {
            show(index, listed.map(|end| &self.children[std::mem::replace(&mut begin, end)..end]));
        }
    }
}
