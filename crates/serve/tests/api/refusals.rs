//! What is asked wrongly is refused with a reason and the right status.

use std::time::{Duration, Instant};

use kaiketsu_serve::Limits;
use serde_json::json;

use crate::client::{Connection, Reply, get, post, server, start_apart};
use crate::contract::fits;
use crate::patience::HARD;

fn refused(reply: &Reply, status: u16, reason: &str, words: &str) {
    let body = reply.json();
    assert_eq!((reply.status, body["status"].as_u64()), (status, Some(status.into())), "{body}");
    assert_eq!(body["reason"], reason, "{body}");
    assert!(body["message"].as_str().unwrap().contains(words), "{body}");
    assert_eq!(reply.header("cache-control"), Some("no-store"));
}

#[test]
fn unknown_games_and_addresses() {
    for part in ["", "/board", "/position", "/statistics"] {
        let reply = get(server(), &format!("/api/v1/games/chess{part}"));
        refused(&reply, 404, "unknown_game", "the games are: tic-tac-toe");
    }
    let reply = post(server(), "/api/v1/games/chess/positions", br#"{"positions": []}"#);
    refused(&reply, 404, "unknown_game", "chess");
    refused(&get(server(), "/api/v1/nothing"), 404, "not_found", "openapi.json");
    refused(&get(server(), "/nothing"), 404, "not_found", "explorer");
    refused(&post(server(), "/api/v1/games", b""), 405, "method_not_allowed", "method");
    refused(&post(server(), "/", b""), 405, "method_not_allowed", "read");
}

#[test]
fn unsolved_games_have_a_board_but_no_values() {
    for part in ["/position", "/statistics"] {
        let reply = get(server(), &format!("/api/v1/games/dodgem-3{part}"));
        refused(&reply, 409, "not_solved", "dodgem-3 is not solved");
        fits("get", &format!("/api/v1/games/{{game}}{part}"), &reply);
    }
    let batch = json!({ "positions": ["R.../R.../R.../.UUU"] }).to_string();
    let reply = post(server(), "/api/v1/games/dodgem-3/positions", batch.as_bytes());
    refused(&reply, 409, "not_solved", "dodgem-3");
    assert_eq!(get(server(), "/api/v1/games/dodgem-3").json()["state"], "unsolved");
    assert_eq!(get(server(), "/api/v1/games/dodgem-3/board").json()["moves"].as_array().unwrap().len(), 4);
}

#[test]
fn bad_positions_are_explained() {
    for part in ["board", "position"] {
        let ask = |query: &str| get(server(), &format!("/api/v1/games/tic-tac-toe/{part}?{query}"));
        refused(&ask("position=XXX/.../..."), 400, "bad_position", "3 X and 0 O");
        refused(&ask("position="), 400, "bad_position", "rows");
        refused(&ask("position=%FF%00"), 400, "bad_position", "rows");
        refused(&ask("place=X"), 400, "bad_request", "place");
        refused(&ask(&format!("position={}", "X".repeat(600))), 413, "too_large", "512");
    }
    refused(&get(server(), "/api/v1/games/tic-tac-toe/position?line=5000"), 400, "bad_request", "500");
    refused(&get(server(), "/api/v1/games/tic-tac-toe/position?line=-1"), 400, "bad_request", "query");
}

#[test]
fn malformed_and_oversize_batches() {
    let path = "/api/v1/games/tic-tac-toe/positions";
    let send = |body: &[u8]| {
        let reply = post(server(), path, body);
        fits("post", "/api/v1/games/{game}/positions", &reply);
        reply
    };
    for body in ["", "{", "[]", "{}", r#"{"positions": 5}"#, r#"{"positions": [], "more": 1}"#, "\u{0}"] {
        refused(&send(body.as_bytes()), 400, "bad_request", "positions");
    }
    let many = json!({ "positions": vec!["X../.../..."; 257] }).to_string();
    refused(&send(many.as_bytes()), 413, "too_large", "at most 256");
    let enough = json!({ "positions": vec!["X../.../..."; 256] }).to_string();
    assert_eq!(send(enough.as_bytes()).json()["answers"].as_array().unwrap().len(), 256);
    refused(&send(&vec![b' '; 65 << 10]), 413, "too_large", "65536 bytes");
}

#[test]
fn nonsense_does_not_stop_the_server() {
    for bytes in [
        &b"\x00\x01\x02\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/v1/games HTTP/1.1\r\n",
    ] {
        use std::io::Write;
        let mut stream = std::net::TcpStream::connect(server()).unwrap();
        let _ = stream.write_all(bytes);
    }
    assert_eq!(get(server(), "/api/v1").status, 200);
}

#[test]
fn work_beyond_the_limits_is_refused_and_the_server_goes_on() {
    // A request may take less than its search wants: then it says what it knows.
    let hurried = start_apart("hurried", Limits { time: Duration::from_secs(1), ..Limits::default() });
    let began = Instant::now();
    let reply = get(hurried.address(), HARD);
    assert_eq!((reply.status, &reply.json()["complete"]), (200, &json!(false)));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    fits("get", "/api/v1/games/{game}/position", &reply);
    // Nobody may wait for a search: the second question is refused at once.
    let limits =
        Limits { of_one_game: 1, waiting: 0, search_time: Duration::from_secs(2), ..Limits::default() };
    let busy = start_apart("busy", limits);
    let mut replies: Vec<Reply> = Vec::new();
    std::thread::scope(|scope| {
        let ask = || get(busy.address(), HARD);
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
        replies.extend(threads.into_iter().map(|thread| thread.join().unwrap()));
    });
    let refusals: Vec<&Reply> = replies.iter().filter(|reply| reply.status != 200).collect();
    assert!(!refusals.is_empty(), "six searches at once");
    for reply in refusals {
        refused(reply, 503, "busy", "waiting");
        assert_eq!(reply.header("retry-after"), Some("1"));
    }
}

#[test]
fn connections_are_kept_open() {
    let mut connection = Connection::open(server());
    for _ in 0..3 {
        assert_eq!(connection.send("GET", "/api/v1/games/tic-tac-toe/position", "", b"").status, 200);
    }
}
