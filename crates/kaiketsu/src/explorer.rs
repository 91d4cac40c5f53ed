//! Questions to a game proved by search, one after another, each within a time
//! limit. What one question found helps the next: the table and the book stay.

use std::time::Duration;

use kaiketsu_engine::oracle::{Known, Limit, Oracle};
use kaiketsu_engine::search::{Provable, Published, Searched};
use kaiketsu_game::Value;

use crate::search_entry::{SearchEntry, play_on};
use crate::{Error, Playing, Rating};

/// What is known of a position and of its moves.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The position.
    pub position: String,
    /// Its value for the side to move, if it was found in time.
    pub value: Option<Rating>,
    /// All legal moves: wins, draws, what is not known, losses.
    pub moves: Vec<(String, Option<Rating>)>,
    /// Whether everything is known.
    pub complete: bool,
}

/// A game proved by search, open for questions.
pub trait Explorer {
    /// The value of a position and of its moves, as far as the book knows them
    /// or a search finds them within the limit.
    fn explore(&mut self, position: &str, limit: Duration) -> Result<Explored, Error>;

    /// Best play from a position, at most so many moves; `None` if a value
    /// on the way is not found within the limit.
    fn line(&mut self, position: &str, most: usize, limit: Duration) -> Result<Option<Playing>, Error>;

    /// The value of a position alone, if it is found within the limit.
    fn rate(&mut self, position: &str, limit: Duration) -> Result<Option<Rating>, Error>;
}

pub(crate) struct SearchExplorer<'g, G: Provable + Published + 'static>
where
    G::Position: Ord,
{
    pub(crate) entry: &'g SearchEntry<G>,
    pub(crate) session: Searched<G>,
}

impl<G: Provable + Published + 'static> Explorer for SearchExplorer<'_, G>
where
    G::Position: Ord,
{
    fn explore(&mut self, text: &str, limit: Duration) -> Result<Explored, Error> {
        let game = &self.entry.game;
        let position = self.entry.read(text)?;
        let (value, rated) = self.session.rated(&position, Limit::within(limit))?;
        self.session.save()?;
        let rating = |value: Known<Value>| value.ok().map(Rating::from);
        Ok(Explored {
            position: game.write_position(&position),
            value: rating(value),
            complete: rated.iter().all(|rated| rated.value.is_known()),
            moves: rated.iter().map(|m| (game.write_move(&position, &m.mv), rating(m.value))).collect(),
        })
    }

    fn line(&mut self, text: &str, most: usize, limit: Duration) -> Result<Option<Playing>, Error> {
        let line = play_on(&self.session, &self.entry.read(text)?, most, Limit::within(limit))?;
        self.session.save()?;
        Ok(line)
    }

    fn rate(&mut self, text: &str, limit: Duration) -> Result<Option<Rating>, Error> {
        let value = self.session.value(&self.entry.read(text)?, Limit::within(limit))?;
        self.session.save()?;
        Ok(value.ok().map(Rating::from))
    }
}
