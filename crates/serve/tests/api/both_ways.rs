//! A game from somewhere else that can be searched and solved as a whole, as
//! quantum tic-tac-toe can: searched until it is solved, and from then on read
//! from its database, by the same server. It has a board by its text alone.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use kaiketsu::game::{
    Certifiable, Game, Glance, Goal, Goals, NoRelaxation, Notation, NotationError, Outcome, Provable, Side,
    Slot, Step, Symmetric, Tier, Tiered,
};
use kaiketsu::{BySearch, IntoSetup, Numbered, Published, Registry, Request, Setup, Silent, Store};
use kaiketsu_serve::{Limits, Server, measure};
use serde_json::{Value as Json, json};

use crate::client::{get, post};
use crate::contract::fits;

/// A counter on a row of cells goes one to three to the left; who cannot,
/// loses. The text is the row: `*` if the first player is to move, else `o`.
#[derive(Clone, Copy)]
struct Race;

const CELLS: u8 = 10;

/// The cell of the counter, and whether the second player is to move.
type Position = (u8, bool);

/// How often this text, which only one test asks for, was read.
const COUNTED: &str = ".......o..";
static READINGS: AtomicUsize = AtomicUsize::new(0);

impl Game for Race {
    type Position = Position;
    type Move = u8;

    fn id(&self) -> String {
        "race".into()
    }

    fn start(&self) -> Position {
        (CELLS - 1, false)
    }

    fn ending(&self, position: &Position) -> Option<Outcome> {
        (position.0 == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.extend(1..=position.0.min(3));
    }

    fn play(&self, position: &Position, steps: &u8) -> Step<Position> {
        Step::passes((position.0 - steps, !position.1))
    }
}

impl Notation for Race {
    fn title(&self) -> String {
        "Race".into()
    }

    fn about(&self) -> String {
        "One to three to the left.".into()
    }

    fn write_position(&self, position: &Position) -> String {
        let counter = if position.1 { 'o' } else { '*' };
        (0..CELLS).map(|cell| if cell == position.0 { counter } else { '.' }).collect()
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        READINGS.fetch_add(usize::from(text == COUNTED), Relaxed);
        let all = (0..CELLS).flat_map(|cell| [(cell, false), (cell, true)]);
        all.into_iter()
            .find(|position| self.write_position(position) == text)
            .ok_or_else(|| NotationError::new(format!("`{text}` is not nine dots and one counter")))
    }

    fn write_move(&self, position: &Position, steps: &u8) -> String {
        let name = |cell: u8| format!("{}1", char::from(b'a' + cell));
        format!("{}-{}", name(position.0), name(position.0 - steps))
    }
}

impl Tiered for Race {
    fn tiers(&self) -> u32 {
        CELLS.into()
    }

    fn size(&self, _: Tier) -> u64 {
        2
    }

    fn locate(&self, position: &Position) -> Slot {
        Slot { tier: Tier(position.0.into()), index: position.1.into() }
    }

    fn position(&self, slot: Slot) -> Position {
        (slot.tier.0 as u8, slot.index == 1)
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (tier.0.saturating_sub(3)..tier.0).map(Tier).collect()
    }
}

impl Symmetric for Race {
    fn symmetries(&self) -> usize {
        1
    }

    fn image(&self, position: &Position, _: usize) -> Position {
        *position
    }
}

impl Certifiable for Race {
    type Simpler = NoRelaxation;

    fn side_to_move(&self, position: &Position) -> Side {
        Side::first_if(!position.1)
    }

    fn representative(&self, position: &Position) -> Position {
        self.least_image(position)
    }
}

impl Goals for Race {}

impl Published for Race {}

impl Provable for Race {
    type State = Position;
    type Relaxed = NoRelaxation;

    fn state(&self, position: &Position, _: Side) -> Position {
        *position
    }

    fn mover(&self, state: &Position) -> Side {
        self.side_to_move(state)
    }

    fn glance(&self, state: &Position, goal: Goal) -> Glance {
        match state.0 {
            0 if self.mover(state) == goal.side => Glance::Never,
            0 => Glance::Reached(0),
            _ => Glance::Open,
        }
    }

    fn candidates(&self, state: &Position, _: Goal, moves: &mut Vec<u8>) {
        self.moves(state, moves);
    }

    fn next(&self, state: &Position, steps: &u8) -> (Position, u8) {
        (self.play(state, steps).position, 1)
    }

    fn key(&self, state: &Position, goal: Goal) -> u128 {
        u128::from(state.0) * 4 + u128::from(state.1) * 2 + u128::from(goal.side == Side::Second)
    }
}

fn registry() -> Registry {
    let both = || Numbered::new(Race).into_setup().and_searched(BySearch::new(Race));
    Registry::empty().with("race", both)
}

fn serve(registry: Registry, store: &Store) -> kaiketsu_serve::Running {
    let limits = Limits { table_bytes: 1 << 20, ..Limits::default() };
    Server::bind(registry, store.clone(), "127.0.0.1:0".parse().unwrap(), limits).unwrap().start()
}

fn solve(store: &Store) {
    registry().get("race").unwrap().solver().unwrap().solve(store, &Request::default(), &Silent).unwrap();
}

fn folder(name: &str) -> Store {
    let store = Store::new(crate::client::store().root().join(name));
    assert!(!store.path("race").exists());
    store
}

#[test]
fn a_game_that_is_searched_answers_from_its_database_once_it_is_solved() {
    let store = folder("both-ways");
    let server = serve(registry(), &store);
    let ask = |path: &str| get(server.address(), &format!("/api/v1/games/race{path}"));
    let values = |answer: &Json| {
        let part = |mv: &Json| json!([mv["move"], mv["position"], mv["value"]]);
        let mut moves: Vec<String> =
            answer["moves"].as_array().unwrap().iter().map(|mv| part(mv).to_string()).collect();
        moves.sort();
        (answer["value"].clone(), moves)
    };

    assert_eq!(ask("").json()["state"], "search");
    let searched = ask("/position?line=20");
    fits("get", "/api/v1/games/{game}/position", &searched);
    let before = searched.json();
    assert_eq!(
        (&before["source"], &before["value"], &before["plies"]),
        (&json!("search"), &json!("win"), &Json::Null)
    );
    assert_eq!((&before["line"]["end"], &before["line"]["source"]), (&json!("over"), &json!("search")));
    assert_eq!((ask("/statistics").status, searched.header("etag")), (404, None));

    solve(&store);
    assert_eq!(ask("").json()["state"], "solved");
    let solved = ask("/position?line=20");
    fits("get", "/api/v1/games/{game}/position", &solved);
    let after = solved.json();
    assert_eq!(
        (&after["source"], &after["value"], &after["plies"]),
        (&json!("database"), &json!("win"), &json!(5))
    );
    assert_eq!(values(&after), values(&before), "both ways say the same");
    assert_eq!(
        (&after["line"]["strategy"], &after["moves"][0]["move"]),
        (&json!("optimal"), &json!("j1-i1"))
    );
    assert!(solved.header("etag").is_some());
    let counted = ask("/statistics");
    fits("get", "/api/v1/games/{game}/statistics", &counted);
    assert_eq!(counted.json()["total"], json!({ "win": 14, "loss": 6, "draw": 0 }));
    let batch =
        post(server.address(), "/api/v1/games/race/positions", br#"{"positions": ["........o."]}"#).json();
    assert_eq!((&batch["answers"][0]["value"], &batch["answers"][0]["plies"]), (&json!("loss"), &json!(4)));
}

#[test]
fn the_text_of_a_position_is_read_once() {
    let store = folder("read-once");
    let server = serve(registry(), &store);
    let readings = |path: &str, source: &str| {
        let before = READINGS.load(Relaxed);
        let answer = get(server.address(), &format!("/api/v1/games/race/{path}position={COUNTED}")).json();
        assert_eq!((&answer["position"], &answer["source"]), (&json!(COUNTED), &json!(source)));
        READINGS.load(Relaxed) - before
    };
    assert_eq!(readings("board?", "rules"), 1);
    // Also if it is asked for what is known at once, and again when the search has its turn.
    assert_eq!(readings("position?line=9&", "search"), 1);
    solve(&store);
    assert_eq!(readings("position?line=9&", "database"), 1);

    let server = serve(registry(), &folder("batch-read-once")); // which knows nothing yet
    let before = READINGS.load(Relaxed);
    let batch = json!({ "positions": [COUNTED] }).to_string();
    let found = post(server.address(), "/api/v1/games/race/positions", batch.as_bytes()).json();
    assert_eq!(found["answers"][0]["value"], "win");
    assert_eq!(READINGS.load(Relaxed) - before, 1);
}

#[test]
fn requests_are_measured_whatever_answers_them() {
    let store = folder("measured");
    let searched = measure(registry(), store.clone(), "race").unwrap();
    solve(&store);
    let solved = measure(registry(), store, "race").unwrap();
    for times in [searched, solved] {
        assert_eq!(times.game, "race");
        assert!(times.requests >= 900 && times.median_ms <= times.slowest_ms, "{times:?}");
    }
}

#[test]
fn a_game_of_rules_alone_is_shown_and_not_valued() {
    let store = folder("rules-alone");
    let server = serve(Registry::empty().with("race", || Setup::new(Race)), &store);
    let ask = |path: &str| get(server.address(), &format!("/api/v1/games/race{path}"));
    assert_eq!(ask("").json()["state"], "rules");
    let refused = ask("/position");
    fits("get", "/api/v1/games/{game}/position", &refused);
    assert_eq!((refused.status, &refused.json()["reason"]), (409, &json!("not_solved")));
    let board = ask("/board");
    fits("get", "/api/v1/games/{game}/board", &board);
    let board = board.json();
    assert_eq!(
        (&board["source"], &board["value"], &board["complete"]),
        (&json!("rules"), &Json::Null, &json!(false))
    );
    assert_eq!(board["moves"].as_array().unwrap().len(), 3);
    let over = ask("/board?position=*.........").json();
    assert_eq!((&over["over"], &over["value"], &over["moves"]), (&json!(true), &json!("loss"), &json!([])));
}

#[test]
fn a_game_with_rules_and_text_alone_has_a_board() {
    let store = folder("elsewhere");
    solve(&store);
    let server = serve(registry(), &store);
    let ask = |path: &str| get(server.address(), &format!("/api/v1/games/race{path}")).json();
    let board = &ask("")["board"];
    assert_eq!(board["cells"].as_array().unwrap().len(), 10);
    let answer = ask("/position");
    let piece = &answer["scene"]["pieces"][0];
    assert_eq!(piece["cell"], 9);
    assert_eq!(board["kinds"][piece["kind"].as_u64().unwrap() as usize]["symbol"], "*");
    assert_eq!(answer["moves"][0]["gesture"], json!({ "kind": "arrow", "cells": [9, 8] }), "one step wins");
    assert_eq!((&answer["value"], &answer["plies"]), (&json!("win"), &json!(5)));
    let refused = ask("/board?position=.....");
    assert!(refused["message"].as_str().unwrap().contains("nine dots"), "{refused}");
}
