//! Positions without a move, which are lost in 0.

use crate::Matrix;

use super::bits::set_bits;
use super::tables::{Steps, Tables};

/// Positions of a unit in which the mover has no move at all.
pub(super) fn stuck(
    tables: &[Tables],
    matrix: &Matrix,
    [near_edge, far_edge]: [MiddleEdge; 2],
    found: &mut [u64],
) -> bool {
    let spread = |columns: u8| columns | columns << 1 | columns >> 1;
    let free = |steps: &Steps, edge: MiddleEdge| -> Vec<u32> {
        let still = |part: &&super::tables::Stuck| {
            spread(part.tops) & edge.room == 0 && spread(edge.tops) & part.room == 0
        };
        steps.stuck.iter().filter(still).map(|part| part.number).collect()
    };
    let nears = free(&tables[matrix.near].near, near_edge);
    if nears.is_empty() {
        return false;
    }
    let fars = free(&tables[matrix.far].far, far_edge);
    for &near in &nears {
        for &far in &fars {
            let bit = matrix.first + u64::from(near) * u64::from(matrix.far_count) + u64::from(far);
            set_bits(found, bit, 1);
        }
    }
    !fars.is_empty()
}

/// The row of the middle beside another part.
#[derive(Clone, Copy, Debug)]
pub(super) struct MiddleEdge {
    /// Columns with a piece of the mover on top.
    pub(super) tops: u8,
    /// Columns with room for a piece.
    pub(super) room: u8,
}
