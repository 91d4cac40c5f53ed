//! The whole solve of both rules.
//!
//! These take minutes without optimisation by the release profile:
//! `cargo test --release -p kaiketsu-quantum --test full -- --ignored`

use std::sync::Arc;

use kaiketsu_analyse::Scope;
use kaiketsu_db::{Database, Memory};
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_quantum::{Oracle, solve, statistics, verify};
use kaiketsu_solve::Silent;

#[test]
#[ignore = "solves the whole game"]
fn trial() {
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        let storage = Arc::new(Memory::new());
        solve(&game, &*storage, None, &Silent).unwrap();
        let oracle = Oracle::new(game, Database::open(storage).unwrap()).unwrap();
        for (marks, ply) in statistics(&oracle, &Silent).unwrap().iter().enumerate() {
            println!("{marks} {ply:?} {}", ply.positions.iter().sum::<u64>());
        }
        verify(&oracle, Scope::Sample { positions: 2_000, seed: 1 }, &Silent).unwrap();
    }
}
