//! Four field kono in six stages, from rules alone to a numbering with
//! predecessors, folded: the example of docs/adding-a-game.md.
//!
//! `cargo run --release --example four_field_kono -- solve kono-4x4`
#![allow(unreachable_pub)] // the rules are written as a crate of one's own has them

mod numbering;
mod predecessors;
mod rules;
mod symmetry;

use std::fmt;

use kaiketsu::board::Grid;
use kaiketsu::{Family, FromRules, Numbered, Registry};
use rules::{Kono, Stones};

fn stones(_: &Kono, [own, other]: &Stones) -> u32 {
    (own | other).count_ones()
}

/// A variant: its board, and how far it has come. Its text is the end of its id.
struct Board {
    size: Grid,
    stage: &'static str,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.size, self.stage)
    }
}

impl Board {
    fn kono(&self) -> Kono {
        Kono::new(&format!("kono-{self}"), self.size.columns, self.size.rows)
    }
}

fn boards(stage: &'static str) -> [Board; 2] {
    [Grid::new(3, 4), Grid::square(4)].map(|size| Board { size, stage })
}

fn main() -> std::process::ExitCode {
    let kono = Family::new("kono", "Four field kono")
        .variants(boards(""), |board| FromRules::new(board.kono()))
        .variants(boards("-tiers"), |board| FromRules::new(board.kono()).staged(stones))
        .variants(boards("-symmetry"), |board| FromRules::folded(board.kono()).staged(stones))
        .variants(boards("-numbering"), |board| Numbered::new(board.kono()))
        .variants(boards("-predecessors"), |board| Numbered::retrograde(board.kono()))
        .variants(boards("-folded"), |board| Numbered::folded(board.kono()));
    kaiketsu_cli::main_with(Registry::empty().with_family(kono))
}
