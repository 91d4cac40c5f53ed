//! Queries, lines, statistics and reachability against a naive solver.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kaiketsu_engine::analyse::{Counts, LineEnd, LineOptions, Stored, line, reachable, statistics};
use kaiketsu_engine::oracle::{Derived, Either, Known, Limit, Oracle, OracleError, Unknowing, rated_moves};
use kaiketsu_engine::solve::Silent;
use kaiketsu_game::{Game, Notation, Outcome, Plies, Tiered, Value};
use kaiketsu_games::{Dodgem, Quixo, TicTacToe};
use kaiketsu_testkit::laws::check_oracle;
use kaiketsu_testkit::{RandomGame, Shape, naive};

use super::solved;

/// Every reachable position has the value that the naive solver finds, its
/// moves are all there, and the first of them has the value of the position.
fn agrees_with_naive<G: Tiered + Notation>(game: G) {
    let oracle = solved(game, true);
    for (position, value) in naive::solve_reachable(oracle.game()) {
        assert_eq!(oracle.value_of(&position).unwrap(), value);
        let moves = rated_moves(oracle.game(), &oracle.whole(), &position, Limit::NONE).unwrap();
        match oracle.game().ending(&position) {
            Some(_) => assert!(moves.is_empty()),
            None => {
                assert_eq!(moves.len(), naive::steps(oracle.game(), &position).unwrap().len());
                assert_eq!(moves[0].value, Known::Yes(value));
                assert!(moves.is_sorted_by_key(|rated| Reverse(rated.value.ok())));
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
    let oracle = solved(Dodgem::new(2), true);
    for position in naive::reachable(oracle.game()) {
        let value = oracle.value_of(&position).unwrap();
        let line = line(&oracle, &position, &LineOptions::default(), Limit::NONE).unwrap();
        assert_eq!(Some(Plies(line.moves.len() as u16)), value.plies);
        assert!(matches!(line.end, LineEnd::Over(_)));
    }
}

#[test]
fn drawn_lines_go_round_or_end_in_a_draw() {
    let tic_tac_toe = solved(TicTacToe, true);
    let played = line(&tic_tac_toe, &TicTacToe.start(), &LineOptions::default(), Limit::NONE).unwrap();
    assert_eq!((played.moves.len(), played.end), (9, LineEnd::Over(Outcome::Draw)));
    let dodgem = solved(Dodgem::new(3), true);
    let played = line(&dodgem, &dodgem.game().start(), &LineOptions::default(), Limit::NONE).unwrap();
    assert_eq!(played.end, LineEnd::Repeats);
    assert!(played.moves.iter().all(|mv| mv.value == Known::Yes(Value::DRAW)));
}

/// The statistics of a folded database equal a plain count over all boards.
#[test]
fn statistics_of_quixo_3x3_equal_a_plain_count() {
    let oracle = solved(Quixo::new(3), true);
    let found = statistics(&oracle, None, &Silent).unwrap();
    let game = oracle.game();
    let mut total = Counts::default();
    let mut by_plies = BTreeMap::<(Plies, bool), u64>::new();
    for number in 0..3u32.pow(9) {
        let symbol = |cell: u32| [b'.', b'X', b'O'][(number / 3u32.pow(cell) % 3) as usize] as char;
        let row = |first: u32| (first..first + 3).map(symbol).collect::<String>();
        let text = [row(0), row(3), row(6)].join("/");
        let value = oracle.value_of(&game.read_position(&text).unwrap()).unwrap();
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
    let found = statistics(&solved(Dodgem::new(3), true), None, &Silent).unwrap();
    let rows = |win: bool| {
        found.by_plies.iter().filter(|((_, is_win), _)| *is_win == win).map(|(_, n)| n).sum::<u64>()
    };
    assert_eq!((rows(true), rows(false)), (found.total.win, found.total.loss));
    assert!(found.total.draw > 0);
    assert_eq!(found.by_plies.get(&(Plies(0), false)), None, "nobody loses by having no move in Dodgem");
}

/// Oracles keep their laws alone and together, with distances and without, also
/// where one does not know what the other does.
#[test]
fn oracles_keep_their_laws() {
    // A random game may be so small that the rules alone suffice: counted over all.
    let (mut unknown, mut added) = (0, 0);
    for seed in 0..20 {
        let shape = Shape { positions: 300, tiers: 6, moves: 4, endings: 15, alternates: seed % 2 == 0 };
        for distances in [true, false] {
            let stored = solved(RandomGame::new(seed, shape), distances);
            let game = stored.game();
            // From all positions: in some games the start is over, or nearly.
            let all: Vec<u32> = naive::slots(game).map(|slot| game.position(slot)).collect();
            assert_eq!(check_oracle(game, &stored, all.clone()), all.len());
            assert_eq!(check_oracle(game, &stored.whole(), all.clone()), all.len());
            let rules = Derived::new(game, Unknowing, 3);
            unknown += all.len() - check_oracle(game, &rules, all.clone());
            let half = Half(&stored);
            let derived = Derived::new(game, Half(&stored), 2);
            added += check_oracle(game, &derived, all.clone()) - check_oracle(game, &half, all.clone());
            assert_eq!(check_oracle(game, &Either(&rules, &stored), all.clone()), all.len());
        }
    }
    assert!(unknown > 1_000 && added > 1_000, "{unknown} {added}");
}

/// Knows every other position of a database.
struct Half<'a, G>(&'a Stored<G>);

impl<G: Tiered + Notation> Oracle<G> for Half<'_, G> {
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError> {
        match self.0.game().locate(position).index % 2 {
            0 => self.0.value(position, limit),
            _ => Ok(Known::No),
        }
    }
}

/// Where a database knows no distances, those of ends near by are no distances
/// of positions from which the loser may have longer ways.
#[test]
fn derived_distances_are_right_or_not_given() {
    let (exact, values) = (solved(Dodgem::new(2), true), solved(Dodgem::new(2), false));
    let derived = Derived::new(values.game(), Half(&values), 2);
    let mut with_plies = 0;
    for position in naive::reachable(exact.game()) {
        let Known::Yes(value) = derived.value(&position, Limit::NONE).unwrap() else { continue };
        let right = exact.value_of(&position).unwrap();
        assert_eq!(value.outcome, right.outcome);
        if value.plies.is_some() {
            assert_eq!(value, right, "{position:?}");
            with_plies += 1;
        }
    }
    assert!(with_plies > 0);
}
