//! Endings of nine men's morris against published figures.

use std::collections::HashSet;

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::Queue;
use kaiketsu_game::{Notation, Outcome, Scene, Tier, Tiered};
use kaiketsu_games::NineMensMorris;
use kaiketsu_testkit::golden::table;
use kaiketsu_testkit::solve_in_memory;

use super::{check_same_values, moves};

/// The stones X and O as bits; point `8 * ring + place`, places going round
/// clockwise from the upper left corner.
fn stones(scene: &Scene) -> [u32; 2] {
    let bits =
        |kind| scene.pieces.iter().filter(|piece| piece.kind == kind).map(|piece| 1 << piece.cell).sum();
    [bits(0), bits(1)]
}

/// The 48 symmetries of endings in which all stones jump.
fn symmetries() -> Vec<[u8; 24]> {
    let rings = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut found = Vec::new();
    for (rings, turn) in rings.iter().flat_map(|rings| (0..4).map(move |turn| (rings, 2 * turn))) {
        for flip in [false, true] {
            let place = |place: usize| (if flip { 8 - place } else { place } + turn) % 8;
            found.push(std::array::from_fn(|point| (8 * rings[point / 8] + place(point % 8)) as u8));
        }
    }
    found
}

fn image(mut bits: u32, symmetry: &[u8; 24]) -> u32 {
    let mut image = 0;
    while bits != 0 {
        image |= 1 << symmetry[bits.trailing_zeros() as usize];
        bits &= bits - 1;
    }
    image
}

#[test]
fn three_against_three_is_as_published() {
    let game = FoldedGame::new(NineMensMorris::new(3));
    let solved = solve_in_memory(&game, &Queue, 2, true);
    let (golden, symmetries) = (table("nine-mens-morris-endings"), symmetries());
    let row = golden.row(&[("stones", "3-3")]);
    let (mut classes, mut longest, mut counts) = (HashSet::new(), 0, [0; 3]);
    for (position, value, weight) in solved.positions().skip(game.size(Tier(0)) as usize) {
        longest = longest.max(value.plies.map_or(0, |plies| plies.0));
        counts[[Outcome::Win, Outcome::Loss, Outcome::Draw]
            .iter()
            .position(|o| *o == value.outcome)
            .unwrap()] += weight;
        let [mover, opponent] = stones(&game.scene(&position));
        // The first image of its class stands for it.
        classes.insert(symmetries.iter().map(|one| (image(mover, one), image(opponent, one))).min());
    }
    assert_eq!(classes.len() as u64, row.number("classes"));
    assert_eq!(u64::from(longest), row.number("longest"));
    assert_eq!(counts, [2_232_160, 455_648, 4_112], "all images are counted");
    assert_eq!(solved.start().to_string(), "loss in 26", "the start is one of the longest");
}

#[test]
fn folded_values_are_those_of_the_whole_game() {
    check_same_values(&FoldedGame::new(NineMensMorris::new(3)));
}

#[test]
fn mills_take_stones() {
    let game = NineMensMorris::new(4);
    // X closes a7-d7-g7; a1 is loose, d2, d3 and d1 are a mill.
    let closing = moves(&game, "X.X/.X./.../....../.O./.O./OOX");
    assert!(closing.contains(&"d6-d7xa1".to_string()), "{closing:?}");
    assert!(!closing.iter().any(|mv| mv.starts_with("d6-d7") && mv != "d6-d7xa1"), "{closing:?}");
    assert!(closing.contains(&"d6-b6".to_string()) && !closing.contains(&"d6-b4".to_string()), "{closing:?}");
    // All stones of O are in a mill, so any can be taken; three X jump.
    let jumping = moves(&game, "X.X/.../.../...X../.O./.O./.O.");
    assert!(["e4-d7xd1", "e4-d7xd2", "e4-d7xd3", "e4-a1"].iter().all(|mv| jumping.contains(&mv.to_string())));
}
