//! Otrio for three and four players, one against the others: who wins at the start and after
//! each first move, with the nodes of the search.
//!
//!     cargo run --release -p kaiketsu-games --example otrio_parties -- NODES PART...
//!
//! A question that takes more than NODES is left open, and then first moves are not asked about;
//! only games whose id has a PART are looked at.

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

fn main() {
    let mut words = std::env::args().skip(1);
    let nodes =
        words.next().and_then(|nodes| nodes.parse().ok()).expect("how many nodes a question may take");
    let parts: Vec<String> = words.collect();
    for party in parties().filter(|party| parts.iter().any(|part| party.id().contains(part))) {
        let prover = Prover::new(party, Options { memory: Some(512 << 20), ..Options::default() });
        let value = |position: Position| {
            prover.value_within(&position, party.side_to_move(&position), nodes, Limit::NONE)
        };
        let start = value(party.start());
        let taken = start.as_ref().map_or(prover.nodes(), |solution| solution.nodes);
        let after: Vec<String> = party
            .board
            .openings(if start.is_some() { 1 } else { 0 })
            .iter()
            .map(|opening| {
                let found = value(opening.position).map(|solution| solution.value);
                format!("{} {}", opening.moves.join(" "), said(&party, found))
            })
            .collect();
        // A strategy for a whole board is long.
        let proof = match start.is_some() && !party.quiet {
            true => format!("{} bytes of certificate", prover.certify_value(&party.start()).0.len()),
            false => String::new(),
        };
        let start = said(&party, start.map(|solution| solution.value));
        println!("{}: {start}, {taken} nodes; {}; {proof} | {}", party.id(), after.join(", "), party.title());
    }
}
