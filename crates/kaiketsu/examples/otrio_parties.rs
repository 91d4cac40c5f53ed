//! Otrio for three and four players, one against the others: who wins at the start and after
//! each first move, with the nodes of the search.
//!
//! ```text
//! cargo run --release -p kaiketsu --example otrio_parties -- NODES PART... > results/otrio-parties.toml
//! ```
//!
//! A question that takes more than NODES is left open, and then first moves are not asked about;
//! only games whose id has a PART are looked at. The page is written to standard output. Nodes
//! and seconds of processor time are those of the questions about the start.

use kaiketsu::machine::processor_time;
use kaiketsu_engine::oracle::Limit;
use kaiketsu_engine::search::{Options, Prover, Winner};
use kaiketsu_game::{Certifiable, Game, Notation};
use kaiketsu_games::otrio::Position;
use kaiketsu_games::otrio::party::{Party, parties};

fn said(party: &Party, value: Option<Winner>) -> &'static str {
    match value {
        None => "open",
        Some(Winner::Draw) => "draw",
        Some(winner) if (winner == Winner::First) == (party.alone == 0) => "alone",
        Some(_) => "others",
    }
}

fn report(party: Party, nodes: u64) {
    let prover = Prover::new(party, Options { memory: Some(512 << 20), ..Options::default() });
    let value = |position: Position| {
        prover.value_within(&position, party.side_to_move(&position), nodes, Limit::NONE)
    };
    let began = processor_time();
    let start = value(party.start());
    let seconds = (processor_time() - began).as_secs_f64();
    let taken = start.as_ref().map_or(prover.nodes(), |solution| solution.nodes);
    println!("\n[[games]]\ngame = \"{}\"\ntitle = \"{}\"", party.id(), party.title());
    println!("verdict = \"{}\"", said(&party, start.map(|solution| solution.value)));
    println!("nodes = {taken}\ncpu_seconds = {seconds:.2}");
    if start.is_none() {
        return;
    }
    let first_moves = party.board.openings(1).into_iter().map(|opening| {
        let found = value(opening.position).map(|solution| solution.value);
        format!("{} = \"{}\"", opening.moves.join(" "), said(&party, found))
    });
    println!("first_moves = {{ {} }}", first_moves.collect::<Vec<_>>().join(", "));
    // A strategy for a whole board is long.
    if !party.quiet {
        println!("certificate_bytes = {}", prover.certify_value(&party.start()).0.len());
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let nodes = words.first().and_then(|nodes| nodes.parse().ok());
    let nodes = nodes.expect("how many nodes a question may take");
    let parts = &words[1..];
    println!("# Written by `otrio_parties {}`, an example of `kaiketsu`.", words.join(" "));
    println!(
        "# `alone`: he forces a win (of the quiet games: a line); `others`: they do (keep everybody from one)."
    );
    let wanted = |party: &Party| parts.iter().any(|part| party.id().contains(part));
    parties().filter(wanted).for_each(|party| report(party, nodes));
}
