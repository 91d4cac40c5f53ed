//! The rules of the game, to be changed: as they stand, Hexapawn on 3x3.
//!
//! Each side has three pawns on its edge of the board. A pawn steps one cell
//! forward if that is empty, or captures one cell diagonally forward. A side
//! wins by reaching the other edge, or when the opponent cannot move. (Martin
//! Gardner, Scientific American, March 1962: the second player wins.)
//!
//! The board is always seen by the side to move, whose pawns go up. Cells are
//! numbered 0 to 8 from the top left along the rows; a set of cells is a set
//! of bits.

use kaiketsu::game::{Game, Notation, NotationError, Outcome, Step};

const COLUMNS: usize = 3;
const CELLS: usize = 9;
const BOTTOM_ROW: u16 = 0b111_000_000;

/// The rules; there is nothing to choose.
#[derive(Clone, Copy, Debug, Default)]
pub struct TemplateGame;

/// The pawns of both sides. Deriving `Ord` is what lets positions be numbered
/// without any work of yours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pawns {
    mover: u16,
    opponent: u16,
}

/// A move from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    from: usize,
    to: usize,
}

fn has(pawns: u16, cell: usize) -> bool {
    pawns >> cell & 1 == 1
}

/// The board turned by half: what one side calls up, the other calls down.
fn turned(pawns: u16) -> u16 {
    (0..CELLS).filter(|cell| has(pawns, *cell)).map(|cell| 1 << (CELLS - 1 - cell)).sum()
}

impl Game for TemplateGame {
    type Position = Pawns;
    type Move = Advance;

    fn id(&self) -> String {
        "template-game".into()
    }

    fn start(&self) -> Pawns {
        Pawns { mover: BOTTOM_ROW, opponent: turned(BOTTOM_ROW) }
    }

    /// The outcome for the side to move if the game is over.
    fn ending(&self, position: &Pawns) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let lost = position.opponent & BOTTOM_ROW != 0 || moves.is_empty();
        lost.then_some(Outcome::Loss)
    }

    /// All moves, always in the same order.
    fn moves(&self, position: &Pawns, moves: &mut Vec<Advance>) {
        for from in (COLUMNS..CELLS).filter(|cell| has(position.mover, *cell)) {
            let ahead = from - COLUMNS;
            let column = from % COLUMNS;
            if column > 0 && has(position.opponent, ahead - 1) {
                moves.push(Advance { from, to: ahead - 1 });
            }
            if !has(position.mover | position.opponent, ahead) {
                moves.push(Advance { from, to: ahead });
            }
            if column + 1 < COLUMNS && has(position.opponent, ahead + 1) {
                moves.push(Advance { from, to: ahead + 1 });
            }
        }
    }

    /// Where a move leads. The other side sees the board turned.
    fn play(&self, position: &Pawns, mv: &Advance) -> Step<Pawns> {
        let moved = position.mover & !(1 << mv.from) | 1 << mv.to;
        let left = position.opponent & !(1 << mv.to);
        Step::passes(Pawns { mover: turned(left), opponent: turned(moved) })
    }

    /// Delete this if a side may move twice in a row (see `Step::stays`).
    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for TemplateGame {
    fn title(&self) -> String {
        "Template game".into()
    }

    fn about(&self) -> String {
        "Pawns step forward or capture diagonally forward; reach the far edge, or leave the opponent \
         without a move. A position is its rows from the top: `o` is the side to move, going up, `x` \
         the other, `.` empty. A move names two cells, such as `a1-a2`; a1 is bottom left."
            .into()
    }

    fn write_position(&self, position: &Pawns) -> String {
        let symbol = |cell: usize| match (has(position.mover, cell), has(position.opponent, cell)) {
            (true, _) => 'o',
            (_, true) => 'x',
            _ => '.',
        };
        let rows = (0..CELLS).step_by(COLUMNS);
        rows.map(|row| (row..row + COLUMNS).map(symbol).collect()).collect::<Vec<String>>().join("/")
    }

    fn read_position(&self, text: &str) -> Result<Pawns, NotationError> {
        let rows: Vec<&str> = text.split('/').collect();
        let fits = |row: &&str| row.len() == COLUMNS && row.chars().all(|symbol| "ox.".contains(symbol));
        if rows.len() != CELLS / COLUMNS || !rows.iter().all(fits) {
            return Err(NotationError::new(format!(
                "`{text}` is not a position: write three rows of `o`, `x` or `.`, such as xxx/.../ooo"
            )));
        }
        let pawns = |wanted: char| {
            let symbols = rows.iter().flat_map(|row| row.chars()).enumerate();
            symbols.filter(|(_, symbol)| *symbol == wanted).map(|(cell, _)| 1 << cell).sum()
        };
        Ok(Pawns { mover: pawns('o'), opponent: pawns('x') })
    }

    fn write_move(&self, _: &Pawns, mv: &Advance) -> String {
        let name = |cell: usize| {
            let column = (b'a' + (cell % COLUMNS) as u8) as char;
            format!("{column}{}", CELLS / COLUMNS - cell / COLUMNS)
        };
        format!("{}-{}", name(mv.from), name(mv.to))
    }

    /// Raise this when you change the rules: databases made before are then
    /// refused instead of read wrongly.
    fn rules_version(&self) -> u32 {
        1
    }
}
