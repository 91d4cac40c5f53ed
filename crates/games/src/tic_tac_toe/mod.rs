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

use crate::board::{Grid, cells_of, marks, turned};
pub use setup::setup;

const GRID: Grid = Grid { columns: 3, rows: 3 };
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The rules; there is nothing to choose.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// Crosses, which begin, and noughts as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks([u16; 2]);

impl Marks {
    fn taken(self) -> u16 {
        self.0[0] | self.0[1]
    }

    fn count(self) -> u32 {
        self.taken().count_ones()
    }

    /// Whose turn it is: 0 or 1.
    fn turn(self) -> usize {
        self.count() as usize % 2
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
        Marks([0, 0])
    }

    fn ending(&self, position: &Marks) -> Option<Outcome> {
        if has_line(position.0[1 - position.turn()]) {
            Some(Outcome::Loss)
        } else if has_line(position.0[position.turn()]) {
            Some(Outcome::Win) // cannot be reached, but it is numbered and needs a value
        } else {
            (position.count() == 9).then_some(Outcome::Draw)
        }
    }

    fn moves(&self, position: &Marks, moves: &mut Vec<u8>) {
        moves.extend((0..9).filter(|cell| position.taken() & 1 << cell == 0));
    }

    fn play(&self, position: &Marks, cell: &u8) -> Step<Marks> {
        let mut after = *position;
        after.0[position.turn()] |= 1 << cell;
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
        let (crosses, noughts) = (cells[1].len(), cells[2].len());
        if crosses == noughts || crosses == noughts + 1 {
            Ok(Marks([bits(1), bits(2)]))
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
        Scene { mover: Some(position.turn() as u8), ..GRID.scene(&marks(), symbol(position)) }
    }

    fn gesture(&self, _: &Marks, cell: &u8) -> Gesture {
        Gesture::place((*cell).into())
    }
}

fn symbol(position: &Marks) -> impl Fn(usize, usize) -> char {
    move |row, column| match 1 << (3 * row + column) {
        bit if position.0[0] & bit != 0 => 'X',
        bit if position.0[1] & bit != 0 => 'O',
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
        let [crosses, noughts] = position.0.map(u64::from);
        Slot { tier, index: numbering(tier).rank(crosses, noughts) }
    }

    fn position(&self, slot: Slot) -> Marks {
        let (crosses, noughts) = numbering(slot.tier).unrank(slot.index);
        Marks([crosses as u16, noughts as u16])
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
        let moved = 1 - after.turn();
        for cell in cells_of(after.0[moved].into()) {
            let mut before = after;
            before.0[moved] &= !(1 << cell);
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
        let image = |cell: usize| {
            let (row, column) = turned(3, cell / 3, cell % 3, symmetry);
            1 << (3 * row + column)
        };
        Marks(position.0.map(|bits| cells_of(bits.into()).map(image).sum()))
    }
}
