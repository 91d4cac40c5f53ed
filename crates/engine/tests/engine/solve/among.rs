//! Several peers write together what one machine writes.

mod damaged;
mod midway;
mod rings;
mod room;
mod whole;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use kaiketsu_db::{Memory, Storage};
use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::{
    Among, Exchange, ExchangeError, Exchanged, InProcess, Options, Progress, Silent, Solution, SolveError,
    Sweep, Take, Upwards, exchanged, solve, solve_among,
};
use kaiketsu_game::{Notation, Retrograde, Tier};
use kaiketsu_games::{ConnectFour, Dodgem, NineMensMorris, Nocca, Quixo, TicTacToe};
use kaiketsu_testkit::laws::{Through, check_among, files, ways, written_among};
use kaiketsu_testkit::{RandomGame, Shape};
use proptest::prelude::*;

use super::random_games;
use super::staircase::Staircase;
use super::stuck::Stuck;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// In which owners mostly ask for values of the tiers below, as some moves count no ply.
    #[test]
    fn peers_solve_random_games_as_sweep_does(game in random_games(), peers in 1_usize..6, grain in 0_u32..6) {
        check_among(&game, [peers], 1 << grain);
    }

    /// In which the tiers below are told upwards.
    #[test]
    fn peers_solve_counted_games_as_sweep_does(game in random_games(), peers in 1_usize..6, grain in 0_u32..6) {
        check_among(&game.counted(), [peers], 1 << grain);
    }
}

/// More children and longer distances than fit beside each other; tiers of many chunks.
#[test]
fn peers_solve_crowded_long_and_large_games() {
    let shape = Shape { positions: 1_500, tiers: 3, moves: 150, endings: 4, alternates: false };
    check_among(&RandomGame::new(7, shape), [3], 16);
    check_among(&Staircase, [1, 3], 16);
    let shape = Shape { positions: 30_000, tiers: 3, moves: 5, endings: 2, alternates: true };
    check_among(&RandomGame::new(11, shape).counted(), [2], 1 << 12);
}

#[test]
fn one_to_four_peers_solve_small_games() {
    check_among(&TicTacToe, 1..=4, 64);
    check_among(&Dodgem::new(2), 1..=4, 8);
    check_among(&Quixo::new(3), 1..=4, 64);
    check_among(&Nocca::new(3, 3), 1..=4, 256);
    check_among(&FoldedGame::new(NineMensMorris::new(3)), [3], 1 << 10);
    check_among(&FoldedGame::new(ConnectFour::new(4, 4)), [2], 1 << 10);
}

/// Whole blocks are dealt, so that nothing is put together before it is written.
#[test]
fn one_to_four_peers_solve_dodgem_3() {
    check_among(&Dodgem::new(3), 1..=4, 1 << 16);
    check_among(&Dodgem::new(3), [2], 512);
}

/// A peer that ends after some rounds.
struct Fails {
    exchange: InProcess,
    rounds: u32,
}

impl Exchange for Fails {
    fn me(&self) -> usize {
        self.exchange.me()
    }

    fn peers(&self) -> usize {
        self.exchange.peers()
    }

    fn send(&mut self, to: usize, batch: Vec<u8>) -> Result<(), ExchangeError> {
        self.exchange.send(to, batch)
    }

    fn turn(&mut self, take: &mut Take<'_>) -> Result<(), ExchangeError> {
        self.exchange.turn(take)
    }

    fn round(&mut self, vote: &[u64], take: &mut Take<'_>) -> Result<Vec<u64>, ExchangeError> {
        let left = self.rounds.checked_sub(1);
        self.rounds = left.ok_or_else(|| ExchangeError::Lost { peer: "patience".into() })?;
        self.exchange.round(vote, take)
    }
}

const OPTIONS: Options = Options { threads: 1, memory: 1 << 33, distances: true, layers: None };

/// What peers with storage of their own end with, one of them after some rounds, when all
/// positions are spread and values told upwards.
fn run<G: Retrograde + Notation>(
    game: &G,
    storages: &[&Memory],
    options: &[Options],
    rounds: u32,
    save_every: Duration,
) -> Vec<Result<Solution, SolveError>> {
    run_by(game, Through::TOLD, storages, options, rounds, save_every)
}

/// The same in any way.
fn run_by<G: Retrograde + Notation>(
    game: &G,
    way: Through<'_, G>,
    storages: &[&Memory],
    options: &[Options],
    rounds: u32,
    save_every: Duration,
) -> Vec<Result<Solution, SolveError>> {
    run_told(game, way, storages, options, rounds, save_every, &Silent)
}

/// The same, and who is told how it goes.
fn run_told<G: Retrograde + Notation>(
    game: &G,
    way: Through<'_, G>,
    storages: &[&Memory],
    options: &[Options],
    rounds: u32,
    save_every: Duration,
    progress: &dyn Progress,
) -> Vec<Result<Solution, SolveError>> {
    std::thread::scope(|scope| {
        let peers = InProcess::peers(storages.len()).into_iter().enumerate().map(|(me, exchange)| {
            let rounds = if me + 1 == storages.len() { rounds } else { u32::MAX };
            scope.spawn(move || {
                let (among, Through { kernel, upwards }) = (&mut Fails { exchange, rounds }, way);
                solve_among(
                    Among { grain: 16, save_every, upwards, ..Among::new(among) },
                    game,
                    kernel,
                    storages[me],
                    &options[me],
                    progress,
                )
            })
        });
        let peers: Vec<_> = peers.collect();
        peers.into_iter().map(|peer| peer.join().unwrap()).collect()
    })
}

/// Layers are not saved in the middle in tests that are about something else.
const NEVER: Duration = Duration::MAX;

/// Whenever one is lost, the others end; and other peers finish what they began, whether
/// rounds were saved or not, and whether they solve whole tiers, or spread them and hold those below or
/// are told.
#[test]
fn a_solve_that_lost_a_peer_goes_on_with_others() {
    let game = Dodgem::new(2);
    let wanted = written_among(&game, 1, 16, true);
    for (way, least) in [(0, 100), (1, 80), (2, 40), (3, 40)] {
        for (rounds, then) in (0..).step_by(7).zip((0..4).cycle()) {
            let (memory, save_every) = (Memory::new(), if rounds % 2 == 0 { NEVER } else { Duration::ZERO });
            let ends = run_by(&game, ways()[way], &[&memory; 3], &[OPTIONS; 3], rounds, save_every);
            if ends.iter().all(Result::is_ok) {
                assert!(rounds > least, "there were {rounds} rounds only");
                break;
            }
            let case = format!("after {rounds} rounds, by {way} and then by {then}");
            assert!(ends.iter().all(|end| matches!(end, Err(SolveError::Exchange(_)))), "{case}");
            let ends = run_by(&game, ways()[then], &[&memory; 2], &[OPTIONS; 2], u32::MAX, NEVER);
            assert!(ends.iter().all(Result::is_ok), "{case}: {ends:?}");
            assert!(files(&memory) == wanted, "{case}");
        }
    }
}

#[test]
fn a_solve_begun_by_one_is_finished_by_peers() {
    let game = Dodgem::new(2);
    let wanted = written_among(&game, 1, 16, true);
    let memory = Memory::new();
    solve(&game, &Sweep, &memory, &Options { layers: Some(5), ..OPTIONS }, &Silent).unwrap();
    let ends = run(&game, &[&memory; 2], &[OPTIONS; 2], u32::MAX, NEVER);
    assert!(ends.iter().all(|end| end.as_ref().unwrap().reused_layers == 5));
    assert!(files(&memory) == wanted);
}

#[test]
fn peers_that_differ_are_told() {
    let (one, other) = (Memory::new(), Memory::new());
    let ends = run(&TicTacToe, &[&one, &other], &[OPTIONS; 2], u32::MAX, NEVER);
    assert!(matches!(ends[0], Err(SolveError::Elsewhere { peers: 1 })));
    let error = ends[1].as_ref().unwrap_err();
    assert!(matches!(error, SolveError::NotShared { .. }) && error.to_string().contains("share"), "{error}");

    let options = [OPTIONS, Options { distances: false, ..OPTIONS }];
    for end in run(&TicTacToe, &[&Memory::new(); 2], &options, u32::MAX, NEVER) {
        let error = end.unwrap_err();
        assert!(error.to_string().contains("tic-tac-toe 1 "), "{error}");
    }
}

/// One layer with all there is, broken off near its end: other peers do not play the
/// rounds again that were saved, some of them with exceptions.
#[test]
fn rounds_that_were_saved_are_not_played_again() {
    let shape = Shape { positions: 1_500, tiers: 1, moves: 150, endings: 4, alternates: false };
    goes_on_in_the_middle(&RandomGame::new(7, shape));
    goes_on_in_the_middle(&Nocca::new(3, 3));
}

fn goes_on_in_the_middle<G: Retrograde + Notation>(game: &G) {
    let wanted = written_among(game, 1, 16, true);
    let finishes = |memory: &Memory, peers: usize, rounds: u32| {
        let ends = run(game, &vec![memory; peers], &vec![OPTIONS; peers], rounds, Duration::ZERO);
        ends.iter().all(Result::is_ok)
    };
    let all = (1..).find(|rounds| finishes(&Memory::new(), 2, *rounds)).unwrap();
    assert!(all > 18, "{all} rounds");
    for peers in 1..=4 {
        let memory = Memory::new();
        assert!(!finishes(&memory, 2, all - 8));
        let saved = memory.list().unwrap().iter().any(|name| name.starts_with("checkpoint-"));
        assert!(saved, "{:?}", memory.list());
        assert!(finishes(&memory, peers, all - 1), "{peers} peers play all {all} rounds again");
        assert!(files(&memory) == wanted, "{peers} peers");
    }
}

/// Where the time has come by then, what is known before the first round is saved.
#[test]
fn children_that_were_counted_are_not_counted_again() {
    let game = Nocca::new(3, 3);
    let wanted = written_among(&game, 1, 16, true);
    for rounds in 1.. {
        let memory = Memory::new();
        let ends = run(&game, &[&memory; 2], &[OPTIONS; 2], rounds, Duration::ZERO);
        assert!(ends.iter().all(Result::is_err), "nothing was saved in {rounds} rounds");
        let names = memory.list().unwrap();
        if names.iter().any(|name| name.starts_with("checkpoint-") && !name.contains("part-")) {
            assert!(names.iter().any(|name| name.contains("round-00000-")), "{names:?}");
            let ends = run(&game, &[&memory; 3], &[OPTIONS; 3], u32::MAX, NEVER);
            assert!(ends.iter().all(Result::is_ok));
            assert!(files(&memory) == wanted);
            break;
        }
    }
}

/// All end, with the one that cannot go on saying why.
#[test]
fn a_peer_that_cannot_go_on_takes_the_others_along() {
    fn stops<G: Retrograde + Notation>(game: &G, files: usize) {
        for way in [Through::TOLD, Through::HELD] {
            let memory = Memory::new();
            let ends = run_by(game, way, &[&memory; 3], &[OPTIONS; 3], u32::MAX, NEVER);
            let why = |end: &&Result<Solution, SolveError>| matches!(end, Err(SolveError::NoMoves { .. }));
            let elsewhere = |end| matches!(end, &Err(SolveError::Elsewhere { peers: 1 }));
            assert_eq!(ends.iter().filter(why).count(), 1);
            assert!(ends.iter().all(|end| why(&end) || elsewhere(end)), "{ends:?}");
            let names = memory.list().unwrap();
            assert_eq!(names.iter().filter(|name| *name != "manifest.toml").count(), files, "{names:?}");
        }
    }
    stops(&Stuck::<1>, 0);
    // Where nobody counts children, as all leave; the tier below is done by then.
    stops(&Stuck::<3>, 1);
}

/// Where little memory is given, the figure that is needed is told before anything is written.
#[test]
fn memory_is_asked_for_before_anything_is_written() {
    let memory = Memory::new();
    let options = [OPTIONS, OPTIONS].map(|options| Options { memory: 1 << 20, ..options });
    for end in run(&Dodgem::new(2), &[&memory; 2], &options, u32::MAX, NEVER) {
        assert!(matches!(end, Err(SolveError::Memory { .. })));
    }
    assert!(memory.list().unwrap().is_empty());
}

/// Counts what goes to others: all, and what is told inside tiers.
struct Counts<'a> {
    exchange: InProcess,
    now: u64,
    all: &'a AtomicU64,
    inside: &'a AtomicU64,
}

impl Exchange for Counts<'_> {
    fn me(&self) -> usize {
        self.exchange.me()
    }

    fn peers(&self) -> usize {
        self.exchange.peers()
    }

    fn send(&mut self, to: usize, batch: Vec<u8>) -> Result<(), ExchangeError> {
        if to != self.me() {
            self.now += batch.len() as u64;
        }
        self.exchange.send(to, batch)
    }

    fn turn(&mut self, take: &mut Take<'_>) -> Result<(), ExchangeError> {
        self.exchange.turn(take)
    }

    fn round(&mut self, vote: &[u64], take: &mut Take<'_>) -> Result<Vec<u64>, ExchangeError> {
        let now = std::mem::take(&mut self.now);
        self.all.fetch_add(now, Relaxed);
        // Peers vote for distances only where values are told inside tiers.
        if vote.len() > 8 {
            self.inside.fetch_add(now, Relaxed);
        }
        self.exchange.round(vote, take)
    }
}

/// Bytes that so many peers send to others, what is told inside tiers of these, and what
/// is planned.
fn sent<G: Retrograde + Notation>(
    game: &G,
    peers: usize,
    grain: u64,
    upwards: Option<Upwards>,
) -> (u64, u64, Exchanged) {
    let (memory, all, inside) = (Memory::new(), AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for exchange in InProcess::peers(peers) {
            let (all, inside, memory) = (&all, &inside, &memory);
            scope.spawn(move || {
                let mut counts = Counts { exchange, now: 0, all, inside };
                let among = Among { grain, upwards, ..Among::new(&mut counts) };
                solve_among(among, game, None, memory, &OPTIONS, &Silent).unwrap();
                counts
            });
        }
    });
    // In the end, codes of positions are put together into whole blocks.
    let codes: u64 = (0..game.tiers()).map(|tier| 2 * game.size(Tier(tier))).sum();
    let sent = all.into_inner().saturating_sub(codes * (peers as u64 - 1) / peers as u64);
    (sent, inside.into_inner(), exchanged(game, None, &OPTIONS, peers, grain, upwards))
}

/// What a plan says of messages, beside what is sent: not much less, as it is by a sample,
/// and not much more where few positions are drawn.
#[test]
fn a_plan_knows_what_is_told() {
    const HELD: Upwards = Upwards::Held;
    const TOLD: Upwards = Upwards::Told;
    type Within = std::ops::Range<f64>;
    fn told<G: Retrograde + Notation>(game: &G, peers: usize, grain: u64, upwards: Upwards, within: Within) {
        let (sent, inside, planned) = sent(game, peers, grain, Some(upwards));
        assert!(planned.bytes >= 4 * planned.messages && planned.bytes <= 6 * (planned.messages + 1));
        let share = planned.bytes as f64 / sent as f64;
        let case = format!("{}, {peers} peers, {grain} as one: {sent}, {inside} inside", game.id());
        println!("{case}, {upwards:?}, planned {share:.2}");
        assert!(within.contains(&share), "{case}; {planned:?}");
    }
    told(&Dodgem::new(3), 3, 256, TOLD, 0.7..1.5);
    told(&Dodgem::new(3), 2, 2_048, TOLD, 0.7..1.5);
    told(&Dodgem::new(3), 3, 256, HELD, 0.7..1.5);
    told(&Nocca::new(3, 3), 2, 256, TOLD, 0.9..2.0);
    let four = FoldedGame::new(ConnectFour::new(4, 4));
    told(&four, 4, 256, TOLD, 0.9..1.2);
    // All moves leave their tier.
    let (sent, inside, planned) = sent(&four, 4, 256, Some(HELD));
    assert_eq!((inside, planned), (0, Exchanged { messages: 0, bytes: 0 }));
    assert!(sent < 20_000, "{sent}");
}
