//! Simpei as text and on the board.

use kaiketsu_game::board::CellSet;
use kaiketsu_game::{Board, Game, Gesture, Notation, NotationError, Scene};

use super::{Action, Pieces, Simpei};

impl Simpei {
    fn names(&self, points: u32) -> String {
        points.cells().map(|point| self.layout.name(point)).collect()
    }
}

/// What ends the text of a game that is over.
const OVER: char = '!';

impl Notation for Simpei {
    fn title(&self) -> String {
        format!("Simpei{}", if self.free { ", the first piece anywhere" } else { "" })
    }

    fn about(&self) -> String {
        let first =
            if self.free { "anywhere" } else { "in the middle of the upper world, on c3, e3, c5 or e5" };
        format!(
            "Two worlds: the upper one has 4x4 points, the lower one 3x3 between them. By turns the sides place four \
             pieces each, the first {first}; then they step along a diagonal, into the other world. Whoever makes a \
             row of three, not of four, in one world in his own turn wins. Pieces of the other side between the one \
             that came and another of its side, in a row of one world without a gap, are trapped and put on other \
             empty points, wherever one likes; a row they make there is nothing. Whoever cannot step passes; play \
             without end is a draw. A position is the points row by row from the top, such as `{}`, with `!` after \
             it if the game is over; X is the first player's, O the second's. A move is `c3`, or `c3-d4`, and `c3xc5>a1` if a piece \
             goes from c5 to a1.",
            self.write_position(&self.start())
        )
    }

    fn write_position(&self, pieces: &Pieces) -> String {
        let mut text = self.layout.write_sets(&pieces.sides);
        text.extend(pieces.over.then_some(OVER));
        text
    }

    fn read_position(&self, text: &str) -> Result<Pieces, NotationError> {
        let going_on = text.strip_suffix(OVER);
        let sides: [u32; 2] = self.layout.read_sets(going_on.unwrap_or(text))?;
        let refuse = |problem: String| Err(NotationError::new(format!("`{text}` {problem}")));
        let [mover, other] = sides.map(CellSet::size);
        if other > self.most || mover != other && mover + 1 != other {
            let rule = format!("there are as many of both, or one O more, and at most {}", self.most);
            return refuse(format!("has {mover} X and {other} O; {rule}"));
        }
        if going_on.is_some() && self.worlds.rows_of(sides[1]).next().is_none() {
            return refuse("ends with `!`, which says that O has just made a row, and O has none".into());
        }
        Ok(Pieces { sides, over: going_on.is_some() })
    }

    fn write_move(&self, _: &Pieces, action: &Action) -> String {
        let from = if action.from == 0 { String::new() } else { self.names(action.from) + "-" };
        match (action.to, action.trapped) {
            (0, _) => "pass".into(),
            (to, 0) => from + &self.names(to),
            (to, trapped) => {
                format!("{from}{}x{}>{}", self.names(to), self.names(trapped), self.names(action.landed))
            }
        }
    }

    fn draw(&self, pieces: &Pieces) -> String {
        self.layout.board().draw(&self.scene(pieces))
    }

    fn board(&self) -> Board {
        self.layout.board().clone()
    }

    fn scene(&self, pieces: &Pieces) -> Scene {
        self.layout.scene(&pieces.sides)
    }

    /// Where trapped pieces go is chosen from the list.
    fn gesture(&self, _: &Pieces, action: &Action) -> Gesture {
        match (action.from.cells().next(), action.to.cells().next()) {
            _ if action.trapped != 0 => Gesture::LISTED,
            (Some(from), Some(to)) => Gesture::arrow(from, to),
            (None, Some(to)) => Gesture::place(to),
            _ => Gesture::LISTED,
        }
    }

    fn decided_by(&self, pieces: &Pieces) -> Vec<usize> {
        let rows = self.worlds.rows_of(pieces.sides[1]).fold(0, |all, row| all | row);
        if pieces.over { rows.cells().collect() } else { Vec::new() }
    }
}
