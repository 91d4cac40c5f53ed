//! Otrio for three and four players: rules, laws, and the search against the naive solver.

use std::collections::HashMap;

use kaiketsu_engine::search::{Options, Prover, Winner, check};
use kaiketsu_game::{Certifiable, Game, Notation, Outcome, Side};
use kaiketsu_games::otrio::party::{Party, parties};
use kaiketsu_testkit::laws::check_searched;
use kaiketsu_testkit::naive;
use kaiketsu_testkit::random::{Random, after_random_moves};

fn party(id: &str) -> Party {
    parties().find(|party| party.id() == id).unwrap()
}

fn ending(game: &str, position: &str) -> Option<Outcome> {
    let game = party(game);
    game.ending(&game.read_position(position).unwrap())
}

#[test]
fn turns_go_round_the_players() {
    let game = party("otrio-3-b");
    let turns = ["b2M", "a1L", "c3S", "a2S"].map(|mv| mv.to_string());
    let mut position = game.start();
    let mut sides = Vec::new();
    for mv in &turns {
        sides.push(game.side_to_move(&position));
        position = game.play(&position, &game.read_move(&position, mv).unwrap()).position;
    }
    // B is alone, and second; C and A are one side.
    assert_eq!(sides, [Side::First, Side::Second, Side::First, Side::First]);
    assert_eq!(game.write_position(&position), "...A....C/....A..../B........:B");
    let error = game.read_position("...D...../........./.........:A").unwrap_err().to_string();
    assert!(error.contains("3 players are A to C"), "{error}");
}

#[test]
fn a_line_wins_for_its_side_and_any_line_for_the_one_alone_if_all_shall_be_quiet() {
    // B has a line along the lowest row.
    let line = "BBB....../AA......./CC.......:C";
    assert_eq!(ending("otrio-3-a", line), Some(Outcome::Win), "C is with B");
    assert_eq!(ending("otrio-3-b", line), Some(Outcome::Loss));
    assert_eq!(ending("otrio-3-c", line), Some(Outcome::Loss));
    assert_eq!(ending("otrio-3-c-quiet", line), Some(Outcome::Win), "C wants any line");
    assert_eq!(ending("otrio-3-a-quiet", line), Some(Outcome::Loss), "A does, and C does not");
}

/// All positions below some late ones: what a glance decides is so, moves that are not
/// searched do not matter, and equal keys have equal answers; and the prover finds the naive values.
#[test]
fn late_positions_are_as_the_rules_say() {
    let mut random = Random::new(8);
    let mut met = HashMap::new();
    for game in parties() {
        let late: Vec<_> = (0..3).map(|_| after_random_moves(&game, 20, &mut random)).collect();
        let prover = Prover::new(game, Options { memory: Some(1 << 22), ..Options::default() });
        let below = naive::closure(&game, late.clone());
        let values = naive::solve(&game, below.clone());
        check_searched(&game, &below.into_iter().collect::<Vec<_>>());
        for position in late {
            let mover = game.side_to_move(&position);
            let expected = Winner::of(values[&position].outcome, mover);
            assert_eq!(prover.value(&position, mover).value, expected, "{}", game.write_position(&position));
            *met.entry((game.quiet, expected.word())).or_insert(0) += 1;
        }
    }
    assert_eq!(met.len(), 5, "{met:?}: there are no draws in the quiet games");
}

/// Nobody wins alone against all others, who force a win whoever is alone, with the
/// centre and without, as certificates show by the rules; and three of four players can keep everybody from a line.
#[test]
fn verdicts() {
    for game in parties().filter(|game| !game.quiet || game.id() == "otrio-4-d-quiet-no-centre") {
        let prover = Prover::new(game, Options { memory: Some(64 << 20), ..Options::default() });
        let others = if game.alone == 0 { Winner::Second } else { Winner::First };
        assert_eq!(prover.value(&game.start(), Side::First).value, others, "{}", game.id());
        if !game.quiet {
            let checked = check(&game, &prover.certify_value(&game.start())).unwrap();
            assert_eq!(checked.claims.value.as_deref(), Some(others.word()), "{}", game.id());
        }
    }
}
