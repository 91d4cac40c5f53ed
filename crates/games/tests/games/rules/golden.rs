//! Published results of Dodgem, every position counted once. The tables as they
//! are printed, which count some positions twice, and those of Quixo are compared
//! by `papers.rs` of the crate `reproduce`.

use std::collections::BTreeMap;
use std::sync::Arc;

use kaiketsu_db::Database;
use kaiketsu_engine::analyse::{Statistics, Stored, Table, statistics};
use kaiketsu_engine::oracle::{Limit, rated_moves};
use kaiketsu_engine::solve::{Counts, Queue, Silent};
use kaiketsu_game::{Game, Notation, Plies, Retrograde};
use kaiketsu_games::Dodgem;
use kaiketsu_testkit::golden::{Row, table};
use kaiketsu_testkit::solve_in_memory;

use super::verdict;

/// A game solved with distances, and what is counted in it.
fn counted<G: Retrograde + Notation>(game: G) -> (Stored<G>, Statistics<G::Position>) {
    let storage = solve_in_memory(&game, &Queue, 2, true).storage.clone();
    let stored = Stored::new(Arc::new(game), Database::open(Arc::new(storage)).unwrap()).unwrap();
    let found = statistics(&stored, None, &Silent).unwrap();
    (stored, found)
}

fn counts(row: &Row) -> Counts {
    Counts { win: row.number("win"), loss: row.number("loss"), draw: row.number("draw") }
}

/// Every row is what was counted, and nothing else was counted.
fn compare<'a>(rows: impl Iterator<Item = &'a Row>, counted: &Table) {
    let key = |row: &Row| counted.keys.iter().map(|key| row.number(key) as u32).collect::<Vec<_>>();
    let published: BTreeMap<_, _> = rows.map(|row| (key(row), counts(row))).collect();
    assert_eq!(published, counted.rows, "{}", counted.name);
}

fn check_dodgem(pieces: usize) {
    let (stored, found) = counted(Dodgem::new(pieces));
    let (game, start) = (stored.game(), stored.game().start());
    let of_size = |row: &&Row| row.number("pieces") == pieces as u64;
    assert_eq!(["by_steps", "by_pieces"], [found.tables[0].name, found.tables[1].name]);
    compare(table(&format!("dodgem-{pieces}-by-steps")).rows().iter(), &found.tables[0]);
    compare(table("dodgem-by-pieces").rows().iter().filter(of_size), &found.tables[1]);

    let summary = table("dodgem-summary");
    let row = summary.row(&[("pieces", &pieces.to_string())]);
    assert_eq!(counts(row), found.total);
    assert_eq!(row.number("positions"), found.total.positions());
    assert_eq!(verdict(row, "initial", "plies"), found.start.to_string());
    let longest = [found.longest_win, found.longest_loss].into_iter().flatten().map(|longest| longest.plies);
    assert_eq!(longest.max(), Some(Plies(row.number("longest") as u16)));

    let moves = rated_moves(game, &stored.whole(), &start, Limit::NONE).unwrap();
    let rated = moves.iter().map(|rated| (game.write_move(&start, &rated.mv), rated.value.ok().unwrap()));
    let found: BTreeMap<String, String> = rated.map(|(mv, value)| (mv, value.to_string())).collect();
    let first_moves = table("dodgem-first-moves");
    let rows = first_moves.rows().iter().filter(of_size);
    let published = rows.map(|row| (row.text("move").to_string(), verdict(row, "value", "plies")));
    assert_eq!(found, published.collect());
}

#[test]
fn dodgem_with_2_pieces_is_as_published() {
    check_dodgem(2);
}

#[test]
fn dodgem_with_3_pieces_is_as_published() {
    check_dodgem(3);
}
