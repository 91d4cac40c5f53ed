//! Otrio for three and four players, one against all others: proved while the report is
//! made. The quiet games take longer; the page of the game has what was found of them.

use kaiketsu_engine::search::{Options, Prover, Side, Winner};
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::otrio::party::{Party, parties};

use super::PAPER;
use crate::numbers::grouped;
use crate::{Row, Section};

/// Bytes for the table of a search.
const MEMORY: usize = 64 << 20;

pub(super) fn section() -> Section {
    let rows = parties().filter(|party| !party.quiet).map(row).collect();
    let title =
        "Otrio for three and four players, which the paper calls an open problem: one against all others";
    Section::new(PAPER, "otrio-parties", title, rows)
}

fn row(party: Party) -> Row {
    let prover = Prover::new(party, Options { memory: Some(MEMORY), ..Options::default() });
    let found = prover.value(&party.start(), Side::First);
    let who = match found.value {
        Winner::Draw => "nobody can force a win",
        winner if (winner == Winner::First) == (party.side(party.alone) == Side::First) => {
            "the one alone forces a win"
        }
        _ => "the others force a win",
    };
    Row::fresh(party.title(), who).note(format!("{}, {} nodes", party.id(), grouped(found.nodes)))
}
