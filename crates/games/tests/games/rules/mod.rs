//! The rules: laws, boards, published numbers.

mod boards;
mod connect_four;
mod connect_four_search;
mod dobutsu_shogi;
mod golden;
mod laws;
mod nine_mens_morris;
mod nocca;
mod other_rules;
mod otrio_party;
mod quantum_boards;
mod qubic;
mod search_laws;
mod simpei;

use kaiketsu_engine::fold::{Foldable, FoldedGame};
use kaiketsu_engine::solve::Queue;
use kaiketsu_game::{Game, Notation, Retrograde};
use kaiketsu_testkit::golden::Row;
use kaiketsu_testkit::solve_in_memory;

/// A published value: the word in one column, its plies in another.
fn verdict(row: &Row, value: &str, plies: &str) -> String {
    let plies = row.number_if_known(plies).map_or(String::new(), |plies| format!(" in {plies}"));
    format!("{}{plies}", row.text(value))
}

/// The moves of a position, as text.
fn moves<G: Notation>(game: &G, position: &str) -> Vec<String> {
    let position = game.read_position(position).unwrap();
    game.legal_moves(&position).iter().map(|mv| game.write_move(&position, mv)).collect()
}

/// All positions of a game have the same values, and are counted as often,
/// whether it is folded or not.
fn check_same_values<G: Foldable + Retrograde + Notation>(folded: &FoldedGame<G>) {
    let whole = solve_in_memory(&**folded.whole(), &Queue, 2, true);
    let stored = solve_in_memory(folded, &Queue, 2, true);
    let mut counts = std::collections::HashMap::new();
    for (position, value, weight) in whole.positions() {
        assert_eq!(stored.value_of(&position), value, "{}", folded.write_position(&position));
        *counts.entry(value).or_insert(0) += weight as i64;
    }
    for (_, value, weight) in stored.positions() {
        *counts.entry(value).or_insert(0) -= weight as i64;
    }
    counts.retain(|_, difference| *difference != 0);
    assert!(counts.is_empty(), "{}: {counts:?}", folded.id());
}
