//! Prints how long the stored order of NOCCA x NOCCA takes:
//! `cargo run --release -p kaiketsu-games --example nocca_numbering`.

use std::hint::black_box;
use std::time::Instant;

use kaiketsu_game::{Slot, Tier, Tiered};
use kaiketsu_games::Nocca;
use kaiketsu_testkit::random::Random;

const SAMPLES: u64 = 1 << 18;

/// The best of some runs, in nanoseconds a sample.
fn measure(what: &str, mut work: impl FnMut()) {
    let run = |_| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64() * 1e9 / SAMPLES as f64
    };
    println!("{what}: {:.1} ns", (0..15).map(run).fold(f64::INFINITY, f64::min));
}

fn main() {
    let begin = Instant::now();
    let game = Nocca::new(5, 6);
    println!("tables made in {:.1?}", begin.elapsed());
    let size = game.size(Tier(0));
    let mut random = Random::new(1);
    let slots: Vec<Slot> = (0..SAMPLES).map(|_| Slot { tier: Tier(0), index: random.below(size) }).collect();
    let positions: Vec<_> = slots.iter().map(|slot| game.position(*slot)).collect();
    measure("locate", || {
        positions.iter().for_each(|position| {
            black_box(game.locate(position));
        })
    });
    measure("position", || {
        slots.iter().for_each(|slot| {
            black_box(game.position(*slot));
        })
    });
    measure("weight", || {
        slots.iter().for_each(|slot| {
            black_box(game.weight(*slot));
        })
    });
}
