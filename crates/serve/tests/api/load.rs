//! Many clients at once. Run by hand; docs/serve.md has the figures:
//! `cargo test -p kaiketsu-serve --test api -- --ignored --nocapture load`

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kaiketsu::machine;

use crate::client::{Connection, get, server};

const CLIENTS: usize = 200;

#[test]
#[ignore = "takes 30 seconds; run it alone"]
fn load_of_two_hundred_clients_for_thirty_seconds() {
    load(CLIENTS, Duration::from_secs(30));
}

#[test]
fn a_short_load_has_no_error() {
    load(20, Duration::from_millis(500));
}

/// Every client keeps a connection and asks for positions of four games.
fn load(clients: usize, time: Duration) {
    let mut paths = Vec::new();
    for game in ["tic-tac-toe", "dodgem-2", "nocca-3x3", "quixo-3x3"] {
        paths.push(format!("/api/v1/games/{game}/position"));
        let start = get(server(), &paths[paths.len() - 1]).json();
        for mv in start["moves"].as_array().unwrap() {
            paths
                .push(format!("/api/v1/games/{game}/position?position={}", mv["position"].as_str().unwrap()));
        }
    }
    let before = (machine::peak_memory(), machine::processor_time());
    let stop = AtomicBool::new(false);
    let began = Instant::now();
    let mut times: Vec<u64> = Vec::new();
    std::thread::scope(|scope| {
        let client = |number: usize| {
            let (stop, paths) = (&stop, &paths);
            move || {
                let mut connection = Connection::open(server());
                let mut times = Vec::new();
                for turn in number.. {
                    let asked = Instant::now();
                    let reply = connection.send("GET", &paths[turn % paths.len()], "", b"");
                    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
                    times.push(asked.elapsed().as_micros() as u64);
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                }
                times
            }
        };
        let threads: Vec<_> = (0..clients).map(|number| scope.spawn(client(number))).collect();
        std::thread::sleep(time);
        stop.store(true, Ordering::Relaxed);
        for thread in threads {
            times.extend(thread.join().expect("no client met an error"));
        }
    });
    let elapsed = began.elapsed().as_secs_f64();
    times.sort_unstable();
    let total = times.len();
    let milliseconds = |micros: u64| micros as f64 / 1e3;
    println!(
        "{clients} clients, {elapsed:.1} s: {total} requests, {:.0} per second, none failed; median {:.1} ms, \
         99% within {:.1} ms, slowest {:.1} ms; {:.1} CPU seconds of clients and server; memory at most {} MiB, \
         {} MiB before",
        total as f64 / elapsed,
        milliseconds(times[total / 2]),
        milliseconds(times[total * 99 / 100]),
        milliseconds(times[total - 1]),
        (machine::processor_time() - before.1).as_secs_f64(),
        machine::peak_memory().unwrap_or(0) >> 20,
        before.0.unwrap_or(0) >> 20,
    );
}
