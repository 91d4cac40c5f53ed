//! A position as the rules alone show it, without values.

use kaiketsu_game::{Notation, NotationError, Outcome, Turn};

use crate::Error;

/// A position and its legal moves, behind text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The outcome for the side to move, if the game is over here.
    pub over: Option<Outcome>,
    /// The legal moves, in the order of the rules.
    pub moves: Vec<ViewMove>,
    /// The board for a terminal.
    pub drawing: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewMove {
    /// The move.
    pub mv: String,
    /// The position it leads to.
    pub position: String,
    /// Whether the other side moves next.
    pub passes: bool,
}

impl View {
    pub(crate) fn new<G: Notation>(game: &G, text: &str) -> Result<Self, Error> {
        let trouble = |problem| Error::Notation { game: game.id(), problem };
        let position = game.read_position(text.trim()).map_err(trouble)?;
        let over = game.ending(&position);
        let mut moves = Vec::new();
        if over.is_none() {
            game.moves(&position, &mut moves);
        }
        let describe = |mv: &G::Move| {
            let step = game.play(&position, mv);
            ViewMove {
                mv: game.write_move(&position, mv),
                position: game.write_position(&step.position),
                passes: step.turn == Turn::Passes,
            }
        };
        Ok(View {
            game: game.id(),
            position: game.write_position(&position),
            over,
            moves: moves.iter().map(describe).collect(),
            drawing: game.draw(&position),
        })
    }

    /// The move a word stands for; upper and lower case are the same unless
    /// they make a difference.
    pub fn find(&self, text: &str) -> Result<&ViewMove, Error> {
        let same = |mv: &&ViewMove| mv.mv == text;
        let alike = |mv: &&ViewMove| mv.mv.eq_ignore_ascii_case(text);
        let found = self.moves.iter().find(same).or_else(|| self.moves.iter().find(alike));
        found.ok_or_else(|| {
            let problem = match self.over {
                Some(_) => format!("`{text}`: the game is over, there are no moves"),
                None => {
                    let legal: Vec<&str> = self.moves.iter().map(|mv| mv.mv.as_str()).collect();
                    format!("`{text}` is not a legal move here; legal: {}", legal.join(" "))
                }
            };
            Error::Notation { game: self.game.clone(), problem: NotationError::new(problem) }
        })
    }
}
