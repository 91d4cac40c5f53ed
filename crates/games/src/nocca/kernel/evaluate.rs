//! One matrix of one unit in one round: which open positions have a child
//! that matters.
//!
//! In a round that looks for wins, a child matters if it is lost; in a round
//! that looks for losses, if it is not won. So both are sums of bits, over the
//! plane of losses or over the opposite of the plane of wins.
//!
//! The matrix has a row for each near part and a column for each far part. The
//! child, seen by the other side, has the far part as its row and the near
//! part as its column. So there are two ways to add up:
//!
//! - moves that leave the near part alone take rows of the child matrix as
//!   they are, into a sum with a row for each far part (`across`), which is
//!   transposed once;
//! - moves of the near part transpose the child matrix once, and then take
//!   rows of that.
//!
//! Where the mirror image of the child is stored, its rows are read at the
//! image, and its columns are brought back once for all such children.

use crate::nocca::numbering::Matrix;

use super::bits::{Bits, pairs_in, set_bits, swap_pairs, transpose, words};
use super::middle::{Child, Family};
use super::tables::{NONE, Steps, Tables};
use super::view::{Neighbours, View};

/// Buffers of a thread.
#[derive(Debug, Default)]
pub(super) struct Evaluator {
    open: Vec<u64>,
    sum: Vec<u64>,
    across: Vec<u64>,
    across_mirrored: Vec<u64>,
    turned: Vec<u64>,
    live: Vec<u32>,
}

/// The columns beside a column, and itself.
pub(super) fn around(column: usize, columns: usize) -> std::ops::Range<usize> {
    column.saturating_sub(1)..(column + 2).min(columns)
}

impl Evaluator {
    /// Writes what the round finds in a matrix of a unit to `found`, and says
    /// whether there is any. `known` has the bits of the unit that are decided.
    #[inline(always)]
    pub(super) fn evaluate(
        &mut self,
        view: &View<'_>,
        family: &Family,
        matrix: &Matrix,
        known: &[u64],
        found: &mut [u64],
    ) -> bool {
        if !(view.everywhere || view.is_touched(family, matrix)) || !self.load_open(view, matrix, known) {
            return false;
        }
        self.add_across(view, family, matrix);
        self.add_near(view, family, matrix);
        self.write(view, matrix, found)
    }

    /// Loads the open positions; false if there are none.
    #[inline(always)]
    fn load_open(&mut self, view: &View<'_>, matrix: &Matrix, known: &[u64]) -> bool {
        let (rows, columns) = (view.tables[matrix.near].class.all, matrix.far_count);
        let width = words(columns);
        let decided = Bits { plane: known, start: matrix.first, columns, invert: u64::MAX };
        let last = u64::MAX >> (63 - (columns - 1) % 64);
        self.open.clear();
        self.live.clear();
        for row in 0..rows {
            let mut any = 0;
            for k in 0..width {
                let mask = if k + 1 == width { last } else { u64::MAX };
                let open = decided.word(row, k) & mask;
                any |= open;
                self.open.push(open);
            }
            if any != 0 {
                self.live.push(row);
            }
        }
        self.sum.clear();
        self.sum.resize(self.open.len(), 0);
        !self.live.is_empty()
    }

    /// Moves of the middle and the far part, for near parts that a child can have as
    /// its columns.
    #[inline(always)]
    fn add_across(&mut self, view: &View<'_>, family: &Family, matrix: &Matrix) {
        let near = &view.tables[matrix.near].class;
        let nears = view.tables[matrix.near].columns;
        if nears == 0 {
            return;
        }
        let (columns, width) = (matrix.far_count, words(nears));
        self.across.clear();
        self.across.resize(columns as usize * width, 0);
        self.across_mirrored.clear();
        let far_steps = &view.tables[matrix.far].far;
        let Neighbours { far_less, far_more, .. } = view.neighbours(matrix);
        let (near_class, far_class) = (Some(matrix.near), Some(matrix.far));
        let mut added = self.add_rows(view, &family.same, near_class, far_class, Targets::Inside(far_steps));
        for child in &family.inside {
            added |= self.add_rows(view, child, near_class, far_class, Targets::Same);
        }
        for (column, child) in &family.far_in {
            added |= self.add_rows(view, child, near_class, far_less, Targets::Take(far_steps, *column));
        }
        for (column, child) in &family.far_out {
            added |= self.add_rows(view, child, near_class, far_more, Targets::Put(far_steps, *column));
        }
        if !added {
            return;
        }
        for (sums, mirrored) in self.across.chunks_mut(width).zip(self.across_mirrored.chunks(width)) {
            for (k, (sum, word)) in sums.iter_mut().zip(mirrored).enumerate() {
                *sum |= swap_pairs(*word, pairs_in(near, k));
            }
        }
        let sums = Bits { plane: &self.across, start: 0, columns: 64 * width as u32, invert: 0 };
        let stride = words(columns);
        transpose_matrix(
            columns,
            nears,
            |row, k| sums.plane[row as usize * width + k],
            |row, k, word| {
                self.sum[row as usize * stride + k] |= word;
            },
        );
    }

    /// Adds rows of a child matrix at the targets; false if it cannot matter.
    #[inline(always)]
    fn add_rows(
        &mut self,
        view: &View<'_>,
        child: &Child,
        near: Option<usize>,
        far: Option<usize>,
        targets: Targets<'_>,
    ) -> bool {
        let Some(source) = view.source(*child, near, far) else { return false };
        let width = words(source.bits.columns);
        if source.mirrored {
            self.across_mirrored.resize(self.across.len(), 0);
        }
        let sums = if source.mirrored { &mut self.across_mirrored } else { &mut self.across };
        for (column, sum) in (0..).zip(sums.chunks_exact_mut(width)) {
            for &target in targets.of(&column).iter().filter(|target| **target != NONE) {
                source.bits.add_row(source.row(target), sum);
            }
        }
        true
    }

    /// Moves of the near part.
    #[inline(always)]
    fn add_near(&mut self, view: &View<'_>, family: &Family, matrix: &Matrix) {
        let steps = &view.tables[matrix.near].near;
        let Neighbours { near_less, near_more, .. } = view.neighbours(matrix);
        let same = Some(matrix.near);
        self.add_turned(view, matrix, family.same, same, Targets::Inside(steps));
        for (column, child) in &family.near_in {
            self.add_turned(view, matrix, *child, near_less, Targets::Take(steps, *column));
        }
        for (column, child) in &family.near_out {
            self.add_turned(view, matrix, *child, near_more, Targets::Put(steps, *column));
        }
    }

    /// Transposes a child matrix and adds its rows at the targets.
    #[inline(always)]
    fn add_turned(
        &mut self,
        view: &View<'_>,
        matrix: &Matrix,
        child: Child,
        near: Option<usize>,
        targets: Targets<'_>,
    ) {
        let Some(source) = view.source(child, near, Some(matrix.far)) else { return };
        let width = words(matrix.far_count);
        self.forget_settled(width);
        if self.live.is_empty() {
            return;
        }
        let Tables { class: near, columns: nears, .. } = &view.tables[near.expect("a source has a class")];
        self.turned.resize(*nears as usize * width, 0);
        let (turned, sum) = (&mut self.turned, &mut self.sum);
        transpose_matrix(
            matrix.far_count,
            *nears,
            |row, k| source.bits.word(source.row(row), k),
            |row, k, word| {
                let row = if source.mirrored { near.mirror(row) } else { row };
                turned[row as usize * width + k] = word;
            },
        );
        for &row in &self.live {
            let sums = &mut sum[row as usize * width..][..width];
            for &target in targets.of(&row).iter().filter(|target| **target != NONE) {
                let words = &turned[target as usize * width..][..width];
                sums.iter_mut().zip(words).for_each(|(sum, word)| *sum |= word);
            }
        }
    }

    /// Drops the rows in which nothing can change any more.
    #[inline(always)]
    fn forget_settled(&mut self, width: usize) {
        let (open, sum) = (&self.open, &self.sum);
        self.live.retain(|&row| {
            let at = row as usize * width;
            open[at..at + width].iter().zip(&sum[at..at + width]).any(|(open, sum)| open & !sum != 0)
        });
    }

    /// Writes what was found: a child that matters makes a win and prevents a loss.
    #[inline(always)]
    fn write(&mut self, view: &View<'_>, matrix: &Matrix, found: &mut [u64]) -> bool {
        let width = words(matrix.far_count);
        let mut any = false;
        for (row, (open, sum)) in self.open.chunks_exact(width).zip(self.sum.chunks_exact(width)).enumerate()
        {
            let start = matrix.first + row as u64 * u64::from(matrix.far_count);
            for (k, (open, sum)) in open.iter().zip(sum).enumerate() {
                let new = open & (sum ^ view.invert);
                if new != 0 {
                    any = true;
                    set_bits(found, start + 64 * k as u64, new);
                }
            }
        }
        any
    }
}

/// Where moves take a part.
#[derive(Clone, Copy)]
enum Targets<'a> {
    /// Nowhere: another part moves.
    Same,
    /// A step inside the part.
    Inside(&'a Steps),
    /// A piece leaves for that column of the middle, or comes from it.
    Take(&'a Steps, usize),
    Put(&'a Steps, usize),
}

impl<'a> Targets<'a> {
    /// The numbers of the part after the moves; [`NONE`] is none.
    #[inline(always)]
    fn of<'b>(&self, number: &'b u32) -> &'b [u32]
    where
        'a: 'b,
    {
        match *self {
            Targets::Same => std::slice::from_ref(number),
            Targets::Inside(steps) => steps.inside(*number),
            Targets::Take(steps, column) => &steps.take(*number)[around(column, steps.columns)],
            Targets::Put(steps, column) => &steps.put(*number)[around(column, steps.columns)],
        }
    }
}

/// Reads a matrix of `rows` x `columns` bits by words and writes its
/// transpose by words.
#[inline(always)]
fn transpose_matrix(
    rows: u32,
    columns: u32,
    read: impl Fn(u32, usize) -> u64,
    mut write: impl FnMut(u32, usize, u64),
) {
    let mut tile = [0; 64];
    for block in 0..words(rows) {
        let first = 64 * block as u32;
        let height = (rows - first).min(64);
        for k in 0..words(columns) {
            for (row, word) in (first..first + height).zip(&mut tile) {
                *word = read(row, k);
            }
            let width = (columns - 64 * k as u32).min(64);
            let size = height.max(width).next_power_of_two() as usize;
            tile[height as usize..size].fill(0);
            transpose(&mut tile, size);
            for (column, word) in (64 * k as u32..).zip(&tile[..width as usize]) {
                write(column, block, *word);
            }
        }
    }
}
