//! Forward search as an oracle: books, search, moves that keep a value.

use std::sync::Arc;
use std::time::Duration;

use kaiketsu_db::Folder;
use kaiketsu_engine::oracle::{Known, Limit, Oracle};
use kaiketsu_engine::search::{
    Certifiable, Goal, OpeningsBook, Options, Prover, Published, Request, Searched, Side, Winner, openings,
    play_all,
};
use kaiketsu_engine::setup::Proving;
use kaiketsu_engine::solve::Silent;
use kaiketsu_game::{Game, Outcome, Value};
use kaiketsu_games::otrio::{CENTRE, Otrio};
use kaiketsu_games::quantum_tic_tac_toe::{Grade, QuantumTicTacToe};

fn searched<G: kaiketsu_engine::search::Provable + Certifiable + 'static>(game: G) -> Searched<G> {
    Searched::new(Arc::new(game), Options { memory: Some(1 << 24), ..Options::default() })
}

fn children<G: Game>(game: &G, position: &G::Position) -> Vec<(G::Move, G::Position)> {
    let moves = game.legal_moves(position);
    moves.into_iter().map(|mv| (mv.clone(), game.play(position, &mv).position)).collect()
}

#[test]
fn openings_in_the_book_answer_for_the_start() {
    let game = Otrio::STANDARD;
    let searched = searched(game);
    assert_eq!(searched.known_winner(&game.start()), None);
    // Verdicts after two moves, but for the opening with the centre after one.
    for (mv, first) in children(&game, &game.start()) {
        if mv == CENTRE {
            searched.book().enter_winner(&first, Winner::First);
            continue;
        }
        for (_, second) in children(&game, &first) {
            searched.book().enter_winner(&second, Winner::Draw);
        }
        assert_eq!(searched.known_winner(&first), Some(Winner::Draw));
    }
    assert_eq!(searched.value(&game.start(), Limit::NONE).unwrap(), Known::Yes(Value::of(Outcome::Win)));
    let best = searched.best_move(&game.start(), Value::of(Outcome::Win), Limit::NONE).unwrap();
    assert_eq!(best, Known::Yes(CENTRE));
    assert!(searched.prover_if_made().is_none(), "nothing was searched");
}

#[test]
fn values_come_with_a_line_and_then_from_the_book() {
    let folder = std::env::temp_dir().join(format!("kaiketsu-searched-{}", std::process::id()));
    let game = Arc::new(QuantumTicTacToe::ORIGINAL);
    let open = || {
        Searched::new(Arc::clone(&game), Options::default())
            .with_book(Arc::new(Folder::expected(&folder)))
            .unwrap()
    };
    let searched = open();
    let ask = |searched: &Searched<_>, after: &str| {
        let request = Request { after: after.into(), ..Request::default() };
        searched.prove(&request, 1_000_000, &Silent).unwrap().report
    };
    let after = "1-9 1-9 2@1";
    let report = ask(&searched, after);
    assert_eq!((report.value, report.from_book), (Some(Winner::First), false));
    assert_eq!(report.line_cut, None);
    // The line ends the game, and in favour of the first player.
    let line = format!("{after} {}", report.line.join(" "));
    let grade = game.finish(&play_all(&*game, &line).unwrap()).unwrap().grade();
    assert!(grade > Grade::Draw, "{line}");
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!((&json["value"], &json["game"]), (&"first".into(), &"quantum-tic-tac-toe".into()));
    assert!(json.get("reached").is_none());
    searched.save().unwrap();
    // Another oracle, and an image of the position: squares mirrored.
    for after in [after, "3-7 3-7 2@3"] {
        let again = ask(&open(), after);
        assert_eq!((again.value, again.from_book, again.nodes), (Some(Winner::First), true, 0));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// On late positions, by comparing with the values of the moves.
#[test]
fn best_moves_keep_outcome_and_margin() {
    let searched = searched(QuantumTicTacToe::ORIGINAL);
    let game = &**searched.game();
    let whole = |position: &_| {
        let value = searched.value(position, Limit::NONE).unwrap().ok().unwrap();
        searched.with_margin(position, value, Limit::NONE).unwrap().ok().unwrap()
    };
    let (mut kinds, mut random) =
        (std::collections::BTreeSet::new(), kaiketsu_testkit::random::Random::new(5));
    for _ in 0..150 {
        let mut position = game.start();
        for _ in 0..9 {
            let value = whole(&position);
            kinds.insert(value.to_string());
            let best = searched.best_move(&position, value, Limit::NONE).unwrap().ok().unwrap();
            let next = game.play(&position, &best);
            assert_eq!(next.value_before(whole(&next.position)), value, "{position:?} {best:?}");
            let children = children(game, &position);
            position = random.choose(&children).1;
            if game.ending(&position).is_some() {
                break;
            }
        }
    }
    assert!(kinds.contains("narrow win") && kinds.contains("complete win"), "{kinds:?}");
    assert!(kinds.contains("narrow loss") && kinds.contains("complete loss"), "{kinds:?}");
}

#[test]
fn moves_are_rated_within_the_limit() {
    let searched = searched(Otrio::STANDARD);
    let position = play_all(&**searched.game(), "b2M a1L c3S").unwrap();
    let (value, moves) = searched.rated(&position, Limit::within(Duration::ZERO)).unwrap();
    assert!(!value.is_known() && moves.iter().all(|rated| !rated.value.is_known()));
    let late = "a1L b2M a1M b2L c3S b1S a3L c2M";
    let position = play_all(&**searched.game(), late).unwrap();
    let (value, moves) = searched.rated(&position, Limit::NONE).unwrap();
    assert_eq!(value, searched.value(&position, Limit::NONE).unwrap());
    assert_eq!(moves.len(), children(&**searched.game(), &position).len());
    for rated in &moves {
        let after = searched.value(&rated.step.position, Limit::NONE).unwrap();
        assert_eq!(after.map(|after| rated.step.value_before(after)), rated.value);
    }
    assert!(moves.windows(2).all(|pair| pair[0].value.ok() >= pair[1].value.ok()), "the best first");
}

#[test]
fn certificates_are_refused_with_limits_and_orderings() {
    let searched = searched(QuantumTicTacToe::ORIGINAL);
    let goal = Some(Goal::win(Side::First));
    let limited = Request { goal, max_plies: Some(7), ..Request::default() };
    assert!(searched.certify(&limited, &Silent).is_err());
    let late = Request { after: "1-9 1-9 2@1".into(), ..Request::default() };
    let certificate = searched.certify(&late, &Silent).unwrap();
    kaiketsu_engine::search::check(&**searched.game(), &certificate).unwrap();
}

#[test]
fn every_position_up_to_the_last_move_is_in_the_book() {
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE].map(Arc::new) {
        let book = OpeningsBook::new(Arc::clone(&game), game.openings_book());
        let classes: Vec<_> = game.openings(3).iter().map(|o| game.representative(&o.position)).collect();
        assert!(classes.iter().all(|position| book.winner(position).is_some()));
        assert_eq!(book.winners().len(), classes.len(), "nothing else is in the book");
        // As many as the game itself lists, in another order.
        for moves in 1..=2 {
            assert_eq!(openings(&*game, moves).len(), game.openings(moves).len());
        }
    }
}

/// The positions that a search answers soonest, found by giving each little;
/// without the centre draws take long, so only wins are tried. All rows of
/// the two-move tables are proved by an ignored test.
#[test]
fn a_sample_of_the_book_is_proved_again() {
    for (game, draws) in [(Otrio::STANDARD, true), (Otrio::NO_CENTRE, false)] {
        let book = OpeningsBook::new(Arc::new(game), game.openings_book());
        let prover = Prover::new(game, Options { memory: Some(1 << 25), ..Options::default() });
        let tried = book.winners().iter().filter(|(_, winner)| draws || **winner != Winner::Draw);
        let mut tried: Vec<_> = tried.map(|(position, winner)| (*position, *winner)).collect();
        tried.sort_unstable_by_key(|(position, _)| *position);
        let mut proved = 0;
        for (position, winner) in tried.iter().step_by(tried.len() / 40) {
            if let Some(found) =
                prover.value_within(position, game.side_to_move(position), 500_000, Limit::NONE)
            {
                assert_eq!(*winner, found.value, "{position:?}");
                proved += 1;
            }
        }
        assert!(proved >= 10, "{}: only {proved} were proved", game.id());
    }
}
