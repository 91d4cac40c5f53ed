//! A process that is slow holds the others back: what waits for it does not fill their memory.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use kaiketsu_cluster::{Meeting, Peer, connect};
use kaiketsu_engine::solve::Exchange;

/// Where the processes meet.
const FOLDER: &str = "KAIKETSU_TEST_FOLDER";

/// The number of a process.
const NUMBER: &str = "KAIKETSU_TEST_NUMBER";

/// What the kernel sends in a turn at the most, and how many turns there are: in all more
/// than twice the memory that a plan sets aside for what is under way.
const TURN: usize = 4 << 20;
const BATCH: usize = 256 << 10;
const TURNS: usize = 75;

/// The most memory that it may take: what a plan sets aside for messages, 192 MiB, without
/// the 64 MiB that wait for company.
const UNDER_WAY: u64 = 128 << 20;

/// All but one send, all to that one.
const PROCESSES: usize = 4;

fn join(me: usize, folder: &Path) -> Peer {
    let meeting = Meeting { me, processes: PROCESSES, run: "slow".into(), host: "127.0.0.1".into() };
    connect(meeting.gather(folder, None, Duration::from_secs(60)).unwrap(), |_| ()).unwrap()
}

/// The most memory that this process has had.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

#[test]
fn a_slow_receiver_holds_the_senders_back() {
    let folder = tempfile::tempdir().unwrap();
    // Senders are processes of their own, so that their memory is nobody else's.
    let start = |me: usize| {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_sender", "--ignored", "--nocapture"])
            .env(FOLDER, folder.path())
            .env(NUMBER, me.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let senders: Vec<_> = (1..PROCESSES).map(start).collect();
    let mut peer = join(0, folder.path());
    let (mut taken, before) = (0, peak());
    for _ in 0..TURNS {
        std::thread::sleep(Duration::from_millis(20));
        peer.turn(&mut |batch| taken += batch.len()).unwrap();
    }
    peer.round(&[], &mut |batch| taken += batch.len()).unwrap();
    let waited = peak() - before;
    peer.leave();
    assert_eq!(taken, senders.len() * TURNS * TURN);
    println!("the receiver took {} MiB", waited >> 20);
    assert!(waited <= UNDER_WAY, "{} MiB wait at the receiver", waited >> 20);
    for sender in senders {
        let said = sender.wait_with_output().unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        let took = said.lines().find_map(|line| line.split_once("took ")).expect(&said).1;
        let took: u64 = took.trim().parse().unwrap();
        println!("a sender took {} MiB", took >> 20);
        assert!(took <= UNDER_WAY, "{} MiB for what is under way", took >> 20);
    }
}

/// Another process of the test above.
#[test]
#[ignore = "started by the test above"]
fn the_sender() {
    let (Some(folder), Ok(me)) = (std::env::var_os(FOLDER), std::env::var(NUMBER)) else { return };
    let mut peer = join(me.parse().unwrap(), Path::new(&folder));
    let before = peak();
    for _ in 0..TURNS {
        for _ in 0..TURN / BATCH {
            peer.send(0, vec![7; BATCH]).unwrap();
        }
        peer.turn(&mut |_| ()).unwrap();
    }
    peer.round(&[], &mut |_| ()).unwrap();
    println!("\ntook {}", peak() - before);
    peer.leave();
}
