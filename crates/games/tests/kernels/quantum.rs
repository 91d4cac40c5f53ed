//! The whole solve, against the paper and the rules.
//!
//! The original rule is solved in every run; the revised rule, and the
//! statistics that search all positions with eight marks, by
//! `cargo test --release -p kaiketsu-games --test kernels -- --ignored`.

use std::sync::Arc;

use kaiketsu_db::{Database, Manifest, Memory, Storage};
use kaiketsu_engine::analyse::{Scope, VerifyError};
use kaiketsu_engine::solve::Silent;
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::quantum_tic_tac_toe::solution::{
    LAYERS, Oracle, STORED, layers_of, reachable, solve, statistics, verify,
};
use kaiketsu_games::quantum_tic_tac_toe::{Grade, QuantumTicTacToe};
use kaiketsu_testkit::golden::table;

/// One first move of each class, as in figure 4 of the paper.
const FIRST_MOVES: [&str; 8] = ["1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8"];

fn solved(game: QuantumTicTacToe) -> (Arc<Memory>, Oracle) {
    let storage = Arc::new(Memory::new());
    solve(&game, &*storage, None, &Silent).unwrap();
    let oracle = Oracle::new(game, Database::open(storage.clone()).unwrap()).unwrap();
    (storage, oracle)
}

/// All four goals after every first move and at the start, as the paper has
/// them.
fn agrees_with_the_paper(oracle: &Oracle, collapse: &str) {
    let game = oracle.game();
    let after = |text: &str| {
        let mv = game.read_move(&game.start(), text).unwrap();
        oracle.grade(&game.play(&game.start(), &mv).position).unwrap()
    };
    let mut goals = 0;
    for row in table("quantum-tic-tac-toe").rows().iter().filter(|row| row.text("collapse") == collapse) {
        let reached: fn(Grade) -> bool = match row.text("goal") {
            "first complete" => |grade| grade == Grade::FirstComplete,
            "first narrow" => |grade| grade >= Grade::FirstNarrow,
            "second narrow" => |grade| grade <= Grade::SecondNarrow,
            _ => |grade| grade == Grade::SecondComplete,
        };
        let winning: Vec<&str> = FIRST_MOVES.into_iter().filter(|text| reached(after(text))).collect();
        assert_eq!(winning.join(" "), row.text("winning_first_moves"), "{}", row.place());
        assert_eq!(reached(oracle.grade(&game.start()).unwrap()), !winning.is_empty(), "{}", row.place());
        goals += 1;
    }
    assert!(goals >= 6);
}

#[test]
fn the_original_rule() {
    let (storage, oracle) = solved(QuantumTicTacToe::ORIGINAL);
    agrees_with_the_paper(&oracle, "opponent");
    verify(&oracle, Scope::Sample { positions: 400, seed: 1 }, &Silent).unwrap();

    // Without the layers of one ply and the manifest it goes on from the ply
    // before, to the same bytes.
    let read = |name: &str| {
        let source = storage.open(name).unwrap();
        let mut bytes = vec![0; source.len() as usize];
        source.read_at(0, &mut bytes).unwrap();
        bytes
    };
    let names = storage.list().unwrap();
    let before: Vec<_> = names.iter().map(|name| read(name)).collect();
    for layer in layers_of(3) {
        storage.remove(&kaiketsu_db::layer_file(layer)).unwrap();
    }
    Manifest::new("quantum-tic-tac-toe", "", 1, "", false).write(&*storage).unwrap();
    let resumed = solve(oracle.game(), &*storage, None, &Silent).unwrap();
    assert_eq!(resumed.reused_layers, LAYERS - 2);
    assert_eq!(names.iter().map(|name| read(name)).collect::<Vec<_>>(), before);
}

#[test]
fn a_wrong_value_is_found() {
    // A database in which everything is drawn, and every byte is as written.
    let game = QuantumTicTacToe::ORIGINAL;
    let storage = Arc::new(Memory::new());
    let mut manifest = Manifest::new(&game.id(), &game.title(), game.rules_version(), "", false);
    for layer in 0..LAYERS {
        let marks = STORED - layer / 2;
        let positions = kaiketsu_games::quantum_tic_tac_toe::classes::Numbering::new(marks).size();
        let facts = kaiketsu_games::quantum_tic_tac_toe::solution::facts(&game, layer, positions);
        let mut writer = kaiketsu_db::LayerWriter::create(&*storage, facts).unwrap();
        writer.push_two_bits(&vec![0; positions.div_ceil(4) as usize], positions).unwrap();
        manifest.layers.push(kaiketsu_db::LayerEntry::new("drawn", &writer.finish().unwrap()));
    }
    manifest.complete();
    manifest.write(&*storage).unwrap();
    let oracle = Oracle::new(game, Database::open(storage).unwrap()).unwrap();
    let error = verify(&oracle, Scope::Sample { positions: 100, seed: 1 }, &Silent).unwrap_err();
    assert!(matches!(error, VerifyError::Contradiction(_)), "{error}");
    let error = verify(&oracle, Scope::Everything, &Silent).unwrap_err();
    assert!(error.to_string().contains("tier `7 marks`"), "{error}");
}

#[test]
#[ignore = "solves the other rule as well"]
fn the_revised_rule() {
    let (_, oracle) = solved(QuantumTicTacToe::REVISED);
    agrees_with_the_paper(&oracle, "self");
    verify(&oracle, Scope::Everything, &Silent).unwrap();
}

#[test]
#[ignore = "searches all positions with eight marks"]
fn counts_do_not_depend_on_the_rule() {
    let mut totals = Vec::new();
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        let plies = statistics(&solved(game).1, &Silent).unwrap();
        let sums = plies.iter().map(|ply| {
            let sum = |grades: [u64; 5]| grades.iter().sum::<u64>();
            (sum(ply.positions), sum(ply.classes), ply.finished, ply.waiting)
        });
        let sums: Vec<_> = sums.collect();
        let all = sums.iter().map(|(positions, _, _, waiting)| positions + waiting).sum::<u64>();
        assert_eq!(all, reachable(&game, &Silent));
        totals.push(sums);
    }
    assert_eq!(totals[0], totals[1]);
    // By hand: a pair; two pairs in order, or one pair collapsed in two ways.
    assert_eq!((totals[0][1].0, totals[0][2].0, totals[0][2].3), (36, 36 * 35 + 2 * 36, 36));
    assert_eq!(totals[0][9].0, 362_880);
}
