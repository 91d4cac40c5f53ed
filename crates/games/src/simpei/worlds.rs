//! The points of the two worlds, and the rows in each.

use std::collections::BTreeMap;

use kaiketsu_game::board::{CellSet, CollectCells, Points};

/// The board.
pub(super) struct Worlds {
    pub(super) points: Points,
    /// All of them.
    pub(super) all: u32,
    /// The points of the other world beside each point.
    pub(super) beside: Vec<u32>,
    /// The points of the upper world that are not on its border.
    pub(super) middle: u32,
    /// All rows of three in one world, each with the points that make it four.
    rows: Vec<(u32, u32)>,
    /// From each point the others of its world in every direction, the next one first.
    rays: Vec<Vec<Vec<u8>>>,
}

impl Worlds {
    /// An upper world of so many points along a side, and a lower one of one less.
    pub(super) fn new(upper: usize) -> Self {
        // Columns and rows of a point are both even, in the upper world, or both odd.
        let side = 2 * upper - 1;
        let all = || (0..side * side).map(|at| [at % side, at / side]);
        let places: Vec<[usize; 2]> = all().filter(|[column, row]| column % 2 == row % 2).collect();
        let at = |place: [usize; 2]| places.iter().position(|known| *known == place);
        let walk = |[column, row]: [usize; 2], right: isize, up: isize| {
            let step = move |[column, row]: &[usize; 2]| {
                Some([column.checked_add_signed(right)?, row.checked_add_signed(up)?])
            };
            std::iter::successors(Some([column, row]), step).map_while(at)
        };
        let long = |line: Vec<usize>| (line.len() > 1).then_some(line);
        let rising = all().filter(|[column, row]| *column == 0 || *row == 0);
        let falling = all().filter(|[column, row]| *column == 0 || *row == side - 1);
        let diagonals = rising.map(|place| walk(place, 1, 1)).filter_map(|line| long(line.collect()));
        let others = falling.map(|place| walk(place, 1, -1)).filter_map(|line| long(line.collect()));
        let lines: Vec<Vec<usize>> = diagonals.chain(others).collect();
        let points = Points::new(&places, &lines.iter().map(|line| &line[..]).collect::<Vec<_>>());

        let directions = (-2..=2).step_by(2).flat_map(|right| (-2..=2).step_by(2).map(move |up| (right, up)));
        let directions: Vec<(isize, isize)> = directions.filter(|way| *way != (0, 0)).collect();
        let ray = |place: &[usize; 2], (right, up): &(isize, isize)| -> Vec<u8> {
            walk(*place, *right, *up).skip(1).map(|point| point as u8).collect()
        };
        let rays: Vec<Vec<Vec<u8>>> =
            places.iter().map(|place| directions.iter().map(|way| ray(place, way)).collect()).collect();
        // A row is found from both its ends, and has the point beyond either.
        let mut rows = BTreeMap::<u32, u32>::new();
        for (point, ray) in
            rays.iter().enumerate().flat_map(|(point, rays)| rays.iter().map(move |ray| (point, ray)))
        {
            if let [near, far, beyond @ ..] = &ray[..] {
                let row = [point, (*near).into(), (*far).into()].into_iter().collect_cells();
                *rows.entry(row).or_default() |=
                    beyond.iter().take(1).map(|point| usize::from(*point)).collect_cells::<u32>();
            }
        }
        let inside = |part: &usize| part.is_multiple_of(2) && (1..side - 1).contains(part);
        let middle = all().filter(|place| place.iter().all(inside)).filter_map(at).collect_cells();
        let all = (0..places.len()).collect_cells();
        Worlds { beside: points.neighbours(), all, middle, rows: rows.into_iter().collect(), rays, points }
    }

    /// The rows of three that are complete, without those in a row of four.
    pub(super) fn rows_of(&self, pieces: u32) -> impl Iterator<Item = u32> {
        let whole = self.rows.iter().filter(move |(row, _)| pieces.has_all(*row));
        whole.filter(move |(_, beyond)| pieces & beyond == 0).map(|(row, _)| *row)
    }

    /// The other side's pieces between the point that a piece comes to and another of
    /// its side, in one world, with no empty point between.
    pub(super) fn trapped(&self, mover: u32, other: u32, to: usize) -> u32 {
        let mut trapped = 0;
        for ray in &self.rays[to] {
            let enemies = ray.iter().take_while(|point| other.has(usize::from(**point))).count();
            if ray.get(enemies).is_some_and(|point| mover.has(usize::from(*point))) {
                trapped |= ray[..enemies].iter().map(|point| usize::from(*point)).collect_cells::<u32>();
            }
        }
        trapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_a_square_with_two_worlds() {
        let worlds = Worlds::new(4);
        assert_eq!(worlds.points.symmetries::<u32>().len(), 8);
        // 4x4 has 4 x 2 rows along either side and 2 x 4 along diagonals, 3x3 has 8.
        assert_eq!(worlds.rows.len(), 24 + 8);
        assert_eq!(worlds.rows.iter().filter(|(_, beyond)| *beyond != 0).count(), 8 * 2 + 2 * 2);
        let named = |name: &str| worlds.points.named(name).unwrap();
        assert_eq!(worlds.beside[named("a1")], 1 << named("b2"));
        assert_eq!(worlds.beside[named("d4")].size(), 4);
        assert_eq!(
            worlds.middle.cells().map(|point| worlds.points.name(point)).collect::<Vec<_>>(),
            ["c3", "e3", "c5", "e5"]
        );
    }
}
