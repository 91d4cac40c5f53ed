//! Simpei: single rules, laws, a small board against the naive solver, published numbers.

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::Edges;
use kaiketsu_game::{Game, Notation, Outcome, Symmetric, Tier, Tiered};
use kaiketsu_games::Simpei;
use kaiketsu_testkit::laws::{
    Thoroughness, check_game, check_notation, check_symmetric, check_tiered, played, stored,
};
use kaiketsu_testkit::{naive, solve_in_memory};

use super::moves;

/// What a move leads to, as text.
fn after(game: &Simpei, position: &str, mv: &str) -> String {
    let position = game.read_position(position).unwrap();
    let mv = game.read_move(&position, mv).unwrap();
    game.write_position(&game.play(&position, &mv).position)
}

#[test]
fn the_first_piece_goes_to_the_middle_unless_it_is_free() {
    let start = "..../.../..../.../..../.../....";
    assert_eq!(moves(&Simpei::new(false), start), ["c3", "e3", "c5", "e5"]);
    assert_eq!(moves(&Simpei::new(true), start).len(), 25);
}

#[test]
fn pieces_step_into_the_other_world_and_trap() {
    let game = Simpei::new(false);
    let text = "..X./.../..../X.O/..O./.O./XX.O";
    let steps = moves(&game, text);
    // From a1 and c1 only b2 is free; d2 and d4 have others.
    assert!(steps.contains(&"a1-b2".into()) && steps.contains(&"c1-b2".into()));
    assert!(!steps.iter().any(|step| step.starts_with("a1-c")), "{steps:?}");
    assert_eq!(after(&game, text, "a1-b2"), "..O./.../..../O.X/..X./OX./.O.X");
}

#[test]
fn what_is_trapped_goes_elsewhere() {
    let game = Simpei::new(false);
    let text = "..../.../..../.../..../.../.OOX"; // X comes to a1 and traps c1 and e1
    let all = moves(&game, text);
    let trapping: Vec<_> = all.iter().filter(|mv| mv.starts_with("a1")).collect();
    // Any two of the 21 points that are empty after X has come and O was lifted, but for c1 and e1.
    assert_eq!(trapping.len(), 21 * 20 / 2);
    assert!(trapping.contains(&&"a1xc1e1>b2g7".to_string()));
    assert_eq!(after(&game, text, "a1xc1e1>b2g7"), "...X/.../..../.../..../X../O..O");
    // With a gap nothing is trapped, and what comes between two is safe.
    assert_eq!(after(&game, "..../.../..../.../..../.../..OX", "a1"), "..../.../..../.../..../.../O.XO");
}

#[test]
fn a_new_row_of_three_wins_and_other_rows_do_not() {
    let game = Simpei::new(false);
    let ending = |text: &str| game.ending(&game.read_position(text).unwrap());
    let three = after(&game, "..../O.O/..../.../O.../.../XX..", "e1");
    assert_eq!((three.as_str(), ending(&three)), ("..../X.X/..../.../X.../.../OOO.!", Some(Outcome::Loss)));
    // Four in a row are nothing.
    let four = after(&game, "..../O.O/..../.../O.O./.../XX.X", "e1");
    assert_eq!((four.as_str(), ending(&four)), ("..../X.X/..../.../X.X./.../OOOO", None));
    // A row that was there before, because X was put there, is nothing while another piece moves.
    let there = after(&game, "..../O.O/..../.../O.../..O/XXX.", "g7");
    assert_eq!((there.as_str(), ending(&there)), ("...O/X.X/..../.../X.../..X/OOO.", None));
}

#[test]
fn who_cannot_step_passes() {
    let game = Simpei::new(false);
    let stuck = "X..X/O.O/..../.../..../O.O/X..X";
    assert_eq!(moves(&game, stuck), ["pass"]);
    assert_eq!(after(&game, stuck, "pass"), "O..O/X.X/..../.../..../X.X/O..O");
}

#[test]
fn what_is_no_position_is_refused() {
    let game = Simpei::new(false);
    for (text, words) in [
        ("..../.../..../.../..../...", "6 rows"),
        ("X.../.../..../.../..../.../....", "has 1 X and 0 O"),
        ("OOOO/OXX/XX../.../..../.../....", "at most 4"),
        ("O.../.../..../.../..../.../....!", "O has none"),
    ] {
        let error = game.read_position(text).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn laws() {
    const SAMPLE: Thoroughness = Thoroughness::Sample { positions: 300, seed: 5 };
    for game in [Simpei::new(false), Simpei::new(true), Simpei::sized(3, 3, false)] {
        check_game(&game, played(&game, SAMPLE));
        check_notation(&game, stored(&game, SAMPLE));
        check_symmetric(&game, played(&game, SAMPLE));
        check_tiered(&FoldedGame::new(game), SAMPLE);
    }
}

/// Positions up to symmetry, as many as the published table has.
#[test]
fn as_many_classes_as_published() {
    let game = Simpei::new(false);
    let start = game.start();
    assert_eq!((game.symmetries(), game.classes()), (8, 12_102_165));
    assert_eq!(game.size(Tier(1)), 12_650 * 5_985); // 4 of 25, then 4 of 21
    let folded = FoldedGame::new(game);
    let mut classes = 0;
    let mut twins = Vec::new();
    for tier in (1..folded.tiers()).map(Tier) {
        // The least of the twins that are stored for each class.
        for index in 0..folded.size(tier) {
            let slot = kaiketsu_game::Slot { tier, index };
            twins.clear();
            folded.twins(slot, &mut twins);
            classes += u64::from(twins.iter().all(|twin| twin.index > index));
        }
    }
    assert_eq!(classes, 12_102_165);
    assert_eq!(folded.locate(&start).tier, Tier(9));
}

/// All positions of the game on 3x3 and 2x2 points with three pieces a side.
#[test]
fn a_small_board_is_solved_as_by_definition() {
    for free in [false, true] {
        let game = FoldedGame::new(Simpei::sized(3, 3, free));
        let solved = solve_in_memory(&game, &Edges, 1, true);
        let values = naive::solve(&**game.whole(), naive::closure(&**game.whole(), [game.start()]));
        for (position, value) in &values {
            assert_eq!(solved.value_of(position), *value, "{}", game.write_position(position));
        }
        assert!(values.len() > 10_000, "{}", values.len());
    }
}
