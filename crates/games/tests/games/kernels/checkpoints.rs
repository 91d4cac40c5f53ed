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

fn unbroken(game: &Quixo) -> BTreeMap<String, Vec<u8>> {
    written(game, &QuixoCubes::new(game), &OPTIONS)
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
fn run(game: &Quixo, storage: &dyn Storage, progress: &PowerCut) -> bool {
    let kernel = QuixoCubes::new(game).checkpoint_every(Duration::ZERO);
    let solved = catch_unwind(AssertUnwindSafe(|| solve(game, &kernel, storage, &OPTIONS, progress)));
    solved.is_ok_and(|result| result.map(drop).is_ok())
}

#[test]
fn a_run_broken_again_and_again_ends_with_the_same_bytes() {
    for side in [3, 4] {
        let game = Quixo::new(side);
        let wanted = unbroken(&game);
        for rounds in [4, 5, 11] {
            let storage = Memory::new();
            let (mut runs, mut resumed) = (1, 0);
            loop {
                let progress = PowerCut::after(rounds, "");
                let finished = run(&game, &storage, &progress);
                resumed += usize::from(progress.was_told("going on from a checkpoint"));
                if finished {
                    break;
                }
                runs += 1;
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
    assert!(!run(game, &storage, &PowerCut::after(3, tier)));
    assert!(storage.bytes(CHECKPOINT).is_some());
    storage
}

#[test]
fn a_state_that_is_damaged_or_foreign_is_not_used() {
    let game = Quixo::new(4);
    let wanted = unbroken(&game);
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
        assert!(run(&game, &again, &progress));
        assert!(progress.was_told("12 marks: not using the checkpoint"));
        assert!(!progress.was_told("going on from a checkpoint"));
        assert!(files(&again) == wanted);
    }
    let progress = PowerCut::never();
    assert!(run(&game, &storage, &progress));
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
        assert!(run(&game, &storage, &progress), "{operation:?}");
        assert!(progress.was_told("9 marks: no checkpoint saved"), "{operation:?}");
        assert!(files(&memory) == unbroken(&game));
    }
}

#[test]
fn what_is_left_of_a_finished_layer_is_cleared_away() {
    let game = Quixo::new(3);
    let kernel = QuixoCubes::new(&game);
    let storage = solved(&game, &kernel, &OPTIONS);
    storage.put(CHECKPOINT, vec![1, 2, 3]);
    solve(&game, &kernel, &storage, &OPTIONS, &Silent).unwrap();
    assert!(files(&storage) == unbroken(&game));
}
