//! Positions that are found in files, against the same search in memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use kaiketsu_db::{Memory, POSITIONS_FILE, Storage};
use kaiketsu_engine::setup::{FromRules, How, Strong};
use kaiketsu_engine::solve::{
    EnumerateError, Enumerated, Limits, Options, Progress, Scheme, Silent, SolveError,
};
use kaiketsu_game::{Game, Notation, NotationError, Outcome, Step, Tier, Tiered};

const MUCH: Limits = Limits { memory: 1 << 30, positions: u64::MAX };

/// Two heaps: take one, two or three of either; who takes the last wins.
struct Heaps;

type Heights = [u16; 2];

impl Game for Heaps {
    type Position = Heights;
    type Move = Heights; // what is left

    fn id(&self) -> String {
        "heaps".into()
    }

    fn start(&self) -> Heights {
        [250, 250]
    }

    fn ending(&self, heaps: &Heights) -> Option<Outcome> {
        (*heaps == [0, 0]).then_some(Outcome::Loss)
    }

    fn moves(&self, [one, other]: &Heights, moves: &mut Vec<Heights>) {
        moves.extend((1..=3.min(*one)).map(|taken| [one - taken, *other]));
        moves.extend((1..=3.min(*other)).map(|taken| [*one, other - taken]));
    }

    fn play(&self, _: &Heights, left: &Heights) -> Step<Heights> {
        Step::passes(*left)
    }
}

impl Notation for Heaps {
    fn title(&self) -> String {
        "Heaps".into()
    }

    fn about(&self) -> String {
        "Two heaps: take one, two or three of either; who takes the last wins.".into()
    }

    fn write_position(&self, [one, other]: &Heights) -> String {
        format!("{one},{other}")
    }

    fn read_position(&self, text: &str) -> Result<Heights, NotationError> {
        let numbers: Option<Vec<u16>> = text.split(',').map(|number| number.parse().ok()).collect();
        let heaps = numbers.and_then(|numbers| numbers.try_into().ok());
        heaps.ok_or_else(|| NotationError::new(format!("`{text}` is not two heaps such as `3,4`")))
    }

    fn write_move(&self, _: &Heights, left: &Heights) -> String {
        self.write_position(left)
    }
}

/// A game in stages of which memory holds the list, and not the search for it; and
/// so much memory.
fn game() -> (Arc<Heaps>, Limits) {
    let found = Enumerated::find(Arc::new(Heaps), staged(), MUCH, &Silent).unwrap();
    let sizes = || (0..found.tiers()).map(|tier| found.size(Tier(tier)));
    let (all, largest) = (sizes().sum::<u64>(), sizes().max().unwrap());
    assert!(all == 251 * 251 && largest < all / 4, "{all} positions, {largest} in a stage");
    (Arc::new(Heaps), Limits::memory(8 * all))
}

fn stage(_: &Heaps, [one, other]: &Heights) -> u32 {
    u32::from(one + other) / 40
}

fn staged() -> Scheme<Heaps> {
    Scheme::plain().staged(stage).packed_if_small()
}

/// Keys with gaps between them.
fn sparse<const GAP: u32>() -> Scheme<Heaps> {
    staged().packed(
        |_, [one, other]| (u64::from(*one) << 16 | u64::from(*other)) << GAP,
        |_, key| [(key >> GAP >> 16) as u16, (key >> GAP) as u16],
    )
}

/// The list as it is written, byte by byte.
fn bytes(found: &Enumerated<Heaps>) -> Vec<u8> {
    let memory = Memory::new();
    found.save(&memory).unwrap();
    let source = memory.open(POSITIONS_FILE).unwrap();
    let mut bytes = vec![0; source.len() as usize];
    source.read_at(0, &mut bytes).unwrap();
    bytes
}

fn files(memory: &Memory) -> usize {
    memory.list().unwrap().iter().filter(|name| name.starts_with("finding-")).count()
}

/// Counts what is expanded, and ends the search after so many rounds in files.
struct Watch {
    expanded: AtomicU64,
    batches: AtomicU64,
    most: u64,
}

impl Watch {
    fn new(most: u64) -> Self {
        Watch { expanded: AtomicU64::new(0), batches: AtomicU64::new(0), most }
    }
}

impl Progress for Watch {
    fn advance(&self, positions: u64, _: bool) {
        self.expanded.fetch_add(positions, Relaxed);
    }

    fn status(&self, text: &str) {
        if text.ends_with("keys in files") && self.batches.fetch_add(1, Relaxed) == self.most {
            std::panic::resume_unwind(Box::new("enough"));
        }
    }
}

#[test]
fn files_give_the_list_that_memory_gives() {
    let (game, little) = game();
    let expected = Enumerated::find(Arc::clone(&game), staged(), MUCH, &Silent).unwrap();
    let refused = Enumerated::find(Arc::clone(&game), staged(), little, &Silent);
    assert!(matches!(refused, Err(EnumerateError::TooMany { .. })), "it did fit");
    // Keys too long for a short list, too, which take nine bytes instead of five.
    let more = Limits::memory(little.memory / 8 * 47 / 4);
    for (scheme, limits) in [(staged(), little), (sparse::<38>(), more)] {
        let storage = Memory::new();
        let found = Enumerated::find_beside(Arc::clone(&game), scheme, limits, &storage, &Silent).unwrap();
        assert!(files(&storage) > 0, "it was found in memory");
        assert_eq!(bytes(&found), bytes(&expected));
        for tier in (0..found.tiers()).map(Tier) {
            assert_eq!(found.below(tier), expected.below(tier));
        }
        Enumerated::<Heaps>::remove_search(&storage).unwrap();
        assert_eq!(files(&storage), 0);
    }
}

#[test]
fn a_search_goes_on_where_it_was_ended() {
    let (game, little) = game();
    let expected = Enumerated::find(Arc::clone(&game), staged(), MUCH, &Silent).unwrap();
    let storage = Memory::new();
    let find = |scheme, progress: &dyn Progress| {
        Enumerated::find_beside(Arc::clone(&game), scheme, little, &storage, progress)
    };
    let whole = Watch::new(u64::MAX);
    find(staged(), &whole).unwrap();
    Enumerated::<Heaps>::remove_search(&storage).unwrap();
    let ended = Watch::new(whole.batches.load(Relaxed) / 2);
    assert!(catch_unwind(AssertUnwindSafe(|| find(staged(), &ended))).is_err());
    let rest = Watch::new(u64::MAX);
    let found = find(staged(), &rest).unwrap();
    assert_eq!(bytes(&found), bytes(&expected));
    let [all, rest] = [whole, rest].map(|watch| watch.expanded.into_inner());
    assert!(0 < rest && rest < all / 2, "{rest} of {all} positions were looked at again");
    // Other keys are not taken for these.
    assert_eq!(bytes(&find(sparse::<9>(), &Silent).unwrap()), bytes(&expected));
}

/// What files could hold and memory could not solve is refused, early, and goes on
/// once there is more.
#[test]
fn what_could_not_be_solved_is_refused() {
    let (game, little) = game();
    let least = Limits::memory(little.memory / 2);
    let storage = Memory::new();
    let find = |scheme, limits| Enumerated::find_beside(Arc::clone(&game), scheme, limits, &storage, &Silent);
    let Err(SolveError::Enumerate(EnumerateError::TooMany { found, given, .. })) = find(staged(), least)
    else {
        panic!("too little memory was enough")
    };
    assert!(given == least.memory && found < 60_000, "{found} were found for nothing");
    let expected = Enumerated::find(Arc::clone(&game), staged(), MUCH, &Silent).unwrap();
    assert_eq!(bytes(&find(staged(), little).unwrap()), bytes(&expected));
    // One stage is solved as a whole, so files would be of no use.
    Enumerated::<Heaps>::remove_search(&storage).unwrap();
    let one = find(Scheme::plain().packed_if_small(), little);
    assert!(matches!(one, Err(SolveError::Enumerate(EnumerateError::TooMany { .. }))));
    assert_eq!(files(&storage), 0);
}

#[test]
fn a_solve_takes_the_files_over_and_removes_them() {
    let (game, little) = game();
    let storage = Memory::new();
    let find = || Enumerated::find_beside(Arc::clone(&game), staged(), little, &storage, &Watch::new(3));
    assert!(catch_unwind(AssertUnwindSafe(find)).is_err());
    assert!(files(&storage) > 0);
    let options = Options { threads: 1, memory: 1 << 30, distances: true, layers: None };
    let how = How { kernel: None, options };
    let signature = |storage: &Memory| {
        let solver = FromRules::new(Arc::clone(&game)).staged(stage);
        Strong::check(&solver, Some(storage), &how, &Silent).unwrap();
        Strong::solve(&solver, storage, &how, &Silent).unwrap();
        kaiketsu_db::Database::open(Arc::new(storage.clone())).unwrap().manifest().signature_plies
    };
    let found = signature(&storage);
    assert!(found.is_some() && found == signature(&Memory::new()));
    assert_eq!(files(&storage), 0);
}
