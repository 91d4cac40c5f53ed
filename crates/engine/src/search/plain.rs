//! Any game for the prover, by its rules alone.

use std::hash::{DefaultHasher, Hash, Hasher};

use kaiketsu_game::{Game, Margin, Outcome, Step, Turn};

use crate::search::{Glance, Goal, Goals, Provable, Side};

/// A game whose rules are all the prover knows of it.
///
/// States are positions with the side to move, moves are searched in the order
/// of the rules, only finished games are decided, and nothing folds. The key
/// is a hash of 128 bits. The game must end: see the laws of [`Provable`].
#[derive(Clone, Copy, Debug)]
pub struct Plain<'g, G>(pub &'g G);

impl<G: Game> Game for Plain<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn id(&self) -> String {
        self.0.id()
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn ending(&self, position: &G::Position) -> Option<Outcome> {
        self.0.ending(position)
    }

    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.moves(position, moves);
    }

    fn play(&self, position: &G::Position, mv: &G::Move) -> Step<G::Position> {
        self.0.play(position, mv)
    }

    fn margin(&self, position: &G::Position) -> Option<Margin> {
        self.0.margin(position)
    }
}

impl<G: Game> Goals for Plain<'_, G> {}

impl<G: Game> Provable for Plain<'_, G> {
    type State = (G::Position, Side);
    type Relaxed = kaiketsu_game::NoRelaxation;

    fn state(&self, position: &G::Position, mover: Side) -> Self::State {
        (position.clone(), mover)
    }

    fn mover(&self, state: &Self::State) -> Side {
        state.1
    }

    fn glance(&self, (position, mover): &Self::State, goal: Goal) -> Glance {
        match self.0.ending(position) {
            None => Glance::Open,
            Some(Outcome::Win) if *mover == goal.side => Glance::Reached(0),
            Some(Outcome::Loss) if *mover != goal.side => Glance::Reached(0),
            Some(_) => Glance::Never,
        }
    }

    fn candidates(&self, state: &Self::State, _: Goal, moves: &mut Vec<G::Move>) {
        self.0.moves(&state.0, moves);
    }

    fn next(&self, (position, mover): &Self::State, mv: &G::Move) -> (Self::State, u8) {
        let step = self.0.play(position, mv);
        let mover = if step.turn == Turn::Stays { *mover } else { mover.other() };
        ((step.position, mover), step.plies)
    }

    fn key(&self, state: &Self::State, goal: Goal) -> u128 {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, goal.number(), state).hash(&mut hasher);
            hasher.finish()
        };
        u128::from(half(1)) << 64 | u128::from(half(2))
    }
}
