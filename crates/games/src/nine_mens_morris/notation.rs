//! Nine men's morris as text and on the board.

use kaiketsu_game::{Board, Cell, CellForm, Gesture, Notation, NotationError, Piece, Scene, TextPart, View};

use super::{NineMensMorris, POINTS, Slide, Stones};
use crate::board::{cells_of, discs};

/// The row of a point from the top, and its column, both from 0.
fn place(point: usize) -> (usize, usize) {
    let [row, column] = [[-1, -1, -1, 0, 1, 1, 1, 0], [-1, 0, 1, 1, 1, 0, -1, -1]]
        .map(|directions| 3 + directions[point % 8] * (3 - point as i32 / 8));
    (row as usize, column as usize)
}

/// The board without its lines.
pub(super) fn points() -> Board {
    let cell = |point: usize| {
        let (row, column) = place(point);
        let name = format!("{}{}", char::from(b'a' + column as u8), 7 - row);
        Cell::new(name, column as f32 + 0.5, row as f32 + 0.5, CellForm::Point)
    };
    let mut board = Board::grid(7, 7, CellForm::Point).with_kinds(discs()).viewed(View::Swapped);
    board.cells = (0..POINTS).map(cell).collect();
    let mut order: Vec<usize> = (0..POINTS).collect();
    order.sort_by_key(|point| place(*point));
    let row = |row: &[usize]| row.iter().map(|point| TextPart::Cell(*point)).collect::<Vec<_>>();
    let rows: Vec<_> = order.chunk_by(|a, b| place(*a).0 == place(*b).0).map(row).collect();
    board.text = rows.join(&TextPart::Letters("/".into()));
    board
}

impl Notation for NineMensMorris {
    fn title(&self) -> String {
        format!("Nine men's morris, endings to {} stones a side", self.most)
    }

    fn about(&self) -> String {
        "All stones are placed. A stone slides to an empty point beside it; a side with three stones jumps to any. \
         Closing a mill, three in a row along a line, takes an opponent's stone that is in no mill, or any if all \
         are. Whoever has fewer than three stones or no move loses; play without end is a draw. A position is the \
         points row by row from the top, such as `OXO/.../.../.....X/.../.../OX.`; X is the side to move. A move is \
         `a7-d7`, or `a7-d7xg1` if it takes a stone. Endings have no start of their own: the one given is a choice."
            .into()
    }

    fn write_position(&self, position: &Stones) -> String {
        self.board.write(&self.scene(position)).expect("the board says how")
    }

    fn read_position(&self, text: &str) -> Result<Stones, NotationError> {
        let refuse = |problem: String| Err(NotationError::new(format!("`{text}` {problem}")));
        let symbols = text.to_ascii_uppercase();
        let fits = |(part, symbol): (&TextPart, char)| match part {
            TextPart::Cell(_) => "XO.".contains(symbol),
            _ => symbol == '/',
        };
        let parts = || self.board.text.iter().zip(symbols.chars());
        if symbols.chars().count() != self.board.text.len() || !parts().all(fits) {
            return refuse(
                "is not rows of 3, 3, 3, 6, 3, 3 and 3 points from the top, each `X`, `O` or `.`".into(),
            );
        }
        let bits = |wanted: char| {
            let bit = |(part, symbol): (&TextPart, char)| match part {
                TextPart::Cell(point) if symbol == wanted => 1 << point,
                _ => 0,
            };
            parts().map(bit).sum::<u64>()
        };
        let (position, most) = (Stones { mover: bits('X'), opponent: bits('O') }, self.most);
        let (mover, opponent) = (position.mover.count_ones(), position.opponent.count_ones());
        if !(2..=most).contains(&mover) || !(3..=most).contains(&opponent) {
            return refuse(format!(
                "has {mover} X and {opponent} O; there are 2 to {most} X and 3 to {most} O"
            ));
        }
        Ok(position)
    }

    fn write_move(&self, _: &Stones, &Slide(from, to, taken): &Slide) -> String {
        let name = |point: u8| self.board.cells[usize::from(point)].name.as_str();
        let taken = taken.map_or(String::new(), |point| format!("x{}", name(point)));
        format!("{}-{}{taken}", name(from), name(to))
    }

    fn board(&self) -> Board {
        self.board.clone()
    }

    fn scene(&self, position: &Stones) -> Scene {
        let pieces = |stones: u64, kind: usize| cells_of(stones).map(move |cell| Piece { cell, kind });
        let pieces = pieces(position.mover, 0).chain(pieces(position.opponent, 1)).collect();
        Scene { pieces, ..Scene::default() }
    }

    fn gesture(&self, _: &Stones, &Slide(from, to, taken): &Slide) -> Gesture {
        let (from, to) = (from.into(), to.into());
        taken.map_or(Gesture::arrow(from, to), |taken| Gesture::capture(from, to, taken.into()))
    }

    /// Version 2 stores the 16 images of a position once.
    fn rules_version(&self) -> u32 {
        2
    }
}
