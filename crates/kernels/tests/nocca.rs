//! The kernel for NOCCA x NOCCA against the reference kernel, and against the
//! rules.

use std::sync::{Arc, Mutex};

use kaiketsu_db::{Database, Memory, Storage};
use kaiketsu_game::{Code, Game, Slot, Tier, Tiered, Value};
use kaiketsu_games::Nocca;
use kaiketsu_kernels::{NoccaMatrices, NoccaRecorder, NoccaRounds};
use kaiketsu_solve::{Kernel, Options, Queue, Silent, Sweep, solve};

/// The files a kernel writes.
fn files(
    game: &Nocca,
    kernel: &dyn Kernel<Nocca>,
    threads: usize,
    distances: bool,
) -> Vec<(String, Vec<u8>)> {
    let memory = Memory::new();
    let options = Options { threads, memory: 2 << 30, distances, layers: None };
    solve(game, kernel, &memory, &options, &Silent).unwrap();
    let bytes = |name: String| (name.clone(), memory.bytes(&name).unwrap());
    memory.list().unwrap().into_iter().map(bytes).collect()
}

#[test]
fn files_are_those_of_the_reference_kernel() {
    for (columns, rows) in [(2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)] {
        let game = Nocca::new(columns, rows);
        for distances in [true, false] {
            let reference = files(&game, &Sweep, 2, distances);
            for threads in 1..=3 {
                let same = files(&game, &NoccaMatrices, threads, distances) == reference;
                assert!(same, "{columns}x{rows}, {threads} threads, distances: {distances}");
            }
        }
    }
}

fn same_as_the_queue(columns: usize, rows: usize) {
    let game = Nocca::new(columns, rows);
    let same = files(&game, &NoccaMatrices, 2, true) == files(&game, &Queue, 2, true);
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
    Code::from(seen.min_by(Value::best_first).unwrap())
}

#[test]
fn positions_agree_with_their_children() {
    for (columns, rows) in [(3, 6), (4, 4), (4, 5)] {
        let game = Nocca::new(columns, rows);
        let memory = Memory::new();
        let options = Options { threads: 2, memory: 2 << 30, distances: true, layers: None };
        solve(&game, &NoccaMatrices, &memory, &options, &Silent).unwrap();
        let database = Database::open(Arc::new(memory)).unwrap();
        let value = |slot: Slot| database.get(0, slot.index).unwrap();
        let mut seen = [0; 3];
        let quiet = game.won_at_once().start;
        for step in 0..4_000_u64 {
            let index = (step.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) % quiet;
            let slot = Slot { tier: Tier(0), index };
            let code = value(slot);
            assert_eq!(code, value_by_children(&game, slot, value), "{columns}x{rows} {slot:?}");
            seen[code.outcome() as usize] += 1;
        }
        assert!(seen.iter().all(|count| *count > 0), "{columns}x{rows} {seen:?}: all outcomes were met");
    }
}

/// What was found: round, class, unit and bits.
type Found = (u16, usize, usize, Vec<u64>);

/// Everything that was found.
#[derive(Default)]
struct Log(Mutex<Vec<Found>>);

impl NoccaRecorder for Log {
    fn record(&self, round: u16, class: usize, first_unit: usize, found: &[u64]) {
        if found.iter().any(|word| *word != 0) {
            self.0.lock().unwrap().push((round, class, first_unit, found.to_vec()));
        }
    }
}

impl Log {
    fn sorted(self) -> Vec<Found> {
        let mut all = self.0.into_inner().unwrap();
        all.sort();
        all
    }
}

/// A solve that is broken off after any round and resumed finds the same.
#[test]
fn rounds_can_be_resumed() {
    let game = Nocca::new(3, 4);
    let unbroken = Log::default();
    let mut rounds = NoccaRounds::new(&game);
    while rounds.play(&unbroken) {}
    let (last, unbroken) = (rounds.next(), unbroken.sorted());
    for stop in 1..last {
        let log = Log::default();
        let mut first = NoccaRounds::new(&game);
        for _ in 0..stop {
            first.play(&log);
        }
        let mut second = NoccaRounds::resume(&game, first.planes(), first.next());
        while second.play(&log) {}
        assert!(log.sorted() == unbroken, "broken off after {stop} rounds");
        assert_eq!(second.planes(), rounds.planes());
    }
}
