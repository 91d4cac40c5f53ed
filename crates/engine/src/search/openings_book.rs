//! Books of openings that come with a game.
//!
//! A text of one line per class of images: the moves and who wins after them,
//! such as `a1L a1M a1S draw`. Lines that begin with `#` are remarks. A book
//! holds all classes after one number of moves and so answers for every
//! position up to that many moves, the earlier ones by comparing their moves.
//!
//! Reading a thousand lines takes milliseconds, once, when the first question is
//! asked.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use kaiketsu_game::Value;

use crate::oracle::{Known, Limit, Oracle, OracleError};
use crate::search::{Certifiable, Winner, play_all};

/// A book of openings of a game: an oracle that knows the positions it lists.
pub struct OpeningsBook<G: Certifiable> {
    game: Arc<G>,
    text: &'static str,
    values: OnceLock<HashMap<G::Position, Winner>>,
}

impl<G: Certifiable> OpeningsBook<G> {
    /// The book with this text; empty for none.
    pub fn new(game: Arc<G>, text: &'static str) -> Self {
        OpeningsBook { game, text, values: OnceLock::new() }
    }

    /// Who wins from a position or from one of its images.
    pub fn winner(&self, position: &G::Position) -> Option<Winner> {
        if self.text.is_empty() {
            return None;
        }
        self.winners().get(&self.game.representative(position)).copied()
    }

    /// Who wins, by the least image of each position in the book. A line that
    /// cannot be read is a mistake of the program, so it panics.
    pub fn winners(&self) -> &HashMap<G::Position, Winner> {
        self.values.get_or_init(|| {
            let read = |row: &str| {
                let (moves, word) = row.rsplit_once(' ')?;
                let position = play_all(&*self.game, moves).ok()?;
                Some((self.game.representative(&position), Winner::from_word(word)?))
            };
            let rows = self.text.lines().filter(|line| !line.starts_with('#'));
            rows.map(|row| read(row).expect("a book that comes with a game can be read")).collect()
        })
    }
}

impl<G: Certifiable> Oracle<G> for OpeningsBook<G> {
    fn value(&self, position: &G::Position, _: Limit) -> Result<Known<Value>, OracleError> {
        let mover = self.game.side_to_move(position);
        Ok(self.winner(position).map(|winner| Value::of(winner.for_side(mover))).into())
    }
}
