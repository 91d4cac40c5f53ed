//! Tiers of Quixo that are broken off between rounds: the next run goes on
//! from the state that was saved, and nothing else, to the same bytes.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::time::Duration;

use kaiketsu_db::{Memory, Storage};
use kaiketsu_engine::solve::{Options, Progress, Silent, solve};
use kaiketsu_games::Quixo;
use kaiketsu_games::QuixoCubes;
use kaiketsu_testkit::faulty::{Faulty, Operation};
use kaiketsu_testkit::laws::{files, written};

use super::solved;

const OPTIONS: Options = Options { threads: 2, memory: 1 << 30, distances: false, layers: None };
const WITH_DISTANCES: Options = Options { distances: true, ..OPTIONS };

fn unbroken(game: &Quixo, options: &Options) -> BTreeMap<String, Vec<u8>> {
    written(game, &QuixoCubes::new(game), options)
}

/// Notes what it is told, and breaks the run off like a power cut: after so
/// many rounds of the tier of that name (of any tier if there is no name).
struct PowerCut {
    tier: &'static str,
    rounds: usize,
    told: Mutex<Vec<String>>,
}

impl PowerCut {
    fn after(rounds: usize, tier: &'static str) -> Self {
        PowerCut { tier, rounds, told: Mutex::default() }
    }

    fn never() -> Self {
        Self::after(usize::MAX, "")
    }

    fn was_told(&self, words: &str) -> bool {
        self.told.lock().unwrap().iter().any(|text| text.contains(words))
    }
}

impl Progress for PowerCut {
    fn status(&self, text: &str) {
        let mut told = self.told.lock().unwrap();
        told.push(text.into());
        let round = |text: &&String| text.contains("round") && text.starts_with(self.tier);
        if round(&&text.to_string()) && told.iter().filter(round).count() > self.rounds {
            drop(told);
            resume_unwind(Box::new("power cut"));
        }
    }
}

/// Runs a kernel that saves after every round; says whether it got to the end.
fn run(game: &Quixo, storage: &dyn Storage, options: &Options, progress: &PowerCut) -> bool {
    let kernel = QuixoCubes::new(game).checkpoint_every(Duration::ZERO).windows_of(100);
    let solved = catch_unwind(AssertUnwindSafe(|| solve(game, &kernel, storage, options, progress)));
    solved.is_ok_and(|result| result.map(drop).is_ok())
}

#[test]
fn a_run_broken_again_and_again_ends_with_the_same_bytes() {
    let cases = [
        (3, &OPTIONS, [4, 5, 11]),
        (4, &OPTIONS, [4, 5, 11]),
        // The last tier is a position and nothing of it is saved: its 22 rounds of
        // 4x4, after three for its value, must fit a run.
        (3, &WITH_DISTANCES, [12, 15, 20]),
        (4, &WITH_DISTANCES, [26, 60, 110]),
    ];
    for (side, options, every) in cases {
        let game = Quixo::new(side);
        let wanted = unbroken(&game, options);
        for rounds in every {
            let storage = Memory::new();
            let (mut runs, mut resumed) = (1, 0);
            loop {
                let progress = PowerCut::after(rounds, "");
                let finished = run(&game, &storage, options, &progress);
                let words = if options.distances { "checkpoint at " } else { "going on from a checkpoint" };
                resumed += usize::from(progress.was_told(words));
                if finished {
                    break;
                }
                runs += 1;
                assert!(runs < 1_000, "{side}x{side}, {rounds} rounds a run: {:?}", progress.told);
            }
            assert!(resumed > 0, "{side}x{side}: {resumed} of {runs} runs began from a checkpoint");
            assert!(files(&storage) == wanted, "{side}x{side}, {rounds} rounds in each of {runs} runs");
        }
    }
}

const CHECKPOINT: &str = "checkpoint-0004.state";

/// The files of a run that was broken off in the tier of layer 4.
fn broken_off(game: &Quixo, tier: &'static str) -> Memory {
    let storage = Memory::new();
    assert!(!run(game, &storage, &OPTIONS, &PowerCut::after(3, tier)));
    assert!(storage.bytes(CHECKPOINT).is_some());
    storage
}

#[test]
fn a_state_that_is_damaged_or_foreign_is_not_used() {
    let game = Quixo::new(4);
    let wanted = unbroken(&game, &OPTIONS);
    let storage = broken_off(&game, "12 marks");
    let state = storage.bytes(CHECKPOINT).unwrap();
    let mut unusable = vec![Vec::new(), state[1..].to_vec(), state[..state.len() - 1].to_vec()];
    unusable.push([&state[..], &[0]].concat());
    for place in [0, 12, 16, 20, 24, 33, state.len() / 2, state.len() - 1] {
        let mut flipped = state.clone();
        flipped[place] ^= 4;
        unusable.push(flipped);
    }
    unusable.push(broken_off(&Quixo::new(3), "5 marks").bytes(CHECKPOINT).unwrap());
    for state in unusable {
        let again = Memory::new();
        files(&storage).into_iter().for_each(|(name, bytes)| again.put(&name, bytes));
        again.put(CHECKPOINT, state);
        let progress = PowerCut::never();
        assert!(run(&game, &again, &OPTIONS, &progress));
        assert!(progress.was_told("12 marks: not using the checkpoint"));
        assert!(!progress.was_told("going on from a checkpoint"));
        assert!(files(&again) == wanted);
    }
    let progress = PowerCut::never();
    assert!(run(&game, &storage, &OPTIONS, &progress));
    assert!(progress.was_told("12 marks: going on from a checkpoint"));
    assert!(files(&storage) == wanted);
}

#[test]
fn a_state_that_cannot_be_saved_is_done_without() {
    let game = Quixo::new(3);
    for operation in [Operation::Create, Operation::Commit] {
        let memory = Memory::new();
        let storage = Faulty::new(memory.clone());
        // The manifest is written first; layer 0 is created before it is solved.
        storage.fail(operation, if operation == Operation::Create { 2 } else { 1 }, ErrorKind::StorageFull);
        let progress = PowerCut::never();
        assert!(run(&game, &storage, &OPTIONS, &progress), "{operation:?}");
        assert!(progress.was_told("9 marks: no checkpoint saved"), "{operation:?}");
        assert!(files(&memory) == unbroken(&game, &OPTIONS));
    }
}

#[test]
fn what_is_left_of_a_finished_layer_is_cleared_away() {
    let game = Quixo::new(3);
    let kernel = QuixoCubes::new(&game);
    let storage = solved(&game, &kernel, &OPTIONS);
    storage.put(CHECKPOINT, vec![1, 2, 3]);
    solve(&game, &kernel, &storage, &OPTIONS, &Silent).unwrap();
    assert!(files(&storage) == unbroken(&game, &OPTIONS));
}

/// The log of the rounds of layer 4, and that of layer 3, which it reads.
const LOGS: [&str; 2] = ["checkpoint-0005-part-0003.state", "checkpoint-0004-part-0002.state"];

/// A log that cannot be used from some part on is used up to there, or made
/// again from the file of its tier.
#[test]
fn rounds_that_are_damaged_foreign_or_missing_are_found_again() {
    let game = Quixo::new(4);
    let wanted = unbroken(&game, &WITH_DISTANCES);
    let storage = Memory::new();
    assert!(!run(&game, &storage, &WITH_DISTANCES, &PowerCut::after(20, "12 marks")));
    for log in LOGS {
        let bytes = storage.bytes(log).expect("broken off in the midst of the tier");
        let another = storage.bytes(&format!("{}1.state", &log[..log.len() - 7])).expect("an earlier part");
        let flipped = |place: usize| {
            let mut flipped = bytes.clone();
            flipped[place] ^= 4;
            flipped
        };
        let mut unusable =
            vec![Some(Vec::new()), Some(bytes[..bytes.len() - 1].to_vec()), Some(another), None];
        let places = [0, 12, 16, 20, 24, 33, bytes.len() / 2, bytes.len() - 1];
        unusable.extend(places.map(|place| Some(flipped(place))));
        for bytes in unusable {
            let again = Memory::new();
            files(&storage).into_iter().for_each(|(name, bytes)| again.put(&name, bytes));
            let missing = bytes.is_none();
            match bytes {
                Some(bytes) => again.put(log, bytes),
                None => again.remove(log).unwrap(),
            }
            let progress = PowerCut::never();
            assert!(run(&game, &again, &WITH_DISTANCES, &progress));
            assert!(missing || progress.was_told("12 marks: not using the checkpoint"), "{log}");
            let rebuilt = progress.was_told("reading back the distances of the tier above");
            assert_eq!(rebuilt, log == LOGS[1]);
            assert!(files(&again) == wanted, "{log}");
        }
    }
}

/// Rounds that cannot be written end the run, and the next one goes on.
#[test]
fn a_run_whose_rounds_cannot_be_written_says_so() {
    let game = Quixo::new(3);
    let wanted = unbroken(&game, &WITH_DISTANCES);
    let mut failures = 0;
    for operation in [Operation::Create, Operation::Commit, Operation::Write] {
        for nth in (2..60).step_by(7) {
            let memory = Memory::new();
            let storage = Faulty::new(memory.clone());
            storage.fail(operation, nth, ErrorKind::StorageFull);
            failures += usize::from(!run(&game, &storage, &WITH_DISTANCES, &PowerCut::never()));
            assert!(run(&game, &memory, &WITH_DISTANCES, &PowerCut::never()));
            assert!(files(&memory) == wanted, "{operation:?} {nth}");
        }
    }
    assert!(failures > 5, "{failures}: some of them were writes of rounds");
}

/// `cargo test --release -p kaiketsu-games --test games kernels -- --ignored`
#[test]
#[ignore = "134 million positions, twice, take minutes"]
fn the_top_of_5x5_broken_off_inside_a_tier_ends_with_the_same_bytes() {
    let game = Quixo::new(5);
    let options = Options { memory: 2 << 30, layers: Some(2), ..WITH_DISTANCES };
    let wanted = unbroken(&game, &options);
    let storage = Memory::new();
    assert!(!run(&game, &storage, &options, &PowerCut::after(60, "24 marks")));
    let progress = PowerCut::after(25, "24 marks");
    assert!(!run(&game, &storage, &options, &progress));
    assert!(progress.was_told("24 marks: going on from a checkpoint at "));
    assert!(run(&game, &storage, &options, &PowerCut::never()));
    // Between tiers there is the log of the last one, for the tier below.
    let layers = |files: BTreeMap<String, Vec<u8>>| {
        files.into_iter().filter(|(name, _)| !name.starts_with("checkpoint")).collect::<Vec<_>>()
    };
    assert!(layers(files(&storage)) == layers(wanted));
}
