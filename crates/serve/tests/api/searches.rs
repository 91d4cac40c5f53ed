//! Games proved by search: known values, or clearly not known.

use std::time::Duration;

use kaiketsu_serve::Limits;
use serde_json::{Value as Json, json};

use crate::client::{get, post, server, start_apart, store};
use crate::contract::fits;

const POSITION: &str = "/api/v1/games/{game}/position";

#[test]
fn a_search_that_ends_in_time_answers_like_a_database() {
    // Two moves of the first player lie in line: he collapses or builds on.
    let path = "/api/v1/games/quantum-tic-tac-toe/position?position=1.2......,3=56,4=68&line=20";
    let reply = get(server(), path);
    fits("get", POSITION, &reply);
    let answer = reply.json();
    assert_eq!((&answer["complete"], &answer["source"]), (&json!(true), &json!("search")));
    assert_eq!(answer["plies"], Json::Null, "a search knows no distances");
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.iter().all(|mv| mv["value"].is_string()));
    assert_eq!(answer["value"], moves[0]["value"], "the best move comes first");
    // The line keeps the value to the end of the game.
    let line = answer["line"]["moves"].as_array().unwrap();
    assert_eq!(answer["line"]["end"], "over");
    let last = line.last().unwrap()["position"].as_str().unwrap();
    let end = get(server(), &format!("/api/v1/games/quantum-tic-tac-toe/position?position={last}")).json();
    assert_eq!(end["over"], true);
    assert_eq!(reply.header("cache-control"), Some("public, max-age=3600"));
}

#[test]
fn what_is_not_known_within_the_limit_is_null_and_said() {
    let limits = Limits { search_time: Duration::from_millis(1), ..Limits::default() };
    let server = start_apart("unknown", limits);
    let reply = get(
        server.address(),
        "/api/v1/games/otrio-no-centre/position?position=........./........./A.D...C.B:A",
    );
    fits("get", POSITION, &reply);
    let answer = reply.json();
    assert_eq!(answer["complete"], false);
    assert!(answer["moves"].as_array().unwrap().iter().any(|mv| mv["value"].is_null()));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 22);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let batch = json!({ "positions": ["........./........./A.D...C.B:A", "nonsense"] }).to_string();
    let answers = post(server.address(), "/api/v1/games/otrio-no-centre/positions", batch.as_bytes()).json();
    assert_eq!(answers["answers"][0]["error"], Json::Null, "not known is no error");
    assert_eq!(answers["answers"][1]["error"]["reason"], "bad_position");
}

#[test]
fn searched_games_are_not_counted() {
    let reply = get(server(), "/api/v1/games/otrio/statistics");
    fits("get", "/api/v1/games/{game}/statistics", &reply);
    assert_eq!((reply.status, &reply.json()["reason"]), (404, &json!("no_statistics")));
}

/// Whoever asks for ever more positions does not fill the disk.
#[test]
fn questions_do_not_grow_the_book_without_bound() {
    let limits = Limits { verdicts: 3, ..Limits::default() };
    let folder = store().root().join("full-book");
    let server = start_apart("full-book", limits);
    for opening in ["1-2", "1-3", "1-5", "1-6", "1-9", "2-4", "2-5", "2-8"] {
        let path = format!("/api/v1/games/quantum-tic-tac-toe/position?position={opening}");
        assert_eq!(get(server.address(), &path).status, 200, "{opening}");
    }
    let book = std::fs::read_to_string(folder.join("verdicts.book")).unwrap();
    assert_eq!(book.lines().count(), 1 + 3 + 1, "{book}");
}
