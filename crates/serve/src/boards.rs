//! Boards, scenes and gestures of [`kaiketsu::game`] as JSON.

use kaiketsu::game::{Board, CellForm, Gesture, PieceForm, Scene, TextPart, View};
use kaiketsu::{Picture, PictureMove};
use serde::Serialize;
use utoipa::ToSchema;

/// The cells and pieces of a game: all that a page needs to draw it. Lengths
/// are in cells, x to the right and y down.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardAnswer {
    /// Cells across.
    pub width: f32,
    /// Cells down.
    pub height: f32,
    /// All cells; scenes and gestures name them by their places here.
    pub cells: Vec<CellAnswer>,
    /// The kinds of pieces; scenes name them by their places here.
    pub kinds: Vec<KindAnswer>,
    /// How many pieces a cell can hold.
    pub stack: u8,
    /// How the second player sees the board: `fixed` if positions are not seen
    /// by the side to move; else `swapped`, `upside_down`, `half_turn` or `transposed`.
    pub view: String,
    /// The text of an empty cell.
    pub empty: String,
    /// The text of a position, part by part; empty if it can only be typed.
    pub text: Vec<TextAnswer>,
    /// The turns that the text can tell.
    pub turns: Vec<TurnAnswer>,
    /// Whether pieces can be shared between two cells.
    pub links: bool,
    /// Lines drawn under the cells, each from one cell to another.
    pub lines: Vec<Vec<usize>>,
}

/// A cell.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CellAnswer {
    /// Its name.
    pub name: String,
    /// Its centre from the left.
    pub x: f32,
    /// Its centre from the top.
    pub y: f32,
    /// `square`, `cube`, `ring`, `exit` or `point`.
    pub form: String,
    /// The size of a ring cell, 0 to 2; 0 for others.
    pub size: u8,
}

/// A kind of piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KindAnswer {
    /// Its letters in the text of a position.
    pub symbol: String,
    /// Its name.
    pub name: String,
    /// Whose it is; even numbers belong to side 0, odd ones to side 1.
    pub side: u8,
    /// `cross`, `nought`, `disc`, `arrow`, `ring` or `text`.
    pub form: String,
    /// A small letter or number beside it.
    pub label: String,
}

/// Part of the text of a position: one of the four.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextAnswer {
    /// The pieces of a cell.
    Cell(usize),
    /// Letters as they are.
    Letters(String),
    /// The symbol of the turn.
    Turn(bool),
    /// All links.
    Links(bool),
}

/// A turn that the text can tell.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnAnswer {
    /// Its text.
    pub symbol: String,
    /// The side that has it.
    pub side: u8,
}

/// What lies on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SceneAnswer {
    /// The pieces; those of one cell from the bottom up.
    pub pieces: Vec<PieceAnswer>,
    /// Pieces shared between two cells.
    pub links: Vec<LinkAnswer>,
    /// The side to move, 0 the first; null if the board is seen by it.
    #[schema(required)]
    pub mover: Option<u8>,
    /// The turn, where the text tells it.
    #[schema(required)]
    pub turn: Option<usize>,
}

/// A piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PieceAnswer {
    /// Its cell.
    pub cell: usize,
    /// Its kind.
    pub kind: usize,
}

/// A shared piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkAnswer {
    /// Its two cells.
    pub cells: Vec<usize>,
    /// Its kind.
    pub kind: usize,
}

/// How a move is made on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GestureAnswer {
    /// `listed`, `place`, `arrow`, `capture` or `pair`.
    pub kind: String,
    /// The cells: none, one, from and to, these and a third, or two in any order.
    pub cells: Vec<usize>,
}

/// A position by its rules alone, without values.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureAnswer {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Whether the game is over here.
    pub over: bool,
    /// The outcome for the side to move, if it is.
    #[schema(required)]
    pub ending: Option<String>,
    /// What lies on the board.
    pub scene: SceneAnswer,
    /// The legal moves in the order of the rules.
    pub moves: Vec<PictureMoveAnswer>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureMoveAnswer {
    /// The move.
    #[serde(rename = "move")]
    #[schema(rename = "move")]
    pub mv: String,
    /// The position it leads to.
    pub position: String,
    /// Whether the other side moves next.
    pub passes: bool,
    /// How it is made on the board.
    pub gesture: GestureAnswer,
}

impl PictureAnswer {
    pub(crate) fn new(game: &str, picture: Picture) -> Self {
        let describe = |mv: PictureMove| PictureMoveAnswer {
            gesture: (&mv.gesture).into(),
            mv: mv.mv,
            position: mv.position,
            passes: mv.passes,
        };
        PictureAnswer {
            game: game.into(),
            over: picture.over,
            ending: picture.ending.map(Into::into),
            scene: (&picture.scene).into(),
            moves: picture.moves.into_iter().map(describe).collect(),
            position: picture.position,
        }
    }
}

impl From<&Board> for BoardAnswer {
    fn from(board: &Board) -> Self {
        let cell = |cell: &kaiketsu::game::Cell| {
            let (form, size) = match cell.form {
                CellForm::Square => ("square", 0),
                CellForm::Cube => ("cube", 0),
                CellForm::Ring(size) => ("ring", size),
                CellForm::Exit => ("exit", 0),
                CellForm::Point => ("point", 0),
            };
            CellAnswer { name: cell.name.clone(), x: cell.x, y: cell.y, form: form.into(), size }
        };
        let kind = |kind: &kaiketsu::game::PieceKind| KindAnswer {
            symbol: kind.symbol.clone(),
            name: kind.name.clone(),
            side: kind.side,
            form: form_word(kind.form).into(),
            label: kind.label.clone(),
        };
        let text = |part: &TextPart| match part {
            TextPart::Cell(cell) => TextAnswer::Cell(*cell),
            TextPart::Letters(letters) => TextAnswer::Letters(letters.clone()),
            TextPart::Turn => TextAnswer::Turn(true),
            TextPart::Links => TextAnswer::Links(true),
        };
        let view = match board.view {
            View::Fixed => "fixed",
            View::Swapped => "swapped",
            View::UpsideDown => "upside_down",
            View::HalfTurn => "half_turn",
            View::Transposed => "transposed",
        };
        let turn = |(symbol, side): &(String, u8)| TurnAnswer { symbol: symbol.clone(), side: *side };
        BoardAnswer {
            width: board.width,
            height: board.height,
            cells: board.cells.iter().map(cell).collect(),
            kinds: board.kinds.iter().map(kind).collect(),
            stack: board.stack,
            view: view.into(),
            empty: board.empty.clone(),
            text: board.text.iter().map(text).collect(),
            turns: board.turns.iter().map(turn).collect(),
            links: board.links,
            lines: board.lines.iter().map(|line| line.to_vec()).collect(),
        }
    }
}

fn form_word(form: PieceForm) -> &'static str {
    match form {
        PieceForm::Cross => "cross",
        PieceForm::Nought => "nought",
        PieceForm::Disc => "disc",
        PieceForm::Arrow => "arrow",
        PieceForm::Ring => "ring",
        PieceForm::Text => "text",
    }
}

impl From<&Scene> for SceneAnswer {
    fn from(scene: &Scene) -> Self {
        let link = |link: &kaiketsu::game::Link| LinkAnswer { cells: link.cells.to_vec(), kind: link.kind };
        SceneAnswer {
            pieces: scene
                .pieces
                .iter()
                .map(|piece| PieceAnswer { cell: piece.cell, kind: piece.kind })
                .collect(),
            links: scene.links.iter().map(link).collect(),
            mover: scene.mover,
            turn: scene.turn,
        }
    }
}

impl From<&Gesture> for GestureAnswer {
    fn from(gesture: &Gesture) -> Self {
        let kind = match gesture {
            Gesture::Listed => "listed",
            Gesture::Place(_) => "place",
            Gesture::Arrow(..) => "arrow",
            Gesture::Capture(..) => "capture",
            Gesture::Pair(..) => "pair",
        };
        GestureAnswer { kind: kind.into(), cells: gesture.cells() }
    }
}
