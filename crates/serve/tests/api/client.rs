//! A server on its own database folder, and a client of a few lines: requests
//! go over the loopback, one connection each or kept open.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::OnceLock;

use kaiketsu::{Registry, Request, Silent, Store};
use kaiketsu_serve::{Limits, Running, Server};
use serde_json::Value as Json;

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Json {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A connection that is kept open between requests.
pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_nodelay(true).unwrap();
        Connection(BufReader::new(stream))
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        self.send_as("localhost", method, path, headers, body)
    }

    /// Calls the server by that name.
    pub(crate) fn send_as(
        &mut self,
        host: &str,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> Reply {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {}\r\n{headers}\r\n",
            body.len()
        );
        let stream = self.0.get_mut();
        // A server that refuses may close before all was sent.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        self.receive()
    }

    fn receive(&mut self) -> Reply {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        let status =
            line.split(' ').nth(1).unwrap_or_else(|| panic!("no status in {line:?}")).parse().unwrap();
        let mut headers = Vec::new();
        loop {
            line.clear();
            self.0.read_line(&mut line).unwrap();
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_string()));
        }
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let mut body = vec![0; length.map_or(0, |(_, value)| value.parse().unwrap())];
        self.0.read_exact(&mut body).unwrap();
        Reply { status, headers, body }
    }
}

pub(crate) fn get(address: SocketAddr, path: &str) -> Reply {
    Connection::open(address).send("GET", path, "", b"")
}

pub(crate) fn post(address: SocketAddr, path: &str, body: &[u8]) -> Reply {
    Connection::open(address).send("POST", path, "content-type: application/json\r\n", body)
}

/// The databases of the tests: a few small games, solved once.
pub(crate) fn store() -> Store {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("api-{}", std::process::id()));
        let store = Store::new(&folder);
        for id in ["tic-tac-toe", "dodgem-2", "nocca-3x3", "quixo-3x3"] {
            let game = Registry::standard().get(id).unwrap();
            let request = Request { threads: 1, ..Request::default() };
            game.solver().unwrap().solve(&store, &request, &Silent).unwrap();
        }
        folder
    });
    Store::new(folder)
}

pub(crate) fn start(limits: Limits) -> Running {
    let any = "127.0.0.1:0".parse().unwrap();
    Server::bind(Registry::standard(), store(), any, limits).unwrap().start()
}

/// A server that keeps what it finds by search to itself: it has no databases, and
/// a book that no other test writes into.
pub(crate) fn start_apart(name: &str, limits: Limits) -> Running {
    let any = "127.0.0.1:0".parse().unwrap();
    let store = Store::new(store().root().join(name));
    Server::bind(Registry::standard(), store, any, limits).unwrap().start()
}

/// The server that tests share.
pub(crate) fn server() -> SocketAddr {
    static SERVER: OnceLock<Running> = OnceLock::new();
    SERVER.get_or_init(|| start(Limits::default())).address()
}
