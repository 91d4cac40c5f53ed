//! What protects the server and those who ask it: names, headers, errors, a
//! database that changes under it.

use std::path::Path;

use kaiketsu::{Registry, Request, Silent, Store};
use kaiketsu_serve::{Limits, Running, Server};
use serde_json::json;

use crate::client::{Connection, Reply, get, post, server, store};

fn ask_as(host: &str, path: &str) -> Reply {
    Connection::open(server()).send_as(host, "GET", path, "", b"")
}

#[test]
fn only_names_of_this_machine_are_answered() {
    for host in ["localhost", "localhost:4649", "127.0.0.1", "127.0.0.2:80", "[::1]:4649", "LOCALHOST"] {
        assert_eq!(ask_as(host, "/api/v1").status, 200, "{host}");
    }
    for host in ["rebound.example", "rebound.example:4649", "localhost.rebound.example", "10.0.0.1", "", "["]
    {
        for path in ["/api/v1", "/", "/metrics", "/api/v1/games/tic-tac-toe/solve"] {
            let reply = ask_as(host, path);
            assert_eq!(
                (reply.status, &reply.json()["reason"]),
                (403, &json!("not_allowed")),
                "{host} {path}"
            );
        }
    }
    // Whoever looks whether the server lives may call it anything.
    assert_eq!(ask_as("rebound.example", "/healthz").status, 200);
}

#[test]
fn every_answer_forbids_guessing_its_type_and_every_error_is_json() {
    for path in ["/", "/explorer.js", "/api/v1", "/api/v1/games/tic-tac-toe/position", "/metrics", "/healthz"]
    {
        let reply = get(server(), path);
        assert_eq!((reply.status, reply.header("x-content-type-options")), (200, Some("nosniff")), "{path}");
    }
    for (method, path) in [
        ("GET", "/api/v1/games/%FF"),
        ("GET", "/api/v1/games/%FF/position"),
        ("GET", "/api/v1/games/tic-tac-toe/puzzle?seed=x"),
        ("POST", "/metrics"),
        ("PUT", "/healthz"),
        ("GET", "/api/v2"),
        ("PATCH", "/api/v1/games/tic-tac-toe/solve"),
    ] {
        let reply = Connection::open(server()).send(method, path, "", b"");
        assert!((400..500).contains(&reply.status), "{path}");
        assert_eq!(reply.json()["status"], reply.status, "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
    let record = vec![b' '; 65 << 10];
    let reply = Connection::open(server()).send("POST", "/api/v1/games/tic-tac-toe/annotate", "", &record);
    assert_eq!((reply.status, &reply.json()["reason"]), (413, &json!("too_large")));
}

#[test]
fn positions_of_a_batch_are_as_short_as_others() {
    let batch = json!({ "positions": ["X".repeat(513), ".../.../...".to_string()] }).to_string();
    let reply = post(server(), "/api/v1/games/tic-tac-toe/positions", batch.as_bytes()).json();
    assert_eq!(reply["answers"][0]["error"]["reason"], "too_large", "{reply}");
    assert_eq!(reply["answers"][1]["value"], "draw");
}

#[test]
fn what_is_large_goes_out_compressed_for_those_who_can_read_it() {
    let ask = |path: &str, accepted: &str| {
        Connection::open(server()).send("GET", path, &format!("accept-encoding: {accepted}\r\n"), b"")
    };
    let mut first_view = 0;
    for path in ["/", "/explorer.js", "/explorer.css", "/api/v1/games", "/api/v1/games/quixo-3x3/position"] {
        let plain = get(server(), path);
        assert_eq!(plain.header("content-encoding"), None);
        let packed = ask(path, "br;q=1.0, gzip, deflate");
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        assert!(packed.header("vary").unwrap().contains("accept-encoding"), "{path}");
        assert!(packed.body.len() < plain.body.len());
        assert!(unpacked(&packed.body) == plain.body, "{path}");
        assert_eq!(ask(path, "gzip;q=0").header("content-encoding"), None);
        first_view += packed.body.len();
        let Some(tag) = packed.header("etag") else { continue };
        let again = Connection::open(server()).send("GET", path, &format!("if-none-match: {tag}\r\n"), b"");
        assert_eq!(again.status, 304, "{path}");
    }
    println!("first view: {first_view} bytes");
    assert!(first_view < 100_000, "{first_view}");
    assert_eq!(ask("/healthz", "gzip").header("content-encoding"), None, "small answers stay as they are");
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(bytes), &mut plain).unwrap();
    plain
}

#[test]
fn metrics_count_what_happened() {
    let server = start_alone(&store());
    for _ in 0..3 {
        get(server.address(), "/api/v1/games/tic-tac-toe/position");
    }
    get(server.address(), "/api/v1/games/chess/position");
    let reply = get(server.address(), "/metrics");
    assert!(reply.header("content-type").unwrap().starts_with("text/plain; version=0.0.4"));
    let text = String::from_utf8(reply.body).unwrap();
    let route = "/api/v1/games/{game}/position";
    for line in [
        format!("kaiketsu_requests_total{{route=\"{route}\",status=\"200\"}} 3"),
        format!("kaiketsu_requests_total{{route=\"{route}\",status=\"404\"}} 1"),
        "kaiketsu_request_seconds_count 4".into(),
        "kaiketsu_request_seconds_bucket{le=\"+Inf\"} 4".into(),
        "kaiketsu_waiting 0".into(),
        "kaiketsu_working 0".into(),
        "kaiketsu_answers_total{kept=\"yes\"} 0".into(),
        "kaiketsu_answers_total{kept=\"no\"} 3".into(),
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
    }
}

/// A server on a folder of its own, with the database of tic-tac-toe.
fn start_alone(store: &Store) -> Running {
    let any = "127.0.0.1:0".parse().unwrap();
    Server::bind(Registry::standard(), store.clone(), any, Limits::default()).unwrap().start()
}

fn own_store(name: &str, distances: bool) -> Store {
    let store = Store::new(store().root().join(name));
    solve_anew(&store, distances);
    store
}

fn solve_anew(store: &Store, distances: bool) {
    let _ = std::fs::remove_dir_all(store.path("tic-tac-toe"));
    let request = Request { threads: 1, distances, ..Request::default() };
    let game = Registry::standard().get("tic-tac-toe").unwrap();
    game.solver().unwrap().solve(store, &request, &Silent).unwrap();
}

#[test]
fn a_database_that_is_replaced_is_opened_again() {
    let store = own_store("replaced", true);
    let server = start_alone(&store);
    let ask = || get(server.address(), "/api/v1/games/tic-tac-toe/position");
    let before = ask();
    let distances = || get(server.address(), "/api/v1/games/tic-tac-toe").json()["distances"].clone();
    assert_eq!(distances(), true);
    solve_anew(&store, false);
    let after = ask();
    assert_eq!((after.status, distances()), (200, json!(false)), "the new database knows no distances");
    assert_ne!(before.header("etag"), after.header("etag"));
    std::fs::remove_dir_all(store.path("tic-tac-toe")).unwrap();
    assert_eq!(ask().status, 409);
}

#[test]
fn what_failed_is_tried_again_when_the_files_are_mended() {
    let store = own_store("mended", true);
    let server = start_alone(&store);
    let ask = |part: &str| get(server.address(), &format!("/api/v1/games/tic-tac-toe/{part}"));
    assert_eq!(ask("position").status, 200);
    let folder = store.path("tic-tac-toe");
    let layer = largest_layer(&folder);
    let whole = std::fs::read(&layer).unwrap();
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..].iter_mut().for_each(|byte| *byte ^= 0x55);
    replace(&layer, &damaged);
    let failed = ask("statistics");
    assert_eq!((failed.status, &failed.json()["reason"]), (500, &json!("damaged")));
    replace(&layer, &whole);
    assert_eq!(ask("statistics").status, 200);
}

/// As a copy is put in place: under another name first.
fn replace(path: &Path, bytes: &[u8]) {
    let draft = path.with_extension("copy");
    std::fs::write(&draft, bytes).unwrap();
    std::fs::rename(&draft, path).unwrap();
}

fn largest_layer(folder: &Path) -> std::path::PathBuf {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let layers = files.filter(|path| path.extension().is_some_and(|found| found == "kai"));
    layers.max_by_key(|path| path.metadata().unwrap().len()).expect("there are layers")
}
