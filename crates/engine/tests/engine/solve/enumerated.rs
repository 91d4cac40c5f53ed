//! Games numbered automatically against the naive oracle and against their
//! own numbering, position by position.

use std::sync::Arc;

use kaiketsu_db::{Memory, POSITIONS_FILE};
use kaiketsu_engine::solve::{
    Edges, EnumerateError, Enumerated, Limits, Queue, Scheme, Silent, SolveError, Sweep,
};
use kaiketsu_game::{Game, Notation, Outcome, Retrograde, Slot, Step, Symmetric, Tier, Tiered};
use kaiketsu_games::{ConnectFour, Dodgem, Quixo, TicTacToe};
use kaiketsu_testkit::laws::{Thoroughness, check_game, check_notation, check_tiered, stored};
use kaiketsu_testkit::{RandomGame, Shape, naive, solve_in_memory};
use proptest::prelude::*;

use super::{check_values, random_games};

fn find<G: Notation<Position: Ord>>(game: Arc<G>, scheme: Scheme<G>) -> Enumerated<G> {
    Enumerated::find(game, scheme, Limits::memory(1 << 30), &Silent).unwrap()
}

fn slots<G: Tiered>(game: &G) -> u64 {
    (0..game.tiers()).map(|tier| game.size(Tier(tier))).sum()
}

fn positions_counted<G: Tiered>(game: &G) -> u64 {
    naive::slots(game).map(|slot| game.weight(slot)).sum()
}

/// The laws, and every reachable position with the value of the oracle.
fn check_against_oracle<G: Notation<Position: Ord>>(game: &Enumerated<G>) {
    check_tiered(game, Thoroughness::Exhaustive);
    check_game(game, stored(game, Thoroughness::Exhaustive));
    check_values(game, &[&Edges, &Sweep], 2, &naive::solve_reachable(&**game.rules()));
}

/// The numbered solution and the automatic one have the same value for every
/// reachable position.
fn check_against_numbered<G: Notation<Position: Ord> + Retrograde>(game: &Arc<G>, scheme: Scheme<G>) {
    let numbered = solve_in_memory(&**game, &Queue, 2, true);
    let automatic = find(Arc::clone(game), scheme);
    let automatic = solve_in_memory(&automatic, &Edges, 2, true);
    let reachable = naive::reachable(&**game);
    for position in &reachable {
        let text = game.write_position(position);
        assert_eq!(automatic.value_of(position), numbered.value_of(position), "{text}");
    }
    assert_eq!(positions_counted(automatic.game), reachable.len() as u64);
}

#[test]
fn tic_tac_toe_without_its_numbering() {
    let game = Arc::new(TicTacToe);
    check_against_numbered(&game, Scheme::plain());
    check_against_numbered(&game, Scheme::folded());
    let staged = Scheme::folded().staged(|game: &TicTacToe, position| game.locate(position).tier.0);
    check_against_numbered(&game, staged);
    let found = find(game, staged);
    assert_eq!((slots(&found), found.tiers()), (765, 10));
    check_against_oracle(&found);
    check_notation(&found, stored(&found, Thoroughness::Exhaustive));
}

/// Of Dodgem with three pieces the reachable part.
#[test]
fn other_games_without_their_numbering() {
    check_against_numbered(&Arc::new(Dodgem::new(3)), Scheme::plain());
    check_against_numbered(&Arc::new(ConnectFour::new(4, 4)), Scheme::plain());
    check_against_numbered(&Arc::new(Quixo::new(3)), Scheme::folded());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Cycles, moves that keep the turn and steps that count no ply included.
    #[test]
    fn random_games_are_solved_as_by_the_oracle(game in random_games()) {
        let staged = Scheme::plain().staged(|game: &RandomGame, position| game.locate(position).tier.0);
        let game = Arc::new(game);
        let plain = find(Arc::clone(&game), staged);
        check_against_oracle(&plain);
        // Packed by their type, and sparsely by the author, so that lists are short and long.
        let sparse = staged.packed(|_, position| u64::from(*position) << 40, |_, key| (key >> 40) as u32);
        for packed in [staged.packed_if_small(), sparse] {
            let packed = find(Arc::clone(&game), packed);
            check_tiered(&packed, Thoroughness::Exhaustive);
            assert_eq!(listed(&packed), listed(&plain));
        }
    }
}

/// All slots with their positions.
fn listed<G: Notation<Position: Ord>>(game: &Enumerated<G>) -> Vec<(Slot, G::Position)> {
    naive::slots(game).map(|slot| (slot, game.position(slot))).collect()
}

/// So many positions that some wait in the sets while others are looked at.
#[test]
fn many_positions_are_found_packed_and_unpacked() {
    let shape = Shape { positions: 400_000, tiers: 1, moves: 6, endings: 1, alternates: true };
    let game = Arc::new(RandomGame::new(3, shape));
    let plain = find(Arc::clone(&game), Scheme::plain());
    let reachable = naive::reachable(&*game);
    assert_eq!(slots(&plain), reachable.len() as u64);
    assert!(listed(&plain).iter().all(|(_, position)| reachable.contains(position)));
    let packed = find(game, Scheme::plain().packed_if_small());
    assert_eq!(listed(&packed), listed(&plain));
    assert!(packed.numbering_bytes() <= 6 * slots(&packed), "{} bytes", packed.numbering_bytes());
}

#[test]
fn packing_that_loses_something_or_the_order_is_refused() {
    let heaps = Scheme::plain().staged(|_: &BrokenNim, heap| u32::from(*heap));
    let lossy = heaps.packed(|_, heap| u64::from(*heap / 2), |_, key| 2 * key as u8);
    let nim = Arc::new(BrokenNim(Fault::Uncounted));
    let refused = Enumerated::find(nim, lossy, Limits::memory(1 << 20), &Silent);
    assert!(matches!(refused, Err(EnumerateError::Packing { .. })));
    let game = Arc::new(TicTacToe);
    let backwards = Scheme::plain().packed(
        |game: &TicTacToe, position| {
            !(u64::from(game.locate(position).tier.0) << 32 | game.locate(position).index)
        },
        |game, key| game.position(Slot { tier: Tier((!key >> 32) as u32), index: !key & 0xFFFF_FFFF }),
    );
    let refused = Enumerated::find(game, backwards, Limits::memory(1 << 30), &Silent);
    assert!(matches!(refused, Err(EnumerateError::Packing { .. })));
}

#[test]
fn a_list_is_read_as_it_was_written() {
    let game = Arc::new(Dodgem::new(2));
    let staged = Scheme::plain().staged(|game: &Dodgem, position| game.locate(position).tier.0);
    let (found, memory) = (find(Arc::clone(&game), staged), Memory::new());
    assert!(Enumerated::load(Arc::clone(&game), staged, &memory, &Silent).unwrap().is_none());
    found.save(&memory).unwrap();
    let loaded = Enumerated::load(game, staged, &memory, &Silent).unwrap().unwrap();
    assert_eq!(listed(&found), listed(&loaded));
    for tier in (0..found.tiers()).map(Tier) {
        assert_eq!(found.below(tier), loaded.below(tier));
    }
}

/// A list that does not fit the rules is refused, not followed.
#[test]
fn a_list_of_other_rules_is_refused() {
    let memory = Memory::new();
    find(Arc::new(TicTacToe), Scheme::plain()).save(&memory).unwrap();
    let by_stages = Scheme::plain().staged(|_: &TicTacToe, _| 1);
    let loaded = Enumerated::load(Arc::new(TicTacToe), by_stages, &memory, &Silent);
    assert!(matches!(loaded, Err(SolveError::Enumerate(EnumerateError::OtherPositions { .. }))));
    memory.put(POSITIONS_FILE, b"nonsense".to_vec());
    let loaded = Enumerated::load(Arc::new(TicTacToe), Scheme::plain(), &memory, &Silent);
    assert!(matches!(loaded, Err(SolveError::Database(_))));
}

#[test]
fn what_cannot_be_reached_is_refused_by_name() {
    let game = find(Arc::new(TicTacToe), Scheme::folded());
    assert!(game.read_position("X../.../...").is_ok());
    let error = game.read_position("XXX/OOO/...").unwrap_err().to_string();
    assert!(error.contains("XXX/OOO/...") && error.contains("cannot be reached"), "{error}");
}

#[test]
fn the_limits_hold() {
    let find = |limits| Enumerated::try_find(Arc::new(Dodgem::new(3)), Scheme::plain(), limits, &Silent);
    let few = find(Limits { memory: 1 << 30, positions: 1_000 }).unwrap();
    let trial = few.err().expect("there are more");
    assert!(trial.found >= 1_000 && trial.moves > 1.0, "{trial:?}");
    assert!(trial.most_positions(1 << 30) > 1_000_000, "{trial:?}");
    let little = find(Limits::memory(100 << 10));
    let Err(error @ EnumerateError::TooMany { .. }) = little else { panic!("too little memory was enough") };
    assert!(error.to_string().contains("numbering of its own"), "{error}");
}

/// One heap; who takes the last stone wins. Wrong in the way asked for.
struct BrokenNim(Fault);

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    NoMoves,
    Uncounted,
}

impl Game for BrokenNim {
    type Position = u8;
    type Move = u8;

    fn id(&self) -> String {
        "broken-nim".into()
    }

    fn start(&self) -> u8 {
        9
    }

    fn ending(&self, heap: &u8) -> Option<Outcome> {
        (*heap == 0 && self.0 != Fault::NoMoves).then_some(Outcome::Loss)
    }

    fn moves(&self, heap: &u8, moves: &mut Vec<u8>) {
        moves.extend(1..=3.min(*heap));
    }

    fn play(&self, heap: &u8, stones: &u8) -> Step<u8> {
        let step = Step::passes(heap - stones);
        if self.0 == Fault::Uncounted { step.uncounted() } else { step }
    }
}

impl Notation for BrokenNim {
    fn title(&self) -> String {
        "Broken Nim".into()
    }

    fn about(&self) -> String {
        "Does not work.".into()
    }

    fn write_position(&self, heap: &u8) -> String {
        heap.to_string()
    }

    fn read_position(&self, text: &str) -> Result<u8, kaiketsu_game::NotationError> {
        text.parse().map_err(|_| kaiketsu_game::NotationError::new("a number of stones is needed"))
    }

    fn write_move(&self, _: &u8, stones: &u8) -> String {
        stones.to_string()
    }
}

#[test]
fn rules_that_cannot_be_solved_are_refused_with_the_position() {
    let find = |fault, scheme| {
        let found = Enumerated::find(Arc::new(BrokenNim(fault)), scheme, Limits::memory(1 << 20), &Silent);
        found.map(|game| slots(&game))
    };
    let error = |fault, scheme| find(fault, scheme).unwrap_err();
    assert!(
        matches!(error(Fault::NoMoves, Scheme::plain()), EnumerateError::NoMoves { position, .. } if position == "0")
    );
    assert!(matches!(error(Fault::Uncounted, Scheme::plain()), EnumerateError::UncountedStep { .. }));
    let rising = Scheme::plain().staged(|_, heap| 9 - u32::from(*heap));
    assert!(matches!(error(Fault::Uncounted, rising), EnumerateError::StageRises { from: 0, .. }));
    let falling = Scheme::plain().staged(|_, heap| u32::from(*heap));
    assert_eq!(find(Fault::Uncounted, falling).unwrap(), 10);
}

/// Symmetric games keep their laws when only images are stored.
#[test]
fn every_image_is_found() {
    let game = find(Arc::new(Quixo::new(3)), Scheme::folded());
    for slot in naive::slots(&game) {
        let position = game.position(slot);
        for symmetry in 0..game.rules().symmetries() {
            assert_eq!(game.locate(&game.rules().image(&position, symmetry)), slot);
        }
    }
}
