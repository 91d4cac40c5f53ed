//! A layer that is broken off in the midst of a stage goes on there.

use std::collections::BTreeSet;
use std::time::Duration;

use kaiketsu_db::{FrameFile, Memory, Storage};
use kaiketsu_engine::solve::{Options, Queue, Silent, Upwards, solve};
use kaiketsu_game::{Notation, Retrograde};
use kaiketsu_testkit::laws::{Thoroughness, Through, check_retrograde, files, written};

use super::rings::Rings;
use super::{NEVER, OPTIONS, run_by};

/// The frame that says what of a stage a peer has done.
const DONE: (u32, u32) = (u32::MAX, u32::MAX - 1);

/// Stages as they are saved: owners count children, values of the tiers below are told, rounds;
/// owners who hold the tiers below look at children.
const COUNTING: u64 = 0;
const BELOW: u64 = 1;
const ROUND: u64 = 2;
const LOOKING: u64 = 3;

/// The stage that was saved last, and whether some of it was done.
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
/// other numbers of peers, which may hold the layer below though the first did not, or not hold it.
fn goes_on<G: Retrograde + Notation>(game: &G) {
    for begun in [Through::TOLD, Through::HELD] {
        for then in [Through::TOLD, Through::HELD] {
            goes_on_in(game, begun, then);
        }
    }
}

fn goes_on_in<G: Retrograde + Notation>(game: &G, begun: Through<'_, G>, then: Through<'_, G>) {
    let wanted = written(game, &Queue, &OPTIONS);
    let below = Memory::new();
    solve(game, &Queue, &below, &Options { layers: Some(1), ..OPTIONS }, &Silent).unwrap();
    let mut stages = BTreeSet::new();
    let rounds = (8..50).step_by(3).chain((50..).step_by(53));
    for (rounds, peers) in rounds.zip((1..=3).cycle()) {
        let memory = Memory::new();
        files(&below).into_iter().for_each(|(name, bytes)| memory.put(&name, bytes));
        let ends = run_by(game, begun, &[&memory], &[OPTIONS], rounds, Duration::ZERO);
        if ends.iter().all(Result::is_ok) {
            break;
        }
        stages.extend(saved(game, &memory));
        let (memories, options) = (vec![&memory; peers], vec![OPTIONS; peers]);
        let ends = run_by(game, then, &memories, &options, u32::MAX, NEVER);
        assert!(ends.iter().all(Result::is_ok), "{ends:?}");
        assert!(files(&memory) == wanted, "{peers} peers after {rounds} rounds");
    }
    let held = begun.upwards == Some(Upwards::Held);
    let wanted = if held { vec![LOOKING, ROUND] } else { vec![COUNTING, BELOW, ROUND] };
    for stage in wanted {
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
