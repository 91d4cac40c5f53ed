//! Every kernel against the naive oracle, and all kernels against each other.

use kaiketsu_engine::solve::{
    Edges, Induction, Kernel, Needs, Queue, Run, SolveError, Spread, Sweep, TierSolver,
};
use kaiketsu_game::{Notation, Retrograde, Tier, Tiered, Value};
use kaiketsu_games::{Dodgem, Quixo, TicTacToe};
use kaiketsu_testkit::laws::{Thoroughness, check_kernel, check_solvable};
use kaiketsu_testkit::{RandomGame, Shape, naive, solve_in_memory};
use proptest::prelude::*;

use super::staircase::Staircase;
use super::{check_values, random_games};

/// The kernel `edges` without memory for moves, so that they go to files.
struct EdgesInFiles;

impl<G: Tiered + ?Sized> Kernel<G> for EdgesInFiles {
    fn name(&self) -> &'static str {
        "edges in files"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        Edges.needs(game, tier, distances)
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        const { &Edges }.start(&Run { memory: 0, ..*run })
    }
}

pub(super) fn kernels<'a, G: Retrograde + 'a>() -> [&'a dyn Kernel<G>; 6] {
    [&Sweep, &Queue, &Edges, &EdgesInFiles, &Induction, &Spread]
}

/// So many positions and moves that `edges` has several ranges of targets and
/// several piles.
#[test]
fn moves_gathered_in_parts_are_solved_as_by_sweep() {
    let shape = Shape { positions: 200_000, tiers: 2, moves: 5, endings: 2, alternates: false };
    let game = RandomGame::new(11, shape);
    check_signatures(&game, &[&Sweep, &Edges, &EdgesInFiles], &[1, 3]);
}

fn check_against_oracle<G: Retrograde + Notation>(game: &G, threads: usize) {
    check_values(game, &kernels(), threads, &naive::solve_stored(game));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_games_are_solved_as_by_the_oracle(game in random_games()) {
        check_solvable(&game, Thoroughness::Exhaustive);
        check_against_oracle(&game, 2);
    }
}

/// Large enough that threads share a tier.
#[test]
fn large_random_games_are_solved_as_by_the_oracle() {
    for alternates in [false, true] {
        let shape = Shape { positions: 12_000, tiers: 2, moves: 3, endings: 10, alternates };
        let game = RandomGame::new(5, shape);
        check_against_oracle(&game, 3);
    }
}

/// More children, and longer distances below, than fit beside each other in two bytes.
#[test]
fn crowded_and_long_games_are_solved_as_by_the_oracle() {
    let shape = Shape { positions: 1_500, tiers: 3, moves: 150, endings: 4, alternates: false };
    check_against_oracle(&RandomGame::new(7, shape), 2);
    check_against_oracle(&Staircase, 2);
}

#[test]
fn small_games_are_solved_as_by_the_oracle() {
    check_against_oracle(&TicTacToe, 2);
    check_against_oracle(&Dodgem::new(2), 2);
    check_against_oracle(&Quixo::new(3), 2);
}

#[test]
fn dodgem_3_is_solved_as_by_the_oracle() {
    check_against_oracle(&Dodgem::new(3), 2);
}

/// The oracle itself on what everybody knows.
#[test]
fn the_oracle_knows_tic_tac_toe() {
    let values = naive::solve_reachable(&TicTacToe);
    assert_eq!(values.len(), 5_478);
    let value = |text: &str| values[&TicTacToe.read_position(text).unwrap()];
    assert_eq!(value(".../.../..."), Value::DRAW);
    assert_eq!(value("XX./OO./..."), Value::win(1));
    assert_eq!(value("X../.O./..X"), Value::DRAW);
    assert_eq!(value("X../.../.O."), Value::win(5)); // the reply to a corner is the centre
    assert_eq!(value("XX./XO./..O"), Value::loss(2)); // two threats at once
}

fn check_kernels<G: Retrograde + Notation>(game: &G) {
    kernels::<G>().into_iter().for_each(|kernel| check_kernel(game, kernel));
}

#[test]
fn kernels_agree_on_small_games() {
    check_kernels(&TicTacToe);
    check_kernels(&Dodgem::new(2));
    check_kernels(&Quixo::new(3));
}

/// The same signatures from all kernels and any number of threads.
fn check_signatures<G: Retrograde + Notation>(game: &G, kernels: &[&dyn Kernel<G>], threads: &[usize]) {
    let reference = solve_in_memory(game, kernels[0], 1, true).manifest;
    assert!(reference.signature_values.is_some() && reference.signature_plies.is_some());
    for kernel in kernels {
        for &threads in threads {
            let distances = kernel.keeps_distances(game);
            let found = solve_in_memory(game, *kernel, threads, distances).manifest;
            let case = format!("{} by {} on {threads} threads", game.id(), kernel.name());
            assert_eq!(found.signature_values, reference.signature_values, "{case}");
            let plies = reference.signature_plies.filter(|_| distances);
            assert_eq!(found.signature_plies, plies, "{case}");
        }
    }
}

#[test]
fn kernels_agree_on_dodgem_3() {
    check_signatures(&Dodgem::new(3), &kernels(), &[3]);
}

/// Some minutes: `cargo test --release -p kaiketsu-engine --test engine -- --ignored`. That `queue`
/// solves the board as `cubes` does is tested with the kernels of the games.
#[test]
#[ignore = "minutes; run with --release and --ignored"]
fn all_kernels_agree_on_quixo_4x4_with_any_threads() {
    check_signatures(&Quixo::new(4), &kernels(), &[1, 2, 3]);
}
