//! Quantum tic-tac-toe on other boards and for other patterns: each goal by each side, within
//! one ply, two, three, until it is reached, all marks are placed or the limit is met.
//!
//! ```text
//! cargo run --release -p kaiketsu --example quantum_boards -- NODES MiB PART... > results/quantum-boards.toml
//! ```
//!
//! At most so many NODES for each goal, with a table of MiB and one thread; only games whose id
//! has a PART are looked at. The page is written to standard output.

use std::time::Duration;

use kaiketsu::machine::processor_time;
use kaiketsu_engine::search::{Options, Prover};
use kaiketsu_game::{Certifiable, Game, Goal, Notation};
use kaiketsu_games::quantum_tic_tac_toe::{ON_3X3, ON_3X4, ON_4X4, QuantumTicTacToe, variants};

/// What each question may take.
struct Most {
    nodes: u64,
    memory: usize,
}

/// How far a goal was searched.
struct Found {
    /// Plies within which it is reached.
    reached: Option<u8>,
    /// The most plies within which it is not.
    missed: u8,
    /// Nodes up to the end of each limit of plies.
    nodes: Vec<u64>,
    time: Duration,
}

fn search<const N: usize>(game: QuantumTicTacToe<N>, goal: Goal, most: &Most) -> Found {
    let prover = Prover::new(game, Options { memory: Some(most.memory), ..Options::default() });
    let (start, began) = (game.start(), processor_time());
    let mut found = Found { reached: None, missed: 0, nodes: Vec::new(), time: Duration::ZERO };
    for plies in 1..=N as u8 {
        let left = most.nodes.saturating_sub(prover.nodes());
        let answer = prover.ask_in_nodes(&start, game.side_to_move(&start), goal, Some(plies), left);
        match answer {
            Some(true) => found.reached = Some(plies),
            Some(false) => found.missed = plies,
            None => {}
        }
        found.nodes.push(prover.nodes());
        if answer != Some(false) {
            break;
        }
    }
    found.time = processor_time() - began;
    found
}

fn report<const N: usize>(game: QuantumTicTacToe<N>, most: &Most) {
    println!("\n[[boards]]\ngame = \"{}\"\ntitle = \"{}\"\nmarks = {N}", game.id(), game.title());
    for goal in Goal::all() {
        let Found { reached, missed, nodes, time } = search(game, goal, most);
        let verdict = match reached {
            Some(plies) => format!("verdict = \"reached\", plies = {plies}"),
            None if usize::from(missed) == N => "verdict = \"never\"".into(),
            None => format!("verdict = \"open\", searched_plies = {missed}"),
        };
        let time = time.as_secs_f64();
        println!("{goal} = {{ {verdict}, cpu_seconds = {time:.2}, nodes = {nodes:?} }}");
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).expect("NODES MiB PART...");
    let most = Most { nodes: number(), memory: (number() as usize) << 20 };
    let parts: Vec<String> = words.collect();
    let wanted = |id: String| parts.iter().any(|part| id.contains(part));
    let (nodes, mib) = (most.nodes, most.memory >> 20);
    println!("# Written by `quantum_boards {nodes} {mib} {}`, an example of `kaiketsu`.", parts.join(" "));
    println!("# Nodes are those up to the end of each number of plies, the last perhaps cut short.");
    variants(&ON_3X3).filter(|game| wanted(game.id())).for_each(|game| report(game, &most));
    variants(&ON_3X4).filter(|game| wanted(game.id())).for_each(|game| report(game, &most));
    variants(&ON_4X4).filter(|game| wanted(game.id())).for_each(|game| report(game, &most));
}
