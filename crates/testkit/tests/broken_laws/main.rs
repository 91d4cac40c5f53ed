//! Every check can fail: a game with one defect at a time, and the law that
//! is then reported.

mod random_games;
mod search;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kaiketsu_game::{
    Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Symmetric, Tier, Tiered, Turn,
};
use kaiketsu_testkit::laws::{Thoroughness, check_folding, check_solvable, check_symmetric, stored};

/// What is wrong with the game; each in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defect {
    Flawless,
    CapitalId,
    NoMoves,
    MoveTwice,
    MovesReplaceWhatWasThere,
    TurnStays,
    ManyPlies,
    UncountedCircle,
    TextWithSpace,
    TextOfAnother,
    MoveTextsAlike,
    ReadsAnything,
    RefusesWithoutReason,
    LocatesElsewhere,
    BelowUnlisted,
    BelowItself,
    LayerGap,
    PredecessorMissing,
    PredecessorTwice,
    PredecessorInvented,
    PredecessorOfFinished,
    WalkSkips,
    WalkElsewhere,
    LeavesUncounted,
    IdentityMoves,
    ImageEndsOtherwise,
    StoredElsewhere,
    // Of forward search:
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

/// Take one or two from a heap of ten; who takes the last wins. A position is
/// the heap and whether the second player moves, written `r`. What a heap is
/// worth to the side to move does not depend on who that is, so there is a
/// symmetry; a tier is a heap.
struct Heap(Defect);

type Position = (u32, bool);

const HEAP: u32 = 10;

impl Game for Heap {
    type Position = Position;
    type Move = u32;

    fn id(&self) -> String {
        if self.0 == CapitalId { "Heap" } else { "heap" }.into()
    }

    fn start(&self) -> Position {
        (HEAP, false)
    }

    fn ending(&self, &(heap, second): &Position) -> Option<Outcome> {
        match heap {
            0 if self.0 == ImageEndsOtherwise && second => Some(Outcome::Draw),
            0 => Some(Outcome::Loss),
            _ => None,
        }
    }

    fn moves(&self, &(heap, _): &Position, moves: &mut Vec<u32>) {
        match self.0 {
            NoMoves if heap == 3 => return,
            MoveTwice => moves.push(1),
            MovesReplaceWhatWasThere => moves.clear(),
            _ => {}
        }
        moves.extend(1..=heap.min(2));
    }

    fn play(&self, &(heap, second): &Position, taken: &u32) -> Step<Position> {
        let heap = if self.0 == ComesBack && heap == 1 { 4 } else { heap };
        let step = Step::passes((heap - taken, !second));
        match self.0 {
            TurnStays if heap == 5 => Step { turn: Turn::Stays, ..step },
            ManyPlies => Step { plies: 2, ..step },
            LeavesUncounted if heap == 5 => step.uncounted(),
            UncountedCircle if heap == 5 => Step::passes((5, !second)).uncounted(),
            _ => step,
        }
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for Heap {
    fn title(&self) -> String {
        "Heap".into()
    }

    fn about(&self) -> String {
        "Take one or two; who takes the last wins.".into()
    }

    fn write_position(&self, &(heap, second): &Position) -> String {
        let space = if self.0 == TextWithSpace { " " } else { "" };
        let heap = if self.0 == TextOfAnother { heap.min(7) } else { heap };
        format!("{heap}{space}{}", if second { "r" } else { "l" })
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let text: String = text.split(' ').collect();
        let second = text.ends_with('r');
        let heap =
            text.strip_suffix(['l', 'r']).and_then(|heap| heap.parse().ok()).filter(|heap| *heap <= HEAP);
        match (heap, self.0) {
            (Some(heap), _) => Ok((heap, second)),
            (None, ReadsAnything) => Ok(self.start()),
            (None, RefusesWithoutReason) => Err(NotationError::new("no")),
            (None, _) => {
                Err(NotationError::new(format!("`{text}`: write a number up to {HEAP} and `l` or `r`")))
            }
        }
    }

    fn write_move(&self, _: &Position, taken: &u32) -> String {
        if self.0 == MoveTextsAlike { "take".into() } else { format!("take-{taken}") }
    }
}

impl Tiered for Heap {
    fn tiers(&self) -> u32 {
        HEAP + 1
    }

    fn size(&self, _: Tier) -> u64 {
        2
    }

    fn locate(&self, &(heap, second): &Position) -> Slot {
        let second = second && !(self.0 == LocatesElsewhere && heap == 4);
        Slot { tier: Tier(heap), index: second.into() }
    }

    fn position(&self, slot: Slot) -> Position {
        let heap = if self.0 == StoredElsewhere && slot.tier.0 == 4 { 3 } else { slot.tier.0 };
        (heap, slot.index == 1)
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        let lowest = tier.0.saturating_sub(if self.0 == BelowUnlisted { 1 } else { 2 });
        let end = if self.0 == BelowItself { tier.0 + 1 } else { tier.0 };
        (lowest..end).map(Tier).collect()
    }

    fn layer(&self, tier: Tier) -> u32 {
        tier.0 + u32::from(self.0 == LayerGap && tier.0 > 5)
    }
}

impl Retrograde for Heap {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let origin = Origin { index: 1 - slot.index, passes: true };
        let other = Origin { index: slot.index, passes: true };
        let leads = (1..=2).contains(&tier.0.wrapping_sub(slot.tier.0));
        if leads && !(self.0 == PredecessorMissing && slot.tier.0 == 4) {
            origins.push(origin);
        }
        match self.0 {
            PredecessorTwice if leads => origins.push(origin),
            PredecessorInvented if leads && slot.tier.0 == 4 => origins.push(other),
            PredecessorOfFinished if slot.tier.0 == 0 && tier.0 == 0 => origins.push(origin),
            _ => {}
        }
    }

    fn walk_predecessors(
        &self,
        lower: Tier,
        range: Range<u64>,
        tier: Tier,
        visit: &mut dyn FnMut(u64, &[Origin]),
    ) {
        for index in range {
            let mut origins = Vec::new();
            self.predecessors(Slot { tier: lower, index }, tier, &mut origins);
            match self.0 {
                WalkSkips if index == 1 => {}
                WalkElsewhere if tier.0 == lower.0 + 2 => visit(index, &[]),
                _ => visit(index, &origins),
            }
        }
    }

    /// Every move makes the heap smaller.
    fn leaves(&self, _: Tier) -> bool {
        matches!(self.0, Flawless | LeavesUncounted)
    }
}

impl Symmetric for Heap {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, &(heap, second): &Position, symmetry: usize) -> Position {
        match self.0 {
            IdentityMoves => (heap, second ^ (symmetry == 0)),
            ImagesApart => (heap + symmetry as u32, second),
            _ => (heap, second ^ (symmetry == 1)),
        }
    }
}

/// A game without defect passes; of each defect the check says these words.
fn check_finds(cases: &[(Defect, &str)], check: impl Fn(&Heap)) {
    check(&Heap(Flawless));
    for &(defect, words) in cases {
        let panic = catch_unwind(AssertUnwindSafe(|| check(&Heap(defect))));
        let panic = panic.expect_err(&format!("{defect:?} was not found"));
        let complaint = panic.downcast_ref::<String>().expect("a panic with a formatted message");
        assert!(complaint.contains(words), "{defect:?}: {complaint}");
        assert!(complaint.to_lowercase().contains("heap"), "{defect:?} names the game: {complaint}");
    }
}

const THOROUGH: [Thoroughness; 2] =
    [Thoroughness::Exhaustive, Thoroughness::Sample { positions: 40, seed: 1 }];

#[test]
fn every_defect_is_found_and_named() {
    let cases = [
        (CapitalId, "lower-case"),
        (NoMoves, "a game that is not over has a move"),
        (MoveTwice, "no move twice"),
        (MovesReplaceWhatWasThere, "leaves what is there"),
        (TurnStays, "every move passes the turn"),
        (ManyPlies, "one ply or none"),
        (UncountedCircle, "cannot repeat without a ply"),
        (TextWithSpace, "one word"),
        (TextOfAnother, "read as it was written"),
        (MoveTextsAlike, "a move is read as it was written"),
        (ReadsAnything, "nonsense is refused"),
        (RefusesWithoutReason, "says what is wrong"),
        (LocatesElsewhere, "located in its slot"),
        (BelowUnlisted, "into its tier or one below"),
        (BelowItself, "lesser numbers"),
        (LayerGap, "leave no number out"),
        (PredecessorMissing, ""),
        (PredecessorTwice, "times of Origin"),
        (PredecessorInvented, ""),
        (PredecessorOfFinished, ""),
        (WalkSkips, "to its end"),
        (WalkElsewhere, "a walk shows what `predecessors` lists"),
        (LeavesUncounted, "leaves the tier and counts one ply"),
        (IdentityMoves, "image 0 is the position itself"),
        (ImageEndsOtherwise, "the same ending"),
        (StoredElsewhere, "stored as one of its images"),
    ];
    for thoroughness in THOROUGH {
        check_finds(&cases, |game| {
            check_symmetric(game, stored(game, Thoroughness::Exhaustive));
            check_folding(game, (0..=HEAP).map(|heap| (heap, true)));
            check_solvable(game, thoroughness);
        });
    }
}
