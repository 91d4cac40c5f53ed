//! The whole solve, against the paper and the rules.
//!
//! The original rule is solved in every run; the revised rule, and the
//! statistics that search all positions with eight marks, by
//! `cargo test --release -p kaiketsu-games --test games kernels -- --ignored`.

use kaiketsu_db::{LayerWriter, Manifest, Memory, Storage};
use kaiketsu_engine::analyse::{Fast, Scope, Stored, VerifyError, line, statistics, verify};
use kaiketsu_engine::oracle::{Limit, rated_moves};
use kaiketsu_engine::search::{Options, Prover};
use kaiketsu_engine::solve::{
    Contradictions, Counted, Counts, LayerFiles, Layout, Scanner, Silent, Solution, solve,
};
use kaiketsu_game::{
    Aim, Certifiable, Code, Counting, Game, Goal, Margin, Notation, Outcome, Slot, Tier, Tiered, Value,
};
use kaiketsu_games::quantum_tic_tac_toe::solution::{QuantumLanes, QuantumScanner, STORED};
use kaiketsu_games::quantum_tic_tac_toe::{ON_3X3, QuantumTicTacToe, variants};
use kaiketsu_testkit::golden::table;
use kaiketsu_testkit::laws::{Thoroughness, check_oracle, files, played};
use kaiketsu_testkit::random::Random;

use super::{forged, opened, options};

/// Memory for tiers that are checked one position at a time: none is.
const MEMORY: u64 = 1 << 30;

/// Two layers for each number of marks, most marks first.
const LAYERS: u32 = 2 * (STORED + 1);

/// One first move of each class, as in figure 4 of the paper.
const FIRST_MOVES: [&str; 8] = ["1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8"];

fn solve_into(game: &QuantumTicTacToe, storage: &Memory, layers: Option<u32>) -> Solution {
    solve(game, &QuantumLanes, storage, &options(2, false, layers), &Silent).unwrap()
}

fn solved(game: QuantumTicTacToe) -> (Memory, Stored<QuantumTicTacToe>) {
    let storage = super::solved(&game, &QuantumLanes, &options(2, false, None));
    let stored = opened(game, &storage);
    (storage, stored)
}

/// All four goals after every first move and at the start, as the paper has
/// them.
fn agrees_with_the_paper(stored: &Stored<QuantumTicTacToe>, collapse: &str) {
    let game = stored.game();
    let after = |text: &str| {
        let mv = game.read_move(&game.start(), text).unwrap();
        let step = game.play(&game.start(), &mv);
        step.value_before(stored.value_of(&step.position).unwrap())
    };
    let mut goals = 0;
    for row in table("quantum-tic-tac-toe").rows().iter().filter(|row| row.text("collapse") == collapse) {
        let goal = row.text("goal");
        let outcome = if goal.starts_with("first") { Outcome::Win } else { Outcome::Loss };
        let complete = goal.ends_with("complete");
        let reached =
            |value: Value| value.outcome == outcome && (!complete || value.margin == Some(Margin::Complete));
        let winning: Vec<&str> = FIRST_MOVES.into_iter().filter(|text| reached(after(text))).collect();
        assert_eq!(winning.join(" "), row.text("winning_first_moves"), "{}", row.place());
        assert_eq!(reached(stored.value_of(&game.start()).unwrap()), !winning.is_empty(), "{}", row.place());
        goals += 1;
    }
    assert!(goals >= 6);
}

fn by_scanner() -> Fast<'static, QuantumTicTacToe> {
    Fast { scanner: Some(&QuantumScanner), kernels: &[] }
}

#[test]
fn the_original_rule() {
    let (storage, stored) = solved(QuantumTicTacToe::ORIGINAL);
    agrees_with_the_paper(&stored, "opponent");
    verify(&stored, Scope::Sample { positions: 400, seed: 1 }, MEMORY, None.into(), &Silent).unwrap();
    keeps_the_laws_of_oracles(&stored);
    plays_best_moves_to_the_end(&stored);
    lanes_count_what_a_walk_counts(&stored);
    lanes_find_what_the_rules_find(&storage, &stored);

    // Without some files of some plies and the manifest it goes on from the ply
    // before, to the same bytes; and begun anew after any file as well.
    let before = files(&storage);
    let [both, value, complete] = [3, 5, 1].map(|marks| 2 * (STORED - marks));
    for layer in [both, both + 1, value, complete + 1] {
        storage.remove(&kaiketsu_db::layer_file(layer)).unwrap();
    }
    Manifest::new("quantum-tic-tac-toe", "", 1, "", false).write(&storage).unwrap();
    assert_eq!(solve_into(stored.game(), &storage, None).reused_layers, LAYERS - 4);
    assert!(files(&storage) == before);
    for layer in 2..LAYERS {
        storage.remove(&kaiketsu_db::layer_file(layer)).unwrap();
    }
    for layers in 3..=LAYERS {
        assert_eq!(solve_into(stored.game(), &storage, Some(layers)).reused_layers, layers - 1);
    }
    assert!(files(&storage) == before);
}

/// Also for positions that are not stored: with a choice to make, or with
/// eight marks.
fn keeps_the_laws_of_oracles(stored: &Stored<QuantumTicTacToe>) {
    let game = stored.game();
    let positions = played(game, Thoroughness::Sample { positions: 400, seed: 3 });
    assert!(positions.iter().any(|position| position.open_cycle().is_some() && position.placed() == 9));
    let known = check_oracle(game, stored, positions.clone());
    assert_eq!(check_oracle(game, &stored.whole(), positions.clone()), positions.len());
    assert!(known < positions.len(), "derived positions are not stored");
}

/// No move of a line gives away what the position was worth.
fn plays_best_moves_to_the_end(stored: &Stored<QuantumTicTacToe>) {
    let start = stored.game().start();
    let value = stored.value_of(&start).unwrap();
    let mut sign = value;
    let played = line(stored, &start, &Default::default(), Limit::NONE).unwrap();
    for rated in &played.moves {
        assert_eq!(rated.value.ok(), Some(sign));
        sign = rated.step.value_before(sign);
    }
    let last = &played.moves.last().unwrap().step.position;
    assert_eq!(stored.game().ended(last).unwrap().without_plies(), sign);
}

/// The counts of a tier, slot by slot.
fn walked(stored: &Stored<QuantumTicTacToe>, tier: Tier) -> Counted {
    let game = stored.game();
    let mut counted = Counted::none(2, 4);
    for index in 0..game.size(tier) {
        let slot = Slot { tier, index };
        let (weight, value) = (game.weight(slot), stored.get(slot).unwrap());
        let complete = if value.margin == Some(Margin::Complete) { value.outcome } else { Outcome::Draw };
        if weight == 0 {
            continue;
        }
        for (aim, outcome) in [value.outcome, complete].into_iter().enumerate() {
            *counted.codes[aim].entry(Code::ended(outcome).0).or_default() += weight;
        }
        for (table, breakdown) in counted.tables.iter_mut().zip(game.breakdowns()) {
            let outcome = if breakdown.name.starts_with("complete") { complete } else { value.outcome };
            let number = if breakdown.counting == Counting::Classes { 1 } else { weight };
            table.entry(vec![game.marks(tier)]).or_default().add(outcome, number);
        }
    }
    counted
}

fn lanes_count_what_a_walk_counts(stored: &Stored<QuantumTicTacToe>) {
    let game = stored.game();
    let database = stored.database();
    let files = |tier: Tier, aim| Ok(database.layer(stored.layout().file(tier.0, aim))?);
    for tier in (2..game.tiers()).map(Tier) {
        let mut lanes = QuantumScanner.count(game, tier, &files, &Silent).unwrap();
        let facts = std::mem::take(&mut lanes.facts);
        assert_eq!(lanes, walked(stored, tier), "{}", game.tier_name(tier));
        // By hand: a second mark on the pair of the first waits.
        assert!(game.marks(tier) != 1 || facts["waiting_positions"] == 36);
    }
}

/// The slots of a tier that are not what their moves make them.
fn by_the_rules(stored: &Stored<QuantumTicTacToe>, tier: Tier) -> Contradictions {
    let game = stored.game();
    let mut found = Contradictions::default();
    for index in 0..game.size(tier) {
        let position = game.position(Slot { tier, index });
        let expected = match game.ended(&position) {
            Some(value) => value.without_plies(),
            None => {
                rated_moves(game, &stored.whole(), &position, Limit::NONE).unwrap()[0].value.ok().unwrap()
            }
        };
        if stored.get(Slot { tier, index }).unwrap() != expected {
            found.count += 1;
            found.first = found.first.or(Some(index));
        }
    }
    found
}

fn lanes_find_what_the_rules_find(storage: &Memory, right: &Stored<QuantumTicTacToe>) {
    let game = right.game();
    let mut random = Random::new(5);
    for round in 0..12 {
        let tier = Tier(STORED - 1 - round % 3); // one mark to three
        let slot = Slot { tier, index: random.below(game.size(tier)) };
        let value = right.get(slot).unwrap();
        // A narrow win or loss becomes complete and the other way round; a draw
        // becomes a narrow win.
        let (aim, code) = match (value.outcome, value.margin) {
            (Outcome::Draw, _) => (0, Code::win(0)),
            (_, Some(Margin::Complete)) => (1, Code::DRAW),
            (outcome, _) => (1, Code::ended(outcome)),
        };
        let mut twins = vec![slot];
        game.twins(slot, &mut twins);
        let layer = right.layout().file(tier.0, aim);
        let changes: Vec<_> = twins.iter().map(|twin| (layer, twin.index, code)).collect();
        let wrong = opened(*game, &forged(storage, &changes));
        let files = |tier: Tier, aim| Ok(wrong.database().layer(wrong.layout().file(tier.0, aim))?);
        for tier in [tier, Tier(tier.0 + 1)] {
            let lanes = QuantumScanner.contradictions(game, tier, &files).unwrap();
            assert_eq!(lanes, by_the_rules(&wrong, tier), "{slot:?} as {code:?}, {tier:?}");
        }
        assert!(by_the_rules(&wrong, tier).count >= twins.len() as u64);
    }
}

#[test]
fn a_wrong_value_is_found() {
    // A database in which everything is drawn, and every byte is as written.
    let game = QuantumTicTacToe::ORIGINAL;
    let storage = Memory::new();
    let mut manifest = Manifest::new(&game.id(), &game.title(), game.rules_version(), "", false);
    let layout = Layout::new(&game);
    for layer in 0..LAYERS {
        let facts = LayerFiles::new(&game, &layout, &storage, false).facts(layer);
        let positions = facts.positions;
        let mut writer = LayerWriter::create(&storage, facts).unwrap();
        writer.push_two_bits(&vec![0; positions.div_ceil(4) as usize], positions).unwrap();
        manifest.layers.push(writer.finish().unwrap().named("drawn"));
    }
    manifest.complete();
    manifest.write(&storage).unwrap();
    let stored = opened(game, &storage);
    let error =
        verify(&stored, Scope::Sample { positions: 100, seed: 1 }, MEMORY, None.into(), &Silent).unwrap_err();
    assert!(matches!(error, VerifyError::Contradiction(_)), "{error}");
    let error = verify(&stored, Scope::Everything, MEMORY, by_scanner(), &Silent).unwrap_err();
    assert!(error.to_string().contains("tier `7 marks`"), "{error}");
    assert!(error.to_string().contains("make it a complete "), "{error}");
}

/// What lanes say of the start and after first moves is what a search of each goal says.
fn agrees_with_the_search(game: QuantumTicTacToe) {
    let (_, stored) = solved(game);
    let prover = Prover::new(game, Options::default());
    let mut positions = vec![game.start()];
    positions.extend(FIRST_MOVES.map(|text| {
        let mv = game.read_move(&game.start(), text).unwrap();
        game.play(&game.start(), &mv).position
    }));
    for position in positions {
        let value = stored.value_of(&position).unwrap();
        let mover = game.side_to_move(&position);
        for goal in Goal::all() {
            let outcome = if goal.side == mover { Outcome::Win } else { Outcome::Loss };
            let narrow = goal.aim == Aim::Win;
            let stored = value.outcome == outcome && (narrow || value.margin == Some(Margin::Complete));
            let found = prover.ask(&position, mover, goal, None).reached;
            assert_eq!(stored, found, "{goal} of {} at {}", game.id(), game.write_position(&position));
        }
    }
    verify(&stored, Scope::Sample { positions: 60, seed: 1 }, MEMORY, None.into(), &Silent).unwrap();
}

#[test]
fn the_tromino_by_the_revised_rule() {
    agrees_with_the_search(QuantumTicTacToe { field: &ON_3X3[2], ..QuantumTicTacToe::REVISED });
}

#[test]
#[ignore = "solves fourteen games"]
fn all_patterns_on_3x3() {
    variants(&ON_3X3).for_each(agrees_with_the_search);
}

#[test]
#[ignore = "solves the other rule as well"]
fn the_revised_rule() {
    let (_, stored) = solved(QuantumTicTacToe::REVISED);
    agrees_with_the_paper(&stored, "self");
    verify(&stored, Scope::Everything, MEMORY, by_scanner(), &Silent).unwrap();
}

#[test]
#[ignore = "searches all positions with eight marks"]
fn counts_do_not_depend_on_the_rule() {
    let mut totals = Vec::new();
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        let found = statistics(&solved(game).1, Some(&QuantumScanner), &Silent).unwrap();
        let sums =
            |table: usize| -> Vec<u64> { found.tables[table].rows.values().map(Counts::positions).collect() };
        let (positions, classes) = (sums(0), sums(2));
        assert_eq!((&positions, &classes), (&sums(1), &sums(3)));
        assert_eq!(found.total.positions(), positions.iter().sum::<u64>());
        let [("finished_positions", _), ("waiting_positions", waiting)] = found.facts[..] else { panic!() };
        let all = QuantumScanner.reachable(&game, u64::MAX, &Silent).unwrap().unwrap();
        assert_eq!(found.total.positions() + waiting, all.positions);
        totals.push((positions, classes, found.facts));
    }
    assert_eq!(totals[0], totals[1]);
    // By hand: a pair; two pairs in order, or one pair collapsed in two ways.
    let positions = &totals[0].0;
    assert_eq!((positions[1], positions[2], positions[9]), (36, 36 * 35 + 2 * 36, 362_880));
}
