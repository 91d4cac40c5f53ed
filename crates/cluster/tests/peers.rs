//! Processes among one another: here threads of one, over sockets of this machine.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use kaiketsu_cluster::{Group, Meeting, Peer, Secret, connect};
use kaiketsu_engine::solve::Exchange;

const PATIENCE: Duration = Duration::from_secs(30);

/// Groups of so many on this machine.
fn groups(count: usize) -> Vec<Group> {
    let listeners: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    let secret = Secret::new("a secret for the tests").unwrap();
    let group = |(me, listener)| {
        let (addresses, secret) = (addresses.clone(), secret.clone());
        Group { me, addresses, listener, secret, patience: PATIENCE }
    };
    listeners.into_iter().enumerate().map(group).collect()
}

/// Runs something in as many processes as there are groups.
fn all<T: Send>(groups: Vec<Group>, work: impl Fn(Peer) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let start = |group| scope.spawn(move || work(connect(group, |_| ()).unwrap()));
        let started: Vec<_> = groups.into_iter().map(start).collect();
        started.into_iter().map(|peer| peer.join().unwrap()).collect()
    })
}

/// Everybody sends to everybody in many turns and rounds, some more than others.
fn talk(peer: &mut Peer) {
    let (me, peers) = (peer.me() as u64, peer.peers() as u64);
    for round in 0..20 {
        let (mut taken, mut bytes) = (0, 0);
        let mut take = |batch: &[u8]| {
            assert_eq!(batch[0], round, "taken in another round");
            assert!(batch[1..].iter().all(|byte| *byte == batch.len() as u8), "other bytes than were sent");
            taken += 1;
            bytes += batch.len() as u64;
        };
        for turn in 0..=3 * me {
            for to in 0..peers {
                let length = 1 + turn as usize * 7;
                let mut batch = vec![length as u8; length];
                batch[0] = round;
                peer.send(to as usize, batch).unwrap();
            }
            peer.turn(&mut take).unwrap();
        }
        let sums = peer.round(&[1, me, u64::from(round)], &mut take).unwrap();
        assert_eq!(sums, [peers, peers * (peers - 1) / 2, peers * u64::from(round)]);
        let turns = |from: u64| 3 * from + 1;
        assert_eq!(taken, (0..peers).map(turns).sum::<u64>());
        assert_eq!(bytes, (0..peers).flat_map(|from| (0..turns(from)).map(|turn| 1 + 7 * turn)).sum::<u64>());
    }
}

#[test]
fn what_is_sent_arrives_in_its_round() {
    for count in [2, 4] {
        all(groups(count), |mut peer| {
            talk(&mut peer);
            peer.leave();
        });
    }
}

#[test]
fn large_batches_arrive_whole() {
    all(groups(2), |mut peer| {
        let batch: Vec<u8> = (0..3_000_001_u32).map(|number| number.to_le_bytes()[0]).collect();
        peer.send(1 - peer.me(), batch.clone()).unwrap();
        let mut taken = Vec::new();
        peer.round(&[], &mut |batch| taken.push(batch.to_vec())).unwrap();
        assert!(taken == [batch]);
        peer.leave();
    });
}

/// Garbage, silence, half a handshake and hundreds of connections, while processes meet.
#[test]
fn strangers_are_refused_and_the_run_goes_on() {
    let mut groups = groups(3);
    let address = groups[0].addresses[0].clone();
    let late = groups.split_off(1);
    let first = groups.remove(0);
    std::thread::scope(|scope| {
        let first = scope.spawn(move || {
            let mut peer = connect(first, |_| ()).unwrap();
            talk(&mut peer);
            peer.leave();
        });
        let mut strangers: Vec<TcpStream> =
            (0..500).filter_map(|_| TcpStream::connect(&address).ok()).collect();
        for (number, stranger) in strangers.iter_mut().enumerate() {
            // 76 bytes are as long as what a caller says.
            _ = stranger.write_all(&vec![0xA5; [0, 10, 76, 5_000][number % 4]]);
        }
        let mut answer = Vec::new();
        strangers[2].set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        _ = strangers[2].read_to_end(&mut answer);
        assert_eq!(answer.len(), 32, "a stranger hears a nonce and no more");
        all(late, |mut peer| {
            talk(&mut peer);
            peer.leave();
        });
        first.join().unwrap();
    });
    assert!(TcpStream::connect(&address).is_err(), "the port is closed");
}

#[test]
fn another_secret_does_not_come_in() {
    let mut groups = groups(2);
    groups[1].secret = Secret::new("another secret altogether").unwrap();
    let ends: Vec<String> = std::thread::scope(|scope| {
        let start = |group| {
            let group = Group { patience: Duration::from_secs(2), ..group };
            scope.spawn(move || connect(group, |_| ()).err().expect("nobody comes in").to_string())
        };
        let started: Vec<_> = groups.into_iter().map(start).collect();
        started.into_iter().map(|peer| peer.join().unwrap()).collect()
    });
    assert!(ends[0].contains("missing: process 1 at 127.0.0.1"), "{}", ends[0]);
    assert!(ends[1].contains("missing: process 0 at 127.0.0.1") && ends[1].contains("secret"), "{}", ends[1]);
}

#[test]
fn processes_meet_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for me in 0..3 {
            let shared = folder.path();
            scope.spawn(move || {
                let meeting = Meeting { me, processes: 3, run: "7-1".into(), host: "127.0.0.1".into() };
                let group = meeting.gather(shared, None, PATIENCE).unwrap();
                let mut peer = connect(group, |_| ()).unwrap();
                talk(&mut peer);
                meeting.clear(shared);
                peer.leave();
            });
        }
    });
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}
