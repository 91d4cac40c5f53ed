//! The laws of forward search, on late positions.

use kaiketsu_engine::search::Plain;
use kaiketsu_game::{Certifiable, Game, Notation, Side};
use kaiketsu_games::TicTacToe;
use kaiketsu_games::otrio::Otrio;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_testkit::laws::{check_notation, check_provable, check_published, check_searched};
use kaiketsu_testkit::naive;
use kaiketsu_testkit::random::{Random, random_play};

/// Positions after that many random moves, or where the game ended sooner.
fn late<G: Game>(game: &G, moves: usize, count: usize) -> Vec<G::Position> {
    let mut random = Random::new(moves as u64);
    (0..count).map(|_| random_play(game, moves, &mut random)).collect()
}

#[test]
fn otrio() {
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
        check_searched(&game, &late(&game, 19, 60));
        check_published(&game, &late(&game, 6, 50));
    }
    // Where an earlier blocking game was wrong.
    let game = Otrio::NO_CENTRE;
    let position = game.read_position(".DA.A.BAD/CBDB.CD.C/AC..A..BB:C").unwrap();
    let mut positions = vec![position];
    positions.extend(naive::steps(&game, &position).unwrap().iter().map(|step| step.position));
    check_searched(&game, &positions);
}

#[test]
fn quantum_tic_tac_toe() {
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        check_searched(&game, &late(&game, 8, 40));
        check_published(&game, &late(&game, 3, 50));
        assert!(late(&game, 8, 40).iter().any(|p| game.side_to_move(p) == Side::Second));
    }
}

#[test]
fn rules_alone() {
    let game = Plain::new(TicTacToe).folded();
    for moves in 3..=9 {
        check_searched(&game, &late(&game, moves, 40));
        check_notation(&game, late(&game, moves, 40));
    }
    let numbered = Plain::new(TicTacToe).numbered();
    let sided: Vec<_> = late(&numbered, 4, 40).into_iter().map(|at| (at, at.mover)).collect();
    check_provable(&numbered, &sided);
}
