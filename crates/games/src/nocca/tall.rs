//! NOCCA x NOCCA with a tall piece, as players do to even the game: one piece of the
//! second player may climb to the fourth level.
//!
//! All other pieces climb to the third level at most, so nobody climbs onto the tall
//! piece there; on lower levels it is a piece like any other, also for those who climb
//! onto it. At the start it stands in the middle of its row, left of it as the first
//! player sees the board if there is no middle. A position is one word:
//!
//! ```text
//! | which piece is tall, 4 bits | colours, a bit a piece | heights |
//! ```
//!
//! where pieces are listed cell by cell and bottom up, a one is a piece of the side that
//! is not to move, and the height of a cell is so many ones and a zero.

use kaiketsu_game::board::{AROUND, CellSet, Grid};
use kaiketsu_game::{
    Board, Game, Gesture, Notation, NotationError, Outcome, Piece, PieceForm, PieceKind, Scene, Step,
    Symmetric,
};

use super::{NoccaMove, text};

/// NOCCA x NOCCA in which one piece of the second player may climb to the fourth level.
#[derive(Debug)]
pub struct NoccaTall {
    grid: Grid,
    neighbours: Vec<u32>,
}

/// A position as the side to move sees it, packed into a word; 0 once a piece has
/// stepped into the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TallStacks(u64);

const GOAL: TallStacks = TallStacks(0);

/// A piece is its colour, and two more if it is tall: the numbers of the kinds.
const OTHER: u8 = 1;
const TALL: u8 = 2;
const LETTERS: [char; 4] = ['X', 'O', 'Y', 'Q'];

/// The most cells of a board.
const MAX_CELLS: usize = 30;

/// The pieces of each cell, bottom up.
#[derive(Clone, Copy, Default)]
struct Cells {
    pieces: [[u8; 4]; MAX_CELLS],
    heights: [u8; MAX_CELLS],
}

impl Cells {
    fn stack(&self, cell: usize) -> &[u8] {
        &self.pieces[cell][..usize::from(self.heights[cell])]
    }

    fn put(&mut self, cell: usize, piece: u8) {
        self.pieces[cell][usize::from(self.heights[cell])] = piece;
        self.heights[cell] += 1;
    }

    fn take(&mut self, cell: usize) -> u8 {
        self.heights[cell] -= 1;
        self.pieces[cell][usize::from(self.heights[cell])]
    }

    /// Whether a piece may go there.
    fn has_room(&self, cell: usize, piece: u8) -> bool {
        self.heights[cell] < if piece & TALL != 0 { 4 } else { 3 }
    }
}

impl NoccaTall {
    /// The game on `columns` x `rows`, up to 5x6.
    ///
    /// # Panics
    ///
    /// If a board is smaller than 2x3 or larger than 5x6.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Self {
        assert!((2..=5).contains(&columns) && (3..=6).contains(&rows), "no board of {columns}x{rows}");
        let grid = Grid::new(columns, rows);
        NoccaTall { grid, neighbours: grid.neighbours(&AROUND) }
    }

    /// The word of a position.
    pub(super) fn key(&self, position: &TallStacks) -> u64 {
        position.0
    }

    /// The position of a word.
    pub(super) fn of_key(&self, key: u64) -> TallStacks {
        TallStacks(key)
    }

    fn open(&self, TallStacks(word): TallStacks) -> Cells {
        let (cells, pieces) = (self.grid.cells(), 2 * self.grid.columns);
        let (colours, tall) = (word >> (cells + pieces), word >> (cells + 2 * pieces));
        let (mut found, mut cell, mut piece) = (Cells::default(), 0, 0);
        for bit in 0..cells + pieces {
            if word >> bit & 1 == 0 {
                cell += 1;
                continue;
            }
            let is_tall = if tall == piece { TALL } else { 0 };
            found.put(cell, (colours >> piece & 1) as u8 | is_tall);
            piece += 1;
        }
        found
    }

    /// The word of cells, each given by the one whose pieces it gets, with the colours
    /// exchanged if so wished.
    fn close(&self, cells: &Cells, from: impl Fn(usize) -> usize, exchanged: u8) -> TallStacks {
        let (count, pieces) = (self.grid.cells(), 2 * self.grid.columns);
        let (mut heights, mut colours, mut tall, mut bit, mut piece) = (0, 0, 0, 0, 0);
        for cell in 0..count {
            for kind in cells.stack(from(cell)) {
                heights |= 1 << bit;
                colours |= u64::from((kind ^ exchanged) & OTHER) << piece;
                tall = if kind & TALL != 0 { piece } else { tall };
                (bit, piece) = (bit + 1, piece + 1);
            }
            bit += 1;
        }
        TallStacks(heights | colours << (count + pieces) | tall << (count + 2 * pieces))
    }

    fn is_on_last_row(&self, cell: usize) -> bool {
        self.grid.row_of(cell) + 1 == self.grid.rows
    }

    fn visit_moves(&self, position: TallStacks, mut visit: impl FnMut(NoccaMove)) {
        let cells = self.open(position);
        for from in 0..self.grid.cells() {
            let Some(&piece) = cells.stack(from).last().filter(|piece| **piece & OTHER == 0) else {
                continue;
            };
            let targets = self.neighbours[from].cells().filter(|to| cells.has_room(*to, piece));
            targets.for_each(|to| visit(NoccaMove { from: from as u8, to: Some(to as u8) }));
            if self.is_on_last_row(from) {
                visit(NoccaMove { from: from as u8, to: None });
            }
        }
    }
}

impl Game for NoccaTall {
    type Position = TallStacks;
    type Move = NoccaMove;

    fn id(&self) -> String {
        format!("nocca-{}-tall", self.grid)
    }

    fn start(&self) -> TallStacks {
        let Grid { columns, rows } = self.grid;
        let mut cells = Cells::default();
        for column in 0..columns {
            let tall = if column == (columns - 1) / 2 { TALL } else { 0 };
            cells.put(self.grid.cell(column, 0), 0);
            cells.put(self.grid.cell(column, rows - 1), OTHER | tall);
        }
        self.close(&cells, |cell| cell, 0)
    }

    fn ending(&self, position: &TallStacks) -> Option<Outcome> {
        let mut can_move = false;
        if *position != GOAL {
            self.visit_moves(*position, |_| can_move = true);
        }
        (!can_move).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &TallStacks, moves: &mut Vec<NoccaMove>) {
        self.visit_moves(*position, |mv| moves.push(mv));
    }

    fn play(&self, position: &TallStacks, mv: &NoccaMove) -> Step<TallStacks> {
        let Some(to) = mv.to else { return Step::passes(GOAL) };
        let mut cells = self.open(*position);
        let piece = cells.take(mv.from.into());
        cells.put(to.into(), piece);
        let upside_down =
            |cell| self.grid.cell(self.grid.column_of(cell), self.grid.rows - 1 - self.grid.row_of(cell));
        Step::passes(self.close(&cells, upside_down, OTHER))
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Symmetric for NoccaTall {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, position: &TallStacks, symmetry: usize) -> TallStacks {
        if symmetry == 0 || *position == GOAL {
            return *position;
        }
        let mirror =
            |cell| self.grid.cell(self.grid.columns - 1 - self.grid.column_of(cell), self.grid.row_of(cell));
        self.close(&self.open(*position), mirror, 0)
    }
}

impl Notation for NoccaTall {
    fn title(&self) -> String {
        format!("NOCCA x NOCCA {}, a tall piece", self.grid)
    }

    fn about(&self) -> String {
        format!(
            "NOCCA x NOCCA in which one piece of the second player is tall: it may climb to the fourth level, all \
             others to the third. A position is {} rows from the top with `/` between and `,` between cells, such as \
             `{}`: `.` is empty, a stack is written from the bottom up, X is the first player's and goes up, O the \
             second's, Y or Q the tall piece of X or O. A move names two cells, such as `a1-b2`, or the goal, \
             `a{}-goal`; `goal` alone is the position after it.",
            self.grid.rows,
            self.write_position(&self.start()),
            self.grid.rows,
        )
    }

    fn write_position(&self, position: &TallStacks) -> String {
        if *position == GOAL {
            return "goal".into();
        }
        let cells = self.open(*position);
        text::write(self.grid, |text, cell| match cells.stack(cell) {
            [] => text.push('.'),
            pieces => text.extend(pieces.iter().map(|piece| LETTERS[usize::from(*piece)])),
        })
    }

    fn read_position(&self, text: &str) -> Result<TallStacks, NotationError> {
        if text.eq_ignore_ascii_case("goal") {
            return Ok(GOAL);
        }
        let columns = self.grid.columns;
        let how = format!(
            "up to three of X and O from the bottom up, with {columns} pieces each, of which one of one side is tall: \
             Y in place of X or Q in place of O, which may also be the fourth of a stack"
        );
        let (mut cells, mut counts) = (Cells::default(), [0; 4]);
        text::read(self.grid, text, &how, |cell, found| {
            found == "."
                || !found.is_empty()
                    && found.chars().all(|letter| {
                        let known = LETTERS.iter().position(|known| *known == letter.to_ascii_uppercase());
                        let Some(piece) = known.filter(|piece| cells.has_room(cell, *piece as u8)) else {
                            return false;
                        };
                        cells.put(cell, piece as u8);
                        counts[piece] += 1;
                        true
                    })
        })?;
        if counts[2] + counts[3] != 1 || [counts[0] + counts[2], counts[1] + counts[3]] != [columns; 2] {
            let [mine, theirs, tall, other] = counts;
            let problem = format!("`{text}` has {mine} X, {theirs} O, {tall} Y and {other} Q");
            return Err(text::refusal(self.grid, &problem, &how));
        }
        Ok(self.close(&cells, |cell| cell, 0))
    }

    fn write_move(&self, _: &TallStacks, mv: &NoccaMove) -> String {
        mv.named(self.grid)
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
        text::board(self.grid, usual.into_iter().chain(tall).collect(), 4)
    }

    fn scene(&self, position: &TallStacks) -> Scene {
        if *position == GOAL {
            return Scene::default();
        }
        let cells = self.open(*position);
        let stack =
            |cell: usize| cells.stack(cell).iter().map(move |kind| Piece { cell, kind: (*kind).into() });
        Scene { pieces: (0..self.grid.cells()).flat_map(stack).collect(), ..Scene::default() }
    }

    fn gesture(&self, _: &TallStacks, mv: &NoccaMove) -> Gesture {
        mv.drawn(self.grid)
    }
}
