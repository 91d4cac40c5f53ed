//! Positions without a move, which are lost in 0.

use crate::nocca::Nocca;
use crate::nocca::numbering::Matrix;
use crate::nocca::stack::MOVER;
use crate::nocca::steps::Edge;

use super::bits::set_bits;
use super::tables::{Steps, Tables};
use super::view::View;

/// Writes the positions of a unit in which the mover has no move at all; says
/// in which matrices there are some.
pub(super) fn find_stuck(
    game: &Nocca,
    view: &View<'_>,
    (class, unit): (usize, usize),
    found: &mut [u64],
) -> u64 {
    let part = &game.numbering.middle;
    let stacks = part.stacks(class, part.classes[class].unfold(unit as u32));
    let mut can_move = false;
    part.steps(stacks, MOVER, |_| can_move = true);
    if can_move {
        return 0;
    }
    let edges = [0, part.rows - 1].map(|row| part.edge(stacks, row, MOVER));
    let matrices = view.layout.classes[class].matrices.iter().enumerate();
    matrices.map(|(number, matrix)| u64::from(stuck(view.tables, matrix, edges, found)) << number).sum()
}

/// The same for a matrix, given the rows of the middle beside the other parts.
fn stuck(tables: &[Tables], matrix: &Matrix, [near_edge, far_edge]: [Edge; 2], found: &mut [u64]) -> bool {
    let spread = |columns: u8| columns | columns << 1 | columns >> 1;
    let free = |steps: &Steps, edge: Edge| -> Vec<u32> {
        let still = |part: &Edge| spread(part.tops) & edge.room == 0 && spread(edge.tops) & part.room == 0;
        steps.stuck.iter().filter(|(_, part)| still(part)).map(|(number, _)| *number).collect()
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
