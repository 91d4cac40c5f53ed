//! Otrio for three and four players, one against the others: who wins at the start and after
//! each first move, with the nodes of the search.
//!
//! ```text
//! cargo run --release -p kaiketsu --example otrio_parties -- NODES PART... > results/otrio-parties.toml
//! ```
//!
//! A question that takes more than NODES is left open; only games whose id has a PART are looked
//! at. The page is written to standard output. A quiet game has one question, whether the others
//! keep everybody from a line; it is asked after each first move, and the start follows. Of the
//! other games nodes and seconds of processor time are those of the questions about the start.

use kaiketsu::machine::processor_time;
use kaiketsu_engine::oracle::Limit;
use kaiketsu_engine::search::{Goal, Options, Prover, Winner};
use kaiketsu_game::{Certifiable, Game, Notation};
use kaiketsu_games::otrio::Position;
use kaiketsu_games::otrio::party::{Party, parties};

const ALONE: &str = "alone";
const OTHERS: &str = "others";
const OPEN: &str = "open";

struct Asker {
    party: Party,
    prover: Prover<Party>,
    nodes: u64,
}

impl Asker {
    fn verdict(&self, position: &Position) -> &'static str {
        let (party, mover) = (self.party, self.party.side_to_move(position));
        let alone = party.side(party.alone);
        if party.quiet {
            let peace = Goal::win(alone.other());
            let kept = self.prover.ask_in_nodes(position, mover, peace, None, self.nodes);
            return kept.map_or(OPEN, |kept| if kept { OTHERS } else { ALONE });
        }
        match self.prover.value_within(position, mover, self.nodes, Limit::NONE).map(|found| found.value) {
            None => OPEN,
            Some(Winner::Draw) => "draw",
            Some(winner) if winner == alone.into() => ALONE,
            Some(_) => OTHERS,
        }
    }

    /// What the first moves say of the start; A makes them.
    fn following(&self, first_moves: &[(String, &'static str)]) -> &'static str {
        let (own, rival) = if self.party.alone == 0 { (ALONE, OTHERS) } else { (OTHERS, ALONE) };
        if first_moves.iter().any(|(_, verdict)| *verdict == own) {
            own
        } else if first_moves.iter().all(|(_, verdict)| *verdict == rival) {
            rival
        } else {
            OPEN
        }
    }

    fn report(&self) {
        let (party, began) = (self.party, processor_time());
        let spent = || (self.prover.nodes(), (processor_time() - began).as_secs_f64());
        let after = || {
            let openings = party.board.openings(1).into_iter();
            openings
                .map(|opening| (opening.moves.join(" "), self.verdict(&opening.position)))
                .collect::<Vec<_>>()
        };
        let (start, first_moves, (nodes, seconds));
        if party.quiet {
            first_moves = after();
            (start, (nodes, seconds)) = (self.following(&first_moves), spent());
        } else {
            (start, (nodes, seconds)) = (self.verdict(&party.start()), spent());
            first_moves = after();
        }
        println!("\n[[games]]\ngame = \"{}\"\ntitle = \"{}\"", party.id(), party.title());
        println!("verdict = \"{start}\"\nnodes = {nodes}\ncpu_seconds = {seconds:.2}");
        let first_moves: Vec<_> = first_moves.iter().map(|(mv, said)| format!("{mv} = \"{said}\"")).collect();
        println!("first_moves = {{ {} }}", first_moves.join(", "));
        // A strategy for a whole board is long.
        if !party.quiet {
            println!("certificate_bytes = {}", self.prover.certify_value(&party.start()).0.len());
        }
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
    for party in parties().filter(|party| parts.iter().any(|part| party.id().contains(part))) {
        let prover = Prover::new(party, Options { memory: Some(512 << 20), ..Options::default() });
        Asker { party, prover, nodes }.report();
    }
}
