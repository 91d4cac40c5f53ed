//! The symmetries of a board: permutations of its cells.

use super::{CellSet, Permutation};

/// Permutations of the cells of a board that form a group, the identity first.
/// [`Grid::symmetries`](super::Grid::symmetries) and
/// [`Points::symmetries`](super::Points::symmetries) find them from the shape.
///
/// ```
/// use kaiketsu_game::board::Grid;
/// let turns = Grid::square(3).symmetries::<u16>();
/// assert_eq!(turns.len(), 8);
/// let corners: std::collections::BTreeSet<usize> = (0..8).map(|turn| turns.cell(0, turn)).collect();
/// assert_eq!(Vec::from_iter(corners), [0, 2, 6, 8]);
/// // Pieces of two kinds at once, here by turning columns round:
/// assert_eq!(turns.image(&[0b001, 0b010], 1), [0b100, 0b010]);
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries<B> {
    /// Where each cell goes, by symmetry.
    maps: Vec<Vec<u8>>,
    /// Where the values of each byte of a set go: the tables of the first symmetry, then the others'.
    tables: Vec<[B; 256]>,
    /// How many tables a symmetry has.
    bytes: usize,
}

impl<B: CellSet> Symmetries<B> {
    /// The symmetries by where each takes every cell.
    ///
    /// # Panics
    ///
    /// If one is not a permutation, or the first is not the identity.
    ///
    /// ```
    /// use kaiketsu_game::board::Symmetries;
    /// let mirror = Symmetries::<u16>::new(vec![vec![0, 1, 2], vec![2, 1, 0]]);
    /// assert_eq!(mirror.image(&[0b011], 1), [0b110]);
    /// ```
    #[must_use]
    pub fn new(maps: Vec<Vec<u8>>) -> Self {
        let permutations: Vec<Permutation<B>> = maps.iter().map(|map| Permutation::new(map)).collect();
        assert!(permutations[0].is_identity(), "the first symmetry leaves every cell where it is");
        let tables: Vec<[B; 256]> = permutations.iter().flat_map(|map| map.tables().to_vec()).collect();
        Symmetries { bytes: tables.len() / maps.len(), maps, tables }
    }

    /// Those that keep something of the cells: every cell and its image agree in
    /// what `keeps` says.
    ///
    /// ```
    /// use kaiketsu_game::board::Grid;
    /// let grid = Grid::new(3, 4);
    /// assert_eq!(grid.symmetries::<u16>().len(), 4);
    /// let mirror = grid.symmetries::<u16>().keeping(|cell| grid.row_of(cell));
    /// assert_eq!(mirror.len(), 2);
    /// ```
    #[must_use]
    pub fn keeping<T: Eq>(self, keeps: impl Fn(usize) -> T) -> Self {
        let kept = |map: &Vec<u8>| (0..).zip(map).all(|(cell, image)| keeps(cell) == keeps((*image).into()));
        Symmetries::new(self.maps.into_iter().filter(kept).collect())
    }

    /// How many there are, the identity included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.maps.len()
    }

    /// Never: there is the identity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Where a symmetry takes a cell.
    #[inline]
    #[must_use]
    pub fn cell(&self, cell: usize, symmetry: usize) -> usize {
        self.maps[symmetry][cell].into()
    }

    /// Where a symmetry takes sets of cells, one for each kind of piece.
    #[inline]
    #[must_use]
    pub fn image<const KINDS: usize>(&self, sets: &[B; KINDS], symmetry: usize) -> [B; KINDS] {
        let tables = &self.tables[symmetry * self.bytes..][..self.bytes];
        let mut images = [B::default(); KINDS];
        for (image, set) in images.iter_mut().zip(sets) {
            for (byte, table) in tables.iter().enumerate() {
                *image |= table[usize::from(set.byte(byte))];
            }
        }
        images
    }
}

/// All permutations of `cells` that take neighbours to neighbours and lines to
/// lines, in lexicographic order. Cells are placed one by one; the first that
/// does not fit ends a try.
pub(super) fn automorphisms(beside: &[u128], lines: &[u128]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    place_next(beside, &mut Vec::new(), &mut |map| {
        let image = |line: &u128| line.cells().fold(0, |set: u128, cell| set.with(map[cell].into()));
        if lines.iter().all(|line| lines.contains(&image(line))) {
            found.push(map.to_vec());
        }
    });
    found
}

fn place_next(beside: &[u128], map: &mut Vec<u8>, found: &mut dyn FnMut(&[u8])) {
    let cell = map.len();
    if cell == beside.len() {
        return found(map);
    }
    for image in 0..beside.len() {
        let fits = |(earlier, placed): (usize, &u8)| {
            usize::from(*placed) != image && beside[cell].has(earlier) == beside[image].has((*placed).into())
        };
        if beside[cell].size() == beside[image].size() && map.iter().enumerate().all(fits) {
            map.push(image as u8);
            place_next(beside, map, found);
            map.pop();
        }
    }
}
