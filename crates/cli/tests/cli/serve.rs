//! `kaiketsu serve` as a process: it says where it is, answers, and stops.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use crate::scratch::Scratch;

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

#[test]
fn it_prints_its_address_answers_and_stops_when_interrupted() {
    let scratch = Scratch::new("serve");
    scratch.run("--quiet solve tic-tac-toe");
    let mut command = scratch.command("serve --no-solve --listen 127.0.0.1:0");
    let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let address =
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect(&line).to_string();
    assert!(!address.ends_with(":0"), "{line} names the actual port");

    let reply = get(&address, "/api/v1/games/tic-tac-toe/position");
    assert!(reply.starts_with("HTTP/1.1 200") && reply.contains(r#""value":"draw""#), "{reply}");
    assert!(get(&address, "/").contains("<title>Kaiketsu explorer</title>"));

    // A second server cannot have the same address, and says so.
    scratch.refuses(&format!("serve --no-solve --listen {address}"), 1, &["cannot listen", "--listen"]);

    let interrupted = Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert!(server.wait().unwrap().success(), "an interrupt is the usual end");
    assert_eq!(lines.next().unwrap().unwrap(), "Stopped.");
}

#[test]
fn requests_are_measured_without_the_network() {
    let scratch = Scratch::new("requests");
    scratch.run("--quiet solve quixo-3x3");
    let found = scratch.json("bench --requests");
    let row = &found["requests"][0];
    assert_eq!(row["game"], "quixo-3x3");
    for name in ["open_ms", "first_ms", "median_ms", "slowest_ms"] {
        assert!(row[name].as_f64().unwrap() > 0.0, "{row}");
    }
    scratch.refuses("bench --requests dodgem-2", 3, &["dodgem-2"]);
}
