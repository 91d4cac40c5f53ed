//! Position by position: what is left when nearly all of a matrix is known.
//!
//! It says the same as the lanes (`evaluate`), and stops at the first move that leads
//! here. Where few positions are open that is less work.

use crate::nocca::kernel::evaluate::around;
use crate::nocca::kernel::middle::{Child, Family};
use crate::nocca::kernel::tables::NONE;
use crate::nocca::kernel::view::{Neighbours, View};
use crate::nocca::numbering::Matrix;

/// Some places of a part, all of one class.
type Places<'a> = (Option<usize>, &'a [u32]);

/// Looks at every open bit of a matrix whose words are given; says whether it found some.
pub(super) fn find(
    view: &View<'_>,
    family: &Family,
    matrix: &Matrix,
    words: &[u64],
    found: &mut [u64],
) -> bool {
    let (columns, mut any) = (u64::from(matrix.far_count), false);
    for (at, (word, found)) in words.iter().zip(found).enumerate() {
        let mut open = !word;
        while open != 0 {
            let bit = 64 * at as u64 + u64::from(open.trailing_zeros());
            if is_reached(view, family, matrix, [bit / columns, bit % columns].map(|place| place as u32)) {
                *found |= open & open.wrapping_neg();
                any = true;
            }
            open &= open - 1;
        }
    }
    any
}

/// Whether a source is in the plane.
fn is_reached(view: &View<'_>, family: &Family, matrix: &Matrix, [near, far]: [u32; 2]) -> bool {
    let Neighbours { near_less, near_more, far_less, far_more } = view.neighbours(matrix);
    let (nears, fars) = (&view.tables[matrix.near].near, &view.tables[matrix.far].far);
    let near_still: Places<'_> = (Some(matrix.near), &[near]);
    let far_still: Places<'_> = (Some(matrix.far), &[far]);
    let beside = |column: usize| around(column, nears.columns);
    leads(view, family.same, (Some(matrix.near), nears.inside(near)), far_still)
        || leads(view, family.same, near_still, (Some(matrix.far), fars.inside(far)))
        || family.inside.iter().any(|child| leads(view, *child, near_still, far_still))
        || (near_less.is_some() && {
            let take = nears.take(near);
            let from = |column: usize| (near_less, &take[beside(column)]);
            family.near_in.iter().any(|(column, child)| leads(view, *child, from(*column), far_still))
        })
        || (near_more.is_some() && {
            let put = nears.put(near);
            let to = |column: usize| (near_more, &put[beside(column)]);
            family.near_out.iter().any(|(column, child)| leads(view, *child, to(*column), far_still))
        })
        || (far_less.is_some() && {
            let take = fars.take(far);
            let from = |column: usize| (far_less, &take[beside(column)]);
            family.far_in.iter().any(|(column, child)| leads(view, *child, near_still, from(*column)))
        })
        || (far_more.is_some() && {
            let put = fars.put(far);
            let to = |column: usize| (far_more, &put[beside(column)]);
            family.far_out.iter().any(|(column, child)| leads(view, *child, near_still, to(*column)))
        })
}

/// Whether one of these positions with that middle is in the plane.
fn leads(view: &View<'_>, child: Child, (near, nears): Places<'_>, (far, fars): Places<'_>) -> bool {
    let Some(source) = view.source(child, near, far) else { return false };
    let near = &view.tables[near.expect("a source has a class")].class;
    let column = |place: u32| if source.mirrored { near.mirror(place) } else { place };
    fars.iter().filter(|far| **far != NONE).any(|&far| {
        let row = source.row(far);
        nears.iter().filter(|near| **near != NONE).any(|&near| {
            let column = column(near);
            source.bits.word(row, column as usize / 64) >> (column % 64) & 1 == 1
        })
    })
}
