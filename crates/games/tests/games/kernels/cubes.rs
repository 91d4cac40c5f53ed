//! The kernel `cubes` against the reference kernels, the rules and itself.

use std::collections::BTreeMap;

use kaiketsu_db::{LayerFacts, LayerReader, LayerWriter, Memory};
use kaiketsu_engine::solve::{Induction, Options, Queue, Silent, solve};
use kaiketsu_game::{Code, Game, Notation, Outcome, Slot, Step, Tier, Tiered};
use kaiketsu_games::cubes::Processor;
use kaiketsu_games::quixo::Field;
use kaiketsu_games::{Quixo, QuixoCubes};
use kaiketsu_testkit::laws::{check_kernel, files, written};
use kaiketsu_testkit::random::Random;
use kaiketsu_testkit::{naive, solve_in_memory};

use super::{options, solved};

type Files = BTreeMap<String, Vec<u8>>;

/// Compares all files for every processor, from `least` threads to three.
fn writes_the_same(game: &Quixo, distances: bool, least: usize, wanted: &Files) {
    for processor in Processor::available() {
        for threads in least..=3 {
            let kernel = QuixoCubes::with_processor(game, processor);
            let found = written(game, &kernel, &options(threads, distances, None));
            let case = format!("{processor:?}, {threads} threads, distances: {distances}");
            for (name, bytes) in wanted {
                assert!(found[name] == *bytes, "{}: {name}, {case}", game.id());
            }
            assert_eq!(found.len(), usize::try_from(game.tiers()).unwrap() + 1, "{case}: and a manifest");
        }
    }
}

#[test]
fn files_of_3x3_are_those_of_the_reference_kernel() {
    let game = Quixo::new(3);
    for processor in Processor::available() {
        check_kernel(&game, &QuixoCubes::with_processor(&game, processor));
    }
}

/// Rectangles have four symmetries, and lines may be shorter or longer than a side.
#[test]
fn files_of_rectangles_are_those_of_the_reference_kernel() {
    for field in [Field::new(2, 4), Field::new(2, 5).with_line(4), Field::new(3, 3).with_line(2)] {
        let game = Quixo::new(field);
        for processor in Processor::available() {
            check_kernel(&game, &QuixoCubes::with_processor(&game, processor));
        }
    }
    for line in [3, 4] {
        let game = Quixo::new(Field::new(3, 4).with_line(line));
        let wanted = written(&game, &Queue, &options(2, true, None));
        assert!(written(&game, &QuixoCubes::new(&game), &options(2, true, None)) == wanted, "{}", game.id());
    }
}

/// The naive solver knows no tiers, numbers or symmetries, only the rules.
#[test]
fn every_value_of_3x4_is_that_of_the_naive_solver() {
    for line in [3, 4] {
        let game = Quixo::new(Field::new(3, 4).with_line(line));
        let solved = solve_in_memory(&game, &QuixoCubes::new(&game), 2, true);
        let values = naive::solve_reachable(&game);
        assert!(values.len() > 100_000, "{} reachable positions", values.len());
        for (position, value) in values {
            let text = game.write_position(&position);
            assert_eq!(solved.value(game.locate(&position)), value, "{}: {text}", game.id());
        }
    }
}

/// The queue solves once, with distances. The layers without distances are
/// what it found with the distances left out.
#[test]
fn files_of_4x4_are_those_of_the_queue() {
    let game = Quixo::new(4);
    let with_distances = solved(&game, &Queue, &options(2, true, None));
    let values = Memory::new();
    for layer in 0..game.tiers() {
        let reader = LayerReader::open_as_found(&with_distances, layer).unwrap();
        let mut codes = vec![Code::DRAW; reader.positions() as usize];
        reader.read(0, &mut codes).unwrap();
        codes.iter_mut().for_each(|code| *code = code.without_plies());
        let facts = LayerFacts { distances: false, ..reader.facts().clone() };
        let mut writer = LayerWriter::create(&values, facts).unwrap();
        writer.push(&codes).unwrap();
        writer.finish().unwrap();
    }
    writes_the_same(&game, false, 1, &files(&values));
    writes_the_same(&game, true, 1, &files(&with_distances));
}

/// Small boards fit a window. Cut into many, they give the same files.
#[test]
fn windows_make_no_difference() {
    for (side, chunks) in [(3, 1), (3, 7), (4, 1), (4, 40)] {
        let game = Quixo::new(side);
        let wanted = written(&game, &QuixoCubes::new(&game), &options(1, true, None));
        let kernel = QuixoCubes::new(&game).windows_of(chunks);
        assert!(written(&game, &kernel, &options(2, true, None)) == wanted, "{side}x{side}, {chunks} chunks");
    }
}

/// `cargo test --release -p kaiketsu-games --test games kernels -- --ignored`
#[test]
#[ignore = "the reference kernel takes minutes for 33.5 million positions"]
fn the_full_board_of_5x5_is_that_of_induction() {
    let game = Quixo::new(5);
    let options = options(2, false, Some(1));
    assert!(written(&game, &QuixoCubes::new(&game), &options) == written(&game, &Induction, &options));
}

/// `cargo test --release -p kaiketsu-games --test games kernels -- --ignored`
#[test]
#[ignore = "the reference kernel takes an hour for 545 million positions"]
fn the_top_of_5x5_with_distances_is_that_of_the_queue() {
    let game = Quixo::new(5);
    let options = Options { memory: 6 << 30, ..options(2, true, Some(3)) };
    assert!(written(&game, &QuixoCubes::new(&game), &options) == written(&game, &Queue, &options));
}

/// A layer limit leaves the rest to a kernel that holds nothing and reads back
/// from the file what it builds on.
#[test]
fn a_fresh_kernel_goes_on_from_the_files() {
    let game = Quixo::new(4);
    for distances in [false, true] {
        let wanted = written(&game, &QuixoCubes::new(&game), &options(2, distances, None));
        let storage = Memory::new();
        for layers in [1, 4, 9, 12, 17] {
            let options = options(2, distances, Some(layers));
            solve(&game, &QuixoCubes::new(&game), &storage, &options, &Silent).unwrap();
        }
        assert!(files(&storage) == wanted, "distances: {distances}");
    }
}

/// The outcome that the rules and the values of the children give a position.
fn outcome_by_rules(game: &Quixo, slot: Slot, outcome: impl Fn(Slot) -> Outcome) -> Outcome {
    let seen = |step: Step<_>| -outcome(game.locate(&step.position));
    match naive::steps(game, &game.position(slot)) {
        Ok(steps) => steps.into_iter().map(seen).max().expect("a game that is not over goes on"),
        Err(ended) => ended,
    }
}

#[test]
fn the_top_of_5x5_obeys_the_rules_at_random_positions() {
    let game = Quixo::new(5);
    let storage = solved(&game, &QuixoCubes::new(&game), &options(2, false, Some(2)));
    let layers = [0, 1].map(|layer| {
        let reader = LayerReader::open_as_found(&storage, layer).unwrap();
        let mut packed = vec![0; reader.positions().div_ceil(4) as usize];
        reader.read_two_bits(0, &mut packed).unwrap();
        packed
    });
    let outcome = |slot: Slot| {
        let byte = layers[slot.tier.0 as usize][(slot.index / 4) as usize];
        [Outcome::Draw, Outcome::Win, Outcome::Loss][usize::from(byte >> (slot.index % 4 * 2) & 3)]
    };
    let mut random = Random::new(25);
    let mut seen = [0; 3];
    for tier in [Tier(0), Tier(1)] {
        for _ in 0..15_000 {
            let slot = Slot { tier, index: random.below(game.size(tier)) };
            assert_eq!(outcome(slot), outcome_by_rules(&game, slot, outcome), "{slot:?}");
            seen[outcome(slot) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}: all outcomes were met");
}
