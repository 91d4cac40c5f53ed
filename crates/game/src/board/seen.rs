//! One board for both players: what people see, whoever is to move.
//!
//! Many games write a position as the side to move sees it, so that both sides
//! share one database. People sit at one table. [`Seen`] lays what the side to
//! move sees on the board as the first player sees it: his side below, his
//! pieces always of the same kinds, every cell always by the same name.
//!
//! Where the second player is to move, [`Board::view`] says how the board is
//! turned. All those turns undo themselves, so one table of cells and one of
//! kinds serve in both directions.

use super::turned_text::TurnedText;
use super::{Board, Cell, CellForm, Gesture, Link, Piece, Scene, View};
use crate::Side;

/// The board as the first player sees it, and where things lie on it that the
/// second player sees from his side.
///
/// ```
/// use kaiketsu_game::board::{Grid, Seen, discs};
/// use kaiketsu_game::{CellForm, Side, View};
/// let own = Grid::new(2, 3).board(CellForm::Square).with_kinds(discs(['X', 'O'])).viewed(View::HalfTurn);
/// let seen = Seen::new(&own);
/// assert_eq!(seen.move_text("a1-a2", Side::First), "a1-a2");
/// assert_eq!(seen.move_text("a1-a2", Side::Second), "b3-b2");
/// let scene = own.read("O./../.X").unwrap();
/// assert_eq!(own.write(&seen.scene(&scene, Side::Second)).as_deref(), Some("O./../.X"));
/// let scene = own.read("XO/../..").unwrap();
/// assert_eq!(own.write(&seen.scene(&scene, Side::Second)).as_deref(), Some("../../XO"));
/// ```
#[derive(Clone, Debug)]
pub struct Seen {
    board: Board,
    /// The names of the cells as the side to move knows them.
    names: Vec<String>,
    /// Where the cells of the second player lie, and what his kinds are.
    cells: Vec<usize>,
    kinds: Vec<usize>,
    /// The same for the letters of a text, where they are so simple.
    letters: Option<TurnedText>,
}

impl View {
    /// Whether cells change their names with the side to move.
    #[must_use]
    pub fn turns_cells(self) -> bool {
        !matches!(self, View::Fixed | View::Swapped)
    }

    /// Where the second player's point lies for the first, on a board of that size.
    fn turn(self, width: f32, height: f32, x: f32, y: f32) -> (f32, f32) {
        match self {
            View::Fixed | View::Swapped => (x, y),
            View::UpsideDown => (x, height - y),
            View::HalfTurn => (width - x, height - y),
            View::Transposed => (height - y, width - x),
        }
    }
}

impl Seen {
    /// What people see of a board. Places outside it that only the side to move
    /// has, such as a goal, are there for both sides, and say whose they are.
    #[must_use]
    pub fn new(own: &Board) -> Self {
        let mut board = own.clone();
        let is_near = |a: f32, b: f32| (a - b).abs() < 1e-3;
        let mut image = |cell: &Cell| {
            let (x, y) = own.view.turn(own.width, own.height, cell.x, cell.y);
            let same = |other: &Cell| {
                is_near(other.x, x)
                    && is_near(other.y, y)
                    && (other.form, other.size) == (cell.form, cell.size)
            };
            board.cells.iter().position(same).unwrap_or_else(|| {
                board.cells.push(Cell { x, y, ..cell.clone() });
                board.cells.len() - 1
            })
        };
        let cells: Vec<usize> = own.cells.iter().map(&mut image).collect();
        if own.view.turns_cells() {
            let (there, beyond) = board.cells.split_at_mut(own.cells.len());
            for cell in there.iter_mut().filter(|cell| cell.form == CellForm::Exit) {
                cell.name = match cell.name.strip_prefix("opponent's ") {
                    Some(name) => format!("second player's {name}"),
                    None => format!("first player's {}", cell.name),
                };
            }
            beyond.iter_mut().for_each(|cell| cell.name = format!("second player's {}", cell.name));
        }
        let kinds = exchanged_kinds(own);
        Seen {
            names: own.cells.iter().map(|cell| cell.name.clone()).collect(),
            letters: TurnedText::new(own, &cells, &kinds),
            kinds,
            board,
            cells,
        }
    }

    /// The board that both players see. Its [`Board::view`] only says which way
    /// the second player's pieces point.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn is_turned(&self, side: Side) -> bool {
        side == Side::Second && self.board.view != View::Fixed
    }

    fn cell(&self, cell: usize, side: Side) -> usize {
        if self.is_turned(side) { self.cells.get(cell).copied().unwrap_or(cell) } else { cell }
    }

    /// What lies on the board, given what that side sees. Pieces keep their
    /// order, so stacks stay as they are.
    #[must_use]
    pub fn scene(&self, scene: &Scene, side: Side) -> Scene {
        let kind = |kind: usize| if self.is_turned(side) { self.kinds[kind] } else { kind };
        let piece = |piece: &Piece| Piece { cell: self.cell(piece.cell, side), kind: kind(piece.kind) };
        let link =
            |link: &Link| Link { cells: link.cells.map(|cell| self.cell(cell, side)), kind: kind(link.kind) };
        Scene {
            pieces: scene.pieces.iter().map(piece).collect(),
            links: scene.links.iter().map(link).collect(),
            mover: Some(u8::from(side == Side::Second)),
            turn: scene.turn,
        }
    }

    /// The text of what lies on the board, given the text of a position as that
    /// side sees it. A text that names no cells, such as that of a goal reached,
    /// stays as it is.
    #[must_use]
    pub fn text(&self, text: &str, side: Side) -> String {
        if !self.is_turned(side) {
            return text.into();
        }
        let turned = match &self.letters {
            Some(letters) => letters.turn(text),
            None => self.text_by_scene(text, side),
        };
        turned.unwrap_or_else(|| text.into())
    }

    /// The same for any board, piece by piece.
    fn text_by_scene(&self, text: &str, side: Side) -> Option<String> {
        self.board.write(&self.scene(&self.board.read(text)?, side))
    }

    /// What a side to move sees of what lies on the board; none if something
    /// lies where that side knows no place.
    #[must_use]
    pub fn of_side(&self, scene: &Scene, side: Side) -> Option<Scene> {
        let own = self.names.len();
        let unknown = |piece: &Piece| piece.cell >= own;
        let turned = self.scene(scene, side);
        (!scene.pieces.iter().any(unknown) && !turned.pieces.iter().any(unknown))
            .then_some(Scene { mover: None, ..turned })
    }

    /// The cells of a move that the side names in its own way.
    #[must_use]
    pub fn gesture(&self, gesture: &Gesture, side: Side) -> Gesture {
        let cells = gesture.cells.iter().map(|cell| self.cell(*cell, side)).collect();
        Gesture { kind: gesture.kind, cells }
    }

    /// Some cells by the places they have on the board.
    #[must_use]
    pub fn cells(&self, cells: &[usize], side: Side) -> Vec<usize> {
        cells.iter().map(|cell| self.cell(*cell, side)).collect()
    }

    /// A move with the names that cells have on the board, given those that the
    /// side uses: every name of a cell in its text is replaced.
    #[must_use]
    pub fn move_text(&self, text: &str, side: Side) -> String {
        if !self.is_turned(side) || !self.board.view.turns_cells() {
            return text.into();
        }
        let mut written = String::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let (name, cell) = self.name_at(rest).unwrap_or((letter.len_utf8(), usize::MAX));
            match self.cells.get(cell) {
                Some(image) => written += &self.board.cells[*image].name,
                None => written.push(letter),
            }
            rest = &rest[name..];
        }
        written
    }

    /// The longest name of a cell on the board that a text begins with, and the cell.
    fn name_at(&self, text: &str) -> Option<(usize, usize)> {
        let on_board = |cell: &usize| self.board.cells[*cell].form != CellForm::Exit;
        let begins = |cell: &usize| text.starts_with(&self.names[*cell]);
        let found = (0..self.names.len()).filter(on_board).filter(begins);
        found.map(|cell| (self.names[cell].len(), cell)).max()
    }
}

/// The kinds of the other side, each with its counterpart: kinds of a side are
/// listed in the same order.
fn exchanged_kinds(board: &Board) -> Vec<usize> {
    let of_side = |side: u8| -> Vec<usize> {
        (0..board.kinds.len()).filter(|kind| board.kinds[*kind].side == side).collect()
    };
    let counterpart = |kind: usize| {
        let side = board.kinds[kind].side;
        let place = of_side(side).iter().position(|same| *same == kind);
        place.and_then(|place| of_side(side ^ 1).get(place).copied()).unwrap_or(kind)
    };
    (0..board.kinds.len()).map(counterpart).collect()
}
