//! Solving tier by tier.

mod among;
mod beyond_memory;
mod crafted;
mod differential;
mod enumerated;
mod folded;
mod kernels;
mod outside;
mod power;
mod power_among;
mod resume;
mod staircase;
mod stuck;

use std::collections::HashMap;

use kaiketsu_engine::solve::Kernel;
use kaiketsu_game::{Notation, Tiered, Value};
use kaiketsu_testkit::{RandomGame, Shape, solve_in_memory};
use proptest::prelude::*;

/// Small games of all shapes.
fn random_games() -> impl Strategy<Value = RandomGame> {
    let sizes = (1u32..300, 1u32..9, 1u32..5, 0u64..40);
    (any::<u64>(), sizes, any::<bool>()).prop_map(|(seed, (positions, tiers, moves, endings), alternates)| {
        RandomGame::new(seed, Shape { positions, tiers, moves, endings, alternates })
    })
}

/// Whatever a kernel can compute is what is expected, for every position,
/// stored or folded away.
fn check_values<G: Tiered + Notation>(
    game: &G,
    kernels: &[&dyn Kernel<G>],
    threads: usize,
    expected: &HashMap<G::Position, Value>,
) {
    for kernel in kernels {
        for distances in
            [false, true].into_iter().filter(|distances| !distances || kernel.keeps_distances(game))
        {
            let solved = solve_in_memory(game, *kernel, threads, distances);
            for (position, value) in expected {
                let value = if distances { *value } else { value.without_plies() };
                let text = game.write_position(position);
                assert_eq!(solved.value_of(position), value, "{} by {}: {text}", game.id(), kernel.name());
            }
        }
    }
}
