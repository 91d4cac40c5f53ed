//! Forward search from rules alone, against solved games: value by value, with
//! and without positions that repeat.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kaiketsu_db::Memory;
use kaiketsu_engine::oracle::{Known, Limit};
use kaiketsu_engine::search::{
    Goal, Options, Plain, Prover, Request, RequestError, Side, Winner, check, play_all,
};
use kaiketsu_engine::setup::{ByRules, Weak};
use kaiketsu_engine::solve::{Edges, Silent};
use kaiketsu_game::{Game, Notation, Outcome, Tiered, Value};
use kaiketsu_games::{ConnectFour, Dodgem, Nocca, Quixo, TicTacToe};
use kaiketsu_testkit::naive;
use kaiketsu_testkit::random::Random;
use kaiketsu_testkit::{RandomGame, Shape, solve_in_memory};

const SMALL: Options =
    Options { memory: Some(1 << 22), threads: 1, method: None, free: None, verdicts: None };

/// Asks about a position for both sides.
fn check_value<G: Game>(prover: &Prover<Plain<G>>, position: &G::Position, value: Value) {
    for mover in [Side::First, Side::Second] {
        let found = prover.value(&prover.game().at(position, mover), mover).value;
        assert_eq!(found, Winner::of(value.outcome, mover), "{} {position:?}", prover.game().id());
    }
}

fn random_game(seed: u64) -> RandomGame {
    let mut random = Random::new(seed);
    let mut pick = |low: u64, high: u64| (low + random.below(high - low)) as u32;
    let (positions, tiers, moves) = (pick(2, 80), pick(1, 8), pick(1, 6));
    let endings = u64::from(pick(2, 40));
    RandomGame::new(seed, Shape { positions, tiers, moves, endings, alternates: seed.is_multiple_of(2) })
}

#[test]
fn random_games_have_the_naive_values() {
    let (mut outcomes, mut repeating) = (HashMap::new(), 0);
    for seed in 0..150 {
        let game = || random_game(seed);
        let values = naive::solve_stored(&game());
        let provers =
            [Prover::new(Plain::new(game()), SMALL), Prover::new(Plain::new(game()).numbered(), SMALL)];
        for prover in &provers {
            for (position, value) in &values {
                check_value(prover, position, *value);
                *outcomes.entry(value.outcome).or_insert(0) += 1;
            }
            repeating += usize::from(prover.repeats());
        }
    }
    assert!(repeating > 100 && repeating < 300, "games of both kinds: {repeating}");
    assert!(outcomes.len() == 3 && outcomes.values().all(|count| *count > 500), "{outcomes:?}");
}

#[test]
fn a_limit_of_plies_is_the_distance() {
    for game in (0..60).map(random_game) {
        let values = naive::solve_stored(&game);
        let prover = Prover::new(Plain::new(game), SMALL);
        for (position, value) in values {
            let mover = Side::Second;
            let at = prover.game().at(&position, mover);
            let (goal, plies) = match (value.outcome, value.plies) {
                (Outcome::Win, Some(plies)) => (Goal::win(mover), plies.0),
                (Outcome::Loss, Some(plies)) => (Goal::win(mover.other()), plies.0),
                _ => continue,
            };
            let within = |plies: u16| prover.ask(&at, mover, goal, Some(plies as u8)).reached;
            assert!(within(plies) && (plies == 0 || !within(plies - 1)), "{position} {value:?}");
            assert!(prover.ask(&at, mover, goal, None).reached);
        }
    }
}

/// A line goes to the end that the value says; a certificate is right, or there
/// is none.
#[test]
fn lines_and_certificates_of_random_games() {
    let (mut ended, mut round, mut written, mut refused) = (0, 0, 0, 0);
    for game in (0..150).map(random_game) {
        let prover = Prover::new(Plain::new(game), SMALL);
        let request = Request::default();
        let mut report = prover.answer(&request).unwrap();
        prover.add_line(&request, &mut report, &|_| None, 1_000_000);
        let end = play_all(prover.game(), &report.line.join(" ")).unwrap();
        match (report.value.unwrap(), prover.game().ending(&end), &report.line_cut) {
            (winner, Some(outcome), None) => {
                assert_eq!(Winner::of(outcome, end.mover), winner, "{:?}", report.line);
                ended += 1;
            }
            (Winner::Draw, None, Some(_)) => round += 1,
            line => panic!("{line:?}"),
        }
        match prover.try_certify(&prover.game().start(), None) {
            Ok(certificate) => {
                check(prover.game(), &certificate).unwrap();
                written += 1;
            }
            Err(RequestError::Repeats { .. }) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(
        [ended, round, written, refused].iter().all(|count| *count > 10),
        "{ended} {round} {written} {refused}"
    );
}

/// Every stored position, or each of so many, by the search and by a solve.
fn check_game<G: Tiered + Notation>(make: impl Fn() -> G, step: usize) {
    let game = make();
    let solved = solve_in_memory(&game, &Edges, 1, false);
    let larger = Options { memory: Some(1 << 26), ..SMALL };
    let provers = [Plain::new(make()), Plain::new(make()).numbered()].map(|game| Prover::new(game, larger));
    for (at, slot) in naive::slots(&game).enumerate().step_by(step) {
        check_value(&provers[at / step % 2], &game.position(slot), solved.value(slot));
    }
}

#[test]
fn small_games_have_the_solved_values() {
    check_game(|| TicTacToe, 1);
    check_game(|| Quixo::new(3), 7);
    check_game(|| Dodgem::new(2), 1);
    check_game(|| Nocca::new(3, 3), 101);
    check_game(|| ConnectFour::new(4, 4), 53);
}

#[test]
fn a_verdict_by_rules_alone() {
    let search = ByRules::new(Quixo::new(3)).numbered();
    let search = search.open(Arc::new(Memory::new()), SMALL).unwrap();
    let ask = |request: Request| search.prove(&request, 1_000_000, &Silent).unwrap().report;
    let start = ask(Request::default());
    assert_eq!((start.value, start.outcome), (Some(Winner::First), Some(Outcome::Win)));
    assert!(start.line.len() % 2 == 1 && start.line_cut.is_none(), "{:?}", start.line);
    // A position does not say whose turn it is.
    let after = start.line[0].clone();
    let played = ask(Request { after: after.clone(), ..Request::default() });
    assert_eq!((played.value, played.outcome), (Some(Winner::First), Some(Outcome::Loss)));
    let game = Quixo::new(3);
    let position = game.play(&game.start(), &game.read_move(&game.start(), &after).unwrap()).position;
    let text = game.write_position(&position);
    let placed = ask(Request { position: Some(text.clone()), ..Request::default() });
    assert_eq!((placed.value, placed.outcome), (None, Some(Outcome::Loss)));
    let sided = ask(Request { position: Some(format!("{text}@second")), ..Request::default() });
    assert_eq!((sided.value, sided.outcome), (Some(Winner::First), Some(Outcome::Loss)));
    assert_eq!(search.value(&position, Limit::NONE).unwrap(), Known::Yes(Value::of(Outcome::Loss)));
    let (value, moves) = search.rated(&position, Limit::NONE).unwrap();
    assert_eq!(value, Known::Yes(Value::of(Outcome::Loss)));
    assert!(moves.iter().all(|rated| rated.value == Known::Yes(Value::of(Outcome::Loss))));
}

#[test]
fn what_cannot_be_decided_is_said() {
    let search = ByRules::new(Quixo::new(4)).numbered();
    let tiny = search.open(Arc::new(Memory::new()), Options { memory: Some(1 << 18), ..SMALL }).unwrap();
    let report = tiny.prove(&Request::default(), 0, &Silent).unwrap().report;
    assert_eq!((report.value, report.outcome), (None, None));
    let why = report.undecided.unwrap();
    assert!(why.contains("within") && why.contains("the memory is full"), "{why}");
    let soon = Request { time: Some(Duration::from_millis(50)), ..Request::default() };
    let why = tiny.prove(&soon, 0, &Silent).unwrap().report.undecided.unwrap();
    assert!(why.contains("nobody forces a win within"), "{why}");
}

#[test]
fn a_certificate_by_rules_alone_is_checked() {
    let search = ByRules::new(TicTacToe).folded();
    let open = search.open(Arc::new(Memory::new()), SMALL).unwrap();
    for after in ["", "a1 b1", "b2 b1 a1"] {
        let request = Request { after: after.into(), ..Request::default() };
        let certificate = open.certify(&request, &Silent).unwrap();
        assert!(search.check(&certificate, usize::MAX).unwrap().positions > 0);
    }
}
