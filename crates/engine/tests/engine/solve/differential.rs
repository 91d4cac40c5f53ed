//! Differential search: random small games, every kernel, one thread and several,
//! against the naive solver, value by value, and the verification of what came out.
//!
//! A thousand games; as many as one likes by
//! `KAIKETSU_RANDOM_GAMES=100000 cargo test -p kaiketsu-engine --test engine differential`.
//! `KAIKETSU_RANDOM_SEED` says where to begin, so that other games are tried.

use std::sync::Arc;

use kaiketsu_db::Database;
use kaiketsu_engine::analyse::{Fast, Proof, Scope, Stored, verify};
use kaiketsu_engine::solve::{Silent, Sweep};
use kaiketsu_testkit::{RandomGame, Shape, naive, random::Random, solve_in_memory};

use super::check_values;
use super::kernels::kernels;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// A game that follows from its number: tiny or small, flat or deep, with many
/// endings or few.
fn game(seed: u64) -> RandomGame {
    let mut random = Random::new(seed);
    let shape = Shape {
        positions: 2 + random.below(if seed.is_multiple_of(4) { 120 } else { 24 }) as u32,
        tiers: 1 + random.below(6) as u32,
        moves: 1 + random.below(5) as u32,
        endings: random.below(40),
        alternates: random.below(2) == 0,
    };
    RandomGame::new(seed, shape)
}

#[test]
fn differential_search_over_random_games() {
    let (games, first) = (number("KAIKETSU_RANDOM_GAMES", 1_000), number("KAIKETSU_RANDOM_SEED", 1_000_000));
    for seed in first..first + games {
        let game = game(seed);
        let right = naive::solve_stored(&game);
        check_values(&game, &kernels(), 1 + (seed % 3) as usize, &right);
        let storage = solve_in_memory(&game, &Sweep, 1, true).storage.clone();
        let stored = Stored::new(Arc::new(game), Database::open(Arc::new(storage)).unwrap()).unwrap();
        let found =
            verify(&stored, Scope::ByTheRules, 1 << 20, Fast { scanner: None, kernels: &[] }, &Silent)
                .unwrap();
        assert_eq!(found.proof, Proof::Proved, "game {seed}");
    }
    println!("{games} random games from number {first}: every kernel as the naive solver");
}
