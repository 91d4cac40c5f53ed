//! The kernel `cubes` against the reference kernels, the rules, the published
//! counts and itself.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use kaiketsu_db::{LayerFacts, LayerReader, LayerWriter, Memory};
use kaiketsu_engine::solve::{Induction, Kernel, Options, Queue, Silent, solve};
use kaiketsu_game::{Code, Game, Outcome, Slot, Tier, Tiered};
use kaiketsu_games::Quixo;
use kaiketsu_games::QuixoCubes;
use kaiketsu_games::cubes::{
    Board, CubeTier, DistanceTier, Ending, Pool, Processor, Progress, resume_tier, solve_tier,
};
use kaiketsu_testkit::laws::{check_kernel, files};
use kaiketsu_testkit::random::Random;

type Files = BTreeMap<String, Vec<u8>>;

fn options(threads: usize, distances: bool, layers: Option<u32>) -> Options {
    Options { threads, memory: 2 << 30, distances, layers }
}

/// The files a kernel writes.
fn written(game: &Quixo, kernel: &dyn Kernel<Quixo>, options: &Options) -> Files {
    let storage = Memory::new();
    solve(game, kernel, &storage, options, &Silent).unwrap();
    files(&storage)
}

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

/// The queue solves once, with distances. The layers without distances are
/// what it found with the distances left out.
#[test]
fn files_of_4x4_are_those_of_the_queue() {
    let game = Quixo::new(4);
    let with_distances = Memory::new();
    solve(&game, &Queue, &with_distances, &options(2, true, None), &Silent).unwrap();
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
    writes_the_same(&game, true, 2, &files(&with_distances));
}

/// `cargo test --release -p kaiketsu-games --test kernels -- --ignored`
#[test]
#[ignore = "the reference kernel takes minutes for 33.5 million positions"]
fn the_full_board_of_5x5_is_that_of_induction() {
    let game = Quixo::new(5);
    let options = options(2, false, Some(1));
    assert!(written(&game, &QuixoCubes::new(&game), &options) == written(&game, &Induction, &options));
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
    let position = game.position(slot);
    if let Some(outcome) = game.ending(&position) {
        return outcome;
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let children = moves.iter().map(|mv| outcome(game.locate(&game.play(&position, mv).position)));
    let children: Vec<Outcome> = children.collect();
    if children.contains(&Outcome::Loss) {
        Outcome::Win
    } else if children.iter().all(|child| *child == Outcome::Win) {
        Outcome::Loss
    } else {
        Outcome::Draw
    }
}

#[test]
fn the_top_of_5x5_obeys_the_rules_at_random_positions() {
    let game = Quixo::new(5);
    let storage = Memory::new();
    solve(&game, &QuixoCubes::new(&game), &storage, &options(2, false, Some(2)), &Silent).unwrap();
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

fn solve_planes(board: &Board, marks: u32, above: Option<&CubeTier>) -> CubeTier {
    let mut observer = |_: &Progress<'_>| ControlFlow::Continue(());
    let (processor, mut pool) = (Processor::detect(), Pool::default());
    match solve_tier(board, marks, above, processor, &mut pool, &mut observer).unwrap() {
        Ending::Solved(tier) => tier,
        Ending::Stopped(_) => unreachable!("the observer stops nothing"),
    }
}

/// Source: Tanaka, Bonnet, Tixeuil, Tamura, "Quixo Is Solved", and the table
/// by depth of its preprint.
#[test]
fn the_published_counts_of_4x4() {
    let board = Board::new(4);
    let (mut lanes, mut distances) = (None, None);
    let mut totals = [0; 3];
    let mut by_code = BTreeMap::<u16, u64>::new();
    for marks in (0..=16).rev() {
        let tier = solve_planes(&board, marks, lanes.as_ref());
        for class in tier.counts() {
            totals = [totals[0] + class.win, totals[1] + class.loss, totals[2] + class.draw];
        }
        lanes = Some(tier);
        let tier = DistanceTier::solve(&board, marks, distances.as_ref(), Processor::detect());
        for (slot, code) in tier.codes().into_iter().enumerate() {
            *by_code.entry(code).or_default() += tier.shapes().orbit(slot >> marks);
        }
        distances = Some(tier);
    }
    assert_eq!(totals, [26_434_489, 15_003_736, 1_608_496]);
    let count = |code: Code| by_code.get(&code.0).copied().unwrap_or(0);
    assert_eq!(count(Code::DRAW), 1_608_496);
    let wins = [4_697_505, 15_277_446, 0, 2_419_938, 0, 1_740_992, 0, 1_214_497, 0, 658_834, 0, 287_864];
    for (plies, wanted) in (0..).zip(wins) {
        assert_eq!(count(Code::win(plies)), wanted, "wins in {plies}");
    }
    let losses =
        [4_530_779, 528, 3_775_611, 0, 2_970_384, 0, 1_982_339, 0, 1_034_097, 0, 438_138, 0, 182_954];
    for (plies, wanted) in (0..).zip(losses) {
        assert_eq!(count(Code::loss(plies)), wanted, "losses in {plies}");
    }
    assert_eq!((count(Code::win(21)), count(Code::loss(22))), (57, 8));
    assert_eq!(by_code.len(), 1 + 12 + 13);
}

#[test]
fn a_stopped_tier_goes_on_to_the_same_values() {
    let board = Board::new(4);
    let top = solve_planes(&board, 16, None);
    let whole = solve_planes(&board, 15, Some(&top));
    for stop in 0..6 {
        let (processor, mut pool) = (Processor::detect(), Pool::default());
        let mut observer = |progress: &Progress<'_>| match progress.round == stop {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let ending = solve_tier(&board, 15, Some(&top), processor, &mut pool, &mut observer).unwrap();
        let Ending::Stopped(state) = ending else { panic!("round {stop} was not reached") };
        let mut observer = |_: &Progress<'_>| ControlFlow::Continue(());
        let Ending::Solved(tier) = resume_tier(&board, state, processor, &mut pool, &mut observer) else {
            panic!("nothing stops it")
        };
        assert!(tier.win().chunks() == whole.win().chunks() && tier.loss().chunks() == whole.loss().chunks());
    }
}
