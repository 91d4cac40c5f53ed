//! Text forms of positions and moves.

use std::fmt;

use crate::board::from_text;
use crate::{Board, Game, Gesture, Scene};

/// Why a text is not a position or a move, in words for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(pub String);

impl NotationError {
    /// An error with that explanation.
    pub fn new(explanation: impl Into<String>) -> Self {
        NotationError(explanation.into())
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

/// Text for positions and moves, and the words people see.
///
/// # Laws
///
/// 1. `read_position(write_position(p)) == p`; the text has no white space.
/// 2. `read_move(p, write_move(p, m)) == m` for every legal move, and
///    different legal moves have different texts.
/// 3. What cannot be read is refused with a text that says what is wrong and
///    what would be right; nothing panics.
/// 4. Where the board says how text is made, `board().write(&scene(p))` is
///    `write_position(p)` for every position with pieces on the board; scenes
///    and gestures name cells and kinds of the board, and different legal
///    moves have different gestures unless they are listed.
pub trait Notation: Game {
    /// The name of the game as people say it, such as `Quixo 4x4`.
    fn title(&self) -> String;

    /// The rules and the notation in a few sentences.
    fn about(&self) -> String;

    /// A position as one word.
    fn write_position(&self, position: &Self::Position) -> String;

    /// The position a word stands for; only positions the game can number.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A legal move of a position as one word.
    fn write_move(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// The legal move a word stands for. As it stands: the one whose text is
    /// the same but for upper and lower case.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError> {
        if self.ending(position).is_some() {
            return Err(NotationError::new(format!("`{text}`: the game is over, there are no moves")));
        }
        let mut moves = self.legal_moves(position);
        let texts: Vec<String> = moves.iter().map(|m| self.write_move(position, m)).collect();
        match texts.iter().position(|t| t.eq_ignore_ascii_case(text.trim())) {
            Some(found) => Ok(moves.swap_remove(found)),
            None => {
                let legal = texts.join(" ");
                Err(NotationError::new(format!("`{text}` is not a legal move here; legal: {legal}")))
            }
        }
    }

    /// The board in a few lines of text, for terminals. As it stands: drawn
    /// from the board and the scene, or the text where they do not suffice.
    fn draw(&self, position: &Self::Position) -> String {
        let (board, scene, text) = (self.board(), self.scene(position), self.write_position(position));
        let complete = board.write(&scene).is_none_or(|written| written == text);
        if complete && board.height > 1.0 { board.draw(&scene) } else { text }
    }

    /// The cells and pieces, for pages that draw. As it stands: one cell for
    /// each letter of a position.
    fn board(&self) -> Board {
        from_text::board(&self.write_position(&self.start()))
    }

    /// What lies on the board in a position.
    fn scene(&self, position: &Self::Position) -> Scene {
        from_text::scene(&self.board(), &self.write_position(position))
    }

    /// How a legal move is made on the board. As it stands: by the names of
    /// cells in its text, unless another move has the same.
    fn gesture(&self, position: &Self::Position, mv: &Self::Move) -> Gesture {
        let board = self.board();
        let gesture = |mv: &Self::Move| from_text::gesture(&board, &self.write_move(position, mv));
        let wanted = gesture(mv);
        let same = self.legal_moves(position).iter().filter(|other| gesture(other) == wanted).count();
        if same > 1 { Gesture::LISTED } else { wanted }
    }

    /// The cells that decided a finished game, such as a line of three, so that
    /// they can be marked. As it stands: none.
    fn decided_by(&self, position: &Self::Position) -> Vec<usize> {
        let _ = position;
        Vec::new()
    }

    /// Raised whenever a change of the rules changes values, or a change of
    /// the numbering changes the stored order: older databases are then refused.
    fn rules_version(&self) -> u32 {
        1
    }
}
