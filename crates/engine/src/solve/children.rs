//! The children of a stored position as slots.

use kaiketsu_game::{Game, Outcome, Slot, Step, Tier, Tiered};

/// A move as kernels see it: where it leads, whose turn it is there, and the
/// plies it counts.
pub type Child = Step<Slot>;

/// Lists children; holds the buffers, so one serves many positions.
pub struct Children<'a, G: Tiered + ?Sized> {
    game: &'a G,
    moves: Vec<<G as Game>::Move>,
    children: Vec<Child>,
}

impl<'a, G: Tiered + ?Sized> Children<'a, G> {
    /// A lister for a game.
    pub fn new(game: &'a G) -> Self {
        Children { game, moves: Vec::new(), children: Vec::new() }
    }

    /// The outcome if the game is over at the slot, else the children, in the
    /// order of the moves.
    pub fn of(&mut self, tier: Tier, index: u64) -> Result<&[Child], Outcome> {
        let position = self.game.position(Slot { tier, index });
        if let Some(outcome) = self.game.ending(&position) {
            return Err(outcome);
        }
        self.moves.clear();
        self.children.clear();
        self.game.moves(&position, &mut self.moves);
        for mv in &self.moves {
            let step = self.game.play(&position, mv);
            self.children.push(step.map(|child| self.game.locate(&child)));
        }
        Ok(&self.children)
    }

    /// Like [`Children::of`], each child once.
    pub fn distinct(&mut self, tier: Tier, index: u64) -> Result<&[Child], Outcome> {
        self.of(tier, index)?;
        self.children.sort_unstable_by_key(|child| (child.position, child.plies, child.turn as u8));
        self.children.dedup();
        Ok(&self.children)
    }
}
