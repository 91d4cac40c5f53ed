//! Positions as people see them: from the first player's side, whoever is to move.
//!
//! The text of a stored position may be as the side to move sees it. What people
//! read and type is the text of the one board both see, with the side to move
//! before it: `second:X.../..../..../....`. It stands for a position wherever a
//! position is asked for.

use kaiketsu_engine::search::play_all;
use kaiketsu_game::{Board, Gesture, Notation, NotationError, Scene, Seen, Side, Turn};

use crate::Error;
use crate::answering::Answering;
use crate::view::{SeenMove, SeenPosition};

/// A position with the side that is to move.
pub(crate) struct Placed<P> {
    pub(crate) position: P,
    pub(crate) side: Side,
}

/// The board of the side to move, and what people see of it.
pub(crate) struct Boards {
    pub(crate) own: Board,
    pub(crate) seen: Seen,
    /// Whether positions tell the side to move; what holds of the start holds of all.
    tells_side: bool,
}

impl Boards {
    pub(crate) fn of(game: &impl Notation) -> Self {
        let own = game.board();
        let tells_side = game.scene(&game.start()).mover.is_some();
        Boards { seen: Seen::new(&own), own, tells_side }
    }

    /// The text that people read, given that of the side to move.
    fn seen_text(&self, own: &str, side: Side) -> String {
        match (self.tells_side, side) {
            (true, _) => self.seen.text(own, side),
            (false, Side::First) => ["first:", own].concat(),
            (false, Side::Second) => ["second:", &self.seen.text(own, side)].concat(),
        }
    }
}

/// The side that a text names, and the rest of it.
fn side_of(text: &str) -> Option<(Side, &str)> {
    [Side::First, Side::Second].into_iter().find_map(|side| {
        let (word, rest) = text.split_once(':')?;
        word.eq_ignore_ascii_case(&side.to_string()).then_some((side, rest))
    })
}

impl<G: Notation + 'static> Answering<G> {
    /// The position that a text stands for: as the game writes it, as people see
    /// it with the side to move, or after a list of moves from the start.
    pub(crate) fn place(&self, text: &str) -> Result<Placed<G::Position>, Error> {
        let text = text.trim();
        let refuse = |problem| Error::Notation { game: self.game.id(), problem };
        let named = side_of(text);
        let own = named.map_or(text.to_string(), |(side, seen)| self.own_text(seen, side));
        let refused = match self.game.read_position(&own) {
            Ok(position) => {
                self.whole.as_ref().map_or(Ok(()), |whole| whole.covers(&position)).map_err(refuse)?;
                let side = self.check_side(&position, named.map(|(side, _)| side)).map_err(refuse)?;
                return Ok(Placed { position, side });
            }
            Err(refused) => refused,
        };
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_list =
            text.split_whitespace().count() > 1 || self.game.read_move(&self.game.start(), first).is_ok();
        match is_list {
            true => self.after(text),
            false => Err(refuse(refused)),
        }
    }

    /// What the side to move sees, given what people see. What no board can have
    /// written is left to the game, which says what is wrong with it.
    fn own_text(&self, seen: &str, side: Side) -> String {
        let Boards { own, seen: board, .. } = &self.boards;
        let scene = board.board().read(seen).filter(|_| side == Side::Second);
        let turned = scene.and_then(|scene| board.of_side(&scene, side));
        // What a game adds behind the board is no part of a scene.
        turned.and_then(|scene| own.write(&scene)).unwrap_or_else(|| board.text(seen, side))
    }

    /// The side to move: what the position tells, else what the text named, else
    /// the first player.
    fn check_side(&self, position: &G::Position, named: Option<Side>) -> Result<Side, NotationError> {
        let scene = || self.game.scene(position);
        let mover = self.boards.tells_side.then(scene).and_then(|scene| scene.mover);
        let told = mover.map(|mover| Side::first_if(mover == 0));
        match (told, named) {
            (Some(told), Some(named)) if told != named => {
                Err(NotationError::new(format!("by this position the {told} player is to move")))
            }
            (told, named) => Ok(told.or(named).unwrap_or(Side::First)),
        }
    }

    /// The position after a list of moves, each named as its side sees it.
    fn after(&self, moves: &str) -> Result<Placed<G::Position>, Error> {
        let refuse = |problem| Error::Question { game: self.game.id(), problem };
        let position = play_all(&*self.game, moves).map_err(refuse)?;
        let (mut at, mut side) = (self.game.start(), Side::First);
        for text in moves.split_whitespace() {
            let Ok(mv) = self.game.read_move(&at, text) else { break };
            let step = self.game.play(&at, &mv);
            side = next_side(side, step.turn);
            at = step.position;
        }
        let side = self
            .check_side(&position, Some(side))
            .map_err(|problem| Error::Notation { game: self.game.id(), problem })?;
        Ok(Placed { position, side })
    }

    /// The text that people read.
    pub(crate) fn seen_text(&self, own: &str, side: Side) -> String {
        self.boards.seen_text(own, side)
    }

    /// What people see, given the text and the scene of the side to move.
    pub(crate) fn seen_position(
        &self,
        position: &G::Position,
        (own, scene): (&str, &Scene),
        side: Side,
    ) -> SeenPosition {
        let seen = &self.boards.seen;
        SeenPosition {
            position: self.seen_text(own, side),
            scene: seen.scene(scene, side),
            decided_by: match self.game.ending(position) {
                Some(_) => seen.cells(&self.game.decided_by(position), side),
                None => Vec::new(),
            },
        }
    }

    pub(crate) fn seen_move(
        &self,
        (text, gesture): (&str, &Gesture),
        leads_to: &str,
        turn: Turn,
        side: Side,
    ) -> SeenMove {
        let seen = &self.boards.seen;
        SeenMove {
            mv: seen.move_text(text, side),
            position: self.seen_text(leads_to, next_side(side, turn)),
            gesture: seen.gesture(gesture, side),
        }
    }

    /// The board for a terminal, as people see it.
    pub(crate) fn drawing(&self, position: &G::Position, side: Side) -> String {
        let remark = (self.remark)(&self.game, position);
        let Boards { own, seen, .. } = &self.boards;
        let scene = self.game.scene(position);
        let text = self.game.write_position(position);
        let is_shown = own.write(&scene).is_some_and(|shown| !shown.is_empty() && text.starts_with(&shown));
        let drawn = match side {
            Side::Second if scene.mover.is_none() && is_shown && own.height > 1.0 => {
                seen.board().draw(&seen.scene(&scene, side))
            }
            _ => self.game.draw(position),
        };
        drawn + &remark.map_or(String::new(), |remark| format!("\n\n{remark}"))
    }
}

/// Who is to move after a step of that side.
pub(crate) fn next_side(side: Side, turn: Turn) -> Side {
    if turn == Turn::Passes { side.other() } else { side }
}
