//! The kernel for NOCCA x NOCCA against the reference kernel, and against the
//! rules.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::Arc;

use kaiketsu_db::{Database, Memory, Storage};
use kaiketsu_engine::analyse::{Stored, statistics};
use kaiketsu_engine::solve::{Kernel, Options, Queue, Silent, Sweep, solve};
use kaiketsu_game::{Code, Game, Slot, Tier, Tiered};
use kaiketsu_games::Nocca;
use kaiketsu_games::{NoccaMatrices, NoccaScanner};
use kaiketsu_testkit::faulty::{Faulty, Operation};
use kaiketsu_testkit::laws::{check_kernel, files};
use kaiketsu_testkit::random::Random;
use kaiketsu_testkit::solve_in_memory;

/// The files a kernel writes, with distances.
fn written(game: &Nocca, kernel: &dyn Kernel<Nocca>) -> BTreeMap<String, Vec<u8>> {
    let memory = Memory::new();
    let options = Options { threads: 2, memory: 2 << 30, distances: true, layers: None };
    solve(game, kernel, &memory, &options, &Silent).unwrap();
    files(&memory)
}

#[test]
fn files_are_those_of_the_reference_kernel() {
    for (columns, rows) in [(2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)] {
        check_kernel(&Nocca::new(columns, rows), &NoccaMatrices::default());
    }
}

fn same_as_the_queue(columns: usize, rows: usize) {
    let game = Nocca::new(columns, rows);
    let same = written(&game, &NoccaMatrices::default()) == written(&game, &Queue);
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

/// What the rules say of a position, given the values of its children.
fn value_by_children(game: &Nocca, slot: Slot, value: impl Fn(Slot) -> Code) -> Code {
    let position = game.position(slot);
    if let Some(outcome) = game.ending(&position) {
        return Code::ended(outcome);
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let seen = moves.iter().map(|mv| {
        let step = game.play(&position, mv);
        step.value_before(value(game.locate(&step.position)).value(true))
    });
    Code::from(seen.max().unwrap())
}

#[test]
fn positions_agree_with_their_children() {
    for (columns, rows) in [(3, 6), (4, 4), (4, 5)] {
        let game = Nocca::new(columns, rows);
        let memory = Memory::new();
        let options = Options { threads: 2, memory: 2 << 30, distances: true, layers: None };
        solve(&game, &NoccaMatrices::default(), &memory, &options, &Silent).unwrap();
        let database = Database::open(Arc::new(memory)).unwrap();
        let value = |slot: Slot| database.get(0, slot.index).unwrap();
        let mut seen = [0; 3];
        let quiet = game.won_at_once().start;
        let mut random = Random::new(1);
        for _ in 0..4_000 {
            let slot = Slot { tier: Tier(0), index: random.below(quiet) };
            let code = value(slot);
            assert_eq!(code, value_by_children(&game, slot, value), "{columns}x{rows} {slot:?}");
            seen[code.outcome() as usize] += 1;
        }
        assert!(seen.iter().all(|count| *count > 0), "{columns}x{rows} {seen:?}: all outcomes were met");
    }
}

/// Any single fault of the storage ends a run with an error or is done
/// without, and the next run goes on to the same bytes.
#[test]
fn a_run_can_fail_anywhere_and_be_resumed() {
    let game = Nocca::new(3, 4);
    let kernel = NoccaMatrices::default().saving_always();
    let options = Options { threads: 2, memory: 1 << 30, distances: true, layers: None };
    let wanted = written(&game, &NoccaMatrices::default());
    let mut resumed = 0;
    for operation in Operation::ALL {
        for number in (0..70).step_by(3) {
            let memory = Memory::new();
            let storage = Faulty::new(memory.clone());
            storage.fail(operation, number, ErrorKind::Other);
            let failed = solve(&game, &kernel, &storage, &options, &Silent).is_err();
            let rounds = memory.list().unwrap().iter().filter(|name| name.contains("part")).count();
            if failed {
                resumed += rounds;
                solve(&game, &kernel, &storage, &options, &Silent).unwrap();
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
        let mut sink = memory.create(&format!("checkpoint-0000-part-{round:04}.state")).unwrap();
        sink.write_all(b"this is no round").unwrap();
        sink.commit().unwrap();
    }
    let options = Options { threads: 1, memory: 1 << 30, distances: true, layers: None };
    solve(&game, &NoccaMatrices::default().saving_always(), &memory, &options, &Silent).unwrap();
    assert!(files(&memory) == written(&game, &Sweep));
}

/// The scanner counts what a walk over all positions counts.
#[test]
fn counts_are_those_of_a_walk_over_all_positions() {
    for (columns, rows) in [(2, 3), (2, 6), (3, 3), (3, 4), (4, 3)] {
        for distances in [true, false] {
            let game = Arc::new(Nocca::new(columns, rows));
            let solution = solve_in_memory(&*game, &NoccaMatrices::default(), 2, distances);
            let database = Database::open(Arc::new(solution.storage.clone())).unwrap();
            let oracle = Stored::new(game, database).unwrap();
            let walked = statistics(&oracle, None, &Silent).unwrap();
            assert_eq!(
                statistics(&oracle, Some(&NoccaScanner), &Silent).unwrap(),
                walked,
                "{columns}x{rows}"
            );
        }
    }
}
