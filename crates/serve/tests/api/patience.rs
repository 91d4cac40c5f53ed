//! Nobody keeps others out: connections that ask nothing, bodies that do not
//! come, searches that take long.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use kaiketsu::{Registry, Request, Silent, Store};
use kaiketsu_serve::{Limits, Running, Server};
use serde_json::json;

use crate::client::{get, post, start, start_apart, store};

const SHORT: Duration = Duration::from_millis(300);

fn half_sent(address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(bytes).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// What comes until the server closes the connection.
fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text).map_err(|error| {
        assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "the connection was held open");
    });
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn heads_and_bodies_must_arrive_in_time_and_idle_connections_are_closed() {
    let server = start(Limits { head_time: SHORT, body_time: SHORT, ..Limits::default() });
    let began = Instant::now();
    let head = half_sent(server.address(), b"GET /api/v1 HTTP/1.1\r\nhost: local");
    let idle = half_sent(server.address(), b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let path = "/api/v1/games/tic-tac-toe/positions";
    let body = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\n{{\"posi");
    let body = half_sent(server.address(), body.as_bytes());
    rest(head);
    assert!(rest(idle).ends_with("ok\n"));
    assert!(rest(body).contains("did not arrive within 0.3 seconds"));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn an_answer_that_nobody_reads_does_not_hold_its_connection() {
    let server = start(Limits { unread_time: SHORT, connections: 16, ..Limits::default() });
    let ask = "GET /explorer.js HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(200);
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_write_timeout(Some(SHORT)).unwrap();
    let _ = stream.write_all(ask.as_bytes());
    let open = || {
        let text = String::from_utf8(get(server.address(), "/metrics").body).unwrap();
        text.lines().find_map(|line| line.strip_prefix("kaiketsu_connections ")?.parse::<u64>().ok()).unwrap()
    };
    let began = Instant::now();
    while open() > 1 {
        assert!(began.elapsed() < Duration::from_secs(15), "the connection is held open");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn those_who_ask_nothing_make_room_for_those_who_ask() {
    let server = start(Limits { connections: 20, ..Limits::default() });
    let half: Vec<TcpStream> =
        (0..60).map(|_| half_sent(server.address(), b"GET / HTTP/1.1\r\nhost: ")).collect();
    for _ in 0..20 {
        assert_eq!(get(server.address(), "/api/v1/games/tic-tac-toe/position").status, 200);
    }
    drop(half);
}

/// A position that no book has and that takes a search of seconds.
pub(crate) const HARD: &str =
    "/api/v1/games/otrio-no-centre/position?position=.A.B.C.D./........./.........:A";

#[test]
fn searches_are_admitted_only_if_they_can_be_answered_in_time() {
    let limits =
        Limits { time: Duration::from_secs(4), search_time: Duration::from_secs(1), ..Limits::default() };
    let server = start_apart("admitted", limits);
    let ask = || {
        let began = Instant::now();
        let reply = get(server.address(), HARD);
        (reply.status, began.elapsed())
    };
    let replies: Vec<(u16, Duration)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..24).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let answered = replies.iter().filter(|(status, _)| *status == 200).count();
    assert!((1..=5).contains(&answered), "{replies:?}");
    for (status, took) in &replies {
        assert!(*status == 200 || *status == 503, "nobody waits in vain: {replies:?}");
        assert!(*status == 200 || *took < Duration::from_secs(2), "a refusal comes at once: {replies:?}");
    }
    // A batch gives what is known while searches are refused.
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..12).map(|_| scope.spawn(ask)).collect();
        std::thread::sleep(Duration::from_millis(300));
        let over = "AAA....../........./BBB....../:C";
        let batch = json!({ "positions": ["........./........./A.D...C.B:A", over, "nonsense"] }).to_string();
        let reply = post(server.address(), "/api/v1/games/otrio-no-centre/positions", batch.as_bytes());
        let answers = &reply.json()["answers"];
        assert_eq!((reply.status, answers.as_array().unwrap().len()), (200, 3), "{answers}");
        assert_eq!(answers[2]["error"]["reason"], "bad_position");
        threads.into_iter().for_each(|thread| assert_ne!(thread.join().unwrap().0, 504));
    });
}

#[test]
fn long_lines_without_distances_stop_in_time_and_keep_nobody_out() {
    let server = values_only();
    let address = server.address();
    let lines = move || {
        let began = Instant::now();
        let reply = get(address, "/api/v1/games/quixo-4x4/position?line=500");
        (reply.status, began.elapsed())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..100).map(|_| scope.spawn(lines)).collect();
        std::thread::sleep(Duration::from_millis(200));
        for _ in 0..20 {
            let began = Instant::now();
            assert_eq!(get(address, "/api/v1/games/quixo-4x4/position").status, 200);
            assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        }
        let replies: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert!(replies.iter().all(|(status, _)| *status == 200 || *status == 503), "{replies:?}");
        assert!(replies.iter().any(|(status, _)| *status == 200), "{replies:?}");
        // Nothing goes on when all are answered.
        let text = String::from_utf8(get(address, "/metrics").body).unwrap();
        assert!(text.contains("\nkaiketsu_working 0\n"), "{text}");
    });
}

/// A server of Quixo 4x4 without distances, where lines are found by search.
fn values_only() -> Running {
    let store = Store::new(store().root().join("values-only"));
    let request = Request { distances: false, ..Request::default() };
    let game = Registry::standard().get("quixo-4x4").unwrap();
    game.solver().unwrap().solve(&store, &request, &Silent).unwrap();
    let any = "127.0.0.1:0".parse().unwrap();
    let limits =
        Limits { time: Duration::from_secs(5), search_time: Duration::from_secs(1), ..Limits::default() };
    Server::bind(Registry::standard(), store, any, limits).unwrap().start()
}

#[test]
fn a_plan_that_takes_longer_than_an_answer_may_is_there_for_those_who_ask_again() {
    let server = start(Limits { time: Duration::from_millis(50), ..Limits::default() });
    let ask = || get(server.address(), "/api/v1/games/qubic-3x3x3/plan");
    assert_eq!(ask().json()["reason"], "time_limit", "it takes seconds");
    let began = Instant::now();
    while ask().status != 200 {
        assert!(began.elapsed() < Duration::from_secs(120), "it is begun anew each time");
        std::thread::sleep(Duration::from_millis(50));
    }
}
