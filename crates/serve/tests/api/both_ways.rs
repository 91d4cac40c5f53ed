//! A game that can be searched and solved as a whole, as quantum tic-tac-toe
//! can: searched until it is solved, and from then on read from its database,
//! by the same server.

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

/// A heap of stones: take one to three, who takes the last one wins. The text
/// is the stones and who is to move.
#[derive(Clone, Copy)]
struct Heap;

const STONES: u8 = 9;

type Position = (u8, bool);

/// How often this text, which only one test asks for, was read.
const COUNTED: &str = "7b";
static READINGS: AtomicUsize = AtomicUsize::new(0);

impl Game for Heap {
    type Position = Position;
    type Move = u8;

    fn id(&self) -> String {
        "heap".into()
    }

    fn start(&self) -> Position {
        (STONES, false)
    }

    fn ending(&self, position: &Position) -> Option<Outcome> {
        (position.0 == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.extend(1..=position.0.min(3));
    }

    fn play(&self, position: &Position, taken: &u8) -> Step<Position> {
        Step::passes((position.0 - taken, !position.1))
    }
}

impl Notation for Heap {
    fn title(&self) -> String {
        "Heap".into()
    }

    fn about(&self) -> String {
        "Take one to three.".into()
    }

    fn write_position(&self, position: &Position) -> String {
        format!("{}{}", position.0, if position.1 { 'b' } else { 'a' })
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        READINGS.fetch_add(usize::from(text == COUNTED), Relaxed);
        let all = (0..=STONES).flat_map(|stones| [(stones, false), (stones, true)]);
        all.into_iter()
            .find(|position| self.write_position(position) == text)
            .ok_or_else(|| NotationError::new(format!("`{text}` is no heap")))
    }

    fn write_move(&self, _: &Position, taken: &u8) -> String {
        format!("take{taken}")
    }
}

impl Tiered for Heap {
    fn tiers(&self) -> u32 {
        u32::from(STONES) + 1
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

impl Symmetric for Heap {
    fn symmetries(&self) -> usize {
        1
    }

    fn image(&self, position: &Position, _: usize) -> Position {
        *position
    }
}

impl Certifiable for Heap {
    type Simpler = NoRelaxation;

    fn side_to_move(&self, position: &Position) -> Side {
        Side::first_if(!position.1)
    }
}

impl Goals for Heap {}

impl Published for Heap {}

impl Provable for Heap {
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

    fn next(&self, state: &Position, taken: &u8) -> (Position, u8) {
        (self.play(state, taken).position, 1)
    }

    fn key(&self, state: &Position, _: Goal) -> u128 {
        u128::from(state.0) * 2 + u128::from(state.1)
    }
}

fn registry() -> Registry {
    let both = || Numbered::new(Heap).into_setup().and_searched(BySearch::new(Heap));
    Registry::empty().with("heap", both)
}

fn serve(registry: Registry, store: &Store) -> kaiketsu_serve::Running {
    let limits = Limits { table_bytes: 1 << 20, ..Limits::default() };
    Server::bind(registry, store.clone(), "127.0.0.1:0".parse().unwrap(), limits).unwrap().start()
}

fn solve(store: &Store) {
    registry().get("heap").unwrap().solver().unwrap().solve(store, &Request::default(), &Silent).unwrap();
}

fn folder(name: &str) -> Store {
    let store = Store::new(crate::client::store().root().join(name));
    assert!(!store.path("heap").exists());
    store
}

#[test]
fn a_game_that_is_searched_answers_from_its_database_once_it_is_solved() {
    let store = folder("both-ways");
    let server = serve(registry(), &store);
    let ask = |path: &str| get(server.address(), &format!("/api/v1/games/heap{path}"));
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
        (&json!("optimal"), &json!("take1"))
    );
    assert!(solved.header("etag").is_some());
    let counted = ask("/statistics");
    fits("get", "/api/v1/games/{game}/statistics", &counted);
    assert_eq!(counted.json()["total"], json!({ "win": 14, "loss": 6, "draw": 0 }));
    let batch = post(server.address(), "/api/v1/games/heap/positions", br#"{"positions": ["8b"]}"#).json();
    assert_eq!((&batch["answers"][0]["value"], &batch["answers"][0]["plies"]), (&json!("loss"), &json!(4)));
}

#[test]
fn the_text_of_a_position_is_read_once() {
    let store = folder("read-once");
    let server = serve(registry(), &store);
    let readings = |path: &str, source: &str| {
        let before = READINGS.load(Relaxed);
        let answer = get(server.address(), &format!("/api/v1/games/heap/{path}position={COUNTED}")).json();
        assert_eq!((&answer["position"], &answer["source"]), (&json!(COUNTED), &json!(source)));
        READINGS.load(Relaxed) - before
    };
    assert_eq!(readings("board?", "rules"), 1);
    assert_eq!(readings("position?line=9&", "search"), 1);
    solve(&store);
    assert_eq!(readings("position?line=9&", "database"), 1);
}

#[test]
fn requests_are_measured_whatever_answers_them() {
    let store = folder("measured");
    let searched = measure(registry(), store.clone(), "heap").unwrap();
    solve(&store);
    let solved = measure(registry(), store, "heap").unwrap();
    for times in [searched, solved] {
        assert_eq!(times.game, "heap");
        assert!(times.requests >= 900 && times.median <= times.slowest, "{times:?}");
    }
}

#[test]
fn a_game_of_rules_alone_is_shown_and_not_valued() {
    let store = folder("rules-alone");
    let server = serve(Registry::empty().with("heap", || Setup::new(Heap)), &store);
    let ask = |path: &str| get(server.address(), &format!("/api/v1/games/heap{path}"));
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
    let over = ask("/board?position=0a").json();
    assert_eq!((&over["over"], &over["value"], &over["moves"]), (&json!(true), &json!("loss"), &json!([])));
}
