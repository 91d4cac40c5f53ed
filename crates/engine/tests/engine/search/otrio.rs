//! The prover on Otrio: against a naive solver, and against the paper.

use std::collections::{HashMap, HashSet};

use kaiketsu_engine::search::{
    Certifiable, Goal, Method, Options, Plain, Provable, Prover, Side, Winner, play_all,
};
use kaiketsu_game::{Game, Glance, Goals, Notation, Relaxed};
use kaiketsu_games::otrio::{Otrio, Position};
use kaiketsu_testkit::golden::table;
use kaiketsu_testkit::laws::check_searched;
use kaiketsu_testkit::naive;
use kaiketsu_testkit::random::{Random, after_random_moves};

#[test]
fn late_positions_have_the_naive_values() {
    let mut random = Random::new(1);
    let mut values = HashMap::new();
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
        let options = Options { memory: Some(1 << 22), ..Options::default() };
        let provers = [
            options,
            Options { method: Some(Method::DepthFirst), ..options },
            Options { threads: 2, ..options },
        ];
        let provers = provers.map(|options| Prover::new(game, options));
        let plain = Prover::new(Plain::new(game).folded(), options);
        for round in 0..60 {
            let position = after_random_moves(&game, 18 + round % 6, &mut random);
            let mover = game.side_to_move(&position);
            let value = naive::solve(&game, naive::closure(&game, [position]))[&position];
            let expected = Winner::of(value.outcome, mover);
            let text = game.write_position(&position);
            for prover in &provers {
                assert_eq!(prover.value(&position, mover).value, expected, "{text}");
            }
            assert_eq!(plain.value(&plain.game().at(&position, mover), mover).value, expected, "{text}");
            *values.entry(expected.word()).or_insert(0) += 1;
        }
    }
    assert!(values.len() == 3 && values.values().all(|count| *count > 5), "{values:?}");
}

/// All positions below some late ones: what a glance, the blocking game and the
/// test for draws decide is so, and equal keys have equal answers.
#[test]
fn what_the_search_is_told_is_so() {
    let mut random = Random::new(5);
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
        let late = (0..20).map(|_| after_random_moves(&game, 20, &mut random));
        let below: Vec<Position> = naive::closure(&game, late).into_iter().collect();
        let key = |p: &Position| game.key(&game.state(p, game.side_to_move(p)), Goal::win(Side::First));
        let keys: HashSet<u128> = below.iter().map(key).collect();
        assert!(below.len() - keys.len() > 500, "{} positions have {} keys", below.len(), keys.len());
        check_searched(&game, &below);
        // The blocking game and what is out of reach do decide some.
        let (mut blocked, mut out_of_reach) = (0, 0);
        for position in below.iter().filter(|position| game.ending(position).is_none()) {
            let state = game.state(position, game.side_to_move(position));
            for goal in game.goals() {
                let simpler = game.relaxed(&state, goal).and_then(|simpler| simpler.settled());
                blocked += usize::from(simpler == Some(false));
                out_of_reach += usize::from(game.glance(&state, goal) == Glance::Never);
            }
        }
        assert!(blocked > 100 && out_of_reach > 100, "{blocked} {out_of_reach}");
    }
}

/// Rows of the paper's two-move tables that are quick.
#[test]
fn quick_rows_of_the_two_move_tables() {
    let (standard, no_centre) = rows_of_the_two_move_tables(12.0);
    assert!(standard > 15 && no_centre > 3, "{standard} {no_centre}");
}

/// All 128 rows: some CPU-minutes.
/// `cargo test --release -p kaiketsu-engine --test engine search -- --ignored`
#[test]
#[ignore = "takes some CPU-minutes"]
fn all_rows_of_the_two_move_tables() {
    assert_eq!(rows_of_the_two_move_tables(f64::INFINITY), (69, 59));
}

/// Compares the rows that cost the paper at most so many million nodes; how
/// many there are of each variant.
fn rows_of_the_two_move_tables(most: f64) -> (usize, usize) {
    let (mut standard, mut no_centre) = (0, 0);
    let memory = if most > 100.0 { 1 << 29 } else { 1 << 26 };
    let options = Options { memory: Some(memory), ..Options::default() };
    let provers = [Prover::new(Otrio::STANDARD, options), Prover::new(Otrio::NO_CENTRE, options)];
    for row in table("otrio-two-moves").rows() {
        let variant = usize::from(row.text("variant") == "no-centre");
        let costs = ["mega_nodes_first_win_test", "mega_nodes_second_win_test"].map(|cost| row.text(cost));
        if costs.iter().map(|cost| cost.parse::<f64>().unwrap()).sum::<f64>() > most {
            continue;
        }
        let moves = ["first_move", "second_move"].map(|column| row.text(column)).join(" ");
        let position = play_all(provers[variant].game(), &moves).unwrap();
        let found = provers[variant].value(&position, Side::First).value;
        assert_eq!(found.word(), row.text("value"), "{}", row.place());
        *[&mut standard, &mut no_centre][variant] += 1;
    }
    (standard, no_centre)
}
