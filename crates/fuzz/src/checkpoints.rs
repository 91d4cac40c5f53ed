//! State that was saved half-way: whatever has become of it, a solve that takes it up
//! ends with the right bytes.

use std::sync::OnceLock;
use std::time::Duration;

use kaiketsu::Silent;
use kaiketsu_db::disk::{Disk, Files, Luck};
use kaiketsu_db::{FrameFile, Memory, Storage};
use kaiketsu_engine::solve::{Options, SolveError, solve};
use kaiketsu_games::{Nocca, NoccaMatrices, Quixo, QuixoCubes};

use crate::seal;

/// The kernels that save their state, each by a small game.
#[derive(Clone, Copy)]
enum Case {
    QuixoValues,
    QuixoDistances,
    Nocca,
}

const CASES: [Case; 3] = [Case::QuixoValues, Case::QuixoDistances, Case::Nocca];

impl Case {
    fn run(self, storage: &dyn Storage) -> Result<(), SolveError> {
        let distances = !matches!(self, Case::QuixoValues);
        let options = Options { threads: 1, memory: 1 << 30, distances, layers: None };
        let solved = match self {
            Case::QuixoValues | Case::QuixoDistances => {
                let game = Quixo::new(3);
                let kernel = QuixoCubes::new(&game).checkpoint_every(Duration::ZERO).windows_of(100);
                solve(&game, &kernel, storage, &options, &Silent)
            }
            Case::Nocca => {
                let kernel = NoccaMatrices::default().saving_always();
                solve(&Nocca::new(2, 4), &kernel, storage, &options, &Silent)
            }
        };
        solved.map(drop)
    }
}

/// A run broken off where most of its state was on the disk, and what it ends with.
struct Prepared {
    broken_off: Files,
    wanted: Files,
}

fn prepared(case: usize) -> &'static Prepared {
    static PREPARED: [OnceLock<Prepared>; CASES.len()] = [const { OnceLock::new() }; CASES.len()];
    PREPARED[case].get_or_init(|| {
        let disk = Disk::new([]);
        CASES[case].run(&disk).expect("an unbroken run");
        let left = |cut| disk.after_cut(cut, &mut Luck::best());
        let states = |files: &Files| files.keys().filter(|name| is_state(name)).count();
        let broken_off = (0..disk.steps()).map(left).max_by_key(states).expect("there are steps");
        Prepared { broken_off, wanted: left(disk.steps()) }
    })
}

fn is_state(name: &str) -> bool {
    name.starts_with("checkpoint")
}

/// A byte for the kernel, one for the file of its state, then the bytes of that file.
pub fn checkpoints(bytes: &[u8]) -> bool {
    let Some((&[kernel, file], bytes)) = bytes.split_first_chunk() else { return false };
    frames(&seal::frames(bytes, b"fuzz"));
    frames(bytes);
    let case = usize::from(kernel) % CASES.len();
    let prepared = prepared(case);
    let memory = Memory::new();
    prepared.broken_off.iter().for_each(|(name, bytes)| memory.put(name, bytes.clone()));
    let states: Vec<&String> = prepared.broken_off.keys().filter(|name| is_state(name)).collect();
    memory.put(states[usize::from(file) % states.len()], bytes.to_vec());
    CASES[case].run(&memory).expect("what cannot be used is done again");
    for (name, wanted) in &prepared.wanted {
        assert!(memory.bytes(name).as_ref() == Some(wanted), "{name} has other bytes");
    }
    prepared.broken_off.values().any(|state| state == bytes)
}

/// Reads all frames, if it is a file of frames.
fn frames(bytes: &[u8]) {
    let memory = Memory::new();
    memory.put("frames", bytes.to_vec());
    let source = memory.open("frames").expect("it was put there");
    if let Ok(file) = FrameFile::open(source, b"fuzz") {
        for frame in file.frames() {
            let read = file.read(frame).map_or(0, |read| read.len());
            assert!(read <= bytes.len(), "more was read than there is");
        }
    }
}

/// The files of state of every kernel, as seeds: what [`checkpoints`] takes.
#[must_use]
pub fn states() -> Vec<Vec<u8>> {
    let of = |case: usize| {
        let states = prepared(case).broken_off.iter().filter(|(name, _)| is_state(name));
        (0..).zip(states).map(move |(file, (_, bytes))| [&[case as u8, file][..], bytes].concat())
    };
    (0..CASES.len()).flat_map(of).collect()
}
