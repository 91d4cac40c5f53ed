//! The same for forward search: what the game says to it, and the laws.

use kaiketsu_engine::search::{Ordering, Published, PublishedOrdering};
use kaiketsu_game::{Certifiable, Game, Glance, Goal, Goals, Provable, Relaxed, Side};
use kaiketsu_testkit::laws::{check_published, check_searched};

use super::Defect::*;
use super::{Heap, Position, check_finds};

/// The simpler game: one number that says whether the goal is reached.
#[derive(Clone)]
pub(super) struct Simple(bool);

impl Relaxed for Simple {
    fn settled(&self) -> Option<bool> {
        Some(self.0)
    }

    fn wants(&self) -> bool {
        true
    }

    fn moves(&self, _: &mut Vec<u8>) {}

    fn play(&self, _: u8) -> Self {
        self.clone()
    }

    fn key(&self) -> u128 {
        u128::from(self.0)
    }
}

/// Whether the goal can be forced: the side to move wins unless three divides the heap.
fn forced(&(heap, second): &Position, goal: Goal) -> bool {
    (Side::first_if(!second) == goal.side) != heap.is_multiple_of(3)
}

impl Goals for Heap {}

impl Provable for Heap {
    type State = Position;
    type Relaxed = Simple;

    fn state(&self, position: &Position, _: Side) -> Position {
        *position
    }

    fn mover(&self, state: &Position) -> Side {
        Side::first_if(!state.1 || self.0 == MoverUnknown)
    }

    fn glance(&self, state: &Position, goal: Goal) -> Glance {
        match state.0 {
            0 if self.0 == FinishedIsOpen => Glance::Open,
            0 if forced(state, goal) => Glance::Reached(0),
            0 => Glance::Never,
            2 if self.0 == ReachedTooSoon && forced(state, goal) => Glance::Reached(0),
            4 if self.0 == NeverWrong => Glance::Never,
            _ => Glance::Open,
        }
    }

    fn candidates(&self, state: &Position, _: Goal, moves: &mut Vec<u32>) {
        match self.0 {
            NoCandidate => {}
            CandidateIllegal => moves.push(3),
            CandidateMissing => moves.push(1),
            _ => self.moves(state, moves),
        }
    }

    fn next(&self, state: &Position, mv: &u32) -> (Position, u8) {
        let there = self.play(state, mv).position;
        (if self.0 == NextElsewhere { (there.0, !there.1) } else { there }, 1)
    }

    fn key(&self, &(heap, second): &Position, goal: Goal) -> u128 {
        let heap = if self.0 == KeysAlike { 0 } else { heap };
        u128::from(heap) << 3 | u128::from(second) << 2 | u128::from(goal.number())
    }

    fn relaxed(&self, state: &Position, goal: Goal) -> Option<Simple> {
        Some(Simple(self.0 != RelaxedTooStrict && forced(state, goal)))
    }
}

impl Certifiable for Heap {
    type Simpler = Simple;

    fn simpler(&self, position: &Position, goal: Goal) -> Option<Simple> {
        Some(Simple(self.0 != SimplerTooStrict && forced(position, goal)))
    }

    fn side_to_move(&self, position: &Position) -> Side {
        Side::first_if(!position.1)
    }

    fn shut_out(&self, position: &Position, _: Goal) -> bool {
        self.0 == ShutOutWrong && position.0 == 5
    }

    fn representative(&self, position: &Position) -> Position {
        kaiketsu_game::Symmetric::least_image(self, position)
    }
}

impl Published for Heap {
    fn orderings(&self) -> &'static [PublishedOrdering] {
        const UP: PublishedOrdering = PublishedOrdering { name: "up", about: "one, two" };
        const DOWN: PublishedOrdering = PublishedOrdering { name: "down", about: "two, one" };
        if self.0 == NamesAlike { &[UP, UP] } else { &[UP, DOWN] }
    }

    fn arrange(&self, _: &Position, ordering: Ordering, moves: &mut Vec<u32>) {
        if ordering == Ordering(1) {
            moves.reverse();
        }
        if self.0 == OrderForgets {
            moves.truncate(1);
        }
    }
}

#[test]
fn every_defect_is_reported() {
    let positions: Vec<Position> = (0..8).flat_map(|heap| [(heap, false), (heap, true)]).collect();
    let cases = [
        (MoverUnknown, "a state knows its side to move"),
        (KeysAlike, "states with equal keys have equal answers"),
        (RelaxedTooStrict, "what the simpler game rules out cannot be forced"),
        (ReachedTooSoon, "`Reached` is right, and the least"),
        (NeverWrong, "`Never` is right"),
        (FinishedIsOpen, "a finished game is not open"),
        (CandidateIllegal, "candidates are legal moves"),
        (NoCandidate, "an open state has a candidate"),
        (CandidateMissing, "candidates suffice"),
        (NextElsewhere, "`next` goes where `play` goes"),
        (ShutOutWrong, "what is shut out cannot happen"),
        (SimplerTooStrict, "what the simpler game of certificates rules out cannot be forced"),
        (ComesBack, "the game ends: no play comes back"),
        (ImagesApart, "images have one representative"),
        (OrderForgets, "a published ordering is an order of the legal moves"),
        (NamesAlike, "orderings have different names"),
    ];
    check_finds(&cases, |game| {
        check_searched(game, &positions);
        check_published(game, &positions);
    });
}
