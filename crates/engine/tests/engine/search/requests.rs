//! Questions as the command line asks them. That a bad move in a list is named is
//! shown by its own tests.

use kaiketsu_engine::search::{
    Certifiable, Goal, Goals, Options, Prover, Request, RequestError, Side, Winner, play_all,
};
use kaiketsu_games::otrio::Otrio;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;

#[test]
fn goals_come_with_a_line() {
    let game = QuantumTicTacToe::ORIGINAL;
    let prover = Prover::new(game, Options::default());
    for (goal, max_plies, plies) in [
        (Goal::win(Side::First), None, 9),
        (Goal::complete(Side::First), None, 9),
        (Goal::win(Side::First), Some(9), 9),
        (Goal::win(Side::First), Some(6), 6),
    ] {
        let request = Request { goal: Some(goal), max_plies, ..Request::default() };
        let mut report = prover.answer(&request).unwrap();
        prover.add_line(&request, &mut report, &|_| None, u64::MAX);
        let end = play_all(&game, &report.line.join(" ")).unwrap();
        assert!(usize::from(end.placed()) <= plies && report.line.len() >= 6, "{:?}", report.line);
        if max_plies.is_none() {
            assert!(kaiketsu_game::Game::ending(&game, &end).is_some(), "{:?}", report.line);
            assert_eq!(Some(Certifiable::reached(&game, &end, goal)), report.reached);
        }
    }
    // Where the line would take too long it is cut, and says so.
    let otrio = Prover::new(Otrio::STANDARD, Options { memory: Some(1 << 20), ..Options::default() });
    let request = Request { after: "a1L".into(), ..Request::default() };
    let mut report = prover.answer(&Request::default()).unwrap();
    (report.value, report.from_book) = (Some(Winner::Draw), true);
    otrio.add_line(&request, &mut report, &|_| None, 1000);
    assert!(report.line.is_empty() && report.line_cut.is_some());
}

#[test]
fn goals_limits_and_orderings() {
    let game = QuantumTicTacToe::ORIGINAL;
    let prover = Prover::new(game, Options::default());
    let goal = Some(Goal::win(Side::First));
    let ask = |request: Request| prover.answer(&request);
    let after = String::from("1-9");
    let within = |plies| Request { after: after.clone(), goal, max_plies: Some(plies), ..Request::default() };
    assert_eq!(ask(within(7)).unwrap().reached, Some(false));
    assert_eq!(ask(within(8)).unwrap().reached, Some(true));
    let published = Request { ordering: Some("3".into()), ..within(7) };
    assert_eq!(ask(published.clone()).unwrap().reached, Some(false));
    assert_eq!(ask(Request { goal: None, ..within(7) }), Err(RequestError::GoalMissing));
    let other = Request { ordering: Some("paper".into()), ..published };
    let refused = ask(other).unwrap_err().to_string();
    assert!(refused.contains("quantum-tic-tac-toe") && refused.contains("3 (centre, corners"), "{refused}");
    let otrio = Prover::new(Otrio::STANDARD, Options { memory: Some(1 << 16), ..Options::default() });
    let complete = Request { goal: Some(Goal::complete(Side::First)), ..Request::default() };
    assert!(matches!(otrio.answer(&complete), Err(RequestError::GoalUnknown { .. })));
    assert_eq!(game.read_goal("first-narrow"), Ok(Goal::win(Side::First)));
    assert!(game.read_goal("first-narow").unwrap_err().to_string().contains("first-narrow"));
    let refused = Otrio::STANDARD.read_goal("first-narrow").unwrap_err().to_string();
    assert_eq!(refused, "`first-narrow` is no goal here; there are first-win, second-win");
}

/// The search of the Otrio paper on late positions agrees with ours.
#[test]
fn the_otrio_paper_s_search_agrees() {
    let game = Otrio::STANDARD;
    let prover = Prover::new(game, Options { memory: Some(1 << 22), ..Options::default() });
    let opening = "b2M a1L c3S a2S b3L a1S c2M c1L a3M b1S b2L c2S a2M b3S c3M";
    let longest = (12..=15).rev().map(|n| opening.split(' ').take(n).collect::<Vec<_>>().join(" "));
    let after = longest
        .into_iter()
        .find(|moves| play_all(&game, moves).is_ok_and(|p| kaiketsu_game::Game::ending(&game, &p).is_none()));
    let after = after.expect("twelve moves can be played");
    for side in [Side::First, Side::Second] {
        let goal = Some(Goal::win(side));
        let ours = prover.answer(&Request { after: after.clone(), goal, ..Request::default() }).unwrap();
        let paper =
            Request { after: after.clone(), goal, ordering: Some("paper".into()), ..Request::default() };
        let theirs = prover.answer(&paper).unwrap();
        assert_eq!(ours.reached, theirs.reached);
    }
}
