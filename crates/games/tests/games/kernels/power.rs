//! The kernels that save a tier half-way, cut off from power after every step
//! of the disk.

use std::sync::Arc;
use std::time::Duration;

use kaiketsu_db::Storage;
use kaiketsu_engine::solve::{Kernel, Silent, solve};
use kaiketsu_game::{Notation, Tiered};
use kaiketsu_games::{Dodgem, DodgemRows, Nocca, NoccaMatrices, Quixo, QuixoCubes};
use kaiketsu_testkit::power::{PowerCuts, check_power_cuts};

use super::options;

/// Cuts a kernel off; `kernel` makes it anew for every run.
fn check<'a, G: Tiered + Notation>(
    game: &G,
    distances: bool,
    kernel: impl Fn() -> Box<dyn Kernel<G> + 'a>,
) -> PowerCuts {
    let case = format!("{}, distances: {distances}", game.id());
    let run = |storage: Arc<dyn Storage>| {
        let solved = solve(game, &*kernel(), &*storage, &options(1, distances, None), &Silent);
        solved.unwrap_or_else(|error| panic!("{case}: {error}"));
    };
    check_power_cuts(&case, run)
}

/// A checkpoint after every round, with windows so small that there are several.
#[test]
fn quixo_goes_on_after_a_power_cut_anywhere() {
    let game = Quixo::new(3);
    for (distances, least) in [(false, 10), (true, 50)] {
        let kernel = || QuixoCubes::new(&game).checkpoint_every(Duration::ZERO).windows_of(100);
        let counts = check(&game, distances, || Box::new(kernel()));
        assert!(counts.unfinished >= least && counts.again > 5, "{counts}");
    }
}

/// A file for every round.
#[test]
fn nocca_goes_on_after_a_power_cut_anywhere() {
    for distances in [false, true] {
        let counts =
            check(&Nocca::new(2, 4), distances, || Box::new(NoccaMatrices::default().saving_always()));
        assert!(counts.unfinished >= 10 && counts.again > 2, "{counts}");
    }
}

/// No state of its own: a layer that is cut off is solved again.
#[test]
fn dodgem_goes_on_after_a_power_cut_anywhere() {
    for distances in [false, true] {
        let game = Dodgem::new(2);
        let counts = check(&game, distances, || Box::new(DodgemRows::new(&game)));
        assert!(counts.states > 10 && counts.again > 0, "{counts}");
    }
}
