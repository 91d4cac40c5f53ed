//! The slowest of 200 random positions after four moves, each from an empty
//! table: `cargo run --release --example otrio_random -- otrio|otrio-no-centre [COUNT]`.

use kaiketsu_engine::search::{Options, Prover, Side};
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::otrio::Otrio;

fn main() {
    let centre = std::env::args().nth(1).is_none_or(|id| id == "otrio");
    let game = if centre { Otrio::STANDARD } else { Otrio::NO_CENTRE };
    // Not the generator of the library: these positions were measured before, see docs/prove.md.
    let mut seed = 2019_u64;
    let count = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut found = Vec::new();
    for _ in 0..count {
        let (mut position, mut line) = (game.start(), Vec::new());
        for _ in 0..4 {
            let moves = game.legal_moves(&position);
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let place = moves[(seed >> 33) as usize % moves.len()];
            line.push(game.write_move(&position, &place));
            position = game.play(&position, &place).position;
        }
        let prover = Prover::new(game, Options { memory: Some(128 << 20), ..Options::default() });
        let solution = prover.value(&position, Side::first_if(position.first_to_move()));
        found.push((solution.nodes, solution.seconds, solution.value.word(), line.join(" ")));
    }
    found.sort_by_key(|(nodes, ..)| *nodes);
    let total: u64 = found.iter().map(|(nodes, ..)| nodes).sum();
    println!("{} of {count}: {total} nodes in all, median {}", game.id(), found[count / 2].0);
    for (nodes, seconds, value, line) in found.iter().rev().take(5) {
        println!("{line}: {value}, {nodes} nodes, {seconds:.2} s");
    }
}
