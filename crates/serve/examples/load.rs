//! Many clients, connections that ask nothing, and questions that cost much, all
//! at once: what it does to those who ask cheaply.
//!
//! ```text
//! cargo run --release -p kaiketsu-serve --example load -- [CLIENTS] [SECONDS] [HALF_OPEN] [COSTLY]
//! ```
//!
//! 500 clients for 60 seconds with 900 half-sent requests and 50 costly ones if
//! nothing else is said. The server runs in a process of its own. First the
//! clients alone, for a quarter of the time; then with all the others beside
//! them. It fails if a cheap request fails, or if 99 in 100 of them take more than five
//! times as long as before.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use kaiketsu::{Random, Registry, Request, Silent, Store};
use kaiketsu_serve::{Limits, Server};

const GAMES: [&str; 4] = ["tic-tac-toe", "dodgem-2", "nocca-3x3", "quixo-3x3"];

/// What costs much: searches, here after so many random moves at least and at most, and
/// long lines on a database without distances.
const SEARCHED: [(&str, usize, usize); 3] =
    [("otrio-no-centre", 3, 9), ("otrio", 3, 7), ("quantum-tic-tac-toe", 0, 5)];
const LINES: (&str, usize, usize) = ("quixo-4x4", 0, 40);

/// Different costly questions; then they come again.
const QUESTIONS: usize = 2_000;

/// How much longer 99 of 100 cheap requests may take beside the others.
const BOUND: f64 = 5.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, folder] = &arguments[..]
        && word == "serve"
    {
        serve(folder);
        return ExitCode::SUCCESS;
    }
    let number = |place: usize, default: usize| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (clients, seconds) = (number(0, 500), number(1, 60));
    let (half_open, costly) = (number(2, 900), number(3, 50));
    let folder = std::env::temp_dir().join(format!("kaiketsu-load-{}", std::process::id()));
    let questions = costly_questions();
    let (mut server, address) = start(&folder);
    let time = Duration::from_secs(seconds as u64);
    let alone = load(address, clients, time / 4);
    println!("{clients} clients alone: {}", alone.describe());
    let (stop, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (beside, expensive) = std::thread::scope(|scope| {
        let holding = scope.spawn(|| hold_open(address, half_open, &stop));
        let stop = &stop;
        let (next, questions) = (&next, &questions);
        let ask = |_| scope.spawn(move || ask_costly(address, questions, next, stop));
        let asking: Vec<_> = (0..costly).map(ask).collect();
        std::thread::sleep(Duration::from_millis(500));
        let beside = load(address, clients, time);
        stop.store(true, Relaxed);
        let again = holding.join().expect("connections are held");
        println!("{half_open} half-sent requests: {again} were closed and sent again");
        let expensive: Vec<u16> =
            asking.into_iter().flat_map(|thread| thread.join().expect("answered")).collect();
        (beside, expensive)
    });
    println!("{clients} clients with the others: {}", beside.describe());
    let with = |status: u16| expensive.iter().filter(|found| **found == status).count();
    println!(
        "{costly} who ask costly questions: {} answered, {} refused, {} others",
        with(200),
        with(503),
        expensive.len() - with(200) - with(503)
    );
    println!("memory of the server: at most {} MiB", peak_memory(server.id()) >> 20);
    let _ = server.kill();
    let _ = server.wait();
    let _ = std::fs::remove_dir_all(&folder);
    let ratio = beside.at(99) / alone.at(99);
    let fine = alone.failed + beside.failed == 0 && ratio <= BOUND;
    println!(
        "99 in 100 take {ratio:.2} times as long; {}",
        if fine { "within the bounds" } else { "NOT within the bounds" }
    );
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Serves until it is killed.
fn serve(folder: &str) {
    let store = Store::new(folder);
    for (ids, distances) in [(&GAMES[..], true), (&["quixo-4x4"][..], false)] {
        for id in ids {
            let game = Registry::standard().get(id).expect("a game");
            let request = Request { distances, ..Request::default() };
            game.solver().expect("solvable").solve(&store, &request, &Silent).expect("solved");
        }
    }
    let any = "127.0.0.1:0".parse().expect("an address");
    let server = Server::bind(Registry::standard(), store, any, Limits::default()).expect("a server");
    println!("{}", server.address());
    server.run_until_interrupted().expect("served");
}

fn start(folder: &std::path::Path) -> (Child, SocketAddr) {
    let itself = std::env::current_exe().expect("this program");
    let mut child =
        Command::new(itself).arg("serve").arg(folder).stdout(Stdio::piped()).spawn().expect("started");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("an address");
    (child, line.trim().parse().expect("an address"))
}

struct Measured {
    failed: usize,
    /// Microseconds, sorted.
    times: Vec<u64>,
    seconds: f64,
}

impl Measured {
    /// Milliseconds within which so many of 100 were answered.
    fn at(&self, percent: usize) -> f64 {
        self.times.get(self.times.len() * percent / 100).map_or(f64::INFINITY, |micros| *micros as f64 / 1e3)
    }

    fn describe(&self) -> String {
        let (count, slowest) = (self.times.len(), self.times.last().copied().unwrap_or(0) as f64 / 1e3);
        format!(
            "{count} requests in {:.1} s, {} failed; median {:.1} ms, 99% within {:.1} ms, slowest {slowest:.1} ms",
            self.seconds,
            self.failed,
            self.at(50),
            self.at(99)
        )
    }
}

/// Clients that keep a connection and ask for positions of four games.
fn load(address: SocketAddr, clients: usize, time: Duration) -> Measured {
    let began = Instant::now();
    let client = |number: usize| {
        let (mut times, mut failed) = (Vec::new(), 0);
        let mut connection = BufReader::new(TcpStream::connect(address).expect("connected"));
        for turn in number.. {
            let asked = Instant::now();
            let path = format!("/api/v1/games/{}/position", GAMES[turn % GAMES.len()]);
            match ask(&mut connection, &path) {
                Some(200) => times.push(asked.elapsed().as_micros() as u64),
                _ => {
                    failed += 1;
                    connection = BufReader::new(TcpStream::connect(address).expect("connected"));
                }
            }
            if began.elapsed() > time {
                break;
            }
        }
        (times, failed)
    };
    let (mut times, mut failed) = (Vec::new(), 0);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..clients).map(|number| scope.spawn(move || client(number))).collect();
        for thread in threads {
            let found = thread.join().expect("a client");
            times.extend(found.0);
            failed += found.1;
        }
    });
    times.sort_unstable();
    Measured { failed, times, seconds: began.elapsed().as_secs_f64() }
}

/// The status of the answer, which is read whole.
fn ask(connection: &mut BufReader<TcpStream>, path: &str) -> Option<u16> {
    let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    connection.get_mut().write_all(head.as_bytes()).ok()?;
    let mut line = String::new();
    connection.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut length = 0;
    loop {
        line.clear();
        connection.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body).ok()?;
    Some(status)
}

/// Half-sent requests; what the server closes is opened again.
fn hold_open(address: SocketAddr, count: usize, stop: &AtomicBool) -> usize {
    let open = || {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.write_all(b"GET /api/v1 HTTP/1.1\r\nhost: loc").ok()?;
        stream.set_nonblocking(true).ok()?;
        Some(stream)
    };
    let mut held: Vec<Option<TcpStream>> = (0..count).map(|_| open()).collect();
    let mut again = 0;
    while !stop.load(Relaxed) {
        std::thread::sleep(Duration::from_millis(100));
        for place in &mut held {
            let closed = |stream: &mut TcpStream| match stream.read(&mut [0; 256]) {
                Ok(_) => true,
                Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
            };
            if place.as_mut().is_none_or(closed) {
                *place = open();
                again += 1;
            }
        }
    }
    again
}

/// Random positions of several games, early and late, and lines of many lengths from
/// them; always the same.
fn costly_questions() -> Vec<String> {
    let mut random = Random::new(1);
    let mut between = |least: usize, most: usize| least + random.below((most - least + 1) as u64) as usize;
    let games =
        SEARCHED.map(|(id, least, most)| (Registry::standard().get(id).expect("a game"), least, most));
    let lines = Registry::standard().get(LINES.0).expect("a game");
    let mut found: Vec<String> = Vec::new();
    let mut met = std::collections::HashSet::new();
    while found.len() < QUESTIONS {
        // Two searches, then a line.
        let (game, moves, line) = match found.len() % 3 {
            2 => (&lines, between(LINES.1, LINES.2), between(20, 500)),
            _ => {
                let (game, least, most) = &games[between(0, games.len() - 1)];
                (game, between(*least, *most), 0)
            }
        };
        let mut position = game.start();
        for _ in 0..moves {
            let seen = game.look(&position).expect("a position");
            if seen.moves.is_empty() {
                break;
            }
            position.clone_from(&seen.moves[between(0, seen.moves.len() - 1)].position);
        }
        let line = if line > 0 { format!("&line={line}") } else { String::new() };
        let question = format!("/api/v1/games/{}/position?position={position}{line}", game.id());
        if met.insert(question.clone()) {
            found.push(question);
        }
    }
    found
}

/// Asks one costly question after another, a second after each answer.
fn ask_costly(address: SocketAddr, questions: &[String], next: &AtomicUsize, stop: &AtomicBool) -> Vec<u16> {
    let mut found = Vec::new();
    while !stop.load(Relaxed) {
        let mut connection = BufReader::new(TcpStream::connect(address).expect("connected"));
        let question = &questions[next.fetch_add(1, Relaxed) % questions.len()];
        found.push(ask(&mut connection, question).unwrap_or(0));
        std::thread::sleep(Duration::from_secs(1));
    }
    found
}

/// The most memory a process has held, where Linux tells.
fn peak_memory(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|figure| figure.parse::<u64>().ok()).unwrap_or(0) << 10
}
