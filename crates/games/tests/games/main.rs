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
mod search_laws;

use kaiketsu_game::Notation;
use kaiketsu_testkit::golden::Row;

/// A published value: the word in one column, its plies in another.
fn verdict(row: &Row, value: &str, plies: &str) -> String {
    let plies = row.number_if_known(plies).map_or(String::new(), |plies| format!(" in {plies}"));
    format!("{}{plies}", row.text(value))
}

/// The moves of a position, as text.
fn moves<G: Notation>(game: &G, position: &str) -> Vec<String> {
    let position = game.read_position(position).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves.iter().map(|mv| game.write_move(&position, mv)).collect()
}
