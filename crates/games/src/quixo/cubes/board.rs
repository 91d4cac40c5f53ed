//! The Quixo board: cells, lines, pushes and the eight symmetries.
//!
//! Cells are numbered so that those which seldom move come first: the inner
//! cells row by row, then the border cells row by row. For 5x5:
//!
//! ```text
//!      9 10 11 12 13
//!     14  0  1  2 15
//!     16  3  4  5 17
//!     18  6  7  8 19
//!     20 21 22 23 24
//! ```
//!
//! A set of cells is a mask: bit `i` is cell `i`. All tables are derived from
//! the side length; they take about 60 KiB.

/// The most cells a board may have.
pub const MAX_CELLS: usize = 25;

/// How many symmetries the square has.
pub const SYMMETRIES: usize = 8;

/// Where the cube of every cell goes.
pub type CellMap = [u8; MAX_CELLS];

/// A way to take a cube from the border and push it back in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The cell the cube is taken from.
    pub from: u8,
    /// The cell where it is pushed in; the other cubes between give way.
    pub to: u8,
    /// Where the cube of every cell goes.
    pub map: CellMap,
    /// The cells of the line from `from` to `to`: each takes the cube of the
    /// next, and the last that of the first.
    segment: [u8; 5],
    length: u8,
}

impl Push {
    /// Where a set of cubes goes.
    #[must_use]
    #[inline]
    pub fn image(&self, mask: u32) -> u32 {
        let segment = &self.segment[..self.length as usize];
        let mut image = mask;
        for i in 0..segment.len() {
            let source = segment[if i + 1 < segment.len() { i + 1 } else { 0 }];
            image = image & !(1 << segment[i]) | (mask >> source & 1) << segment[i];
        }
        image
    }

    /// Where a set of cubes was before the push.
    #[must_use]
    #[inline]
    pub fn origin(&self, mask: u32) -> u32 {
        let segment = &self.segment[..self.length as usize];
        let mut origin = mask;
        for i in 0..segment.len() {
            let source = segment[if i > 0 { i - 1 } else { segment.len() - 1 }];
            origin = origin & !(1 << segment[i]) | (mask >> source & 1) << segment[i];
        }
        origin
    }
}

/// A square board of 2x2 to 5x5 cells.
#[derive(Clone, Debug)]
pub struct Board {
    side: usize,
    lines: Vec<u32>,
    pushes: Vec<Push>,
    symmetries: [CellMap; SYMMETRIES],
    inverse: [u8; SYMMETRIES],
    /// `routes[push][symmetry]`: first the push, then the symmetry.
    routes: Vec<[CellMap; SYMMETRIES]>,
    /// Images of the nine low, eight middle and eight high cells of a mask.
    images: Box<[[[u32; SYMMETRIES]; 512]; 3]>,
}

/// Where the three pieces of a mask start for the table of images.
const PIECES: [(u32, u32); 3] = [(0, 9), (9, 8), (17, 8)];

impl Board {
    /// The board with that many cells in a row.
    ///
    /// # Panics
    ///
    /// Unless `side` is from 2 to 5.
    #[must_use]
    pub fn new(side: usize) -> Self {
        assert!((2..=5).contains(&side), "a board has 2 to 5 cells in a row, not {side}");
        let number = cell_numbers(side);
        let at = |row: usize, column: usize| number[row * side + column];
        let pushes = pushes(side, at);
        let symmetries = symmetries(side, at);
        let inverse = std::array::from_fn(|s| {
            let undoes =
                |t: &usize| (0..side * side).all(|c| symmetries[*t][symmetries[s][c] as usize] == c as u8);
            (0..SYMMETRIES).find(undoes).expect("symmetries form a group") as u8
        });
        let routes = pushes
            .iter()
            .map(|push| std::array::from_fn(|s| push.map.map(|cell| symmetries[s][cell as usize])))
            .collect();
        let mut images = Box::new([[[0; SYMMETRIES]; 512]; 3]);
        for (table, (start, width)) in images.iter_mut().zip(PIECES) {
            for (piece, entry) in table.iter_mut().enumerate().take(1 << width) {
                *entry = std::array::from_fn(|s| image((piece as u32) << start, &symmetries[s]));
            }
        }
        Board { side, lines: lines(side, at), pushes, symmetries, inverse, routes, images }
    }

    /// How many cells are in a row.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.side * self.side
    }

    /// The rows, columns and diagonals.
    #[must_use]
    pub fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// All pushes, by the cell the cube is taken from.
    #[must_use]
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Where a push followed by a symmetry takes the cube of every cell.
    #[must_use]
    pub fn route(&self, push: usize, symmetry: usize) -> &CellMap {
        &self.routes[push][symmetry]
    }

    /// Where a symmetry takes every cell.
    #[must_use]
    pub fn symmetry(&self, symmetry: usize) -> &CellMap {
        &self.symmetries[symmetry]
    }

    /// The symmetry that undoes another.
    #[must_use]
    pub fn inverse(&self, symmetry: usize) -> usize {
        self.inverse[symmetry] as usize
    }

    /// All eight images of a mask; image 0 is the mask itself.
    #[must_use]
    #[inline]
    pub fn images(&self, mask: u32) -> [u32; SYMMETRIES] {
        let [low, middle, high] = &*self.images;
        let (a, b, c) = (
            &low[(mask & 511) as usize],
            &middle[(mask >> 9 & 255) as usize],
            &high[(mask >> 17 & 255) as usize],
        );
        std::array::from_fn(|s| a[s] | b[s] | c[s])
    }
}

/// A mask after every cell has moved.
#[must_use]
pub fn image(mask: u32, map: &CellMap) -> u32 {
    (0..MAX_CELLS).filter(|c| mask >> c & 1 == 1).fold(0, |image, c| image | 1 << map[c])
}

/// The identity on cells.
fn identity() -> CellMap {
    std::array::from_fn(|cell| cell as u8)
}

/// The number of each cell, by row and column.
fn cell_numbers(side: usize) -> Vec<u8> {
    let inner = |square: usize| {
        let inside = |x: usize| x > 0 && x + 1 < side;
        inside(square / side) && inside(square % side)
    };
    let mut number = vec![0; side * side];
    let order = (0..side * side).filter(|&s| inner(s)).chain((0..side * side).filter(|&s| !inner(s)));
    for (cell, square) in order.enumerate() {
        number[square] = cell as u8;
    }
    number
}

fn lines(side: usize, at: impl Fn(usize, usize) -> u8) -> Vec<u32> {
    let mask = |cells: &dyn Fn(usize) -> u8| (0..side).fold(0, |mask, i| mask | 1u32 << cells(i));
    let mut lines = Vec::new();
    for i in 0..side {
        lines.push(mask(&|j| at(i, j)));
        lines.push(mask(&|j| at(j, i)));
    }
    lines.push(mask(&|i| at(i, i)));
    lines.push(mask(&|i| at(i, side - 1 - i)));
    lines
}

fn pushes(side: usize, at: impl Fn(usize, usize) -> u8) -> Vec<Push> {
    let last = side - 1;
    let mut pushes = Vec::new();
    for square in 0..side * side {
        let (row, column) = (square / side, square % side);
        let at_end = |x: usize| x == 0 || x == last;
        if !at_end(row) && !at_end(column) {
            continue;
        }
        // The line as a list of cells, and where on it the cube is.
        let along_row: Vec<u8> = (0..side).map(|j| at(row, j)).collect();
        let along_column: Vec<u8> = (0..side).map(|i| at(i, column)).collect();
        for (line, place) in [(along_row, column), (along_column, row)] {
            for end in [0, last] {
                if end == place {
                    continue;
                }
                let mut map = identity();
                map[line[place] as usize] = line[end];
                let mut segment = [0; 5];
                segment[0] = line[place];
                let (mut gap, mut length) = (place, 1);
                while gap != end {
                    let next = if end > gap { gap + 1 } else { gap - 1 };
                    map[line[next] as usize] = line[gap];
                    segment[length] = line[next];
                    length += 1;
                    gap = next;
                }
                let length = length as u8;
                pushes.push(Push { from: line[place], to: line[end], map, segment, length });
            }
        }
    }
    pushes.sort_by_key(|push| (push.from, push.to));
    pushes
}

fn symmetries(side: usize, at: impl Fn(usize, usize) -> u8) -> [CellMap; SYMMETRIES] {
    let last = side - 1;
    std::array::from_fn(|s| {
        let mut map = identity();
        for row in 0..side {
            for column in 0..side {
                let (mut r, mut c) = (row, column);
                if s & 1 != 0 {
                    c = last - c;
                }
                if s & 2 != 0 {
                    r = last - r;
                }
                if s & 4 != 0 {
                    (r, c) = (c, r);
                }
                map[at(row, column) as usize] = at(r, c);
            }
        }
        map
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_follow_from_the_side() {
        for side in 2..=5 {
            let board = Board::new(side);
            assert_eq!(board.lines().len(), 2 * side + 2);
            let (corners, others) = (4, 4 * (side - 2));
            assert_eq!(board.pushes().len(), 2 * corners + 3 * others);
        }
    }

    #[test]
    fn a_push_moves_every_cube_somewhere_and_is_pulled_back() {
        let board = Board::new(4);
        for push in board.pushes() {
            for mask in 0..1 << 16 {
                let pushed = push.image(mask);
                assert_eq!(pushed, image(mask, &push.map));
                assert_eq!(push.origin(pushed), mask);
            }
        }
    }

    #[test]
    fn images_agree_with_the_cell_maps() {
        let board = Board::new(5);
        for mask in (0..1 << 25).step_by(9973) {
            for (s, found) in board.images(mask).into_iter().enumerate() {
                assert_eq!(found, image(mask, board.symmetry(s)));
                assert_eq!(image(found, board.symmetry(board.inverse(s))), mask);
            }
        }
    }
}
