use std::collections::BTreeSet;

use kaiketsu_game::{Game, Step, Symmetric};
use kaiketsu_testkit::naive::steps;

use super::super::{Position, QuantumTicTacToe};
use super::*;

/// All settled positions with at most `most` marks that play reaches, all
/// numbers told apart, by number of marks: nothing but the rules.
fn reached(game: QuantumTicTacToe, most: usize) -> Vec<BTreeSet<Position>> {
    let mut settled = vec![BTreeSet::from([game.start()])];
    for marks in 1..=most {
        let mut open: Vec<Position> = settled[marks - 1].iter().copied().collect();
        let mut found = BTreeSet::new();
        while let Some(position) = open.pop() {
            for Step { position: next, .. } in steps(&game, &position).unwrap_or_default() {
                match next.open_cycle() {
                    Some(_) => open.push(next),
                    None => _ = found.insert(next),
                }
            }
        }
        settled.push(found);
    }
    settled
}

/// The same for all positions of a class, without slots: the least way to
/// write an image of a position with classes in place of numbers.
fn class(game: QuantumTicTacToe, position: &Position) -> (Vec<u8>, Vec<(u8, u8, u8)>) {
    let write = |image: Position| {
        let classical = (0..9).map(|s| image.classical(s)).map(|n| if n == 0 { 9 } else { class_of(n) });
        let mut spooky: Vec<_> = image.spooky().map(|(n, (a, b))| (a, b, class_of(n))).collect();
        spooky.sort_unstable();
        (classical.collect::<Vec<_>>(), spooky)
    };
    (0..8).map(|symmetry| write(game.image(position, symmetry))).min().unwrap()
}

/// Compares slots and weights with what play reaches.
fn compare_with_play(game: QuantumTicTacToe, most: usize) {
    for (marks, positions) in reached(game, most).iter().enumerate() {
        let numbering = Numbering::new(marks as u32);
        let over = |slot| game.finish(&numbering.position(slot)).is_some();
        let weights: Vec<u64> =
            (0..numbering.size()).map(|slot| numbering.weight(slot, over(slot))).collect();
        let mut met = vec![0; weights.len()];
        positions.iter().for_each(|position| met[numbering.locate(position) as usize] += 1);
        assert_eq!(met, weights, "{marks} marks");
        let classes: BTreeSet<_> = positions.iter().map(|position| class(game, position)).collect();
        assert_eq!(classes.len(), weights.iter().filter(|weight| **weight > 0).count());
    }
}

#[test]
fn slots_stand_for_the_positions_that_play_reaches() {
    compare_with_play(QuantumTicTacToe::ORIGINAL, 4);
    compare_with_play(QuantumTicTacToe::REVISED, 3);
}

/// Games can be over after five marks. 1.3 GB, 40 CPU-seconds:
/// `cargo test --release -p kaiketsu-games classes -- --ignored`
#[test]
#[ignore = "takes 40 CPU-seconds and more than a gigabyte"]
fn slots_stand_for_the_positions_that_play_reaches_in_five_marks() {
    compare_with_play(QuantumTicTacToe::ORIGINAL, 5);
}

#[test]
fn slots_have_positions_that_are_located_there() {
    for marks in 0..=8 {
        let numbering = Numbering::new(marks);
        let step = numbering.size() / 5_000 + 1;
        for slot in (0..numbering.size()).step_by(step as usize) {
            let position = numbering.position(slot);
            let located = numbering.locate(&position);
            assert_eq!(numbering.slot(&position), slot);
            match numbering.images(slot) {
                Some(_) => assert_eq!(located, slot),
                None => assert!(located < slot && numbering.parts(located).0 == numbering.parts(slot).0),
            }
        }
    }
}

#[test]
fn images_of_shapes_are_images_of_spots() {
    for shape in Shape::all(5).into_iter().step_by(97) {
        for symmetry in 0..8 {
            let spots = shape.spots().map(|spot| 1_u64 << image_of_spot(spot, symmetry));
            assert_eq!(shape.image(symmetry).0, spots.sum::<u64>());
            assert_eq!(shape.image(symmetry).representative().0, shape);
        }
    }
}

#[test]
fn shapes_are_as_many_as_there_are_forests() {
    // Forests of k trees on labelled points: for one tree n^(n-2) (Cayley), for
    // two n^(n-4) (n-1)(n+6)/2. Eight marks are one tree on the open squares,
    // seven are two.
    let total = |marks| Shape::all(marks).iter().map(|shape| shape.images()).sum::<u64>();
    let choose = |c: u64| (0..c).fold(1, |product, i| product * (9 - i) / (i + 1));
    let one = |n: u64| if n < 3 { 1 } else { n.pow(n as u32 - 2) };
    let two = |n: u64| match n {
        2 => 1,
        3 => 3,
        n => n.pow(n as u32 - 4) * (n - 1) * (n + 6) / 2,
    };
    let classical = || (0..=8).filter(|c| *c != 1);
    assert_eq!(total(8), classical().map(|c| choose(c) * one(9 - c)).sum::<u64>());
    assert_eq!(total(7), classical().filter(|c| *c < 8).map(|c| choose(c) * two(9 - c)).sum::<u64>());
}
