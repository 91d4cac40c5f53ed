//! NOCCA x NOCCA with a tall piece as text and on the board.

use kaiketsu_game::{Board, Game, Gesture, Notation, NotationError, Piece, PieceForm, PieceKind, Scene};

use super::super::stack::{self, EMPTY};
use super::super::{NoccaMove, Stacks, text};
use super::{FOURTH, GOAL, NoccaTall, Tall, TallStacks};

/// A piece is its colour, and two more if it is tall: the numbers of the kinds.
const TALL: usize = 2;
const LETTERS: [char; 4] = ['X', 'O', 'Y', 'Q'];

impl TallStacks {
    /// The kinds of the pieces of a cell, bottom up.
    fn kinds(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (stack, tall) = (self.stacks.at(cell), self.tall);
        let is_here = usize::from(tall.cell) == cell;
        let height = stack::height(stack) as u8;
        let colour =
            move |level: u8| if level < height { stack >> (height - 1 - level) & 1 } else { tall.colour };
        let kind =
            move |level| usize::from(colour(level)) + if is_here && level == tall.level { TALL } else { 0 };
        (0..height + u8::from(is_here && tall.level == FOURTH)).map(kind)
    }
}

/// A position while it is read: pieces may be missing, and there may be several tall ones.
struct Draft {
    stacks: Stacks,
    tall: Option<Tall>,
    /// By kind.
    counts: [usize; 4],
}

impl Draft {
    /// Reads the text of a cell: whether that can be.
    fn put(&mut self, cell: usize, text: &str) -> bool {
        let mut stack = EMPTY;
        let fits = text == "."
            || !text.is_empty()
                && text.chars().all(|letter| {
                    let known = LETTERS.iter().position(|known| *known == letter.to_ascii_uppercase());
                    known.is_some_and(|kind| self.climb(cell, &mut stack, kind))
                });
        self.stacks.put(cell, stack);
        fits
    }

    /// Puts a piece on a stack, if it may be there.
    fn climb(&mut self, cell: usize, stack: &mut u8, kind: usize) -> bool {
        let (level, colour) = (stack::height(*stack) as u8, (kind % TALL) as u8);
        if level == FOURTH && kind < TALL {
            return false;
        }
        if level < FOURTH {
            *stack = stack::with(*stack, colour);
        }
        if kind >= TALL {
            self.tall = Some(Tall { cell: cell as u8, level, colour });
        }
        self.counts[kind] += 1;
        true
    }
}

impl Notation for NoccaTall {
    fn title(&self) -> String {
        format!("NOCCA x NOCCA {}, a tall piece", self.grid())
    }

    fn about(&self) -> String {
        format!(
            "NOCCA x NOCCA in which one piece of the second player is tall: it may climb to the fourth level, all \
             others to the third. A position is {} rows from the top with `/` between and `,` between cells, such as \
             `{}`: `.` is empty, a stack is written from the bottom up, X is the first player's and goes up, O the \
             second's, Y or Q the tall piece of X or O. A move names two cells, such as `a1-b2`, or the goal, \
             `a{}-goal`; `goal` alone is the position after it.",
            self.grid().rows,
            self.write_position(&self.start()),
            self.grid().rows,
        )
    }

    fn write_position(&self, position: &TallStacks) -> String {
        if *position == GOAL {
            return "goal".into();
        }
        text::write(self.grid(), |text, cell| {
            let pieces = text.len();
            text.extend(position.kinds(cell).map(|kind| LETTERS[kind]));
            if text.len() == pieces {
                text.push('.');
            }
        })
    }

    fn read_position(&self, text: &str) -> Result<TallStacks, NotationError> {
        if text.eq_ignore_ascii_case("goal") {
            return Ok(GOAL);
        }
        let columns = self.grid().columns;
        let how = format!(
            "up to three of X and O from the bottom up, with {columns} pieces each, of which one of one side is tall: \
             Y in place of X or Q in place of O, which may also be the fourth of a stack"
        );
        let mut draft = Draft { stacks: Stacks(0), tall: None, counts: [0; 4] };
        text::read(self.grid(), text, &how, |cell, found| draft.put(cell, found))?;
        let Draft { stacks, tall, counts: [mine, theirs, own, other] } = draft;
        match tall.filter(|_| own + other == 1 && [mine + own, theirs + other] == [columns; 2]) {
            Some(tall) => Ok(TallStacks { stacks, tall }),
            None => {
                let problem = format!("`{text}` has {mine} X, {theirs} O, {own} Y and {other} Q");
                Err(text::refusal(self.grid(), &problem, &how))
            }
        }
    }

    fn write_move(&self, _: &TallStacks, mv: &NoccaMove) -> String {
        mv.named(self.grid())
    }

    fn draw(&self, position: &TallStacks) -> String {
        if *position == GOAL {
            return "a piece stands in the goal".into();
        }
        self.board().draw(&self.scene(position))
    }

    fn board(&self) -> Board {
        let kind = |symbol, name, side| PieceKind::new(symbol, name, side, PieceForm::Disc);
        let usual = [kind("X", "piece", 0), kind("O", "other piece", 1)];
        let tall = [kind("Y", "tall piece", 0), kind("Q", "other tall piece", 1)];
        text::board(self.grid(), usual.into_iter().chain(tall).collect(), 4)
    }

    fn scene(&self, position: &TallStacks) -> Scene {
        if *position == GOAL {
            return Scene::default();
        }
        let stack = |cell: usize| position.kinds(cell).map(move |kind| Piece { cell, kind });
        Scene { pieces: (0..self.grid().cells()).flat_map(stack).collect(), ..Scene::default() }
    }

    fn gesture(&self, _: &TallStacks, mv: &NoccaMove) -> Gesture {
        mv.drawn(self.grid())
    }

    /// Version 2 has a numbering of its own; before, positions were numbered as they were found.
    fn rules_version(&self) -> u32 {
        2
    }
}
