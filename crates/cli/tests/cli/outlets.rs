//! What becomes of the program where its own output goes nowhere: a full disk, a reader
//! that has left. Every subcommand is run so, and none may panic.
#![cfg(target_os = "linux")]

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::scratch::Scratch;

/// A line for each subcommand, and more for those that say things in several ways. `NEW`
/// stands for a file that is not there yet.
const COMMANDS: &[&str] = &[
    "games",
    "games quixo-3x3",
    "plan quixo-5x5",
    "solve quixo-3x3",
    "query quixo-3x3",
    "--json query quixo-3x3",
    "line quixo-3x3",
    "stats tic-tac-toe --reachable",
    "verify quixo-3x3",
    "prove tic-tac-toe",
    "prove tic-tac-toe --table first-moves",
    "--json prove tic-tac-toe --table first-moves",
    "check CERTIFICATE",
    "play quixo-3x3 --side none",
    "play quixo-3x3 --side both",
    "annotate quixo-3x3 RECORD",
    "puzzles quixo-3x3",
    "export quixo-3x3 NEW.csv",
    "db list",
    "db info quixo-3x3",
    "db check quixo-3x3",
    "db hashes quixo-3x3",
    "completions bash",
    "man NEW",
    "publish tic-tac-toe NEW --program PROGRAM",
    "bench quixo-3x3",
    "bench --requests quixo-3x3",
    "new my-game --path NEW",
    "help",
    "--help",
    "solve --help",
    "--version",
];

/// A folder with what the commands ask for.
fn prepared() -> Scratch {
    let scratch = Scratch::new("outlets");
    scratch.run("--quiet solve quixo-3x3");
    scratch.run("--quiet solve tic-tac-toe");
    scratch.run(&format!("prove tic-tac-toe --certificate {}", scratch.file("certificate")));
    scratch.run(&format!("line quixo-3x3 --record {}", scratch.file("record")));
    std::fs::write(scratch.path().join("program"), b"\0asm\x01\0\0\0").unwrap();
    scratch
}

/// The command, with files of its own.
fn command(scratch: &Scratch, arguments: &str, run: usize) -> Command {
    let file = |name: &str| scratch.file(name);
    let arguments = arguments
        .replace("NEW", &file(&format!("new-{run}")))
        .replace("CERTIFICATE", &file("certificate"))
        .replace("RECORD", &file("record"))
        .replace("PROGRAM", &file("program"));
    let mut command = scratch.command(&arguments);
    command.stdin(Stdio::null());
    command
}

/// Every write to it fails as on a full disk.
fn full_disk() -> File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

/// A pipe whose reader has left.
fn closed_pipe() -> std::io::PipeWriter {
    std::io::pipe().unwrap().1
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn no_subcommand_is_forgotten_here() {
    let help = Scratch::new("outlets-help").run("--help");
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // What an explanation has on a second line stands further in.
    let names = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names: Vec<&str> =
        names.filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty()).collect();
    assert!(names.len() > 20, "{help}");
    // `serve` and `reproduce` have tests of their own below.
    let known = |name: &str| COMMANDS.iter().any(|line| line.split(' ').any(|word| word == name));
    for name in names.into_iter().filter(|name| !["serve", "reproduce"].contains(name)) {
        assert!(known(name), "{name} is not run with its output going nowhere");
    }
}

#[test]
fn an_answer_for_a_full_disk_is_an_error_of_one_line() {
    let scratch = prepared();
    for (run, arguments) in COMMANDS.iter().enumerate() {
        let output = command(&scratch, arguments, run).stdout(full_disk()).output().unwrap();
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "`{arguments}`: {said}");
        let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("error")).collect();
        assert_eq!(
            errors,
            ["error: cannot write to standard output: No space left on device (os error 28)"],
            "`{arguments}`"
        );
        assert!(!said.contains("panicked"), "`{arguments}`: {said}");
        // Nor where the error cannot be told.
        let mut silent = command(&scratch, arguments, 1_000 + run);
        let status = silent.stdout(full_disk()).stderr(full_disk()).status().unwrap();
        assert_eq!(status.code(), Some(1), "`{arguments}` with both on a full disk");
    }
}

#[test]
fn a_reader_that_has_left_is_no_error() {
    let scratch = prepared();
    for (run, arguments) in COMMANDS.iter().enumerate() {
        let output = command(&scratch, arguments, run).stdout(closed_pipe()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "`{arguments}`: {}", said(&output));
        assert!(!said(&output).contains("error"), "`{arguments}`: {}", said(&output));
    }
}

/// Progress and remarks that nobody can hear are no reason to stop; an error that cannot be
/// told has its exit code all the same.
#[test]
fn what_is_said_aside_may_be_lost() {
    let scratch = prepared();
    for (run, arguments) in COMMANDS.iter().enumerate() {
        for (way, outlet) in [Stdio::from(full_disk()), Stdio::from(closed_pipe())].into_iter().enumerate() {
            let output = command(&scratch, arguments, 10 * run + way).stderr(outlet).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "`{arguments}`");
            assert!(!output.stdout.is_empty(), "`{arguments}`");
        }
    }
    // Two seconds a run: once only.
    let report = scratch.command("reproduce beyond").stderr(full_disk()).output().unwrap();
    assert!(report.status.success() && !report.stdout.is_empty());
    for (arguments, code) in
        [("query dodgem-5", 3), ("query no-such-game", 2), ("query quixo-3x3 nonsense", 2), ("nonsense", 2)]
    {
        for outlet in [Stdio::from(full_disk()), Stdio::from(closed_pipe())] {
            let status = scratch.command(arguments).stderr(outlet).status().unwrap();
            assert_eq!(status.code(), Some(code), "`{arguments}`");
        }
    }
}

fn wait(mut child: Child) -> std::process::ExitStatus {
    let began = Instant::now();
    loop {
        match child.try_wait().unwrap() {
            Some(status) => return status,
            None if began.elapsed() > Duration::from_secs(60) => {
                child.kill().unwrap();
                panic!("it does not end");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn an_interruption_that_cannot_be_told_ends_the_program() {
    let scratch = Scratch::new("outlets-interrupted");
    let mut command = scratch.command("solve dodgem-4 --kernel queue --threads 1");
    let child = command.stdout(Stdio::null()).stderr(full_disk()).spawn().unwrap();
    let began = Instant::now();
    while scratch.path().join("dodgem-4/layer-0008.kai").metadata().is_err() {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(1));
    }
    interrupt(&child);
    assert_eq!(wait(child).code(), Some(130));
}

/// What a server says to a request for its games, once it is there.
fn asked(address: &str) -> String {
    let began = Instant::now();
    loop {
        match TcpStream::connect(address) {
            Ok(mut stream) => {
                write!(stream, "GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
                    .unwrap();
                let mut reply = String::new();
                stream.read_to_string(&mut reply).unwrap();
                return reply;
            }
            Err(error) => assert!(began.elapsed() < Duration::from_secs(60), "{error}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_server_serves_though_nobody_reads_what_it_says() {
    let scratch = Scratch::new("outlets-serve");
    let serve = "serve --log info --no-solve --listen";
    let output = scratch.command(&format!("{serve} 127.0.0.1:0")).stdout(full_disk()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("error: cannot write to standard output"), "{}", said(&output));

    // Its address goes to a pipe that is closed: a free port is taken in advance.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let mut silent = scratch.command(&format!("{serve} {address}"));
    let silent = silent.stdout(closed_pipe()).stderr(closed_pipe()).spawn().unwrap();

    let mut logging = scratch.command(&format!("{serve} 127.0.0.1:0"));
    let mut logging = logging.stdout(Stdio::piped()).stderr(full_disk()).spawn().unwrap();
    let mut lines = BufReader::new(logging.stdout.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let other = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_string();

    for (server, address) in [(silent, address), (logging, other)] {
        for _ in 0..3 {
            assert!(asked(&address).starts_with("HTTP/1.1 200"));
        }
        interrupt(&server);
        assert!(wait(server).success(), "an interrupt is the usual end");
    }
}
