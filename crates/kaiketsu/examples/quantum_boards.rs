//! Quantum tic-tac-toe on other boards and for other patterns: each goal by each side, within
//! one ply, two, three, until it is reached, all marks are placed or the limit is met; and
//! certificates, checked by the rules alone, of what is reached and of all that is found on 3x3.
//!
//! ```text
//! cargo run --release -p kaiketsu --example quantum_boards -- NODES MiB PART... > results/quantum-boards.toml
//! ```
//!
//! At most so many NODES for each goal, with a table of MiB and one thread; only games whose id
//! has a PART are looked at. The page is written to standard output.

use std::time::Duration;

use kaiketsu::machine::processor_time;
use kaiketsu_engine::search::{Options, Prover, check};
use kaiketsu_game::{Certifiable, Game, Goal, Notation, Side};
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

fn search<const N: usize>(prover: &Prover<QuantumTicTacToe<N>>, goal: Goal, most: &Most) -> Found {
    let (game, began) = (prover.game(), processor_time());
    let start = game.start();
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

/// Writes the certificate of a goal and checks it; says what it is, or why there is none.
fn certificate<const N: usize>(
    prover: &Prover<QuantumTicTacToe<N>>,
    goal: Goal,
    plies: Option<u8>,
) -> Option<String> {
    let (game, began) = (prover.game(), processor_time());
    let written = match plies {
        Some(plies) => prover.try_certify_within(&game.start(), goal, plies),
        None => prover.try_certify(&game.start(), Some(goal)),
    };
    let certificate = written.inspect_err(|why| eprintln!("{}: {goal}: {why}", game.id())).ok()?;
    let (writing, began) = (processor_time() - began, processor_time());
    let checked = check(game, &certificate).expect("what was written is right");
    assert_eq!(checked.claims.claims[0].reached, plies.is_some());
    let (writing, checking) = (writing.as_secs_f64(), (processor_time() - began).as_secs_f64());
    let (bytes, positions) = (certificate.0.len(), checked.positions);
    // A certificate ends with the hash of all before.
    let hash: String = certificate.0[bytes - 32..].iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!(
        "{{ bytes = {bytes}, positions = {positions}, cpu_seconds_to_write = {writing:.2}, \
         cpu_seconds_to_check = {checking:.2}, blake3 = \"{hash}\" }}"
    ))
}

fn report<const N: usize>(game: QuantumTicTacToe<N>, most: &Most) {
    println!("\n[[boards]]\ngame = \"{}\"\ntitle = \"{}\"\nmarks = {N}", game.id(), game.title());
    let mut first_wins = false;
    for goal in Goal::all() {
        let options = Options { memory: Some(most.memory), ..Options::default() };
        let prover = Prover::new(game, options);
        let Found { reached, missed, nodes, time } = search(&prover, goal, most);
        let never = usize::from(missed) == N;
        let verdict = match reached {
            Some(plies) => format!("verdict = \"reached\", plies = {plies}"),
            None if never => "verdict = \"never\"".into(),
            // Where the first player can force a win, the second cannot.
            None if first_wins && goal.side == Side::Second => {
                format!("verdict = \"never\", follows_from = \"first-win\", searched_plies = {missed}")
            }
            None => format!("verdict = \"open\", searched_plies = {missed}"),
        };
        first_wins |= reached.is_some() && goal == Goal::win(Side::First);
        let shown = reached.is_some() || never && N == 9;
        let proof = if shown { certificate(&prover, goal, reached) } else { None };
        let proof = proof.map_or(String::new(), |proof| format!(", certificate = {proof}"));
        let time = time.as_secs_f64();
        println!("{goal} = {{ {verdict}, cpu_seconds = {time:.2}, nodes = {nodes:?}{proof} }}");
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
