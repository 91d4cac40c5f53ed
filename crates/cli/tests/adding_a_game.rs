//! docs/adding-a-game.md: its code is that of the example, the example keeps
//! the laws, and all its stages give the same values.
#![allow(unreachable_pub)] // the rules are written as a crate of one's own has them

#[path = "../examples/four_field_kono/numbering.rs"]
mod numbering;
#[path = "../examples/four_field_kono/predecessors.rs"]
mod predecessors;
#[path = "../examples/four_field_kono/rules.rs"]
mod rules;
#[path = "../examples/four_field_kono/symmetry.rs"]
mod symmetry;

use std::path::Path;

use kaiketsu::game::Notation;
use kaiketsu::{Entry, FoldedGame, FromRules, IntoSetup, Limit, Numbered, Request, Resources, Silent, Store};
use kaiketsu_testkit::laws::{
    Thoroughness, check_foldable, check_game, check_notation, check_solvable, check_symmetric, played,
};
use kaiketsu_testkit::naive;
use rules::{Kono, Stones};

fn stones(_: &Kono, [own, other]: &Stones) -> u32 {
    (own | other).count_ones()
}

fn kono(columns: usize, rows: usize) -> Kono {
    Kono::new(&format!("kono-{columns}x{rows}"), columns, rows)
}

/// The blocks of Rust on the page, each with the file named before it:
/// `<!-- rules.rs -->`.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks: Vec<(&str, String)> = Vec::new();
    let mut file = None;
    let mut inside = false;
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) {
            file = Some(name);
        } else if line == "```rust" {
            let file = file.take().expect("every block of Rust names its file");
            blocks.push((file, String::new()));
            inside = true;
        } else if line == "```" {
            inside = false;
        } else if inside {
            let (_, text) = blocks.last_mut().expect("a block was opened");
            *text += line;
            *text += "\n";
        }
    }
    blocks
}

#[test]
fn the_page_shows_the_code_that_is_compiled() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(here.join(path)).unwrap();
    let page = read("../../docs/adding-a-game.md");
    let blocks = blocks(&page);
    for (file, text) in &blocks {
        let source = read(&format!("examples/four_field_kono/{file}"));
        assert!(source.contains(text.as_str()), "docs/adding-a-game.md differs from {file}:\n{text}");
    }
    for whole in ["rules.rs", "symmetry.rs", "numbering.rs", "predecessors.rs"] {
        let shown = blocks.iter().any(|(file, text)| {
            *file == whole && *text == read(&format!("examples/four_field_kono/{whole}"))
        });
        assert!(shown, "docs/adding-a-game.md does not show the whole of {whole}");
    }
}

#[test]
fn the_example_keeps_the_laws() {
    for game in [kono(2, 2), kono(3, 2), kono(2, 4)] {
        check_solvable(&game, Thoroughness::Exhaustive);
        check_symmetric(&game, played(&game, Thoroughness::Exhaustive));
        check_foldable(&FoldedGame::new(game), Thoroughness::Exhaustive);
    }
    let (large, sample) = (kono(4, 4), Thoroughness::Sample { positions: 300, seed: 1 });
    check_solvable(&large, sample);
    check_symmetric(&large, played(&large, sample));
    check_game(&large, played(&large, sample));
    check_notation(&large, played(&large, sample));
}

/// Rules alone, tiers, symmetry, numbering, predecessors, folding: every reachable
/// position has the value of the naive solver.
#[test]
fn all_stages_give_the_same_values() {
    for (columns, rows) in [(2, 4), (5, 2)] {
        let game = || kono(columns, rows);
        let stages: [Box<dyn Entry>; 6] = [
            Box::new(FromRules::new(game()).into_setup()),
            Box::new(FromRules::new(game()).staged(stones).into_setup()),
            Box::new(FromRules::folded(game()).staged(stones).into_setup()),
            Box::new(Numbered::new(game()).into_setup()),
            Box::new(Numbered::retrograde(game()).into_setup()),
            Box::new(Numbered::folded(game()).into_setup()),
        ];
        let expected = naive::solve_reachable(&game());
        for (number, stage) in stages.iter().enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let store = Store::new(folder.path());
            stage.solver().unwrap().solve(&store, &Request::default(), &Silent).unwrap();
            let solution = stage.open(&store, Resources::default()).unwrap();
            for (position, value) in &expected {
                let text = game().write_position(position);
                assert_eq!(
                    solution.rate(&text, Limit::NONE).unwrap(),
                    (*value).into(),
                    "stage {number}: {text}"
                );
            }
        }
    }
}
