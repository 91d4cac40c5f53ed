//! Fast against slow: lanes against plain search in lanes, and lanes against the
//! rules with all move numbers.

use crate::quantum_tic_tac_toe::classes::Numbering;
use crate::quantum_tic_tac_toe::{Grade, ON_3X3, Position, QuantumTicTacToe, variants};
use kaiketsu_game::Notation;
use kaiketsu_testkit::laws::{Thoroughness, played};
use kaiketsu_testkit::naive::steps;

use super::board::{Setting, marks};
use super::last::with_seven_marks;
use super::turn::searched;

/// The value by the rules alone, move numbers and all.
fn naive(game: QuantumTicTacToe, position: &Position) -> Grade {
    if let Some(finish) = game.finish(position) {
        return finish.grade();
    }
    let after = steps(&game, position).unwrap_or_default().into_iter();
    let after = after.map(|step| naive(game, &step.position));
    if game.first_to_move(position) { after.max() } else { after.min() }.unwrap()
}

/// The settled positions with so many marks of games played at random.
fn random_positions(game: QuantumTicTacToe, placed: u8, wanted: usize) -> Vec<Position> {
    let positions =
        played(&game, Thoroughness::Sample { positions: 20_000, seed: placed.into() }).into_iter();
    let settled = positions.filter(|p| p.placed() == placed && p.open_cycle().is_none());
    let found: Vec<Position> = settled.take(wanted).collect();
    assert_eq!(found.len(), wanted);
    found
}

#[test]
fn forty_boards_are_as_good_as_two_hundred_and_twenty() {
    let numbering = Numbering::new(7);
    let marks = marks::<3>(&numbering.colourings, 7);
    for (game, step) in variants(&ON_3X3).zip([701, 701].into_iter().chain(std::iter::repeat(7_001))) {
        for shape in numbering.shapes.iter().step_by(step) {
            let setting = Setting::new(game.field, *shape);
            let fast = with_seven_marks(game.chooser, &setting, &marks);
            let slow = searched(game.chooser, &setting, &marks);
            (0..140).for_each(|bit| assert_eq!(fast.at(bit), slow.at(bit), "{shape:?}, colouring {bit}"));
        }
    }
}

#[test]
fn numbers_within_a_class_do_not_matter() {
    for game in variants(&ON_3X3) {
        let of_the_papers = game.field.name.is_empty();
        let wanted = if of_the_papers { [(8, 300), (7, 120), (6, 4)] } else { [(8, 60), (7, 20), (6, 0)] };
        for (placed, wanted) in wanted {
            let numbering = Numbering::new(placed);
            let marks = marks::<18>(&numbering.colourings, placed);
            for position in random_positions(game, placed as u8, wanted) {
                let slot = numbering.locate(&position);
                let setting = Setting::new(game.field, numbering.parts(slot).0);
                let lanes = searched(game.chooser, &setting, &marks);
                let grade = lanes.at((slot % numbering.colourings.codes.len() as u64) as usize);
                let text = game.write_position(&position);
                assert_eq!(Grade::ALL[usize::from(grade)], naive(game, &position), "{text}");
            }
        }
    }
}
