//! Several peers on one disk, all of them cut off from power after every step of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use kaiketsu_db::Storage;
use kaiketsu_engine::solve::{Among, InProcess, Kernel, Options, Queue, Silent, solve_among};
use kaiketsu_game::{Notation, Retrograde};
use kaiketsu_games::{Dodgem, Nocca};
use kaiketsu_testkit::laws::Through;
use kaiketsu_testkit::power::{PowerCuts, check_power_cuts};
use kaiketsu_testkit::{RandomGame, Shape};

/// As many peers as there are in each run, in turn: the run that is cut off has three,
/// and one to three go on.
const PEERS: [usize; 3] = [2, 3, 1];

/// Cuts them off where every round is saved, or none. What they write comes in another order in
/// every run; each order is one that may be.
fn check<G: Retrograde + Notation>(
    game: &G,
    way: Through<'_, G>,
    distances: bool,
    save_every: Duration,
) -> PowerCuts {
    let Through { kernel, upwards } = way;
    let by = kernel.map_or("spread", Kernel::name);
    let case = format!(
        "{} among peers by {by}, {upwards:?}, distances: {distances}, saved: {save_every:?}",
        game.id()
    );
    let options = Options { threads: 1, memory: 1 << 30, distances, layers: None };
    let runs = AtomicUsize::new(0);
    let run = |storage: Arc<dyn Storage>| {
        let peers = PEERS[runs.fetch_add(1, Relaxed) % PEERS.len()];
        std::thread::scope(|scope| {
            for mut exchange in InProcess::peers(peers) {
                let (storage, options, case) = (Arc::clone(&storage), &options, &case);
                scope.spawn(move || {
                    let among = Among { grain: 16, save_every, upwards, ..Among::new(&mut exchange) };
                    solve_among(among, game, kernel, &*storage, options, &Silent)
                        .unwrap_or_else(|error| panic!("{case}: {error}"));
                });
            }
        });
    };
    check_power_cuts(&case, run)
}

/// One layer of many rounds, a file of each peer and a mark for every round.
#[test]
fn peers_go_on_with_their_rounds_after_a_power_cut_anywhere() {
    for distances in [false, true] {
        let counts = check(&Nocca::new(2, 4), Through::TOLD, distances, Duration::ZERO);
        assert!(counts.unfinished >= 50 && counts.again > 10, "{counts}");
    }
}

/// With positions that have too many children for the room they have, which are saved apart.
#[test]
fn exceptions_are_saved_with_their_round() {
    let shape = Shape { positions: 600, tiers: 1, moves: 150, endings: 4, alternates: false };
    let counts = check(&RandomGame::new(7, shape), Through::TOLD, true, Duration::ZERO);
    assert!(counts.unfinished >= 50 && counts.again > 10, "{counts}");
}

/// Many layers, in which values of those below are told upwards, or those below are held, with no
/// rounds saved; or whose tiers go to peers whole.
#[test]
fn peers_go_on_with_their_layers_after_a_power_cut_anywhere() {
    for way in [Through::TOLD, Through::HELD, Through::by(&Queue)] {
        let counts = check(&Dodgem::new(2), way, true, Duration::MAX);
        assert!(counts.states > 50 && counts.unfinished > 20 && counts.again > 10, "{counts}");
    }
}

/// The same with every round of every layer.
#[test]
#[ignore = "takes a minute of processor time"]
fn peers_go_on_with_the_rounds_of_many_layers_after_a_power_cut_anywhere() {
    for way in [Through::TOLD, Through::HELD] {
        let counts = check(&Dodgem::new(2), way, true, Duration::ZERO);
        assert!(counts.unfinished > 1_000 && counts.again > 200, "{counts}");
    }
}
