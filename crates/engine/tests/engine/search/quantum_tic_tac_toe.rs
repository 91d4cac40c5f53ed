//! The prover on quantum tic-tac-toe. What it finds after every first move, and
//! how many answers it tries, `papers.rs` of the crate `reproduce` compares with the
//! tables of the paper.

use std::collections::BTreeSet;

use kaiketsu_engine::search::{
    Certifiable, Goal, Options, Ordering, Prover, PublishedSearch, Side, check, play_all,
};
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::quantum_tic_tac_toe::{Position, QuantumTicTacToe};
use kaiketsu_testkit::random::{Random, after_random_moves};

/// One first move of each class, as in figure 4 of the paper. Which one stands
/// for its class matters to counts in an order by number.
const FIRST_MOVES: [&str; 8] = ["1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8"];

#[test]
fn the_first_moves_are_one_of_each_class() {
    let game = QuantumTicTacToe::ORIGINAL;
    let classes = |positions: Vec<Position>| -> BTreeSet<Position> {
        positions.iter().map(|position| game.representative(position)).collect()
    };
    let moves = game.legal_moves(&game.start());
    let all = moves.iter().map(|mv| game.play(&game.start(), mv).position).collect();
    let ours = FIRST_MOVES.iter().map(|text| play_all(&game, text).unwrap()).collect();
    assert_eq!(classes(all), classes(ours));
}

#[test]
fn nine_plies_are_needed() {
    for (game, goal, first) in [
        (QuantumTicTacToe::ORIGINAL, Goal::win(Side::First), "1-9"),
        (QuantumTicTacToe::REVISED, Goal::complete(Side::First), "1-3"),
    ] {
        let mv = game.read_move(&game.start(), first).unwrap();
        let position = game.play(&game.start(), &mv).position;
        let prover = Prover::new(game, Options::default());
        assert!(!prover.ask(&position, Side::Second, goal, Some(7)).reached);
        assert!(prover.ask(&position, Side::Second, goal, Some(8)).reached);
        // The published search agrees; its limit is in plies from the position.
        for ordering in [Ordering(0), Ordering(1), Ordering(2)] {
            let mut search = PublishedSearch::new(&game, goal, ordering, Some(7), usize::MAX);
            let answer = search.run(&position).unwrap();
            assert!(!answer.reached && answer.nodes >= answer.visited);
        }
        let within = |plies: &u8| prover.ask(&game.start(), Side::First, goal, Some(*plies)).reached;
        assert_eq!((0..=9).find(within), Some(9));
    }
}

#[test]
fn a_published_search_stays_within_its_memory() {
    let game = QuantumTicTacToe::REVISED;
    let goal = Goal::win(Side::First);
    let position = play_all(&game, "1-3").unwrap();
    let run = |memory| PublishedSearch::new(&game, goal, Ordering(2), Some(5), memory).run(&position);
    let answer = run(1 << 26).unwrap();
    assert!(answer.nodes > answer.visited, "subtrees met again are counted in full");
    let error = run(1 << 16).unwrap_err();
    assert!(error.positions < answer.visited as usize, "{error}");
}

/// The outcome of a goal by trying everything: no keys, no folding, no tests.
fn naive(game: QuantumTicTacToe, position: &Position, goal: Goal) -> bool {
    if game.ending(position).is_some() {
        return game.reached(position, goal);
    }
    let moves = game.legal_moves(position);
    let wants = game.side_to_move(position) == goal.side;
    let mut after = moves.iter().map(|mv| naive(game, &game.play(position, mv).position, goal));
    if wants { after.any(|reached| reached) } else { after.all(|reached| reached) }
}

#[test]
fn keys_and_folding_change_no_answer() {
    let goals = [Side::First, Side::Second].map(|side| [Goal::win(side), Goal::complete(side)]);
    let mut random = Random::new(7);
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        // One table for all positions, so that keys that are no good do harm.
        let prover = Prover::new(game, Options::default());
        let mut answers = [0; 2];
        for round in 0..120 {
            let position = after_random_moves(&game, 9 + round % 3, &mut random);
            for goal in goals.into_iter().flatten() {
                let expected = naive(game, &position, goal);
                let found = prover.ask(&position, game.side_to_move(&position), goal, None).reached;
                assert_eq!(found, expected, "{goal} at {}", game.write_position(&position));
                answers[usize::from(found)] += 1;
            }
        }
        assert!(answers.iter().all(|count| *count > 40), "{answers:?}");
    }
}

#[test]
fn certificates_of_both_rules_are_accepted() {
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        let prover = Prover::new(game, Options::default());
        let checked = check(&game, &prover.certify_value(&game.start())).unwrap();
        assert_eq!(checked.claims.value.as_deref(), Some("first"));
        let complete = prover.certify_goal(&game.start(), Goal::complete(Side::First));
        let claim = &check(&game, &complete).unwrap().claims.claims[0];
        assert_eq!(claim.reached, game == QuantumTicTacToe::REVISED);
    }
}
