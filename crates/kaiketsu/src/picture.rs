//! A position as a page draws it: the scene, and how each move is made.

use kaiketsu_game::{Gesture, Notation, Scene, Turn};

use crate::Error;

/// What lies on the board, and the legal moves. Nothing is known of values
/// here: the rules suffice.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The position, as the game writes it.
    pub position: String,
    /// What lies on the board.
    pub scene: Scene,
    /// Whether the game is over here.
    pub over: bool,
    /// The outcome for the side to move, if it is.
    pub ending: Option<&'static str>,
    /// The legal moves in the order of the rules.
    pub moves: Vec<PictureMove>,
}

/// A legal move.
#[derive(Clone, Debug)]
pub struct PictureMove {
    /// Its text.
    pub mv: String,
    /// How it is made on the board.
    pub gesture: Gesture,
    /// Whether the other side moves next.
    pub passes: bool,
    /// The position it leads to.
    pub position: String,
}

/// The picture of a position that is given as text.
pub(crate) fn picture<G: Notation>(game: &G, text: &str) -> Result<Picture, Error> {
    let trouble = |problem| Error::Notation { game: game.id(), problem };
    let position = game.read_position(text.trim()).map_err(trouble)?;
    let ending = game.ending(&position);
    let mut moves = Vec::new();
    if ending.is_none() {
        game.moves(&position, &mut moves);
    }
    let describe = |mv: &G::Move| {
        let step = game.play(&position, mv);
        PictureMove {
            mv: game.write_move(&position, mv),
            gesture: game.gesture(&position, mv),
            passes: step.turn == Turn::Passes,
            position: game.write_position(&step.position),
        }
    };
    Ok(Picture {
        position: game.write_position(&position),
        scene: game.scene(&position),
        over: ending.is_some(),
        ending: ending.map(|outcome| outcome.word()),
        moves: moves.iter().map(describe).collect(),
    })
}
