//! The children of a stored position as slots.

use kaiketsu_game::{Game, Outcome, Slot, Step, Tier, Tiered, Turn};

/// A move as kernels see it: where it leads, whose turn it is there, and the
/// plies it counts.
pub type Child = Step<Slot>;

/// What is counted of the children inside a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountBy {
    /// The moves that lead there.
    Moves,
    /// The different slots they lead to.
    Slots,
}

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
        self.list_moves(&position)?;
        self.children.clear();
        for mv in &self.moves {
            let step = self.game.play(&position, mv);
            self.children.push(step.map(|child| self.game.locate(&child)));
        }
        Ok(&self.children)
    }

    /// How many moves stay inside the tier, or how many different children: what
    /// stays is located only to tell whether it is different. The children that
    /// leave it are shown to `leaving`, some perhaps more than once.
    pub fn count(
        &mut self,
        tier: Tier,
        position: &G::Position,
        by: CountBy,
        mut leaving: impl FnMut(&Child),
    ) -> Result<usize, Outcome> {
        let game = self.game;
        self.count_leaving(tier, position, by, |step, slot| {
            leaving(&step.map(|child| slot.unwrap_or_else(|| game.locate(&child))));
        })
    }

    /// The same; what leaves the tier is shown as a position, with its slot only
    /// where that was found on the way.
    #[inline]
    pub(crate) fn count_leaving(
        &mut self,
        tier: Tier,
        position: &G::Position,
        by: CountBy,
        mut leaving: impl FnMut(Step<G::Position>, Option<Slot>),
    ) -> Result<usize, Outcome> {
        self.list_moves(position)?;
        if by == CountBy::Moves {
            let mut inside = 0;
            for mv in &self.moves {
                let step = self.game.play(position, mv);
                if self.game.tier_of(&step.position) == tier {
                    inside += 1;
                } else {
                    leaving(step, None);
                }
            }
            return Ok(inside);
        }
        self.children.clear();
        let mut seen = Seen::default();
        for mv in &self.moves {
            let step = self.game.play(position, mv);
            let slot = self.game.locate(&step.position);
            if slot.tier != tier {
                leaving(step, Some(slot));
                continue;
            }
            let child = step.map(|_| slot);
            if seen.is_new(&child, &self.children) {
                self.children.push(child);
            }
        }
        Ok(self.children.len())
    }

    /// The outcome if the game is over, else the moves.
    fn list_moves(&mut self, position: &G::Position) -> Result<&[G::Move], Outcome> {
        match self.game.ending(position) {
            Some(outcome) => Err(outcome),
            None => Ok(self.moves_of(position)),
        }
    }

    /// The moves of a position that is not over.
    #[inline]
    pub(crate) fn moves_of(&mut self, position: &G::Position) -> &[G::Move] {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        &self.moves
    }
}

/// Which children were there before: a bit by their number says if one may have been.
#[derive(Default)]
struct Seen([u64; 4]);

impl Seen {
    fn is_new(&mut self, child: &Child, before: &[Child]) -> bool {
        let hash = (child.position.index * 2 + u64::from(child.turn == Turn::Stays))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (word, bit) = ((hash >> 62) as usize, 1 << (hash >> 56 & 63));
        let may_be_old = self.0[word] & bit != 0;
        self.0[word] |= bit;
        !may_be_old || !before.contains(child)
    }
}
