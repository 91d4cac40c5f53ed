//! Every bit against a search from the start by the rules.

use std::collections::HashSet;

use kaiketsu_engine::solve::{Progress, Silent, SolveError};
use kaiketsu_game::{Notation, Tiered};
use kaiketsu_testkit::naive;

use super::*;

/// The positions that play reaches, the goal left out.
fn by_the_rules(game: &Nocca) -> HashSet<Stacks> {
    let mut found = naive::reachable(game);
    found.retain(|position| *position != crate::nocca::GOAL);
    found
}

/// All positions but the goal, with how many it stands for.
fn all(game: &Nocca) -> impl Iterator<Item = Stacks> {
    naive::slots(game).take(game.size(Tier(0)) as usize - 1).map(|slot| game.position(slot))
}

fn filled<'a>(game: &'a Nocca, one_by_one: Option<bool>) -> Sweeps<'a> {
    let mut sweeps = Sweeps::new(game).unwrap();
    one_by_one.into_iter().for_each(|all| sweeps.one_by_one(all));
    sweeps.fill(&Silent);
    sweeps
}

fn every_bit_is_as_by_the_rules(columns: usize, rows: usize, ways: &[Option<bool>]) {
    let game = Nocca::new(columns, rows);
    let reached = by_the_rules(&game);
    let mut expected: Vec<_> = all(&game).map(|position| reached.contains(&position)).collect();
    for way in ways {
        let sweeps = filled(&game, *way);
        for (position, expected) in all(&game).zip(&expected) {
            let text = || format!("{columns}x{rows} {way:?}: {}", game.write_position(&position));
            assert_eq!(sweeps.has(position), *expected, "{}", text());
        }
    }
    // What is counted, from the search alone.
    let found = super::reachable(&game, 1 << 30, &Silent).unwrap();
    let seen = |position: &&Stacks, colour| game.tops(**position, colour).next().is_some();
    let [both, hidden] = [true, false]
        .map(|seen_too| reached.iter().filter(|p| seen(p, MOVER) == seen_too).collect::<Vec<_>>());
    assert!(reached.iter().all(|position| seen(&position, OPPONENT)), "who has moved can be seen");
    assert_eq!(found.positions, both.len() as u64);
    let classes = |positions: &[&Stacks]| {
        let firsts = positions.iter().filter(|position| position.0 <= game.mirrored(***position).0);
        firsts.count() as u64
    };
    let over: Vec<_> = reached.iter().filter(|position| game.ending(position).is_some()).collect();
    let facts = [
        ("reachable_classes", classes(&both) + classes(&hidden)),
        ("reachable_pseudo_reachable_classes", classes(&both)),
        ("reachable_mover_hidden", hidden.len() as u64),
        ("reachable_mover_hidden_classes", classes(&hidden)),
        ("reachable_without_moves", over.len() as u64),
        ("reachable_without_moves_classes", classes(&over)),
    ];
    assert_eq!(found.facts[..6], facts, "{columns}x{rows}");
    let unreached: HashSet<_> = found.unreached.unwrap().into_iter().collect();
    let both_images = all(&game).flat_map(|position| [position, game.mirrored(position)]);
    let can_be_seen = |position: &Stacks| seen(&position, MOVER) && seen(&position, OPPONENT);
    let open: HashSet<_> = both_images.filter(|p| can_be_seen(p) && !reached.contains(p)).collect();
    assert_eq!(unreached, open, "{columns}x{rows}");
    expected.clear();
}

#[test]
fn every_bit_is_as_by_the_rules_on_small_boards() {
    let ways = [None, Some(true), Some(false)];
    for (columns, rows) in [(2, 3), (2, 4), (2, 5), (2, 6), (3, 3)] {
        every_bit_is_as_by_the_rules(columns, rows, &ways);
    }
    every_bit_is_as_by_the_rules(3, 4, &[None]);
}

#[test]
#[ignore = "a minute: four million positions in a set"]
fn every_bit_is_as_by_the_rules_on_4x3() {
    every_bit_is_as_by_the_rules(4, 3, &[None]);
}

/// What is found, and in which sweep, does not depend on threads.
#[test]
fn threads_find_the_same() {
    let game = Nocca::new(4, 3);
    let found = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| super::reachable(&game, 1 << 30, &Silent).unwrap())
    });
    assert!(found[0] == found[1] && found[1] == found[2]);
    assert_eq!(found[0].positions, game.placement_counts().pseudo_reachable);
}

/// Positions are told as they are found, and too little memory is refused at once.
#[test]
fn progress_adds_up_and_memory_is_asked_for() {
    #[derive(Default)]
    struct Told(std::sync::atomic::AtomicU64);
    impl Progress for Told {
        fn advance(&self, positions: u64, _: bool) {
            self.0.fetch_add(positions, std::sync::atomic::Ordering::Relaxed);
        }
    }
    let (game, told) = (Nocca::new(3, 3), Told::default());
    super::reachable(&game, 1 << 30, &told).unwrap();
    let reached = by_the_rules(&game);
    let bits = all(&game).filter(|position| reached.contains(position)).count() as u64;
    assert_eq!(told.0.into_inner(), bits - 1, "the start was there");
    let refused = super::reachable(&Nocca::new(5, 6), 1 << 30, &Silent).unwrap_err();
    assert!(matches!(refused, SolveError::Memory { needed, .. } if (10 << 30..15 << 30).contains(&needed)));
}
