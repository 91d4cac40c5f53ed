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
use kaiketsu_game::{Aim, Code};

use super::Ply;

/// Codes turned into file blocks at a time.
const STRETCH: usize = 1 << 20;

/// What the layer of an aim stores of a grade of a position with so many marks.
pub(super) fn code(marks: u32, aim: Aim, grade: Grade) -> Code {
    Code::ended(grade.outcome(aim, marks.is_multiple_of(2)))
}

/// Reads the two layers of a ply back.
pub(super) fn read(numbering: Numbering, layers: [&LayerReader; 2]) -> Result<Ply, DbError> {
    let mut table = [[u8::MAX; 3]; 3];
    for (place, grade) in (0..).zip(Grade::ALL) {
        let [value, complete] =
            [Aim::Win, Aim::Complete].map(|aim| usize::from(code(numbering.marks, aim, grade).0));
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
