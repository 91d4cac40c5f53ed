//! Fast against slow: lanes against plain search in lanes, and lanes against the
//! rules with all move numbers.

use crate::quantum_tic_tac_toe::classes::Numbering;
use crate::quantum_tic_tac_toe::{Chooser, Grade, Position, QuantumTicTacToe};
use kaiketsu_game::Notation;
use kaiketsu_testkit::laws::{Thoroughness, played};
use kaiketsu_testkit::naive::steps;

use super::board::{Setting, marks};
use super::last::with_seven_marks;
use super::turn::searched;

const GAMES: [QuantumTicTacToe; 2] = [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED];

/// The value by the rules alone, move numbers and all.
fn naive(game: QuantumTicTacToe, position: &Position) -> Grade {
    if let Some(finish) = position.finish() {
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
    for shape in numbering.shapes.iter().step_by(701) {
        let setting = Setting::new(*shape);
        for chooser in [Chooser::Opponent, Chooser::Closer] {
            let fast = with_seven_marks(chooser, &setting, &marks);
            let slow = searched(chooser, &setting, &marks);
            (0..140).for_each(|bit| assert_eq!(fast.at(bit), slow.at(bit), "{shape:?}, colouring {bit}"));
        }
    }
}

#[test]
fn numbers_within_a_class_do_not_matter() {
    for (placed, wanted) in [(8, 300), (7, 120), (6, 4)] {
        let numbering = Numbering::new(placed);
        let marks = marks::<18>(&numbering.colourings, placed);
        for game in GAMES {
            for position in random_positions(game, placed as u8, wanted) {
                let slot = numbering.locate(&position);
                let lanes = searched(game.chooser, &Setting::new(numbering.parts(slot).0), &marks);
                let grade = lanes.at((slot % numbering.colourings.codes.len() as u64) as usize);
                let text = game.write_position(&position);
                assert_eq!(Grade::ALL[usize::from(grade)], naive(game, &position), "{text}");
            }
        }
    }
}
