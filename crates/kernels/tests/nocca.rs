//! The kernel for NOCCA x NOCCA against the reference kernel, and against the
//! rules.

use kaiketsu_db::{Memory, Storage};
use kaiketsu_games::Nocca;
use kaiketsu_kernels::NoccaMatrices;
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

#[test]
fn files_are_those_of_the_queue_on_larger_boards() {
    for (columns, rows) in [(3, 5), (4, 3)] {
        let game = Nocca::new(columns, rows);
        let same = files(&game, &NoccaMatrices, 2, true) == files(&game, &Queue, 2, true);
        assert!(same, "{columns}x{rows}");
    }
}
