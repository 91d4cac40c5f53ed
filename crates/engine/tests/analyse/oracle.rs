//! Queries, lines, statistics and reachability against a naive solver.

use std::collections::BTreeMap;
use std::sync::Arc;

use kaiketsu_db::Database;
use kaiketsu_engine::analyse::{Counts, LineEnd, LineOptions, Oracle, reachable, statistics};
use kaiketsu_engine::solve::{Silent, Sweep};
use kaiketsu_game::{Game, Notation, Outcome, Plies, Tiered};
use kaiketsu_games::{Dodgem, Quixo, TicTacToe};
use kaiketsu_testkit::{naive, solve_in_memory};

fn oracle<G: Tiered + Notation>(game: G, distances: bool) -> Oracle<G> {
    let storage = solve_in_memory(&game, &Sweep, 2, distances).storage.clone();
    Oracle::new(Arc::new(game), Database::open(Arc::new(storage)).unwrap()).unwrap()
}

/// Every reachable position has the value that the naive solver finds, its
/// moves are all there, and the first of them has the value of the position.
fn agrees_with_naive<G: Tiered + Notation>(game: G) {
    let oracle = oracle(game, true);
    for (position, value) in naive::solve_reachable(oracle.game()) {
        assert_eq!(oracle.value(&position).unwrap(), value);
        let moves = oracle.moves(&position).unwrap();
        match oracle.game().ending(&position) {
            Some(_) => assert!(moves.is_empty()),
            None => {
                assert_eq!(moves.len(), naive::steps(oracle.game(), &position).unwrap().len());
                assert_eq!(moves[0].value, value);
                assert!(moves.is_sorted_by(|a, b| a.value >= b.value));
            }
        }
    }
}

#[test]
fn queries_agree_with_a_naive_solver() {
    agrees_with_naive(TicTacToe);
    agrees_with_naive(Dodgem::new(2));
    agrees_with_naive(Quixo::new(3));
}

#[test]
fn lines_take_as_long_as_the_value_says() {
    let oracle = oracle(Dodgem::new(2), true);
    for position in naive::reachable(oracle.game()) {
        let value = oracle.value(&position).unwrap();
        let line = oracle.line(&position, &LineOptions::default()).unwrap();
        assert_eq!(Some(Plies(line.moves.len() as u16)), value.plies);
        assert!(matches!(line.end, LineEnd::Over(_)));
    }
}

#[test]
fn drawn_lines_go_round_or_end_in_a_draw() {
    let tic_tac_toe = oracle(TicTacToe, true);
    let line = tic_tac_toe.line(&TicTacToe.start(), &LineOptions::default()).unwrap();
    assert_eq!((line.moves.len(), line.end), (9, LineEnd::Over(Outcome::Draw)));
    let dodgem = oracle(Dodgem::new(3), true);
    let line = dodgem.line(&dodgem.game().start(), &LineOptions::default()).unwrap();
    assert_eq!(line.end, LineEnd::Repeats);
    assert!(line.moves.iter().all(|mv| mv.value.outcome == Outcome::Draw));
}

#[test]
fn without_distances_a_won_line_is_played_to_its_end() {
    let oracle = oracle(Quixo::new(3), false);
    let line = oracle.line(&oracle.game().start(), &LineOptions::default()).unwrap();
    assert_eq!(line.end, LineEnd::Over(Outcome::Loss));
    assert_eq!(line.moves.len() % 2, 1, "the side that moved first has won");
    assert!(line.moves.iter().all(|mv| mv.value.plies.is_none() && mv.value.outcome != Outcome::Draw));
    let cut = oracle.line(&oracle.game().start(), &LineOptions { most: 2, ..LineOptions::default() });
    assert_eq!(cut.unwrap().end, LineEnd::Cut);
}

/// The statistics of a folded database equal a plain count over all boards.
#[test]
fn statistics_of_quixo_3x3_equal_a_plain_count() {
    let oracle = oracle(Quixo::new(3), true);
    let found = statistics(&oracle, None, &Silent).unwrap();
    let game = oracle.game();
    let mut total = Counts::default();
    let mut by_plies = BTreeMap::<(Plies, bool), u64>::new();
    for number in 0..3u32.pow(9) {
        let symbol = |cell: u32| [b'.', b'X', b'O'][(number / 3u32.pow(cell) % 3) as usize] as char;
        let row = |first: u32| (first..first + 3).map(symbol).collect::<String>();
        let text = [row(0), row(3), row(6)].join("/");
        let value = oracle.value(&game.read_position(&text).unwrap()).unwrap();
        match value.outcome {
            Outcome::Win => total.win += 1,
            Outcome::Loss => total.loss += 1,
            Outcome::Draw => total.draw += 1,
        }
        *by_plies.entry((value.plies.unwrap(), value.outcome == Outcome::Win)).or_default() += 1;
    }
    assert_eq!(found.total, total);
    assert_eq!(found.by_plies, by_plies);
    let layers = found.by_layer.iter().map(Counts::positions).sum::<u64>();
    assert_eq!(layers, 19_683);
    let table: u64 = found.tables[0].rows.values().map(Counts::positions).sum();
    assert_eq!(table, 19_683);
    assert_eq!(found.longest_loss.unwrap().plies, Plies(8));
}

#[test]
fn reachable_positions_are_counted_unfolded() {
    let game = Quixo::new(3);
    let found = reachable(&game, 1 << 30, &Silent).unwrap();
    assert_eq!(found.positions, naive::reachable(&game).len() as u64);
    assert!(found.slots < found.positions);
    let found = reachable(&TicTacToe, 1 << 30, &Silent).unwrap();
    assert_eq!((found.slots, found.positions), (5_478, 5_478));
    assert_eq!(reachable(&Quixo::new(4), 1 << 20, &Silent), None, "does not fit a mebibyte");
}

/// Draws have no distance: they are in no row by plies.
#[test]
fn draws_are_not_counted_by_distance() {
    let found = statistics(&oracle(Dodgem::new(3), true), None, &Silent).unwrap();
    let rows = |win: bool| {
        found.by_plies.iter().filter(|((_, is_win), _)| *is_win == win).map(|(_, n)| n).sum::<u64>()
    };
    assert_eq!((rows(true), rows(false)), (found.total.win, found.total.loss));
    assert!(found.total.draw > 0);
    assert_eq!(found.by_plies.get(&(Plies(0), false)), None, "nobody loses by having no move in Dodgem");
}
