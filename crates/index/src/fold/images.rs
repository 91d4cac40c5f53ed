//! The images of a mask under all symmetries of a group at once.

use crate::BitPermutation;

/// Symmetries are taken eight at a time, so that a row fills vector registers.
const LANES: usize = 8;

type Row = [u32; LANES];

/// For each eight symmetries and each byte of the mask a table of 256 rows:
/// the images of that value of the byte, 8 KiB. The images of a mask are the
/// union of one row for each of its bytes. 25 cells and 8 symmetries take
/// 32 KiB.
#[derive(Clone, Debug)]
pub(super) struct Images {
    order: usize,
    /// Bytes of a mask.
    bytes: usize,
    /// By eight symmetries, byte and value.
    tables: Vec<[Row; 256]>,
}

impl Images {
    /// The tables of a group with at least one member. Missing symmetries of
    /// the last eight are taken to be the first one, which makes no
    /// difference to the least image.
    pub(super) fn new(group: &[BitPermutation]) -> Self {
        // Without cells there is still a mask, the empty one.
        let bytes = group[0].len().div_ceil(8).max(1);
        let mut tables = Vec::new();
        for eight in group.chunks(LANES) {
            let symmetry = |lane: usize| eight.get(lane).unwrap_or(&group[0]);
            for byte in 0..bytes {
                let row = |value: usize| {
                    let mask = (value as u64) << (8 * byte);
                    std::array::from_fn(|lane| symmetry(lane).apply(mask) as u32)
                };
                tables.push(std::array::from_fn(row));
            }
        }
        Images { order: group.len(), bytes, tables }
    }

    /// How many symmetries there are.
    pub(super) fn order(&self) -> usize {
        self.order
    }

    /// The images of a mask, in the order of the symmetries.
    pub(super) fn of(&self, mask: u32) -> impl Iterator<Item = u32> {
        self.rows(mask).flatten().take(self.order)
    }

    /// The least image of a mask, and the first symmetry that leads to it.
    #[inline]
    pub(super) fn least(&self, mask: u32) -> (u32, usize) {
        let mut best = u64::MAX;
        for (eight, row) in self.rows(mask).enumerate() {
            for (lane, image) in row.into_iter().enumerate() {
                // With the symmetry below the image, one comparison decides both.
                let symmetry = eight * LANES + lane;
                best = best.min(u64::from(image) << 32 | symmetry as u64);
            }
        }
        ((best >> 32) as u32, best as u32 as usize)
    }

    /// Whether no image of a mask is smaller than the mask itself.
    pub(super) fn is_least(&self, mask: u32) -> bool {
        self.rows(mask).all(|row| row.into_iter().all(|image| image >= mask))
    }

    /// How much memory the tables hold.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.tables[..])
    }

    /// Eight images at a time.
    #[inline]
    fn rows(&self, mask: u32) -> impl Iterator<Item = Row> {
        let parts = mask.to_le_bytes();
        self.tables.chunks_exact(self.bytes).map(move |tables| {
            let mut row = [0; LANES];
            for (table, part) in tables.iter().zip(parts) {
                for (image, piece) in row.iter_mut().zip(table[usize::from(part)]) {
                    *image |= piece;
                }
            }
            row
        })
    }
}
