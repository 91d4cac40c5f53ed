//! Solving over the API: what it takes, its course, stopping it, and who may ask.

use std::time::{Duration, Instant};

use kaiketsu::{Registry, Store};
use kaiketsu_serve::{Limits, Server};
use serde_json::{Value as Json, json};

use crate::client::{Connection, get, post, store};
use crate::contract::fits;

const TEMPLATE: &str = "/api/v1/games/{game}/solve";

fn serve(folder: &str) -> Server {
    let store = Store::new(store().root().join(folder));
    Server::bind(Registry::standard(), store, "127.0.0.1:0".parse().unwrap(), Limits::default()).unwrap()
}

fn path(game: &str) -> String {
    format!("/api/v1/games/{game}/solve")
}

/// Waits until a solve is over, and says how it ended.
fn wait(address: std::net::SocketAddr, game: &str) -> Json {
    let began = Instant::now();
    loop {
        let course = get(address, &path(game));
        fits("get", TEMPLATE, &course);
        if course.json()["state"] != "solving" {
            return course.json();
        }
        assert!(began.elapsed() < Duration::from_secs(300), "{}", course.json());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_game_is_solved_when_the_page_asks() {
    let server = serve("solved-from-the-page").start();
    let address = server.address();
    let plan = get(address, "/api/v1/games/dodgem-2/plan").json();
    assert_eq!(
        (&plan["fits"], &plan["allowed"], &plan["exact"]),
        (&json!(true), &json!(true), &json!(true)),
        "{plan}"
    );
    assert!(
        plan["positions"].as_u64().unwrap() > 500 && plan["memory_needed"].as_u64().unwrap() > 0,
        "{plan}"
    );
    assert_eq!(get(address, "/api/v1/games/dodgem-2").json()["state"], "unsolved");
    let begun = post(address, &path("dodgem-2"), b"{}");
    fits("post", TEMPLATE, &begun);
    assert_eq!(wait(address, "dodgem-2")["state"], "solved");
    let facts = get(address, "/api/v1/games/dodgem-2").json();
    assert_eq!(
        (&facts["state"], &facts["start_value"]),
        (&json!("solved"), &json!({ "value": "win", "plies": 20 }))
    );
}

#[test]
fn a_solve_can_be_stopped_and_another_begun() {
    let server = serve("stopped-from-the-page").start();
    let address = server.address();
    post(address, &path("dodgem-4"), b"{}");
    let busy = post(address, &path("dodgem-2"), b"{}");
    fits("post", TEMPLATE, &busy);
    assert_eq!((busy.status, &busy.json()["reason"]), (503, &json!("busy")));
    let stopped = Connection::open(address).send("DELETE", &path("dodgem-4"), "", b"");
    fits("delete", TEMPLATE, &stopped);
    assert_eq!(wait(address, "dodgem-4")["state"], "stopped");
    assert_eq!(get(address, "/api/v1/games/dodgem-4").json()["state"], "unsolved");
    post(address, &path("dodgem-2"), b"{}");
    assert_eq!(wait(address, "dodgem-2")["state"], "solved");
}

#[test]
fn who_may_not_ask_is_told() {
    let server = serve("forbidden").allow_solving(false).start();
    let address = server.address();
    for reply in [
        post(address, &path("dodgem-2"), b"{}"),
        Connection::open(address).send("DELETE", &path("dodgem-2"), "", b""),
    ] {
        assert_eq!((reply.status, &reply.json()["reason"]), (403, &json!("not_allowed")));
    }
    assert_eq!(get(address, "/api/v1/games/dodgem-2/plan").json()["allowed"], false);
    // A page of another server can send plain text unasked, and no more.
    let server = serve("plain-text").start();
    let plain = Connection::open(server.address()).send(
        "POST",
        &path("dodgem-2"),
        "content-type: text/plain\r\n",
        b"{}",
    );
    assert_eq!(plain.status, 400);
    assert_eq!(get(server.address(), &path("dodgem-2")).json()["state"], "idle");
}

#[test]
fn a_server_that_others_can_reach_does_not_solve_unless_allowed() {
    let any = "0.0.0.0:0".parse().unwrap();
    let bind = || Server::bind(Registry::standard(), store(), any, Limits::default()).unwrap();
    let here = |server: &kaiketsu_serve::Running| {
        std::net::SocketAddr::from(([127, 0, 0, 1], server.address().port()))
    };
    let closed = bind().start();
    assert_eq!(post(here(&closed), &path("dodgem-3"), b"{}").status, 403);
    let open = bind().allow_solving(true).start();
    assert_eq!(get(here(&open), "/api/v1/games/dodgem-3/plan").json()["allowed"], true);
}
