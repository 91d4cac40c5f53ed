//! Requests to the server, over a real connection.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use kaiketsu::{Registry, Request, Silent, Store};
use kaiketsu_serve::{Limits, Running, Server};

/// A server with one database, which searches for a moment only and solves nothing.
fn server() -> SocketAddr {
    static SERVER: OnceLock<(tempfile::TempDir, Running)> = OnceLock::new();
    let (_, running) = SERVER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder for tests");
        let store = Store::new(folder.path());
        let game = Registry::standard().get("tic-tac-toe").expect("it is a game");
        let request = Request { threads: 1, memory: 1 << 28, ..Request::default() };
        game.solver().expect("it can be solved").solve(&store, &request, &Silent).expect("it is solved");
        let limits = Limits {
            time: Duration::from_secs(2),
            search_time: Duration::from_millis(20),
            table_bytes: 1 << 20,
            ..Limits::default()
        };
        let any = "127.0.0.1:0".parse().expect("an address");
        let server = Server::bind(Registry::standard(), store, any, limits).expect("it listens");
        (folder, server.allow_solving(false).start())
    });
    running.address()
}

/// How long bytes that may be half a request wait for a first answer.
const PATIENCE: Duration = Duration::from_millis(30);

/// Sends bytes and reads until the server closes. It is told that no more will come
/// once it has begun to answer, or does not for a moment: told at once, it may drop
/// what it was about to say.
fn answer(bytes: &[u8], patience: Duration) -> Vec<u8> {
    let mut stream = TcpStream::connect(server()).expect("the server listens");
    stream.set_read_timeout(Some(patience)).expect("it can have a time limit");
    // A server that refuses may close before all was sent.
    let _ = stream.write_all(bytes);
    let mut answer = vec![0; 1 << 12];
    let begun = stream.read(&mut answer).unwrap_or(0);
    answer.truncate(begun);
    let _ = stream.shutdown(Shutdown::Write);
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("it can have a time limit");
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("no answer and no end"),
        _ => answer,
    }
}

/// The status of an answer, if it is one.
fn status(answer: &[u8]) -> Option<u16> {
    let digits = answer.strip_prefix(b"HTTP/1.")?.get(2..5)?;
    str::from_utf8(digits).ok()?.parse().ok()
}

/// Bytes as a client may send them, after which the server answers others.
pub fn http(bytes: &[u8]) -> bool {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let answered = answer(bytes, PATIENCE);
    let status = status(&answered);
    let shown = || String::from_utf8_lossy(&answered).into_owned();
    assert!(answered.is_empty() || status.is_some(), "no answer at all: {}", shown());
    assert_ne!(status, Some(500), "{}", shown());
    if ASKED.fetch_add(1, Relaxed).is_multiple_of(64) {
        let lives = answer(
            b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
            Duration::from_secs(20),
        );
        let shown = String::from_utf8_lossy(&lives).into_owned();
        assert!(lives.starts_with(b"HTTP/1.1 200"), "the server does not answer any more: {shown}");
    }
    status == Some(200)
}
