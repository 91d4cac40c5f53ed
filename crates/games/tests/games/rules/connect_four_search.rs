//! The search of connect-four, against the rules, the naive solver, databases
//! and the plain search.

use kaiketsu_engine::search::{Certifiable, Options, Plain, Prover, Winner};
use kaiketsu_engine::solve::Queue;
use kaiketsu_game::Game;
use kaiketsu_games::ConnectFour;
use kaiketsu_games::connect_four::Discs;
use kaiketsu_testkit::laws::{Thoroughness, check_searched, check_symmetric, played};
use kaiketsu_testkit::naive;
use kaiketsu_testkit::random::Random;
use kaiketsu_testkit::solve_in_memory;

fn prover(columns: usize, rows: usize) -> Prover<ConnectFour> {
    Prover::new(ConnectFour::new(columns, rows), Options { memory: Some(4 << 20), ..Options::default() })
}

/// A position in which the game goes on, after so many random moves.
fn after(game: &ConnectFour, moves: usize, random: &mut Random) -> Discs {
    loop {
        let mut position = game.start();
        for _ in 0..moves {
            if game.ending(&position).is_none() {
                position = game.play(&position, random.choose(&game.legal_moves(&position))).position;
            }
        }
        if game.ending(&position).is_none() {
            return position;
        }
    }
}

#[test]
fn late_positions_keep_the_laws() {
    let mut random = Random::new(4);
    for (columns, rows) in [(4, 4), (5, 4), (4, 6), (6, 5), (7, 6)] {
        let game = ConnectFour::new(columns, rows);
        let mut late = Vec::new();
        for left in 3..9 {
            late.extend((0..6).map(|_| after(&game, columns * rows - left, &mut random)));
        }
        check_searched(&game, &late);
        check_symmetric(&game, played(&game, Thoroughness::Sample { positions: 60, seed: 2 }));
    }
}

#[test]
fn every_position_of_4x4_has_its_value() {
    let prover = prover(4, 4);
    for (position, value) in naive::solve_reachable(prover.game()) {
        let mover = prover.game().side_to_move(&position);
        let found = prover.value(&position, mover).value;
        assert_eq!(found, Winner::of(value.outcome, mover), "{position:?}");
    }
}

#[test]
fn positions_of_5x4_are_as_in_the_database() {
    let (game, prover) = (ConnectFour::new(5, 4), prover(5, 4));
    let solved = solve_in_memory(&game, &Queue, 2, false);
    let mut random = Random::new(5);
    for round in 0..3_000 {
        let position = after(&game, 2 + round % 16, &mut random);
        let mover = game.side_to_move(&position);
        let expected = Winner::of(solved.value_of(&position).outcome, mover);
        assert_eq!(prover.value(&position, mover).value, expected, "{position:?}");
    }
}

#[test]
fn larger_boards_are_as_the_rules_alone_say() {
    let mut random = Random::new(6);
    for (columns, rows, moves) in [(6, 5, 16), (7, 6, 26)] {
        let (game, prover) = (ConnectFour::new(columns, rows), prover(columns, rows));
        let plain = Prover::new(Plain::new(ConnectFour::new(columns, rows)).folded(), Options::default());
        for _ in 0..15 {
            let position = after(&game, moves, &mut random);
            let mover = game.side_to_move(&position);
            let expected = plain.value(&plain.game().at(&position, mover), mover).value;
            assert_eq!(prover.value(&position, mover).value, expected, "{position:?}");
        }
    }
}
