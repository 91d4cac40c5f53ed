//! Two layers for each ply: who wins, and who wins completely.
//!
//! ```text
//! layer 0   7 marks                win, loss or draw for the side to move
//! layer 1   7 marks, complete      win: the side to move can force a complete
//!                                  win; loss: its opponent can; draw: nobody
//! layer 2   6 marks
//! ...
//! layer 15  0 marks, complete
//! ```
//!
//! The two together are a grade: see [`Grade`].

use crate::quantum_tic_tac_toe::Grade;
use crate::quantum_tic_tac_toe::classes::Numbering;
use kaiketsu_db::{DbError, LayerReader};
use kaiketsu_game::{Code, Outcome};

use crate::quantum_tic_tac_toe::solution::{Ply, STORED};

/// How many layers there are.
pub const LAYERS: u32 = 2 * (STORED + 1);

/// Codes turned into file blocks at a time.
const STRETCH: usize = 1 << 20;

/// The layers of the positions with a number of marks: who wins, and who wins
/// completely.
#[must_use]
pub fn layers_of(marks: u32) -> [u32; 2] {
    let value = 2 * (STORED - marks);
    [value, value + 1]
}

/// What a layer stores of a grade: for the side to move.
pub(super) fn code(layer: u32, grade: Grade) -> Code {
    let winner = if layer.is_multiple_of(2) { grade.winner() } else { grade.complete_winner() };
    let first_to_move = (STORED - layer / 2).is_multiple_of(2);
    Code::ended(match winner {
        None => Outcome::Draw,
        Some(first) if first == first_to_move => Outcome::Win,
        Some(_) => Outcome::Loss,
    })
}

/// Reads the two layers of a ply back.
pub(super) fn read(numbering: Numbering, layers: [&LayerReader; 2]) -> Result<Ply, DbError> {
    let marks = numbering.marks();
    let mut table = [[u8::MAX; 3]; 3];
    for (place, grade) in (0..).zip(Grade::ALL) {
        let [value, complete] = layers_of(marks).map(|layer| usize::from(code(layer, grade).0));
        table[value][complete] = place;
    }
    let mut grades = vec![0; numbering.size() as usize];
    let mut codes = [vec![Code::DRAW; STRETCH], vec![Code::DRAW; STRETCH]];
    for (number, stretch) in grades.chunks_mut(STRETCH).enumerate() {
        for (layer, codes) in layers.iter().zip(&mut codes) {
            codes.truncate(stretch.len());
            layer.read((number * STRETCH) as u64, codes)?;
        }
        for (grade, (value, complete)) in stretch.iter_mut().zip(codes[0].iter().zip(&codes[1])) {
            *grade = table[usize::from(value.0)][usize::from(complete.0)];
        }
        if stretch.contains(&u8::MAX) {
            let what = "list of complete wins";
            return Err(DbError::Disagrees { file: layers[1].file().into(), what });
        }
    }
    Ok(Ply { numbering, grades })
}
