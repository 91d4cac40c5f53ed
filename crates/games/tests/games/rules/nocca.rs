//! NOCCA x NOCCA: laws, published counts, and small boards solved.

use kaiketsu_engine::solve::{Queue, Sweep};
use kaiketsu_game::{Game, Notation, Tier, Tiered, Value};
use kaiketsu_games::Nocca;
use kaiketsu_testkit::golden::table;
use kaiketsu_testkit::laws::{
    Thoroughness::{self, Exhaustive},
    check_game, check_notation, check_solvable, check_tiered, played, stored,
};
use kaiketsu_testkit::{naive, solve_in_memory};

use super::laws::{check_all_folds, check_folds};

fn sample(positions: u64) -> Thoroughness {
    Thoroughness::Sample { positions, seed: 2022 }
}

#[test]
fn laws_on_small_boards() {
    for (columns, rows) in [(2, 3), (2, 4), (3, 3)] {
        let game = Nocca::new(columns, rows);
        check_solvable(&game, Exhaustive);
        check_all_folds(&game);
    }
}

/// Predecessors apart: half of all positions lead to the goal.
#[test]
fn laws_on_larger_boards() {
    for (columns, rows) in [(2, 6), (3, 4), (3, 5), (3, 6), (4, 3), (4, 4), (4, 5), (5, 3), (5, 5), (5, 6)] {
        let game = Nocca::new(columns, rows);
        check_tiered(&game, sample(2_000));
        check_game(&game, stored(&game, sample(2_000)));
        check_game(&game, played(&game, sample(2_000)));
        check_notation(&game, stored(&game, sample(500)));
        check_notation(&game, played(&game, sample(500)));
        check_folds(&game, sample(2_000));
    }
}

/// Law of `Retrograde` by samples of quiet positions on boards where the
/// predecessors of the goal are too many to list again and again.
#[test]
fn predecessors_on_larger_boards() {
    use kaiketsu_game::{Origin, Retrograde, Slot};
    for (columns, rows) in [(4, 4), (5, 5), (5, 6)] {
        let game = Nocca::new(columns, rows);
        let goal = game.size(Tier(0)) - 1;
        for position in stored(&game, sample(300)) {
            let slot = game.locate(&position);
            if slot.index == goal {
                continue;
            }
            let children = |slot: Slot| -> Vec<Slot> {
                let steps = naive::steps(&game, &game.position(slot)).unwrap_or_default();
                steps.iter().map(|step| game.locate(&step.position)).collect()
            };
            let mut origins = Vec::new();
            game.predecessors(slot, Tier(0), &mut origins);
            for origin in origins {
                assert!(children(Slot { index: origin.index, ..slot }).contains(&slot));
            }
            for child in children(slot).into_iter().filter(|child| child.index != goal) {
                let mut origins = Vec::new();
                game.predecessors(child, Tier(0), &mut origins);
                assert!(origins.contains(&Origin { index: slot.index, passes: true }));
            }
        }
    }
}

#[test]
fn counts_are_as_published() {
    let game = Nocca::new(5, 6);
    let by_stacks = table("nocca-table-5");
    let rows = by_stacks.rows().iter();
    let golden: Vec<_> = rows
        .map(|row| {
            let key = ["stacks_of_3", "stacks_of_2", "stacks_of_1"].map(|key| row.number(key) as u32);
            (key, row.number("positions"))
        })
        .collect();
    assert_eq!(game.counts_by_stacks(), golden);
    let counts = game.placement_counts();
    let summary = table("nocca-5x6-summary");
    let published = |what: &str| summary.row(&[("what", what)]).number("value");
    assert_eq!(counts.pseudo_reachable, published("pseudo-reachable"));
    assert_eq!(counts.pseudo_reachable_classes, published("mirror classes of pseudo-reachable"));
    assert_eq!(counts.placement_classes, published("all placements folded by mirror"));
    assert_eq!(game.legal_moves(&game.start()).len() as u64, published("legal moves at the start"));
}

/// Figure 4: 30 positions without a move and 60 that cannot be reached.
#[test]
fn special_positions_are_as_published() {
    let game = Nocca::new(5, 6);
    let special = game.special_positions();
    assert_eq!(special.without_moves.len(), 30);
    assert_eq!(special.without_predecessors.len(), 60);
    for position in special.without_moves {
        assert!(game.ending(&position).is_some(), "{}", game.write_position(&position));
        assert!(game.weight(game.locate(&position)) > 0, "it is pseudo-reachable");
    }
    assert!(Nocca::new(4, 6).special_positions().without_moves.is_empty());
}

/// Weights count pseudo-reachable positions, and by stacks as the diagram does.
#[test]
fn weights_count_every_pseudo_reachable_position_once() {
    for (columns, rows) in [(2, 3), (2, 6), (3, 3), (3, 4)] {
        let game = Nocca::new(columns, rows);
        let mut by_stacks = std::collections::BTreeMap::<Vec<u32>, u64>::new();
        for slot in naive::slots(&game) {
            let mut key = Vec::new();
            (game.breakdowns()[0].class)(&game, slot, &mut key);
            *by_stacks.entry(key).or_default() += game.weight(slot);
        }
        by_stacks.retain(|_, positions| *positions > 0);
        let counted = game.counts_by_stacks().into_iter().map(|(key, positions)| (key.to_vec(), positions));
        assert_eq!(by_stacks, counted.collect());
        assert_eq!(by_stacks.values().sum::<u64>(), game.placement_counts().pseudo_reachable);
    }
}

#[test]
fn three_by_three_is_a_win_in_nine() {
    let game = Nocca::new(3, 3);
    assert_eq!(game.placement_counts().pseudo_reachable_classes, 25_536);
    let solved = solve_in_memory(&game, &Queue, 2, true);
    assert_eq!(solved.start(), Value::win(9));
    let reference = solve_in_memory(&game, &Sweep, 1, true);
    assert_eq!(solved.manifest, reference.manifest);
    let naive = naive::solve_stored(&game);
    for (position, value, _) in solved.positions() {
        assert_eq!(naive[&position], value, "{}", game.write_position(&position));
    }
}
