//! Every check of forward search can fail: a game with one defect at a time,
//! and the law that is then reported.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kaiketsu_engine::search::{Ordering, Published, PublishedOrdering};
use kaiketsu_game::{
    Certifiable, Game, Glance, Goal, Goals, Notation, NotationError, Outcome, Provable, Relaxed, Side, Step,
    Symmetric,
};
use kaiketsu_testkit::laws::{check_published, check_searched};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defect {
    Flawless,
    MoverUnknown,
    KeysAlike,
    RelaxedTooStrict,
    ReachedTooSoon,
    NeverWrong,
    FinishedIsOpen,
    CandidateIllegal,
    NoCandidate,
    CandidateMissing,
    NextElsewhere,
    ShutOutWrong,
    SimplerTooStrict,
    ComesBack,
    ImagesApart,
    OrderForgets,
    NamesAlike,
}

use Defect::*;

/// Take one or two from a heap; who takes the last wins. The second player
/// moves where the flag is set.
struct Heap(Defect);

type Position = (u8, bool);

impl Game for Heap {
    type Position = Position;
    type Move = u8;

    fn id(&self) -> String {
        "heap".into()
    }

    fn start(&self) -> Position {
        (7, false)
    }

    fn ending(&self, &(heap, _): &Position) -> Option<Outcome> {
        (heap == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, &(heap, _): &Position, moves: &mut Vec<u8>) {
        moves.extend(1..=heap.min(2));
    }

    fn play(&self, &(heap, second): &Position, taken: &u8) -> Step<Position> {
        let heap = if self.0 == ComesBack && heap == 1 { 4 } else { heap };
        Step::passes((heap - taken, !second))
    }
}

impl Notation for Heap {
    fn title(&self) -> String {
        "Heap".into()
    }

    fn about(&self) -> String {
        "Take one or two.".into()
    }

    fn write_position(&self, position: &Position) -> String {
        format!("{position:?}").replace(' ', "")
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        Err(NotationError::new(text))
    }

    fn write_move(&self, _: &Position, mv: &u8) -> String {
        mv.to_string()
    }
}

impl Symmetric for Heap {
    fn symmetries(&self) -> usize {
        if self.0 == ImagesApart { 2 } else { 1 }
    }

    fn image(&self, &(heap, second): &Position, symmetry: usize) -> Position {
        (heap + symmetry as u8, second)
    }
}

/// The simpler game: one number that says whether the goal is reached.
#[derive(Clone)]
struct Simple(bool);

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
    (Side::first_if(!second) == goal.side) == !heap.is_multiple_of(3)
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

    fn candidates(&self, state: &Position, _: Goal, moves: &mut Vec<u8>) {
        match self.0 {
            NoCandidate => {}
            CandidateIllegal => moves.push(3),
            CandidateMissing => moves.push(1),
            _ => self.moves(state, moves),
        }
    }

    fn next(&self, state: &Position, mv: &u8) -> (Position, u8) {
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
}

impl Published for Heap {
    fn orderings(&self) -> &'static [PublishedOrdering] {
        const UP: PublishedOrdering = PublishedOrdering { name: "up", about: "one, two" };
        const DOWN: PublishedOrdering = PublishedOrdering { name: "down", about: "two, one" };
        if self.0 == NamesAlike { &[UP, UP] } else { &[UP, DOWN] }
    }

    fn arrange(&self, _: &Position, ordering: Ordering, moves: &mut Vec<u8>) {
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
    for (defect, law) in [
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
    ] {
        let check = || {
            check_searched(&Heap(defect), &positions);
            check_published(&Heap(defect), &positions);
        };
        let panic = catch_unwind(AssertUnwindSafe(check)).expect_err(&format!("{defect:?} passes"));
        let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(text.contains(law), "{defect:?}: {text}");
    }
    check_searched(&Heap(Flawless), &positions);
    check_published(&Heap(Flawless), &positions);
}
