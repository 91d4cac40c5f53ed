//! The results kept in `results/` are what the program computes today.

use std::path::Path;

use kaiketsu::game::{Game, Notation, Tier, Tiered};
use kaiketsu::{Registry, Request};
use kaiketsu_games::{DobutsuShogi, Nocca};
use kaiketsu_testkit::golden::table;

fn results(game: &str) -> toml::Table {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results").join(format!("{game}.toml"));
    std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        .parse()
        .unwrap()
}

/// Solves the first layers again and compares their signatures.
fn recompute(game: &str, layers: u32, distances: bool) {
    let kept = results(game);
    let request = Request { layers: Some(layers), distances, ..Request::default() };
    let solved = Registry::standard().get(game).unwrap().solver().unwrap().rehearse(&request).unwrap();
    assert_eq!(solved.manifest.layers.len(), layers as usize);
    let kept_layers = kept["layers"].as_array().unwrap();
    for (found, kept) in solved.manifest.layers.iter().zip(kept_layers) {
        assert_eq!(kept["number"].as_integer(), Some(i64::from(found.number)));
        assert_eq!(kept["stored_positions"].as_integer(), Some(found.positions as i64));
        assert_eq!(kept["signature_values"].as_str(), Some(found.signature_values.to_string().as_str()));
    }
}

#[test]
fn the_top_tiers_of_quixo_5x5() {
    recompute("quixo-5x5", 3, false);
}

/// Table 3 of the paper (Tanaka, Bonnet, Tixeuil, Tamura, GPW 2020), and that
/// every board is counted once.
#[test]
fn the_totals_of_quixo_5x5_are_those_of_the_paper() {
    let kept = results("quixo-5x5");
    let number = |key: &str| kept[key].as_integer().unwrap();
    assert_eq!(number("win"), 441_815_157_309);
    assert_eq!(number("loss"), 279_746_227_956);
    assert_eq!(number("draw"), 125_727_224_178);
    assert_eq!(number("positions"), 3i64.pow(25));
    let classes = kept["by_class"].as_array().unwrap();
    let sum = |key: &str| classes.iter().map(|row| row[key].as_integer().unwrap()).sum::<i64>();
    assert_eq!([sum("win"), sum("loss"), sum("draw")], ["win", "loss", "draw"].map(number));
    assert_eq!(kept["start"]["value"].as_str(), Some("draw"));
}

/// The text on figure 7 says that every position of class (2, 1) is won. Four
/// are not: the images of `...../...X./..X../.O.../.....`, drawn. They cannot
/// come up in a game, since the side that moved last has a mark on the border.
/// The paper's totals, which ours equal, count them as drawn too.
#[test]
fn with_two_marks_to_one_the_mover_wins_all_that_can_come_up() {
    let kept = results("quixo-5x5");
    let class = |row: &&toml::Value| {
        (row["mover_marks"].as_integer(), row["opponent_marks"].as_integer()) == (Some(2), Some(1))
    };
    let row = kept["by_class"].as_array().unwrap().iter().find(class).unwrap();
    let number = |key: &str| row[key].as_integer().unwrap();
    assert_eq!(number("win") + number("draw"), 25 * 24 / 2 * 23);
    assert_eq!((number("draw"), number("loss")), (4, 0));
}

/// Tables 5, 8 and A.1 of the paper (Yamamoto, Hoki, GPW 2022). It counts the
/// 30 positions without a legal move as drawn; by the rules they are lost in 0.
#[test]
fn all_rows_of_nocca_5x6_are_those_of_the_paper() {
    let kept = results("nocca-5x6");
    let rows = |table: &str| kept[table].as_array().unwrap().clone();
    let number = |row: &toml::Value, key: &str| row[key].as_integer().unwrap() as u64;
    let mut published: Vec<(u64, String, u64)> = vec![(0, "loss".into(), 30)];
    for row in table("nocca-5x6-by-depth").rows() {
        published.push((row.number("plies"), row.text("value").into(), row.number("positions")));
    }
    assert_eq!(published.len(), 70);
    let found = |row: &toml::Value| {
        (number(row, "plies"), row["value"].as_str().unwrap().to_string(), number(row, "positions"))
    };
    let mut found: Vec<_> = rows("by_plies").iter().map(found).collect();
    found.sort();
    published.sort();
    assert_eq!(found, published);

    let by_stacks = rows("by_stacks");
    for row in table("nocca-5x6-by-stacks").rows() {
        let keys = ["stacks_of_3", "stacks_of_2", "stacks_of_1"];
        let same = |ours: &&toml::Value| keys.iter().all(|key| number(ours, key) == row.number(key));
        let ours = by_stacks.iter().find(same).unwrap();
        let sum: u64 = ["win", "loss", "draw"].iter().map(|value| number(ours, value)).sum();
        assert_eq!(sum, row.number("positions"));
    }
    let total = |key: &str| kept[key].as_integer().unwrap();
    assert_eq!(
        [total("win"), total("loss"), total("draw")],
        [106_144_078_911, 41_129_930_509 + 30, 695_889_830]
    );
    assert_eq!(
        (kept["start"]["value"].as_str(), kept["start"]["plies"].as_integer()),
        (Some("win"), Some(41))
    );
    let moves = rows("first_moves");
    let count = |wanted: (&str, i64)| {
        let same = |row: &&toml::Value| {
            (row["value"].as_str(), row["plies"].as_integer()) == (Some(wanted.0), Some(wanted.1))
        };
        moves.iter().filter(same).count()
    };
    assert_eq!([count(("win", 41)), count(("win", 43)), count(("loss", 42)), moves.len()], [6, 7, 8, 21]);
}

/// The moves that lead from the start to the longest wins do lead there.
#[test]
fn the_longest_wins_of_nocca_5x6_can_come_up() {
    let kept = results("nocca-5x6");
    let longest = &kept["highlights"][0];
    assert_eq!((longest["plies"].as_integer(), longest["positions"].as_integer()), (Some(69), Some(30)));
    let game = Nocca::new(5, 6);
    let texts = |key: &str| longest[key].as_array().unwrap().clone();
    for (example, route) in texts("examples").iter().zip(texts("reached_by")) {
        let mut position = game.start();
        for text in route.as_str().unwrap().split_whitespace() {
            assert!(game.ending(&position).is_none());
            let mv = game.read_move(&position, text).unwrap();
            position = game.play(&position, &mv).position;
        }
        assert_eq!(Some(game.write_position(&position).as_str()), example.as_str());
    }
}

/// Tanaka (IPSJ SIG Technical Report, 2009-GI-22): the second player wins in 78,
/// the longest win takes 173. He counts reachable positions only, so the totals
/// are compared elsewhere.
#[test]
fn dobutsu_shogi_is_as_published() {
    let kept = results("dobutsu-shogi");
    let published = table("dobutsu-shogi-summary");
    let published = &published.rows()[0];
    assert_eq!(kept["start"]["value"].as_str(), Some(published.text("value")));
    assert_eq!(
        kept["start"]["plies"].as_integer().map(|plies| plies as u64),
        published.number_if_known("plies")
    );
    let plies = |row: &toml::Value| row["plies"].as_integer().unwrap() as u64;
    let by_plies = kept["by_plies"].as_array().unwrap();
    assert_eq!(by_plies.iter().map(plies).max(), Some(published.number("longest")));
    let moves = kept["first_moves"].as_array().unwrap();
    let first = table("dobutsu-shogi-first-moves");
    for row in first.rows() {
        let ours = moves.iter().find(|ours| ours["move"].as_str() == Some(row.text("move"))).unwrap();
        assert_eq!((ours["value"].as_str(), plies(ours)), (Some(row.text("value")), row.number("plies")));
    }
    // Every stored position but those of the three shared slots is counted once.
    let number = |key: &str| kept[key].as_integer().unwrap();
    assert_eq!(number("win") + number("loss") + number("draw"), number("positions"));
    assert_eq!(number("positions") as u64, DobutsuShogi::default().size(Tier(1)));
    assert_eq!(moves.len(), first.rows().len());
}

/// Every board of nine marks is counted once, the tables add up, and the start
/// is worth what the paper (Ishizeki, Matsuura) says.
#[test]
fn the_counts_of_quantum_tic_tac_toe_add_up() {
    for (game, kind) in [("quantum-tic-tac-toe", "narrow"), ("quantum-tic-tac-toe-self", "complete")] {
        let kept = results(game);
        let sums = |table: &str| -> Vec<i64> {
            let row = |row: &toml::Value| {
                ["win", "loss", "draw"].iter().map(|key| row[*key].as_integer().unwrap()).sum()
            };
            kept[table].as_array().unwrap().iter().map(row).collect()
        };
        let (positions, classes) = (sums("by_marks"), sums("classes_by_marks"));
        assert_eq!((positions.len(), positions[9]), (10, 362_880));
        assert_eq!(positions, sums("complete_by_marks"));
        assert_eq!(classes, sums("complete_classes_by_marks"));
        assert_eq!(positions.iter().sum::<i64>(), kept["positions"].as_integer().unwrap());
        assert_eq!(classes[..3], [1, 8, 186]);
        assert_eq!(
            (kept["start"]["value"].as_str(), kept["start"]["kind"].as_str()),
            (Some("win"), Some(kind))
        );
    }
}

/// `cargo test --release -p kaiketsu --test results -- --ignored`
#[test]
#[ignore = "solves quantum tic-tac-toe by both rules"]
fn all_of_quantum_tic_tac_toe() {
    for game in ["quantum-tic-tac-toe", "quantum-tic-tac-toe-self"] {
        recompute(game, 16, false);
    }
}
