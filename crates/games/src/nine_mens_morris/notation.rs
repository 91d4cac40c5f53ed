//! Nine men's morris as text and on the board.

use kaiketsu_game::board::CellSet;
use kaiketsu_game::{Board, Gesture, Notation, NotationError, Scene};

use super::{NineMensMorris, Slide, Stones};

impl Notation for NineMensMorris {
    fn title(&self) -> String {
        format!("Nine men's morris, endings to {} stones a side", self.most)
    }

    fn about(&self) -> String {
        "All stones are placed. A stone slides to an empty point beside it; a side with three stones jumps to any. \
         Closing a mill, three in a row along a line, takes an opponent's stone that is in no mill, or any if all \
         are. Whoever has fewer than three stones or no move loses; play without end is a draw. A position is the \
         points row by row from the top, such as `OXO/.../.../.....X/.../.../OX.`; X is the first player's. A move is \
         `a7-d7`, or `a7-d7xg1` if it takes a stone. Endings have no start of their own: the one given is a choice."
            .into()
    }

    fn write_position(&self, stones: &Stones) -> String {
        self.layout.write_sets(stones)
    }

    fn read_position(&self, text: &str) -> Result<Stones, NotationError> {
        let stones: Stones = self.layout.read_sets(text)?;
        let ([mover, opponent], most) = (stones.map(CellSet::size), self.most);
        if (2..=most).contains(&mover) && (3..=most).contains(&opponent) {
            return Ok(stones);
        }
        let rule = format!("there are 2 to {most} X and 3 to {most} O");
        Err(NotationError::new(format!("`{text}` has {mover} X and {opponent} O; {rule}")))
    }

    fn write_move(&self, _: &Stones, &Slide(from, to, taken): &Slide) -> String {
        let taken = taken.map_or(String::new(), |point| format!("x{}", self.layout.name(point)));
        format!("{}-{}{taken}", self.layout.name(from), self.layout.name(to))
    }

    fn board(&self) -> Board {
        self.layout.board().clone()
    }

    fn scene(&self, stones: &Stones) -> Scene {
        self.layout.scene(stones)
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
