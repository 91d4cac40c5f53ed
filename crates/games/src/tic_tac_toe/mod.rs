//! Tic-tac-toe: the smallest complete example of a game of Kaiketsu.
//!
//! Cells are numbered 0 to 8 from `a1` along the rows. A tier is the number of
//! empty cells; in it, the noughts and crosses are numbered as combinations.

mod setup;

use kaiketsu_game::{
    Board, CellForm, Game, Gesture, Notation, NotationError, Origin, Outcome, Retrograde, Scene, Slot, Step,
    Symmetric, Tier, Tiered,
};
use kaiketsu_index::TwoColours;

use crate::board::{Grid, marks};
pub use setup::setup;

const GRID: Grid = Grid { columns: 3, rows: 3 };
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The rules; there is nothing to choose.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The marks of both sides as bits; crosses begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    crosses: u16,
    noughts: u16,
}

impl Marks {
    fn count(self) -> u32 {
        (self.crosses | self.noughts).count_ones()
    }

    fn crosses_to_move(self) -> bool {
        self.count().is_multiple_of(2)
    }
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl Game for TicTacToe {
    type Position = Marks;
    type Move = u8;

    fn id(&self) -> String {
        "tic-tac-toe".into()
    }

    fn start(&self) -> Marks {
        Marks { crosses: 0, noughts: 0 }
    }

    fn ending(&self, position: &Marks) -> Option<Outcome> {
        let (mover, opponent) = match position.crosses_to_move() {
            true => (position.crosses, position.noughts),
            false => (position.noughts, position.crosses),
        };
        if has_line(opponent) {
            Some(Outcome::Loss)
        } else if has_line(mover) {
            Some(Outcome::Win) // cannot be reached, but it is numbered and needs a value
        } else {
            (position.count() == 9).then_some(Outcome::Draw)
        }
    }

    fn moves(&self, position: &Marks, moves: &mut Vec<u8>) {
        let taken = position.crosses | position.noughts;
        moves.extend((0..9).filter(|cell| taken & 1 << cell == 0));
    }

    fn play(&self, position: &Marks, cell: &u8) -> Step<Marks> {
        let mut after = *position;
        if position.crosses_to_move() {
            after.crosses |= 1 << cell;
        } else {
            after.noughts |= 1 << cell;
        }
        Step::passes(after)
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for TicTacToe {
    fn title(&self) -> String {
        "Tic-tac-toe".into()
    }

    fn about(&self) -> String {
        "Three in a row on 3x3. A position is three rows from the top, such as `..O/.X./X..`; \
         X begins, so X moves when there are as many X as O. A move is its cell, such as `b2`."
            .into()
    }

    fn write_position(&self, position: &Marks) -> String {
        GRID.write(symbol(position))
    }

    fn read_position(&self, text: &str) -> Result<Marks, NotationError> {
        let cells = GRID.read(text, &['.', 'X', 'O'])?;
        let bits = |kind: usize| cells[kind].iter().map(|(row, column)| 1 << (3 * row + column)).sum();
        let position = Marks { crosses: bits(1), noughts: bits(2) };
        let (crosses, noughts) = (cells[1].len(), cells[2].len());
        if crosses == noughts || crosses == noughts + 1 {
            Ok(position)
        } else {
            Err(NotationError::new(format!(
                "`{text}` has {crosses} X and {noughts} O; X begins, so there are as many X as O or one more"
            )))
        }
    }

    fn write_move(&self, _: &Marks, cell: &u8) -> String {
        GRID.name(*cell)
    }

    fn board(&self) -> Board {
        GRID.board(CellForm::Square).with_kinds(marks())
    }

    fn scene(&self, position: &Marks) -> Scene {
        let mover = Some(u8::from(!position.crosses_to_move()));
        Scene { mover, ..GRID.scene(&marks(), symbol(position)) }
    }

    fn gesture(&self, _: &Marks, cell: &u8) -> Gesture {
        Gesture::place((*cell).into())
    }
}

fn symbol(position: &Marks) -> impl Fn(usize, usize) -> char {
    move |row, column| match 1 << (3 * row + column) {
        bit if position.crosses & bit != 0 => 'X',
        bit if position.noughts & bit != 0 => 'O',
        _ => '.',
    }
}

fn numbering(tier: Tier) -> TwoColours {
    let marks = 9 - tier.0;
    TwoColours::new(9, marks.div_ceil(2), marks / 2)
}

impl Tiered for TicTacToe {
    fn tiers(&self) -> u32 {
        10
    }

    fn size(&self, tier: Tier) -> u64 {
        numbering(tier).count()
    }

    fn locate(&self, position: &Marks) -> Slot {
        let tier = Tier(9 - position.count());
        Slot { tier, index: numbering(tier).rank(position.crosses.into(), position.noughts.into()) }
    }

    fn position(&self, slot: Slot) -> Marks {
        let (crosses, noughts) = numbering(slot.tier).unrank(slot.index);
        Marks { crosses: crosses as u16, noughts: noughts as u16 }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        tier.0.checked_sub(1).map(Tier).into_iter().collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        format!("{} marks", 9 - tier.0)
    }
}

impl Retrograde for TicTacToe {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        if tier.0 != slot.tier.0 + 1 {
            return;
        }
        let after = self.position(slot);
        for cell in 0..9 {
            let bit = 1 << cell;
            let before = match after.crosses_to_move() {
                true if after.noughts & bit != 0 => Marks { noughts: after.noughts & !bit, ..after },
                false if after.crosses & bit != 0 => Marks { crosses: after.crosses & !bit, ..after },
                _ => continue,
            };
            if self.ending(&before).is_none() {
                origins.push(Origin { index: self.locate(&before).index, passes: true });
            }
        }
    }
}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        8
    }

    fn image(&self, position: &Marks, symmetry: usize) -> Marks {
        let turn = |bits: u16| {
            (0..9).filter(|cell| bits & 1 << cell != 0).fold(0, |image, cell| {
                let (row, column) = crate::board::turned(3, cell / 3, cell % 3, symmetry);
                image | 1 << (3 * row + column)
            })
        };
        Marks { crosses: turn(position.crosses), noughts: turn(position.noughts) }
    }
}
