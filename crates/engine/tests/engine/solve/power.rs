//! Every generic kernel, cut off from power after every step of the disk.

use std::sync::Arc;

use kaiketsu_db::{Book, Edition, Storage};
use kaiketsu_engine::setup::{FromRules, How, Strong};
use kaiketsu_engine::solve::{Options, Silent, solve};
use kaiketsu_game::{Game, Notation, Retrograde};
use kaiketsu_games::{Dodgem, TicTacToe};
use kaiketsu_testkit::power::check_power_cuts;
use kaiketsu_testkit::{RandomGame, Shape};

use super::kernels::kernels;

/// Cuts all kernels off; says how many states were met that had files of an
/// unfinished layer.
fn check_kernels<G: Retrograde + Notation>(game: &G) -> usize {
    let mut unfinished = 0;
    for kernel in kernels() {
        for distances in
            [false, true].into_iter().filter(|distances| !distances || kernel.keeps_distances(game))
        {
            let options = Options { threads: 1, memory: 1 << 30, distances, layers: None };
            let case = format!("{} by {}, distances: {distances}", game.id(), kernel.name());
            let run = |storage: Arc<dyn Storage>| {
                solve(game, kernel, &*storage, &options, &Silent)
                    .unwrap_or_else(|error| panic!("{case}: {error}"));
            };
            let counts = check_power_cuts(&case, run);
            assert!(counts.states > 2 && counts.again > 0, "{case}: {counts}");
            unfinished += counts.unfinished;
        }
    }
    unfinished
}

#[test]
fn every_kernel_goes_on_after_a_power_cut_anywhere() {
    check_kernels(&TicTacToe);
    let unfinished = check_kernels(&Dodgem::new(2));
    assert!(unfinished > 10, "`edges` left files of its own {unfinished} times only");
    for seed in 0..4 {
        let shape = Shape { positions: 60, tiers: 4, moves: 3, endings: 10, alternates: seed % 2 == 0 };
        check_kernels(&RandomGame::new(seed, shape));
    }
}

/// With the list of positions, which is written before the layers.
#[test]
fn a_game_numbered_automatically_goes_on_after_a_power_cut_anywhere() {
    for distances in [false, true] {
        let options = Options { threads: 1, memory: 1 << 30, distances, layers: None };
        let run = |storage: Arc<dyn Storage>| {
            // Anew every time: as a process does that knows only what is on the disk.
            let game =
                FromRules::folded(TicTacToe).staged(|game, position| game.legal_moves(position).len() as u32);
            game.solve(&*storage, &How { kernel: None, options: options.clone() }, &Silent).unwrap();
        };
        let counts = check_power_cuts("tic-tac-toe by its rules", run);
        assert!(counts.states > 10, "{counts}");
    }
}

/// A book is the one before or the one after, and what is entered again is in it.
#[test]
fn a_book_survives_a_power_cut_anywhere() {
    let edition = Edition { game: "nim".into(), rules: 1, search: 1 };
    let run = |storage: Arc<dyn Storage>| {
        for question in 0..6 {
            let mut book = Book::open(Arc::clone(&storage)).unwrap();
            book.enter(&edition, &format!("value {question}"), "first");
            book.save().unwrap();
        }
    };
    assert_eq!(check_power_cuts("a book", run).states, 7, "none yet, and one after each saving");
}
