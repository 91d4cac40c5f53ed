//! The algorithms of the Quixo paper one improvement after the other, so that
//! each can be measured against the one before.
//!
//! Plain code, one thread, values only, a byte a position; all four list moves
//! and predecessors in the same way. What is timed is the method alone. The
//! kernels that do the work elsewhere are `sweep` and `induction`.
//!
//! Time: rounds x open positions x moves. Memory: a byte a position.

use kaiketsu_game::{Game, Outcome, Retrograde, Slot, Tier, Tiered};
use kaiketsu_games::Quixo;

/// A method: each is the one before and one more idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rung {
    /// Algorithm 1: all positions together.
    ValueIteration,
    /// Algorithm 2: number of marks by number of marks, the most first.
    BackwardInduction,
    /// Section 4.3.1, Algorithm 3: a loss makes its parents won at once.
    ParentUpdates,
    /// Section 4.3.2, Algorithms 4 and 5: what has more marks is looked at once.
    WinOrDraw,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Drawn as far as is known.
    Draw,
    Win,
    Loss,
    /// Not lost; drawn unless it turns out to be won.
    WinOrDraw,
}

/// The values of the first tiers, those with the most marks.
pub(super) struct Ladder<'g> {
    game: &'g Quixo,
    states: Vec<Vec<State>>,
}

impl<'g> Ladder<'g> {
    /// Solves so many tiers by a method.
    pub(super) fn climb(game: &'g Quixo, tiers: u32, rung: Rung) -> Vec<Vec<State>> {
        let empty = |tier| vec![State::Draw; game.size(Tier(tier)) as usize];
        let states = (0..tiers).map(empty).collect();
        let mut ladder = Ladder { game, states };
        match rung {
            Rung::ValueIteration => ladder.iterate(0..tiers),
            Rung::BackwardInduction => (0..tiers).for_each(|tier| ladder.iterate(tier..tier + 1)),
            Rung::ParentUpdates => (0..tiers).for_each(|tier| ladder.induce(Tier(tier), false)),
            Rung::WinOrDraw => (0..tiers).for_each(|tier| ladder.induce(Tier(tier), true)),
        }
        ladder.states
    }

    fn state(&self, slot: Slot) -> State {
        self.states[slot.tier.0 as usize][slot.index as usize]
    }

    fn set(&mut self, slot: Slot, state: State) {
        self.states[slot.tier.0 as usize][slot.index as usize] = state;
    }

    fn slots(&self, tier: Tier) -> impl Iterator<Item = Slot> + use<> {
        (0..self.game.size(tier)).map(move |index| Slot { tier, index })
    }

    /// Gives finished games their value.
    fn finish(&mut self, tier: Tier) {
        for slot in self.slots(tier) {
            match self.game.ending(&self.game.position(slot)) {
                Some(Outcome::Win) => self.set(slot, State::Win),
                Some(Outcome::Loss) => self.set(slot, State::Loss),
                _ => {}
            }
        }
    }

    /// Lines 1 to 7, then 8 to 14 of Algorithm 1.
    fn iterate(&mut self, tiers: std::ops::Range<u32>) {
        tiers.clone().for_each(|tier| self.finish(Tier(tier)));
        let mut changed = true;
        while changed {
            changed = false;
            for tier in tiers.clone().map(Tier) {
                for slot in self.slots(tier) {
                    if self.state(slot) == State::Draw {
                        let state = self.by_children(slot);
                        changed |= state != State::Draw;
                        self.set(slot, state);
                    }
                }
            }
        }
    }

    /// The positions that moves lead to, one after the other.
    fn children(&self, slot: Slot) -> impl Iterator<Item = Slot> {
        let position = self.game.position(slot);
        let moves = self.game.legal_moves(&position).into_iter();
        moves.map(move |mv| self.game.locate(&self.game.play(&position, &mv).position))
    }

    /// A win if a child is lost, a loss if all are won.
    fn by_children(&self, slot: Slot) -> State {
        let mut state = State::Loss;
        for child in self.children(slot) {
            match self.state(child) {
                State::Loss => return State::Win,
                State::Win => {}
                _ => state = State::Draw,
            }
        }
        state
    }

    /// Whether all children are won: those in the tier only, or all of them.
    fn children_won(&self, slot: Slot, inside: bool) -> bool {
        self.children(slot)
            .all(|child| (inside && child.tier != slot.tier) || self.state(child) == State::Win)
    }

    /// Tells the parents in a tier what a child means to them.
    fn tell(&mut self, child: Slot, tier: Tier, state: State) {
        let mut origins = Vec::new();
        self.game.predecessors(child, tier, &mut origins);
        for origin in origins {
            let parent = Slot { tier, index: origin.index };
            if self.state(parent) == State::Draw || state == State::Win {
                self.set(parent, state);
            }
        }
    }

    /// Algorithm 5 for one tier; without win-or-draw the children with more
    /// marks are looked at in every round.
    fn induce(&mut self, tier: Tier, win_or_draw: bool) {
        self.finish(tier);
        for slot in self.slots(tier) {
            if self.state(slot) == State::Loss {
                self.tell(slot, tier, State::Win);
            }
        }
        for below in self.game.below(tier) {
            for child in self.slots(below) {
                match self.state(child) {
                    State::Loss => self.tell(child, tier, State::Win),
                    State::Draw if win_or_draw => self.tell(child, tier, State::WinOrDraw),
                    _ => {}
                }
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for slot in self.slots(tier) {
                if self.state(slot) == State::Draw && self.children_won(slot, win_or_draw) {
                    self.set(slot, State::Loss);
                    self.tell(slot, tier, State::Win);
                    changed = true;
                }
            }
        }
        for state in &mut self.states[tier.0 as usize] {
            if *state == State::WinOrDraw {
                *state = State::Draw;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_finds_the_values_of_3x3() {
        let game = Quixo::new(3);
        let rungs = [Rung::ValueIteration, Rung::BackwardInduction, Rung::ParentUpdates, Rung::WinOrDraw];
        let found = rungs.map(|rung| Ladder::climb(&game, game.tiers(), rung));
        let numbers = [12_748, 6_935, 0];
        assert_eq!(super::super::algorithms::counted(&game, &found[0]), numbers, "those of the database");
        for other in &found[1..] {
            assert!(other == &found[0]);
        }
    }
}
