//! The variants of quantum tic-tac-toe, how they are solved and proved, and
//! what is said of a finished game.

use std::fmt;
use std::sync::Arc;

use kaiketsu_engine::setup::{BySearch, IntoSetup, Numbered, Setup};

use super::solution::{QuantumLanes, QuantumScanner};
use super::{Animal, Chooser, Field, Grade, Position, QuantumTicTacToe};

const THREE: Animal = &[(0, 0), (1, 0), (2, 0)];
const THREE_ACROSS: Animal = &[(0, 0), (1, 1), (2, 2)];
const FOUR: Animal = &[(0, 0), (1, 0), (2, 0), (3, 0)];
const FOUR_ACROSS: Animal = &[(0, 0), (1, 1), (2, 2), (3, 3)];
const CORNER: Animal = &[(0, 0), (1, 0), (0, 1)];
const SQUARE: Animal = &[(0, 0), (1, 0), (0, 1), (1, 1)];
const TEE: Animal = &[(0, 0), (1, 0), (2, 0), (1, 1)];
const ELL: Animal = &[(0, 0), (1, 0), (2, 0), (0, 1)];
const ESS: Animal = &[(1, 0), (2, 0), (0, 1), (1, 1)];

/// The game of the papers: three in a line, across, up or down, or from corner to corner.
pub const THREE_IN_LINE: Field<9> = Field::new(3, 3, "", "three in a line", &[THREE, THREE_ACROSS]);

/// What is played for on 3x3: lines, and the animals of three and four cells that fit.
pub const ON_3X3: [Field<9>; 7] = [
    THREE_IN_LINE,
    Field::new(3, 3, "tromino-i", "the tromino I", &[THREE]),
    Field::new(3, 3, "tromino-l", "the tromino L", &[CORNER]),
    Field::new(3, 3, "tetromino-o", "the tetromino O", &[SQUARE]),
    Field::new(3, 3, "tetromino-t", "the tetromino T", &[TEE]),
    Field::new(3, 3, "tetromino-l", "the tetromino L", &[ELL]),
    Field::new(3, 3, "tetromino-s", "the tetromino S", &[ESS]),
];

/// What is played for on 3x4.
pub const ON_3X4: [Field<12>; 1] = [Field::new(3, 4, "3x4", "three in a line", &[THREE, THREE_ACROSS])];

/// Lines of four on 4x4.
pub const FOUR_IN_LINE: Field<16> = Field::new(4, 4, "4x4-4", "four in a line", &[FOUR, FOUR_ACROSS]);

/// What is played for on 4x4.
pub const ON_4X4: [Field<16>; 2] =
    [Field::new(4, 4, "4x4", "three in a line", &[THREE, THREE_ACROSS]), FOUR_IN_LINE];

/// Each board by the original rule, and then by the revised one.
pub fn variants<const N: usize>(
    fields: &'static [Field<N>],
) -> impl Iterator<Item = QuantumTicTacToe<N>> + Clone {
    let both =
        |field| [Chooser::Opponent, Chooser::Closer].map(|chooser| QuantumTicTacToe { chooser, field });
    fields.iter().flat_map(both)
}

/// A variant on 3x3, solved as a whole and proved by search.
#[must_use]
pub fn setup(game: &QuantumTicTacToe) -> Setup<QuantumTicTacToe> {
    let game = Arc::new(*game);
    let whole = Numbered::by(Arc::clone(&game), QuantumLanes).scanned_by(QuantumScanner);
    whole.into_setup().and_searched(BySearch::new(game)).remarking(remark)
}

/// A variant on any board, proved by search when a proof is asked for.
#[must_use]
pub fn searched<const N: usize>(game: &QuantumTicTacToe<N>) -> Setup<QuantumTicTacToe<N>> {
    BySearch::new(*game).when_asked().into_setup().remarking(remark)
}

/// Complete or narrow, and the points of the original scoring.
fn remark<const N: usize>(game: &QuantumTicTacToe<N>, position: &Position<N>) -> Option<String> {
    let finish = game.finish(position)?;
    let (first, second) = finish.points();
    let kind = match finish.grade() {
        Grade::Draw => "Nobody has a line",
        Grade::FirstComplete => "A complete win of the first player",
        Grade::FirstNarrow => "A narrow win of the first player",
        Grade::SecondComplete => "A complete win of the second player",
        Grade::SecondNarrow => "A narrow win of the second player",
    };
    Some(format!("{kind}; points {first} : {second} by the original scoring."))
}

/// What tells it from the game of the papers, such as `tromino-l-self`.
impl<const N: usize> fmt::Display for QuantumTicTacToe<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chooser = if self.chooser == Chooser::Closer { "self" } else { "" };
        let parts = [self.field.name, chooser].into_iter().filter(|part| !part.is_empty());
        f.pad(&parts.collect::<Vec<_>>().join("-"))
    }
}
