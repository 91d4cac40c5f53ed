//! Four field kono in five stages, from rules alone to a numbering with
//! predecessors: the example of docs/adding-a-game.md.
//!
//! `cargo run --release --example four_field_kono -- solve kono-4x4`
#![allow(unreachable_pub)] // the rules are written as a crate of one's own has them

mod numbering;
mod predecessors;
mod rules;
mod symmetry;

use kaiketsu::{Entry, Registry, RulesEntry};
use rules::{Kono, Stones};

fn stones(_: &Kono, position: &Stones) -> u32 {
    (position.mover | position.opponent).count_ones()
}

/// The game of an id: the board is in the middle of the id.
fn kono(id: &str) -> Kono {
    let board = id.split('-').nth(1).and_then(|board| board.split_once('x'));
    let (columns, rows) = board.expect("the ids below have a board");
    let number = |text: &str| text.parse().expect("the boards below are numbers");
    Kono::new(id, number(columns), number(rows))
}

fn main() -> std::process::ExitCode {
    let mut registry = Registry::empty();
    for board in ["kono-3x4", "kono-4x4"] {
        registry = registry
            .with(board, |id| Box::new(RulesEntry::new(kono(id))))
            .with(&format!("{board}-tiers"), |id| Box::new(RulesEntry::new(kono(id)).staged(stones)))
            .with(&format!("{board}-symmetry"), |id| Box::new(RulesEntry::folded(kono(id)).staged(stones)))
            .with(&format!("{board}-numbering"), |id| Box::new(Entry::new(kono(id))))
            .with(&format!("{board}-predecessors"), |id| Box::new(Entry::retrograde(kono(id))));
    }
    kaiketsu_cli::main_with(registry)
}
