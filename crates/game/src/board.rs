//! What a position looks like, said in numbers: enough for a page to draw the
//! board, to make moves on it and to set up positions, whatever the game.
//!
//! A game describes three things, each with a default made from its text:
//!
//! - its [`Board`]: the cells, the kinds of pieces, and how cell contents are
//!   written as text ([`crate::Notation::board`]);
//! - the [`Scene`] of a position: which pieces lie where
//!   ([`crate::Notation::scene`]);
//! - the [`Gesture`] of a move: which cells it names
//!   ([`crate::Notation::gesture`]).
//!
//! And it has what boards are made of, so that a game need not write it again:
//!
//! | part | what it is |
//! |---|---|
//! | [`Grid`], [`Points`] | shapes: cells by name, neighbours, lines, symmetries |
//! | [`CellSet`] | sets of up to 128 cells as the bits of a number |
//! | [`Shift`], [`Permutation`], [`Symmetries`] | what takes sets to sets, all cells at once |
//! | [`Layout`] | the text of positions, by the cells and the letters of the pieces |
//! | [`Seen`] | the one board that people see, whoever is to move |
//!
//! Lengths are in cells: x goes right from the left edge, y goes down from the
//! top. The side to move has pieces of side 0 where positions are seen by the
//! side to move, and the first player has them where they are not.

mod cells;
pub(crate) mod from_text;
mod grid;
mod kinds;
mod layout;
mod permutation;
mod points;
mod seen;
mod symmetries;
mod text;
mod turned_text;

pub use cells::{CellSet, CellsOf, CollectCells};
pub use grid::{AROUND, DIAGONAL, Direction, Grid, ORTHOGONAL, Shift};
pub use kinds::{discs, lettered, marks};
pub use layout::Layout;
pub use permutation::Permutation;
pub use points::Points;
pub use seen::Seen;
pub use symmetries::Symmetries;

// Scenes and gestures know a cell by its place in `Board::cells`.
/// A place on the board.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct Cell {
    /// Its name, such as `a1`.
    pub name: String,
    /// Its centre from the left.
    pub x: f32,
    /// Its centre from the top.
    pub y: f32,
    /// How it is drawn.
    pub form: CellForm,
    /// The size of a ring, 0 the smallest of three; 0 for others.
    pub size: u8,
}

/// How a cell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "snake_case"))]
pub enum CellForm {
    /// A square of side 1.
    Square,
    /// A cube of side 1, seen from above; pieces are marks on its face.
    Cube,
    /// A ring about the centre. Rings of one square share their centre.
    Ring,
    /// A place outside the board where pieces go, such as a goal or a hand.
    Exit,
    /// A point where lines meet, see [`Board::lines`].
    Point,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct PieceKind {
    /// Its letters in the text of a position.
    pub symbol: String,
    /// Its name for people, such as `cross`.
    pub name: String,
    /// Whose it is: 0 or 1; further numbers for further colours, of which even
    /// ones belong to side 0 and odd ones to side 1.
    pub side: u8,
    /// How it is drawn.
    pub form: PieceForm,
    /// A small number or letter beside it.
    pub label: String,
}

/// How a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "snake_case"))]
pub enum PieceForm {
    /// Two crossing strokes.
    Cross,
    /// A circle line.
    Nought,
    /// A flat round piece; several in a cell lie on each other.
    Disc,
    /// A piece that points the way it goes: up for side 0, and as the second
    /// player's [`View`] turns it for side 1. Its label is written on it.
    Arrow,
    /// A ring as large as the ring cell it lies on.
    Ring,
    /// Its symbol as text.
    Text,
}

/// How the board is turned for the second player, where positions are always
/// seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "snake_case"))]
pub enum View {
    /// Positions are not seen by the side to move: pieces keep their kinds.
    Fixed,
    /// The pieces of the sides change places, the cells stay.
    Swapped,
    /// The pieces change places and the top row becomes the bottom row.
    UpsideDown,
    /// The pieces change places and the board is turned by half a turn.
    HalfTurn,
    /// The pieces change places and rows become columns: the board is turned
    /// over the diagonal through its lower left corner.
    Transposed,
}

/// Part of the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "snake_case"))]
pub enum TextPart {
    /// The symbols of the pieces of a cell, the lowest first.
    Cell(usize),
    /// These letters.
    Letters(String),
    /// The symbol of the turn, one of [`Board::turns`].
    Turn,
    /// Each [`Link`] as `,` symbol `=` and the names of its cells.
    Links,
    /// What lies on these places for pieces in hand, after a `+` if anything does.
    Hands(Vec<Hand>),
}

/// A place for pieces in hand, and the kind that lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct Hand {
    /// The place.
    pub cell: usize,
    /// The kind.
    pub kind: usize,
}

/// Cells, kinds of pieces and how they make the text of a position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct Board {
    /// How many cells the board is wide.
    pub width: f32,
    /// How many cells it is high.
    pub height: f32,
    /// All cells, exits included.
    pub cells: Vec<Cell>,
    /// The kinds of pieces.
    pub kinds: Vec<PieceKind>,
    /// How many pieces a cell can hold.
    pub stack: u8,
    /// How the board is turned for the second player.
    pub view: View,
    /// The text of an empty cell.
    pub empty: String,
    /// The text of a position in order; none if it can only be typed.
    pub text: Vec<TextPart>,
    /// The turns the text can tell; none if it does not tell.
    pub turns: Vec<TurnSymbol>,
    /// Whether pieces can be shared between two cells.
    pub links: bool,
    /// Lines drawn under the cells, each from one cell to another.
    pub lines: Vec<[usize; 2]>,
}

/// A turn that the text of a position can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct TurnSymbol {
    /// Its text.
    pub symbol: String,
    /// The side that has it.
    pub side: u8,
}

/// A piece on a cell; pieces of the same cell are listed from the bottom up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct Piece {
    /// The cell.
    pub cell: usize,
    /// The kind.
    pub kind: usize,
}

/// A piece that is on two cells until the game decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct Link {
    /// The cells.
    pub cells: [usize; 2],
    /// The kind.
    pub kind: usize,
}

/// What lies on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct Scene {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// Pieces shared between two cells.
    pub links: Vec<Link>,
    /// The side to move, 0 the first; `None` if the board is seen by it.
    #[cfg_attr(feature = "json", schema(required))]
    pub mover: Option<u8>,
    /// Which of [`Board::turns`] it is, where there are some.
    #[cfg_attr(feature = "json", schema(required))]
    pub turn: Option<usize>,
}

/// How a move is made on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct Gesture {
    /// From a list, on a cell, from a cell to another, the same and a third, on two in any order.
    pub kind: GestureKind,
    /// The cells it names, in order.
    pub cells: Vec<usize>,
}

/// How many cells a gesture names, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "snake_case"))]
pub enum GestureKind {
    /// None: the move is chosen from a list.
    Listed,
    /// The one it is made on.
    Place,
    /// The one it goes from, and the one it goes to.
    Arrow,
    /// The same two, and a third, such as that of a piece to be taken.
    Capture,
    /// Two, in either order.
    Pair,
}

impl Gesture {
    /// By choosing from a list: it names no cell.
    pub const LISTED: Gesture = Gesture { kind: GestureKind::Listed, cells: Vec::new() };

    /// On one cell.
    #[must_use]
    pub fn place(cell: usize) -> Self {
        Gesture { kind: GestureKind::Place, cells: vec![cell] }
    }

    /// From one cell to another.
    #[must_use]
    pub fn arrow(from: usize, to: usize) -> Self {
        Gesture { kind: GestureKind::Arrow, cells: vec![from, to] }
    }

    /// From one cell to another, then on a third, such as a piece to be taken.
    #[must_use]
    pub fn capture(from: usize, to: usize, taken: usize) -> Self {
        Gesture { kind: GestureKind::Capture, cells: vec![from, to, taken] }
    }

    /// On two cells, in either order.
    #[must_use]
    pub fn pair(a: usize, b: usize) -> Self {
        Gesture { kind: GestureKind::Pair, cells: vec![a, b] }
    }
}

impl Cell {
    /// A cell by its name, centre and form.
    pub fn new(name: impl Into<String>, x: f32, y: f32, form: CellForm) -> Self {
        Cell { name: name.into(), x, y, form, size: 0 }
    }
}

impl PieceKind {
    /// A kind without a label.
    pub fn new(symbol: impl Into<String>, name: impl Into<String>, side: u8, form: PieceForm) -> Self {
        PieceKind { symbol: symbol.into(), name: name.into(), side, form, label: String::new() }
    }

    /// The same kind with a label.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }
}

impl Board {
    /// A rectangle of cells of one form, named as in chess (`a1` is the lower
    /// left one) and numbered row by row from `a1`. Its text is the rows from
    /// the top with `/` between, an empty cell `.`.
    ///
    /// ```
    /// use kaiketsu_game::{Board, CellForm};
    /// let board = Board::grid(3, 2, CellForm::Square);
    /// assert_eq!(board.cells[5].name, "c2");
    /// assert_eq!((board.cells[5].x, board.cells[5].y), (2.5, 0.5));
    /// ```
    #[must_use]
    pub fn grid(columns: usize, rows: usize, form: CellForm) -> Self {
        let cell = |number: usize| {
            let (row, column) = (number / columns, number % columns);
            let (x, y) = (column as f32 + 0.5, (rows - 1 - row) as f32 + 0.5);
            Cell::new(grid_name(row, column), x, y, form)
        };
        let mut text = Vec::new();
        for row in (0..rows).rev() {
            text.extend((0..columns).map(|column| TextPart::Cell(row * columns + column)));
            text.push(TextPart::Letters("/".into()));
        }
        text.pop();
        Board {
            width: columns as f32,
            height: rows as f32,
            cells: (0..columns * rows).map(cell).collect(),
            kinds: Vec::new(),
            stack: 1,
            view: View::Fixed,
            empty: ".".into(),
            text,
            turns: Vec::new(),
            links: false,
            lines: Vec::new(),
        }
    }

    /// The same board with these kinds of pieces.
    #[must_use]
    pub fn with_kinds(mut self, kinds: Vec<PieceKind>) -> Self {
        self.kinds = kinds;
        self
    }

    /// The same board with places beside it for pieces in hand: the mover's of
    /// these names on the right, the last of them lowest, and the opponent's on
    /// the left, where half a turn takes them. The text of a board says nothing
    /// of hands unless [`Layout::with_hands`] adds them.
    #[must_use]
    pub fn with_hands(mut self, names: &[&str]) -> Self {
        let (width, height) = (self.width, self.height);
        let lowest = |number: usize| height - 0.5 - (names.len() - 1 - number) as f32;
        let place = |number: usize| (width + 0.7, lowest(number), names[number].to_string());
        let mover = (0..names.len()).map(place);
        let opponent =
            mover.clone().map(|(x, y, name)| (width - x, height - y, format!("opponent's {name}")));
        self.cells.extend(mover.chain(opponent).map(|(x, y, name)| Cell::new(name, x, y, CellForm::Exit)));
        self.text.clear();
        self
    }

    /// The same board, turned like this for the second player.
    #[must_use]
    pub fn viewed(mut self, view: View) -> Self {
        self.view = view;
        self
    }

    /// The cell of that name.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }
}

/// The name of a cell as in chess.
fn grid_name(row: usize, column: usize) -> String {
    format!("{}{}", char::from(b'a' + (column % 26) as u8), row + 1)
}
