//! Connect-four against published values and against the naive solver.

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::Queue;
use kaiketsu_games::ConnectFour;
use kaiketsu_testkit::golden::table;
use kaiketsu_testkit::{naive, solve_in_memory};

use super::{check_same_values, verdict};

fn check_published(boards: &[(usize, usize)]) {
    let golden = table("connect-four-summary");
    for &(columns, rows) in boards {
        let row = golden.row(&[("columns", &columns.to_string()), ("rows", &rows.to_string())]);
        let game = FoldedGame::new(ConnectFour::new(columns, rows));
        let start = solve_in_memory(&game, &Queue, 2, true).start();
        assert_eq!(verdict(row, "value", "plies"), start.to_string(), "{}", row.place());
    }
}

#[test]
fn boards_to_20_cells_are_as_published() {
    check_published(&[(4, 4), (5, 4), (4, 5)]);
}

/// `cargo test --release -p kaiketsu-games --test games connect_four -- --ignored`
#[test]
#[ignore = "several CPU-minutes"]
fn larger_boards_are_as_published() {
    check_published(&[(4, 6), (6, 4), (5, 5)]);
}

/// The naive solver knows no tiers and no numbers, only the rules.
#[test]
fn every_reachable_position_of_4x4_has_its_value() {
    let game = FoldedGame::new(ConnectFour::new(4, 4));
    let solved = solve_in_memory(&game, &Queue, 2, true);
    let values = naive::solve_reachable(&game);
    assert_eq!(values.len(), 161_029, "Tromp's count of legal positions on 4x4");
    for (position, value) in &values {
        assert_eq!(solved.value_of(position), *value, "{position:?}");
    }
}

#[test]
fn folded_values_are_those_of_the_whole_game() {
    for (columns, rows) in [(4, 4), (4, 5), (5, 4)] {
        check_same_values(&FoldedGame::new(ConnectFour::new(columns, rows)));
    }
}
