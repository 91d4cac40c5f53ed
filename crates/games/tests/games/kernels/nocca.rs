//! The kernel for NOCCA x NOCCA against the reference kernel, and against the
//! rules.

use std::io::ErrorKind;
use std::sync::Mutex;

use kaiketsu_db::{Memory, Storage};
use kaiketsu_engine::analyse::statistics;
use kaiketsu_engine::solve::{Options, Progress, Queue, Silent, Sweep, solve};
use kaiketsu_games::{Nocca, NoccaMatrices, NoccaScanner};
use kaiketsu_testkit::faulty::{Faulty, Operation};
use kaiketsu_testkit::laws::{check_kernel, files, written};

use super::{opened, options, solved};

const OPTIONS: Options = Options { threads: 2, memory: 2 << 30, distances: true, layers: None };

#[test]
fn files_are_those_of_the_reference_kernel() {
    for (columns, rows) in [(2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)] {
        check_kernel(&Nocca::new(columns, rows), &NoccaMatrices::default());
    }
}

fn same_as_the_queue(columns: usize, rows: usize) {
    let game = Nocca::new(columns, rows);
    let same = written(&game, &NoccaMatrices::default(), &OPTIONS) == written(&game, &Queue, &OPTIONS);
    assert!(same, "{columns}x{rows}");
}

#[test]
fn files_are_those_of_the_queue_on_larger_boards() {
    same_as_the_queue(3, 5);
    same_as_the_queue(4, 3);
}

#[test]
#[ignore = "minutes: the queue looks at 15 million positions one by one"]
fn files_are_those_of_the_queue_on_four_by_four() {
    same_as_the_queue(4, 4);
}

/// Half of the positions are won at once, and need no kernel.
#[test]
fn positions_agree_with_their_children() {
    for (columns, rows) in [(3, 6), (4, 4), (4, 5)] {
        let game = Nocca::new(columns, rows);
        super::positions_agree_with_their_children(game, &NoccaMatrices::default(), 8_000);
    }
}

/// Any single fault of the storage ends a run with an error or is done
/// without, and the next run goes on to the same bytes.
#[test]
fn a_run_can_fail_anywhere_and_be_resumed() {
    let game = Nocca::new(3, 4);
    let kernel = NoccaMatrices::default().saving_always();
    let wanted = written(&game, &NoccaMatrices::default(), &OPTIONS);
    let mut resumed = 0;
    for operation in Operation::ALL {
        for number in (0..70).step_by(3) {
            let memory = Memory::new();
            let storage = Faulty::new(memory.clone());
            storage.fail(operation, number, ErrorKind::Other);
            let failed = solve(&game, &kernel, &storage, &OPTIONS, &Silent).is_err();
            let rounds = memory.list().unwrap().iter().filter(|name| name.contains("part")).count();
            if failed {
                resumed += rounds;
                solve(&game, &kernel, &storage, &OPTIONS, &Silent).unwrap();
            }
            assert!(files(&memory) == wanted, "{operation:?} number {number}");
        }
    }
    assert!(resumed > 100, "{resumed} rounds were there when a run was resumed");
}

/// Rounds of another kind, and damaged ones, are played again.
#[test]
fn rounds_that_cannot_be_used_are_played_again() {
    let (game, memory) = (Nocca::new(3, 3), Memory::new());
    for round in 0..4 {
        memory.put(&format!("checkpoint-0000-part-{round:04}.state"), b"this is no round".to_vec());
    }
    solve(&game, &NoccaMatrices::default().saving_always(), &memory, &OPTIONS, &Silent).unwrap();
    assert!(files(&memory) == written(&game, &Sweep, &OPTIONS));
}

/// What a solve warned of.
#[derive(Default)]
struct Warnings(Mutex<Vec<String>>);

impl Progress for Warnings {
    fn warning(&self, text: &str) {
        self.0.lock().unwrap().push(text.into());
    }
}

/// A bit that flips anywhere in a round is found before anything is built on it; the
/// solve says which file it was and plays from there.
#[test]
fn rounds_with_a_flipped_bit_are_played_again() {
    let (game, kernel) = (Nocca::new(2, 4), NoccaMatrices::default().saving_always());
    let (left, faulty) = (Memory::new(), Faulty::new(Memory::new()));
    solve(&game, &kernel, &faulty, &OPTIONS, &Silent).unwrap();
    let commits = faulty.calls(Operation::Commit);
    let faulty = Faulty::new(left.clone());
    faulty.fail(Operation::Commit, commits - 2, ErrorKind::StorageFull); // that of the layer
    solve(&game, &kernel, &faulty, &OPTIONS, &Silent).unwrap_err();
    let rounds: Vec<String> = left.list().unwrap().into_iter().filter(|name| name.contains("part")).collect();
    assert!(rounds.len() > 5 && !left.list().unwrap().iter().any(|name| name.ends_with(".kai")));
    let wanted = written(&game, &kernel, &OPTIONS);
    for (number, round) in rounds.iter().enumerate() {
        let bytes = left.bytes(round).unwrap();
        for place in (number % 11..bytes.len()).step_by(11) {
            let memory = Memory::new();
            files(&left).into_iter().for_each(|(name, bytes)| memory.put(&name, bytes));
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << (place % 8);
            memory.put(round, flipped);
            let warnings = Warnings::default();
            solve(&game, &kernel, &memory, &OPTIONS, &warnings)
                .unwrap_or_else(|error| panic!("byte {place} of {round}: {error}"));
            assert!(files(&memory) == wanted, "byte {place} of {round}");
            let told = warnings.0.into_inner().unwrap();
            assert!(told.len() == 1 && told[0].contains(round.as_str()), "{round}: {told:?}");
        }
    }
}

/// The scanner counts what a walk over all positions counts.
#[test]
fn counts_are_those_of_a_walk_over_all_positions() {
    for (columns, rows) in [(2, 3), (2, 6), (3, 3), (3, 4), (4, 3)] {
        for distances in [true, false] {
            let game = Nocca::new(columns, rows);
            let storage = solved(&game, &NoccaMatrices::default(), &options(2, distances, None));
            let stored = opened(game, &storage);
            let scanned = statistics(&stored, Some(&NoccaScanner), &Silent).unwrap();
            assert_eq!(scanned, statistics(&stored, None, &Silent).unwrap(), "{columns}x{rows}");
        }
    }
}
