//! A layer that is broken off in the midst of a stage goes on there.

use std::collections::BTreeSet;
use std::time::Duration;

use kaiketsu_db::{FrameFile, Memory, Storage};
use kaiketsu_engine::solve::{Options, Queue, Silent, solve};
use kaiketsu_game::{Notation, Retrograde};
use kaiketsu_testkit::laws::{Thoroughness, check_retrograde, files, written};

use super::rings::Rings;
use super::{NEVER, OPTIONS, run};

/// The frame that says what of a stage a peer has done.
const DONE: (u32, u32) = (u32::MAX, u32::MAX - 1);

/// The stage that was saved last: counting, values of the tiers below, rounds; and whether
/// some of it was done.
fn saved<G: Retrograde + Notation>(game: &G, memory: &Memory) -> Option<(u64, bool)> {
    let header = format!("kaiketsu rounds 2\n{} 1 with distances 1 140000\n", game.id());
    let open = |name: &str| FrameFile::open(memory.open(name).ok()?, header.as_bytes()).ok();
    let mark = open("checkpoint-0001.state")?;
    let text = String::from_utf8(mark.read(&mark.frames()[0]).unwrap()).unwrap();
    let numbers: Vec<u64> = text.split(' ').map(|number| number.parse().unwrap()).collect();
    let part =
        open(&format!("checkpoint-0001-part-round-{:05}-0000-of-{:04}.state", numbers[0], numbers[3]))?;
    let done = part.frames().iter().find(|frame| frame.key == DONE).unwrap();
    Some((numbers[1], !part.read(done).unwrap().is_empty()))
}

/// Breaks off the second layer of a game wherever something is saved, and goes on with
/// other numbers of peers.
fn goes_on<G: Retrograde + Notation>(game: &G) {
    let wanted = written(game, &Queue, &OPTIONS);
    let below = Memory::new();
    solve(game, &Queue, &below, &Options { layers: Some(1), ..OPTIONS }, &Silent).unwrap();
    let mut stages = BTreeSet::new();
    let rounds = (8..50).step_by(3).chain((50..).step_by(53));
    for (rounds, peers) in rounds.zip((1..=3).cycle()) {
        let memory = Memory::new();
        files(&below).into_iter().for_each(|(name, bytes)| memory.put(&name, bytes));
        let ends = run(game, &[&memory], &[OPTIONS], rounds, Duration::ZERO);
        if ends.iter().all(Result::is_ok) {
            break;
        }
        stages.extend(saved(game, &memory));
        let ends = run(game, &vec![&memory; peers], &vec![OPTIONS; peers], u32::MAX, NEVER);
        assert!(ends.iter().all(Result::is_ok), "{ends:?}");
        assert!(files(&memory) == wanted, "{peers} peers after {rounds} rounds");
    }
    for stage in 0..3 {
        assert!(stages.contains(&(stage, true)), "never in the midst of stage {stage}: {stages:?}");
    }
}

#[test]
fn a_stage_that_was_broken_off_goes_on_where_it_was() {
    check_retrograde(&Rings::<true>, FEW);
    goes_on(&Rings::<true>);
}

#[test]
fn questions_that_were_broken_off_go_on_where_they_were() {
    check_retrograde(&Rings::<false>, FEW);
    goes_on(&Rings::<false>);
}

const FEW: Thoroughness = Thoroughness::Sample { positions: 100, seed: 5 };
