//! Runs that are broken off and taken up again, and budgets that force
//! solved tiers out of memory: always the bytes of an unbroken run.

use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use kaiketsu_db::{DbError, LayerEntry, Memory, Storage, layer_file};
use kaiketsu_engine::solve::{
    Edges, Induction, Kernel, Options, Progress, Queue, Silent, Solution, SolveError, Sweep, TierValues,
    plan, solve,
};
use kaiketsu_game::{Notation, Retrograde, Tier, Tiered};
use kaiketsu_games::{Dodgem, Quixo, TicTacToe};
use kaiketsu_testkit::faulty::{Faulty, Operation};
use kaiketsu_testkit::laws::{files, written};

const AMPLE: Options = Options { threads: 1, memory: 1 << 30, distances: true, layers: None };

fn run<G: Tiered + Notation>(
    game: &G,
    kernel: &dyn Kernel<G>,
    storage: &dyn Storage,
    options: &Options,
) -> Result<Solution, SolveError> {
    solve(game, kernel, storage, options, &Silent)
}

/// Lets each operation of a run fail in turn, then runs again without faults.
fn check_every_fault<G: Tiered + Notation>(game: &G, kernel: &dyn Kernel<G>, options: &Options) {
    let counted = Faulty::new(Memory::new());
    run(game, kernel, &counted, options).unwrap();
    let expected = written(game, kernel, options);
    for operation in Operation::ALL {
        for nth in 0..counted.calls(operation) {
            let case = format!("{} with call {nth} of {operation:?} failing", game.id());
            let memory = Memory::new();
            let storage = Faulty::new(memory.clone());
            let kind = if nth % 2 == 0 { ErrorKind::StorageFull } else { ErrorKind::PermissionDenied };
            storage.fail(operation, nth, kind);
            let broken = run(game, kernel, &storage, options);
            assert!(matches!(broken, Err(SolveError::Database(_))), "{case}: {broken:?}");
            for (name, bytes) in files(&memory).into_iter().filter(|(name, _)| name.ends_with(".kai")) {
                assert_eq!(bytes, expected[&name], "{case}: {name} is whole");
            }
            storage.heal();
            run(game, kernel, &storage, options).unwrap();
            assert!(files(&memory) == expected, "{case}: other bytes after resuming");
        }
    }
}

#[test]
fn a_run_broken_anywhere_ends_with_the_same_bytes() {
    check_every_fault(&TicTacToe, &Queue, &AMPLE);
}

#[test]
fn a_run_that_swaps_and_is_broken_anywhere_ends_with_the_same_bytes() {
    let game = Dodgem::new(2);
    let memory = plan(&game, &Sweep, &AMPLE).memory_needed;
    check_every_fault(&game, &Sweep, &Options { memory, ..AMPLE });
}

/// Like a machine that is switched off again and again: every run gets a few
/// writes further than the one before.
#[test]
fn a_run_broken_again_and_again_ends_with_the_same_bytes() {
    let game = Quixo::new(3);
    let expected = written(&game, &Queue, &AMPLE);
    let memory = Memory::new();
    let mut broken = 0;
    loop {
        let storage = Faulty::new(memory.clone());
        storage.fail(Operation::Commit, 1, ErrorKind::Other);
        match run(&game, &Queue, &storage, &AMPLE) {
            Err(_) => broken += 1,
            Ok(_) => break,
        }
        assert!(broken < 100, "every run commits a file");
    }
    assert!(broken >= 8, "broken {broken} times only");
    assert!(files(&memory) == expected);
}

/// Ends a run by unwinding from the n-th call.
struct Unwinding(AtomicI64);

impl Unwinding {
    fn call(&self) {
        if self.0.fetch_sub(1, Relaxed) <= 0 {
            std::panic::resume_unwind(Box::new("enough"));
        }
    }
}

impl Progress for Unwinding {
    fn begin(&self, _: &str, _: u64) {
        self.call();
    }

    fn advance(&self, _: u64, _: bool) {
        self.call();
    }

    fn partly(&self, _: u64) {
        self.call();
    }

    fn status(&self, _: &str) {
        self.call();
    }

    fn layer_solved(&self, _: &LayerEntry) {
        self.call();
    }
}

/// As somebody does who is told of the progress and has seen enough: at every call.
#[test]
fn a_run_that_is_unwound_anywhere_ends_with_the_same_bytes() {
    let game = Dodgem::new(2);
    for (kernel, threads) in [(&Queue as &dyn Kernel<Dodgem>, 1), (&Sweep, 3), (&Edges, 2)] {
        let options = Options { threads, ..AMPLE };
        let expected = written(&game, kernel, &options);
        let (memory, mut unwound) = (Memory::new(), 0);
        loop {
            let progress = Unwinding(AtomicI64::new(unwound));
            let run = AssertUnwindSafe(|| solve(&game, kernel, &memory, &options, &progress));
            let Err(cause) = catch_unwind(run) else { break };
            assert_eq!(cause.downcast_ref::<&str>(), Some(&"enough"), "its own payload, however deep");
            for (name, bytes) in files(&memory).into_iter().filter(|(name, _)| name.ends_with(".kai")) {
                assert_eq!(bytes, expected[&name], "{name} is whole after call {unwound}");
            }
            unwound += 1;
        }
        assert!(unwound > 20, "{}: unwound {unwound} times only", kernel.name());
        assert!(files(&memory) == expected, "{}", kernel.name());
    }
}

/// Stopping on purpose, and going on with other threads, kernel and budget.
#[test]
fn a_run_may_be_taken_up_by_another_kernel() {
    let game = Dodgem::new(2);
    let expected = written(&game, &Queue, &AMPLE);
    let storage = Memory::new();
    let part = run(&game, &Sweep, &storage, &Options { layers: Some(5), ..AMPLE }).unwrap();
    assert!(!part.manifest.complete);
    let rest = run(&game, &Queue, &storage, &Options { threads: 3, ..AMPLE }).unwrap();
    assert_eq!(rest.reused_layers, 5);
    assert!(files(&storage) == expected);
}

#[test]
fn a_layer_that_was_removed_is_solved_again() {
    let game = Dodgem::new(2);
    let storage = Memory::new();
    let layers = run(&game, &Queue, &storage, &AMPLE).unwrap().manifest.layers.len() as u32;
    let expected = files(&storage);
    for layer in 0..layers {
        storage.remove(&layer_file(layer)).unwrap();
        let again = run(&game, &Queue, &storage, &AMPLE).unwrap();
        assert_eq!(again.reused_layers, layers - 1);
        assert!(files(&storage) == expected, "layer {layer} was solved again");
    }
}

#[test]
fn a_small_budget_swaps_tiers_and_changes_nothing() {
    let game = Dodgem::new(3);
    let values_only = Options { distances: false, ..AMPLE };
    let cases: [(&dyn Kernel<Dodgem>, &Options); 4] =
        [(&Sweep, &AMPLE), (&Queue, &AMPLE), (&Queue, &values_only), (&Induction, &values_only)];
    for (kernel, options) in cases {
        let expected = written(&game, kernel, options);
        let storage = Memory::new();
        let memory = plan(&game, kernel, options).memory_needed;
        let solution = run(&game, kernel, &storage, &Options { memory, ..options.clone() }).unwrap();
        let report = solution.cache;
        assert!(report.loads > 0 && report.drops > 0, "{}: {report:?}", kernel.name());
        assert!(files(&storage) == expected, "{}: other bytes with a small budget", kernel.name());
    }
}

#[test]
fn ample_memory_reads_nothing_back() {
    let solution = run(&Dodgem::new(3), &Queue, &Memory::new(), &AMPLE).unwrap();
    assert_eq!((solution.cache.loads, solution.cache.drops), (0, 0));
}

/// The plan counts on two bits a position for solved tiers without distances,
/// whatever the kernel computes on the way.
#[test]
fn without_distances_solved_tiers_take_two_bits_a_position() {
    let game = Dodgem::new(3);
    let kernels: [&dyn Kernel<Dodgem>; 3] = [&Sweep, &Queue, &Induction];
    let two_bits = |tier| TierValues::bytes_at_most(game.size(Tier(tier)), false);
    let most = (0..game.tiers()).map(two_bits).sum();
    for kernel in kernels {
        let options = Options { distances: false, ..AMPLE };
        let solution = run(&game, kernel, &Memory::new(), &options).unwrap();
        let held = solution.cache.peak_bytes;
        assert!(held <= most, "{} holds {held} bytes, more than {most}", kernel.name());
    }
}

#[test]
fn a_budget_that_is_too_small_is_refused_with_the_figure_needed() {
    let game = Quixo::new(4);
    let needed = plan(&game, &Queue, &AMPLE).memory_needed;
    let storage = Memory::new();
    let error = run(&game, &Queue, &storage, &Options { memory: needed - 1, ..AMPLE }).unwrap_err();
    let SolveError::Memory { needed: told, given, .. } = &error else { panic!("{error}") };
    assert_eq!((*told, *given), (needed, needed - 1));
    let text = error.to_string();
    assert!(
        text.contains(&format!("{} MiB", needed.div_ceil(1 << 20))) && text.contains("without distances"),
        "{text}"
    );
    assert!(files(&storage).is_empty(), "nothing is written");
}

/// The error of a solve that refuses a storage and changes nothing there.
fn left_alone<G: Retrograde + Notation>(game: &G, storage: &Memory, options: &Options) -> SolveError {
    let before = files(storage);
    let error = run(game, &Queue, storage, options).unwrap_err();
    assert!(files(storage) == before, "{error}");
    error
}

#[test]
fn a_database_of_another_kind_is_left_alone() {
    for distances in [false, true] {
        let storage = Memory::new();
        run(&TicTacToe, &Queue, &storage, &Options { distances, ..AMPLE }).unwrap();
        let error = left_alone(&TicTacToe, &storage, &Options { distances: !distances, ..AMPLE });
        assert!(
            matches!(error, SolveError::OtherKind { distances: found, .. } if found == distances),
            "{error}"
        );
    }
}

/// Also if nothing but the manifest was written, and whatever its kind.
#[test]
fn a_database_of_another_game_is_left_alone() {
    for (layers, distances) in [(None, true), (Some(0), false), (Some(0), true)] {
        let storage = Memory::new();
        run(&TicTacToe, &Queue, &storage, &Options { layers, distances, ..AMPLE }).unwrap();
        let error = left_alone(&Dodgem::new(2), &storage, &AMPLE);
        assert!(matches!(error, SolveError::Database(DbError::OtherGame { .. })), "{error}");
    }
}

/// Every byte of a layer file in turn, while the layer above is to be solved
/// from it: the damage is reported, the file stays as it is.
#[test]
fn a_damaged_layer_is_reported_and_not_overwritten() {
    let game = TicTacToe;
    let storage = Memory::new();
    run(&game, &Queue, &storage, &AMPLE).unwrap();
    let (damaged, above) = (layer_file(4), layer_file(5));
    storage.remove(&above).unwrap();
    let whole = storage.bytes(&damaged).unwrap();
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        storage.put(&damaged, bytes.clone());
        let error = run(&game, &Queue, &storage, &AMPLE).unwrap_err();
        let SolveError::Database(error) = error else { panic!("byte {place}: {error}") };
        let named = error.to_string().contains(&damaged);
        let told = error.is_damage() || matches!(error, DbError::NewerFormat { .. });
        assert!(named && told, "byte {place}: {error}");
        assert_eq!(storage.bytes(&damaged).unwrap(), bytes, "byte {place}: the file was changed");
        assert_eq!(storage.bytes(&above), None, "byte {place}: a layer was made of damaged values");
    }
}

#[test]
fn a_damaged_manifest_is_reported_and_not_overwritten() {
    let storage = Memory::new();
    run(&TicTacToe, &Queue, &storage, &AMPLE).unwrap();
    let mut bytes = storage.bytes("manifest.toml").unwrap();
    bytes[20] ^= 1;
    storage.put("manifest.toml", bytes);
    let error = left_alone(&TicTacToe, &storage, &AMPLE);
    assert!(matches!(error, SolveError::Database(DbError::Damaged { .. })), "{error}");
}
