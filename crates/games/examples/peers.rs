//! What many machines would say to one another: the kernel `spread` with so many peers,
//! all in this process, and every batch counted.
//!
//! `cargo run --release -p kaiketsu-games --example peers -- 64 1024` prints the table
//! in docs/cluster.md. Positions are dealt in small stretches, so that small games have
//! some for every peer; values of the layers below are told, as where nobody has room to hold them.

use std::sync::Mutex;

use kaiketsu_db::Memory;
use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::{
    Among, Exchange, ExchangeError, InProcess, Options, Silent, Take, Upwards, solve_among,
};
use kaiketsu_game::{Notation, Retrograde, Tier};
use kaiketsu_games::{ConnectFour, Dodgem, NineMensMorris, Nocca};

/// Positions dealt as one.
const GRAIN: u64 = 64;

/// What a peer sent to others in a round.
#[derive(Clone, Copy, Default)]
struct Sent {
    batches: u64,
    bytes: u64,
}

/// Counts what goes through.
struct Counting {
    exchange: InProcess,
    rounds: Vec<Sent>,
    now: Sent,
}

impl Exchange for Counting {
    fn me(&self) -> usize {
        self.exchange.me()
    }

    fn peers(&self) -> usize {
        self.exchange.peers()
    }

    fn send(&mut self, to: usize, batch: Vec<u8>) -> Result<(), ExchangeError> {
        if to != self.me() {
            self.now.batches += 1;
            self.now.bytes += batch.len() as u64;
        }
        self.exchange.send(to, batch)
    }

    fn turn(&mut self, take: &mut Take<'_>) -> Result<(), ExchangeError> {
        self.exchange.turn(take)
    }

    fn round(&mut self, vote: &[u64], take: &mut Take<'_>) -> Result<Vec<u64>, ExchangeError> {
        self.rounds.push(std::mem::take(&mut self.now));
        self.exchange.round(vote, take)
    }
}

/// Round by round what each peer sent.
fn simulate<G: Retrograde + Notation>(game: &G, peers: usize) -> Vec<Vec<Sent>> {
    let storage = Memory::new();
    let options = Options { threads: 1, memory: 1 << 40, distances: true, layers: None };
    let found = Mutex::new(vec![Vec::new(); peers]);
    std::thread::scope(|scope| {
        for exchange in InProcess::peers(peers) {
            let (found, storage, options) = (&found, &storage, &options);
            scope.spawn(move || {
                let mut counting = Counting { exchange, rounds: Vec::new(), now: Sent::default() };
                let among = Among { grain: GRAIN, upwards: Some(Upwards::Told), ..Among::new(&mut counting) };
                solve_among(among, game, None, storage, options, &Silent).expect("a solve in memory");
                let me = counting.me();
                found.lock().expect("nobody panics")[me] = std::mem::take(&mut counting.rounds);
                counting
            });
        }
    });
    found.into_inner().expect("nobody panics")
}

fn row<G: Retrograde + Notation>(game: &G, peers: usize) {
    let sent = simulate(game, peers);
    let positions: u64 = (0..game.tiers()).map(|tier| game.size(Tier(tier))).sum();
    let rounds = sent[0].len();
    let all = |of: fn(&Sent) -> u64| sent.iter().flatten().map(of).sum::<u64>();
    let bytes = all(|sent| sent.bytes);
    let most: u64 =
        (0..rounds).map(|round| sent.iter().map(|peer| peer[round].bytes).max().unwrap_or(0)).sum();
    let busiest = sent.iter().map(|peer| peer.iter().map(|sent| sent.bytes).sum::<u64>()).max().unwrap_or(0);
    println!(
        "| {} | {positions} | {peers} | {rounds} | {} | {:.1} | {:.2} | {:.1} |",
        game.id(),
        all(|sent| sent.batches),
        bytes as f64 / positions as f64,
        busiest as f64 * peers as f64 / bytes as f64,
        most as f64 * peers as f64 / bytes as f64,
    );
}

fn main() {
    let peers: Vec<usize> =
        std::env::args().skip(1).map(|count| count.parse().expect("a number of peers")).collect();
    println!(
        "| game | positions | peers | rounds | batches | bytes a position | busiest peer | busiest of each round |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for count in peers {
        row(&Dodgem::new(3), count);
        row(&Nocca::new(3, 4), count);
        row(&FoldedGame::new(ConnectFour::new(4, 4)), count);
        row(&FoldedGame::new(NineMensMorris::new(3)), count);
    }
}
