//! The results kept in `results/` are what the program computes today.

use std::path::Path;

use kaiketsu::{Registry, Request};

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
    let solved = Registry::standard().find(game).unwrap().rehearse(&request).unwrap();
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
