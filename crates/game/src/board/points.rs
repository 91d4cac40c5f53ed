//! Boards of points that lines join, such as that of nine men's morris.

use super::symmetries::automorphisms;
use super::{Board, Cell, CellForm, CellSet, CollectCells, Symmetries, TextPart, grid_name};

/// Points joined by lines. A point has a place in columns and rows, from which
/// its name comes, and a stone goes from a point to the next on a line.
///
/// ```
/// use kaiketsu_game::board::{CellSet, Points};
/// // A triangle with a point in the middle of each side.
/// let places = [[0, 0], [2, 0], [4, 0], [3, 2], [2, 4], [1, 2]];
/// let points = Points::new(&places, &[&[0, 1, 2], &[2, 3, 4], &[4, 5, 0]]);
/// assert_eq!((points.name(4), points.named("d3")), ("c5", Some(3)));
/// assert_eq!(points.neighbours::<u16>()[0].cells().collect::<Vec<_>>(), [1, 5]);
/// assert_eq!(points.lines::<u16>(), [0b000_111, 0b011_100, 0b110_001]);
/// assert_eq!(points.symmetries::<u16>().len(), 6);
/// ```
#[derive(Clone, Debug)]
pub struct Points {
    places: Vec<[usize; 2]>,
    names: Vec<String>,
    lines: Vec<Vec<usize>>,
}

impl Points {
    /// Points by column and row, both from 0 and rows from the lowest, and the
    /// points of each line in order.
    ///
    /// # Panics
    ///
    /// If there are more than 128 points, or a line has a point that is not there.
    #[must_use]
    pub fn new(places: &[[usize; 2]], lines: &[&[usize]]) -> Self {
        assert!(places.len() <= 128, "a board has at most 128 points");
        let known = lines.iter().all(|line| line.iter().all(|point| *point < places.len()));
        assert!(known, "lines join the points that are there");
        let names = places.iter().map(|[column, row]| grid_name(*row, *column)).collect();
        Points { places: places.to_vec(), names, lines: lines.iter().map(|line| line.to_vec()).collect() }
    }

    /// The name of a point, as in chess.
    #[must_use]
    pub fn name(&self, point: usize) -> &str {
        &self.names[point]
    }

    /// The point of that name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The points of each line.
    #[must_use]
    pub fn lines<B: CellSet>(&self) -> Vec<B> {
        self.lines.iter().map(|line| line.iter().copied().collect_cells()).collect()
    }

    /// For each point the next ones on its lines.
    #[must_use]
    pub fn neighbours<B: CellSet>(&self) -> Vec<B> {
        let mut beside = vec![B::default(); self.places.len()];
        for [a, b] in self.steps() {
            beside[a] = beside[a].with(b);
            beside[b] = beside[b].with(a);
        }
        beside
    }

    fn steps(&self) -> impl Iterator<Item = [usize; 2]> {
        self.lines.iter().flat_map(|line| line.windows(2).map(|pair| [pair[0], pair[1]]))
    }

    /// All ways to exchange points that keep neighbours and lines.
    #[must_use]
    pub fn symmetries<B: CellSet>(&self) -> Symmetries<B> {
        Symmetries::new(automorphisms(&self.neighbours(), &self.lines()))
    }

    /// The board to be drawn. Its text is the points row by row from the top, with
    /// `/` between.
    #[must_use]
    pub fn board(&self) -> Board {
        let most = |part: usize| self.places.iter().map(|place| place[part] + 1).max().unwrap_or(0);
        let (columns, rows) = (most(0), most(1));
        let cell = |(name, [column, row]): (&String, &[usize; 2])| {
            Cell::new(name, *column as f32 + 0.5, (rows - 1 - row) as f32 + 0.5, CellForm::Point)
        };
        let row = |row: usize| {
            let mut points: Vec<usize> =
                (0..self.places.len()).filter(|at| self.places[*at][1] == row).collect();
            points.sort_by_key(|point| self.places[*point][0]);
            points.into_iter().map(TextPart::Cell).collect::<Vec<_>>()
        };
        let lines: Vec<_> = (0..rows).rev().map(row).filter(|row| !row.is_empty()).collect();
        Board {
            cells: self.names.iter().zip(&self.places).map(cell).collect(),
            text: lines.join(&TextPart::Letters("/".into())),
            lines: self.steps().collect(),
            ..Board::grid(columns, rows, CellForm::Point)
        }
    }
}
