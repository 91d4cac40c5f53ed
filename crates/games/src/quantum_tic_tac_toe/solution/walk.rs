//! All slots, or some of them, one after the other.

use crate::quantum_tic_tac_toe::Grade;
use kaiketsu_db::DbError;
use kaiketsu_engine::analyse::{Choice, scattered};

use crate::quantum_tic_tac_toe::solution::{LAYERS, Oracle, STORED, slots};

/// Calls `visit` with the slots of a choice (their number of marks and their
/// number among them) and their grades, until it says no. All slots come in
/// stored order, seven marks first.
pub fn for_each_slot<E: From<DbError>>(
    oracle: &Oracle,
    choice: Choice,
    visit: &mut dyn FnMut(u32, u64, Grade) -> Result<bool, E>,
) -> Result<(), E> {
    let plies = || (0..=STORED).rev();
    match choice {
        Choice::All => {
            for marks in plies() {
                for (slot, grade) in (0..).zip(oracle.ply(marks)?.grades) {
                    if !visit(marks, slot, Grade::ALL[usize::from(grade)])? {
                        return Ok(());
                    }
                }
            }
        }
        Choice::Sample { positions, seed } => {
            for mut slot in scattered(slots(LAYERS), seed).take(positions as usize) {
                let mut marks = STORED;
                while slot >= oracle.numbering(marks).size() {
                    slot -= oracle.numbering(marks).size();
                    marks -= 1;
                }
                if !visit(marks, slot, oracle.stored(marks, slot)?)? {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
