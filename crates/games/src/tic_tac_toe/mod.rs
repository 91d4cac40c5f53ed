//! Tic-tac-toe: the smallest complete example of a game of Kaiketsu.
//!
//! Cells are numbered 0 to 8 from `a1` along the rows. A tier is the number of
//! empty cells; in it, the noughts and crosses are numbered as combinations.

mod setup;

use std::sync::LazyLock;

use kaiketsu_game::board::{CellSet, Grid, Layout, Symmetries, marks};
use kaiketsu_game::{
    Backwards, Board, CellForm, Game, Gesture, Notation, NotationError, NumberedBy, Outcome, Scene, Step,
    Symmetric, Tier, Turn,
};
use kaiketsu_index::Placements;

pub use setup::setup;

const GRID: Grid = Grid::square(3);
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

static LAYOUT: LazyLock<Layout> =
    LazyLock::new(|| Layout::new(GRID.board(CellForm::Square).with_kinds(marks())));
static SYMMETRIES: LazyLock<Symmetries<u16>> = LazyLock::new(|| GRID.symmetries());
static PLACEMENTS: LazyLock<Placements<u16, 2>> = LazyLock::new(|| {
    let tier = |empty: u32| vec![[(9 - empty).div_ceil(2), (9 - empty) / 2]];
    Placements::new(9, (0..=9).map(tier).collect())
});

/// The rules; there is nothing to choose.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The cells of crosses, which begin, and of noughts.
pub type Marks = [u16; 2];

/// Whose turn it is: 0 or 1.
fn turn(marks: &Marks) -> usize {
    (marks[0] | marks[1]).count_ones() as usize % 2
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks.has_all(*line))
}

impl Game for TicTacToe {
    type Position = Marks;
    type Move = u8;

    fn id(&self) -> String {
        "tic-tac-toe".into()
    }

    fn start(&self) -> Marks {
        [0, 0]
    }

    fn ending(&self, marks: &Marks) -> Option<Outcome> {
        if has_line(marks[1 - turn(marks)]) {
            Some(Outcome::Loss)
        } else if has_line(marks[turn(marks)]) {
            Some(Outcome::Win) // cannot be reached, but it is numbered and needs a value
        } else {
            (GRID.all::<u16>() == marks[0] | marks[1]).then_some(Outcome::Draw)
        }
    }

    fn moves(&self, marks: &Marks, moves: &mut Vec<u8>) {
        moves.extend((GRID.all::<u16>() & !(marks[0] | marks[1])).cells().map(|cell| cell as u8));
    }

    fn play(&self, marks: &Marks, cell: &u8) -> Step<Marks> {
        let mut after = *marks;
        after[turn(marks)] |= 1 << cell;
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

    fn write_position(&self, marks: &Marks) -> String {
        LAYOUT.write_sets(marks)
    }

    fn read_position(&self, text: &str) -> Result<Marks, NotationError> {
        LAYOUT.read_turns(text)
    }

    fn write_move(&self, _: &Marks, cell: &u8) -> String {
        GRID.name(*cell)
    }

    fn board(&self) -> Board {
        LAYOUT.board().clone()
    }

    fn scene(&self, marks: &Marks) -> Scene {
        LAYOUT.scene(marks).with_mover(turn(marks))
    }

    fn gesture(&self, _: &Marks, cell: &u8) -> Gesture {
        Gesture::place((*cell).into())
    }

    fn decided_by(&self, marks: &Marks) -> Vec<usize> {
        GRID.lines_of(3, marks)
    }
}

impl NumberedBy for TicTacToe {
    type Numbering = Placements<u16, 2>;

    fn numbering(&self) -> &Placements<u16, 2> {
        &PLACEMENTS
    }

    fn name_of_tier(&self, tier: Tier) -> String {
        format!("{} marks", 9 - tier.0)
    }

    /// Every move adds a mark.
    fn moves_leave(&self, _: Tier) -> bool {
        true
    }
}

impl Backwards for TicTacToe {
    fn before(&self, after: &Marks, visit: &mut dyn FnMut(Marks, Turn)) {
        let moved = 1 - turn(after);
        for cell in after[moved].cells() {
            let mut before = *after;
            before[moved] = after[moved].without(cell);
            visit(before, Turn::Passes);
        }
    }
}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        SYMMETRIES.len()
    }

    fn image(&self, marks: &Marks, symmetry: usize) -> Marks {
        SYMMETRIES.image(marks, symmetry)
    }
}
