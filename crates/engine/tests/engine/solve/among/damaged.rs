//! What was saved and is damaged: it is told, and its work is done again.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use kaiketsu_db::{Memory, Storage};
use kaiketsu_engine::solve::Progress;
use kaiketsu_game::{Notation, Retrograde, Tiered};
use kaiketsu_games::{Dodgem, Nocca};
use kaiketsu_testkit::laws::{Through, WholeTiers, files, written_among};

use super::whole::Counted;
use super::{NEVER, OPTIONS, run, run_by, run_told};

/// Keeps the warnings.
#[derive(Default)]
struct Warnings(Mutex<Vec<String>>);

impl Progress for Warnings {
    fn warning(&self, text: &str) {
        self.0.lock().unwrap().push(text.into());
    }
}

/// Files that are damaged in a test, at the most.
const MOST: usize = 6;

/// Goes on with what is in a storage, but for a flipped bit in the middle of one file, or without
/// that file, and so for some of them. All must end as they should; how many were spoken of.
fn goes_on<G: Retrograde + Notation>(game: &G, way: Through<'_, G>, saved: &Memory, grain: u64) -> usize {
    let wanted = written_among(game, 1, grain, true);
    let names = saved.list().unwrap();
    let states: Vec<_> = names.iter().filter(|name| name.starts_with("checkpoint-")).collect();
    let mut told = 0;
    for damaged in states.iter().step_by(states.len().div_ceil(MOST)).copied() {
        for missing in [false, true] {
            let memory = Memory::new();
            for name in names.iter().filter(|name| !missing || *name != damaged) {
                let mut bytes = saved.bytes(name).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= u8::from(name == damaged);
                memory.put(name, bytes);
            }
            let warnings = Warnings::default();
            let ends = run_told(game, way, &[&memory; 3], &[OPTIONS; 3], u32::MAX, NEVER, &warnings);
            assert!(ends.iter().all(Result::is_ok), "{damaged}, missing: {missing}: {ends:?}");
            assert!(files(&memory) == wanted, "{damaged}, missing: {missing}");
            let warnings = warnings.0.into_inner().unwrap();
            assert!(warnings.iter().all(|text| text.contains(damaged)), "{damaged}: {warnings:?}");
            told += usize::from(!missing && !warnings.is_empty());
        }
    }
    told
}

#[test]
fn rounds_that_are_damaged_or_missing_are_begun_again() {
    let (game, memory) = (Nocca::new(3, 3), Memory::new());
    let broken = run(&game, &[&memory; 2], &[OPTIONS; 2], 14, Duration::ZERO);
    assert!(broken.iter().all(Result::is_err));
    let told = goes_on(&game, Through::TOLD, &memory, 16);
    assert!(told >= 3, "the mark and a file of each of two peers: {told}");
}

#[test]
fn tiers_that_are_damaged_or_missing_are_solved_again() {
    let (game, memory) = (Dodgem::new(3), Memory::new());
    let fails = Counted { solved: AtomicU64::new(0), most: u64::from(game.tiers()) / 2 };
    let ends = run_by(&game, Through::by(&fails), &[&memory; 2], &[OPTIONS; 2], u32::MAX, Duration::ZERO);
    assert!(ends.iter().all(Result::is_err));
    let told = goes_on(&game, Through::by(&WholeTiers), &memory, 1 << 16);
    assert!(told >= 2, "{told}");
}
