//! The corpus of every target, and thousands of changes of it, always the same.
//!
//! `cargo test -p kaiketsu-fuzz`. Bytes that break a promise are kept in the build
//! folder, and the message says where; put right, they go into `fuzz/corpus`.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use kaiketsu_engine::analyse::Random;
use kaiketsu_fuzz::{TARGETS, Target};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// A change as a fuzzer makes them; other seeds of the target may lend a part.
fn changed(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    const TELLING: [&[u8]; 8] =
        [b"\0", b"\xff", b"\n", b" ", b"\xff\xff\xff\xff", b"-1", b"99999999999", b"\xc3"];
    let mut bytes = seeds[random.below(seeds.len() as u64) as usize].clone();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        let end = at + random.below((bytes.len() - at) as u64 + 1) as usize;
        let short = end.min(at + 4);
        match random.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at..short)),
            4 => drop(bytes.splice(at..at, bytes[at..short].to_vec())),
            5 => {
                let other = &seeds[random.below(seeds.len() as u64) as usize];
                let from = random.below(other.len() as u64 + 1) as usize;
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            _ => drop(bytes.splice(at..short, TELLING[random.below(8) as usize].iter().copied())),
        }
    }
    bytes
}

/// The target's answer; bytes over which it panics are kept for a look.
fn tried(name: &str, target: Target, bytes: &[u8]) -> bool {
    catch_unwind(|| target(bytes)).unwrap_or_else(|_| {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-panic"));
        fs::write(&kept, bytes).unwrap();
        panic!("`{name}` panicked over the bytes in {}: {}", kept.display(), bytes.escape_ascii());
    })
}

/// Tries the corpus of a target and so many changes of it.
fn check(name: &str, changes: usize) {
    let (_, target) = TARGETS.into_iter().find(|(known, _)| *known == name).unwrap();
    let folder = fuzz().join("corpus").join(name);
    let seeds: Vec<Vec<u8>> =
        names(&folder).iter().map(|seed| fs::read(folder.join(seed)).unwrap()).collect();
    let accepted = seeds.iter().filter(|seed| tried(name, target, seed)).count();
    assert!(accepted > 0 && accepted < seeds.len(), "{accepted} of {} are accepted", seeds.len());
    let mut random = Random::new(18);
    let again = (0..changes).filter(|_| tried(name, target, &changed(&seeds, &mut random))).count();
    println!("{name}: {accepted} of {} seeds accepted, {again} of {changes} changes of them", seeds.len());
}

/// A test for each target, so that they run side by side.
macro_rules! targets {
    ($($name:ident: $changes:literal),+ $(,)?) => {
        $(#[test] fn $name() { check(stringify!($name), $changes); })+

        #[test]
        fn every_target_has_a_test_a_corpus_and_a_program() {
            let all: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_string()).collect();
            assert_eq!(BTreeSet::from([$(stringify!($name).to_string()),+]), all);
            assert_eq!(names(&fuzz().join("corpus")), all);
            let program = |name: &String| format!("{name}.rs");
            assert_eq!(names(&fuzz().join("fuzz_targets")), all.iter().map(program).collect());
            let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
            assert!(all.iter().all(|name| manifest.contains(&format!("name = \"{name}\""))));
        }
    };
}

targets! {
    positions: 2000,
    moves: 2000,
    ids: 5000,
    records: 2000,
    manifests: 2000,
    layers: 5000,
    lists: 500,
    checkpoints: 200,
    certificates: 2000,
    books: 2000,
    http: 500,
}
