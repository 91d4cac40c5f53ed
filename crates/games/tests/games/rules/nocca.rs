//! NOCCA x NOCCA: laws, published counts, and small boards solved.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kaiketsu_engine::analyse::reachable;
use kaiketsu_engine::solve::{Edges, Enumerated, Limits, Queue, Scheme, Silent, Sweep};
use kaiketsu_game::{Game, Notation, Origin, Outcome, Retrograde, Slot, Tier, Tiered, Value};
use kaiketsu_games::{Nocca, NoccaTall};
use kaiketsu_testkit::golden::table;
use kaiketsu_testkit::laws::{
    Thoroughness::{self, Exhaustive},
    check_game, check_notation, check_solvable, check_symmetric, check_tiered, played, stored,
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

/// With a tall piece: the laws, and where it may climb.
#[test]
fn only_the_tall_piece_climbs_to_the_fourth_level() {
    for (columns, rows) in [(2, 3), (3, 4), (4, 4), (5, 6)] {
        let game = NoccaTall::new(columns, rows);
        check_game(&game, played(&game, sample(2_000)));
        check_notation(&game, played(&game, sample(500)));
        check_symmetric(&game, played(&game, sample(500)));
    }
    let game = NoccaTall::new(3, 3);
    let moves = |text: &str| {
        let position = game.read_position(text).unwrap();
        let mut names: Vec<_> =
            game.legal_moves(&position).iter().map(|mv| game.write_move(&position, mv)).collect();
        names.sort();
        names
    };
    assert_eq!(
        moves("OOX,X,./.,.,./Y,.,O"),
        ["a1-a2", "a1-b1", "a1-b2", "a3-a2", "a3-b2", "a3-b3", "a3-goal"]
            .into_iter()
            .chain(["b3-a2", "b3-b2", "b3-c2", "b3-c3", "b3-goal"])
            .collect::<Vec<_>>()
    );
    let climbs = |text: &str| moves(text).contains(&"a2-a3".to_string());
    assert!(climbs("OOX,X,./Y,.,./.,.,O") && !climbs("OOY,X,./X,.,./.,.,O"), "the tall piece alone");
    // Up there it moves as elsewhere, and nobody climbs onto it.
    let position = game.read_position("OOXY,X,./.,.,./.,.,O").unwrap();
    assert!(moves("OOXY,X,./.,.,./.,.,O").contains(&"a3-goal".to_string()));
    assert_eq!(game.write_position(&position), "OOXY,X,./.,.,./.,.,O");
    assert!(!moves("OXXQ,X,./.,.,./.,.,O").contains(&"b3-a3".to_string()));
    for wrong in
        ["OOXX,X,./.,.,./.,.,O", "OOX,X,./Y,.,./.,Q,O", "OOXYX,.,./.,.,./.,.,O", "OO,O/,,/YX,X,./.,.,."]
    {
        assert!(game.read_position(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn laws_with_a_tall_piece() {
    for (columns, rows) in [(2, 3), (2, 4)] {
        let game = NoccaTall::new(columns, rows);
        check_solvable(&game, Exhaustive);
        check_all_folds(&game);
    }
    for (columns, rows) in [(3, 3), (3, 4), (3, 6), (4, 3), (4, 4), (4, 5)] {
        let game = NoccaTall::new(columns, rows);
        check_solvable(&game, sample(1_000));
        check_folds(&game, sample(1_000));
    }
}

/// Few positions have the tall piece on the fourth level, so samples seldom meet them.
#[test]
fn laws_on_the_fourth_level() {
    for (columns, rows) in [(3, 3), (4, 4), (5, 5)] {
        let game = NoccaTall::new(columns, rows);
        let (tier, size) = (Tier(1), game.size(Tier(1)));
        let low = 2 * columns as u64 * (Nocca::new(columns, rows).size(Tier(0)) - 1);
        assert!(low < size && size < low + low / 10, "{} of {size} are lower", low);
        for index in (low - 500..low + 500).chain(size - 500..size) {
            let slot = Slot { tier, index };
            let position = game.position(slot);
            let text = game.write_position(&position);
            assert_eq!(game.locate(&position), slot, "{text}");
            assert_eq!(text.split(['/', ',']).any(|cell| cell.len() == 4), index >= low, "{text}");
            let mut origins = Vec::new();
            game.predecessors(slot, tier, &mut origins);
            for Origin { index, .. } in origins {
                let before = naive::steps(&game, &game.position(Slot { tier, index })).unwrap();
                assert!(before.iter().any(|step| game.locate(&step.position) == slot), "{text}");
            }
            for step in naive::steps(&game, &position).unwrap_or_default() {
                let child = game.locate(&step.position);
                let mut origins = Vec::new();
                game.predecessors(child, tier, &mut origins);
                let found = origins.iter().filter(|origin| origin.index == index).count();
                let moves = naive::steps(&game, &position).unwrap();
                let moves = moves.iter().filter(|step| game.locate(&step.position) == child).count();
                assert_eq!(found, if child.tier == tier { moves } else { 0 }, "{text}");
            }
        }
    }
}

/// Against the naive solver; and the rules against those without a tall piece, wherever
/// that is not about to climb to the fourth level.
#[test]
fn a_tall_piece_on_3x3_against_the_naive_solver() {
    let rules = NoccaTall::new(3, 3);
    let solved = solve_in_memory(&rules, &Queue, 2, true);
    assert_eq!(solved.manifest, solve_in_memory(&rules, &Sweep, 1, true).manifest);
    assert_eq!(solved.start(), Value::loss(10), "without a tall piece the first player wins in 9");
    let naive = naive::solve_reachable(&rules);
    assert_eq!(naive.len(), 313_309);
    assert_eq!(reachable(&rules, 1 << 30, &Silent).unwrap().positions, 313_309);
    let usual = Nocca::new(3, 3);
    let plain = |text: String| text.replace('Y', "X").replace('Q', "O");
    let mut compared = 0;
    for (position, value) in &naive {
        let text = rules.write_position(position);
        assert_eq!(solved.value_of(position), *value, "{text}");
        let Ok(same) = usual.read_position(&plain(text.clone())) else { continue };
        let children = |texts: Result<Vec<String>, Outcome>| texts.map(BTreeSet::from_iter);
        let tall = naive::steps(&rules, position).map(|steps| {
            steps.iter().map(|step| plain(rules.write_position(&step.position))).collect::<Vec<_>>()
        });
        if tall.iter().flatten().any(|text| usual.read_position(text).is_err()) {
            continue;
        }
        let low = naive::steps(&usual, &same)
            .map(|steps| steps.iter().map(|step| usual.write_position(&step.position)).collect::<Vec<_>>());
        assert_eq!(children(tall), children(low), "{text}");
        compared += 1;
    }
    assert!(compared > 100_000, "{compared} compared");
}

/// Against a search that knows nothing of the numbering.
#[test]
fn a_tall_piece_on_3x4_against_the_search_by_rules() {
    let rules = Arc::new(NoccaTall::new(3, 4));
    let solved = solve_in_memory(&*rules, &Queue, 2, true);
    let found =
        Enumerated::find(Arc::clone(&rules), Scheme::folded(), Limits::memory(1 << 30), &Silent).unwrap();
    let searched = solve_in_memory(&found, &Edges, 2, true);
    assert_eq!(searched.start(), Value::win(19));
    let mut counts = BTreeMap::<Outcome, u64>::new();
    for (position, value, weight) in searched.positions() {
        assert_eq!(solved.value_of(&position), value, "{}", rules.write_position(&position));
        *counts.entry(value.outcome).or_default() += weight;
    }
    assert_eq!(counts.values().sum::<u64>(), 1_376_629);
    let [win, loss, draw] = [Outcome::Win, Outcome::Loss, Outcome::Draw].map(|outcome| counts[&outcome]);
    assert_eq!([win, loss, draw], [983_266, 363_640, 29_723]);
    let mut stored = BTreeMap::<Outcome, u64>::new();
    for (_, value, weight) in solved.positions() {
        *stored.entry(value.outcome).or_default() += weight;
    }
    println!("reachable {counts:?}, stored {stored:?}");
}
