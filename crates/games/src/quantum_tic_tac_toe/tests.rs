use kaiketsu_game::{Certifiable, Game, Goal, Notation, Outcome, Place, Provable, Tiered, Turn};
use kaiketsu_testkit::laws::{Thoroughness, check_symmetric, played};
use kaiketsu_testkit::naive::steps;

use super::closing::Collapse;
use super::*;

/// Plays moves from the start and says where they lead, or which one is wrong.
fn after(game: QuantumTicTacToe, moves: &str) -> Position {
    moves.split_whitespace().fold(game.start(), |position, text| {
        let mv = game.read_move(&position, text).unwrap();
        game.play(&position, &mv).position
    })
}

#[test]
fn the_paper_s_first_cycle_collapses_as_in_its_second_figure() {
    // Three marks in a triangle; the second player lets mark 3 stay on square 1.
    let game = QuantumTicTacToe::ORIGINAL;
    let triangle = after(game, "1-2 2-5 1-5");
    assert_eq!(triangle.open_cycle(), Some((0, 4)));
    assert!(!game.first_to_move(&triangle));
    let collapsed = after(game, "1-2 2-5 1-5 3@1");
    assert_eq!(game.write_position(&collapsed), "31..2....");
    assert!(!game.first_to_move(&collapsed), "the choice is part of the second player's turn");
    assert_eq!(game.write_position(&after(game, "1-2 2-5 1-5 3@5")), "12..3....");
}

#[test]
fn marks_that_hang_on_a_cycle_follow_it() {
    let game = QuantumTicTacToe::ORIGINAL;
    assert_eq!(game.write_position(&after(game, "1-9 9-8 8-7 1-9 4@9")), "1.....324");
    assert_eq!(game.write_position(&after(game, "1-9 9-8 8-7 1-9 4@1")), "4.....321");
}

#[test]
fn the_paper_s_narrow_win_is_narrow_and_its_other_choice_complete() {
    // As in figure 5: marks 2 to 6 are classical, mark 9 on squares 6 and 9
    // closes the cycle. On 9 it leaves the first player's top row (greatest 7)
    // against the second's middle row (8); on 6 only the top row is a line.
    let game = QuantumTicTacToe::ORIGINAL;
    let narrow = game.finish(&game.read_position("357248619").unwrap()).unwrap();
    assert_eq!(narrow.grade(), Grade::FirstNarrow);
    assert_eq!(narrow.points(), (1.0, 0.5));
    let complete = game.finish(&game.read_position("357249618").unwrap()).unwrap();
    assert_eq!(complete.grade(), Grade::FirstComplete);
    assert_eq!(complete.points(), (1.0, 0.0));
}

#[test]
fn two_lines_of_one_player_score_more() {
    let game = QuantumTicTacToe::ORIGINAL;
    let points = |text| game.finish(&game.read_position(text).unwrap()).unwrap().points();
    assert_eq!(points("913254687"), (2.0, 0.0), "the top row and a diagonal both end with 9");
    assert_eq!(points("139254687"), (1.5, 0.0), "the diagonal ends with 7, the top row with 9");
    assert_eq!(points("139524687"), (1.0, 0.0), "only the top row is a line");
}

#[test]
fn the_last_mark_takes_the_last_square() {
    let game = QuantumTicTacToe::ORIGINAL;
    let position = game.read_position("123465.78").unwrap();
    assert_eq!(game.finish(&position), None);
    assert_eq!(game.legal_moves(&position), [Move::Place(6, 6)]);
    let step = game.play(&position, &game.read_move(&position, "7-7").unwrap());
    assert_eq!(game.write_position(&step.position), "123465978");
    assert_eq!(game.finish(&step.position).unwrap().points(), (0.0, 0.0));
}

#[test]
fn who_chooses_makes_the_turn() {
    for (game, turn) in [(QuantumTicTacToe::ORIGINAL, Turn::Passes), (QuantumTicTacToe::REVISED, Turn::Stays)]
    {
        let step = game.play(&after(game, "1-9"), &Move::Place(0, 8));
        assert_eq!((step.turn, step.plies), (turn, 1));
        let choice = game.play(&step.position, &Move::Collapse(0));
        assert_ne!(choice.turn, turn);
        assert_eq!(choice.plies, 0);
        assert!(game.first_to_move(&choice.position));
    }
}

/// Positions of games played at random.
fn sample(game: QuantumTicTacToe, positions: u64) -> Vec<Position> {
    played(&game, Thoroughness::Sample { positions, seed: 1 })
}

#[test]
fn turns_agree_with_steps() {
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        for position in sample(game, 3_000) {
            for step in steps(&game, &position).unwrap_or_default() {
                let same = game.first_to_move(&position) == game.first_to_move(&step.position);
                assert_eq!(same, step.turn == Turn::Stays);
            }
        }
    }
}

#[test]
fn images_are_the_same_game() {
    let game = QuantumTicTacToe::ORIGINAL;
    check_symmetric(&game, sample(game, 400));
}

#[test]
fn nine_marks_are_always_classical() {
    let positions = sample(QuantumTicTacToe::REVISED, 5_000).into_iter();
    let ends: Vec<_> = positions.filter(|p| p.placed() == 9 && p.open_cycle().is_none()).collect();
    assert!(ends.len() > 50 && ends.iter().all(|position| position.spooky().count() == 0));
}

#[test]
fn bad_moves_are_refused_by_name() {
    let game = QuantumTicTacToe::ORIGINAL;
    let refuse = |moves: &str, text: &str| game.read_move(&after(game, moves), text).unwrap_err().0;
    assert!(refuse("", "1-0").contains("`1-0`: squares are numbered"));
    assert!(refuse("", "4-4").contains("two different squares"));
    assert!(refuse("", "x").contains("such as `1-9`"));
    assert!(refuse("1-9 1-9", "2-3").contains("choose `2@1` or `2@9`"));
    assert!(refuse("1-9 1-9 2@1", "1-3").contains("square 1 has a classical mark"));
    let over = game.read_position("13524.6.7").unwrap();
    assert_eq!(game.ending(&over), Some(Outcome::Loss));
    assert!(game.read_move(&over, "6-8").unwrap_err().0.contains("over"));
}

/// No collapse leaves one classical mark, and such positions have no slot.
#[test]
fn positions_that_cannot_come_up_are_refused_and_all_others_have_a_place() {
    let game = QuantumTicTacToe::ORIGINAL;
    for text in
        ["1........", "....2....,1=13", ".3.......,1=45,2=45", ".......8.,1=12,2=23,3=34,4=45,5=56,6=67,7=79"]
    {
        let error = game.read_position(text).unwrap_err();
        assert!(error.0.contains("never one"), "{error:?}");
    }
    for text in [".........", "1...2....", "12.......,3=45,4=45", "1...2....,3=37,4=38,5=89,6=69,7=46"] {
        let position = game.read_position(text).unwrap();
        let waits = position.open_cycle().is_some();
        assert_eq!(game.place(&position) == Place::Derived, waits, "{text}");
    }
}

/// How often the rules say that a collapse reaches a goal, misses it, or that the game goes on.
/// What the search reads off from its trees is compared, and the state it makes of each move.
fn closing_marks<const N: usize>(game: QuantumTicTacToe<N>, positions: u64) -> [usize; 3] {
    let mut met = [0; 3];
    for position in played(&game, Thoroughness::Sample { positions, seed: 3 }) {
        let state = game.state(&position, game.side_to_move(&position));
        for mv in steps(&game, &position).map_or(Vec::new(), |_| game.legal_moves(&position)) {
            let step = game.play(&position, &mv);
            let expected = game.state(&step.position, game.side_to_move(&step.position));
            let place =
                || format!("{} at {}", game.write_move(&position, &mv), game.write_position(&position));
            assert_eq!(game.next(&state, &mv), (expected.clone(), step.plies), "{}", place());
            let Some((a, b)) = step.position.open_cycle() else { continue };
            for (square, goal) in [a, b].into_iter().flat_map(|square| Goal::all().map(|goal| (square, goal)))
            {
                let after = game.play(&step.position, &Move::Collapse(square)).position;
                let (kind, wanted) = match game.ending(&after) {
                    None => (0, Collapse::GoesOn),
                    Some(_) if game.reached(&after, goal) => (1, Collapse::Reached),
                    Some(_) => (2, Collapse::Missed),
                };
                met[kind] += 1;
                let number = step.position.placed();
                assert_eq!(game.collapse(&expected, number, square, goal), wanted, "{}", place());
                assert_eq!(game.collapse(&state, number, square, goal), wanted, "before {}", place());
            }
        }
    }
    met
}

#[test]
fn trees_collapse_as_the_rules_say() {
    let small = variants(&ON_3X3).map(|game| closing_marks(game, 400));
    let large = variants(&ON_4X4).map(|game| closing_marks(game, 400));
    let mut met = [0; 3];
    for found in small.chain(variants(&ON_3X4).map(|game| closing_marks(game, 400))).chain(large) {
        (0..3).for_each(|kind| met[kind] += found[kind]);
    }
    assert!(met.iter().all(|count| *count > 1_000), "{met:?}");
}
