//! Questions to a game proved by search, one after another, each within a time
//! limit. What one question found helps the next: the table and the book stay.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kaiketsu_engine::search::{Provable, Published, Side, Winner};
use kaiketsu_game::Value;

use crate::search_entry::SearchEntry;
use crate::session::{Session, outcome_for};
use crate::{Error, MoveAnswer, Playing, Rating};

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

pub(crate) struct SearchExplorer<'g, G: Provable + Published>
where
    G::Position: Ord,
{
    pub(crate) entry: &'g SearchEntry<G>,
    pub(crate) session: Session<'g, G>,
}

fn rating(winner: Winner, side: Side) -> Rating {
    Value::of(outcome_for(winner, side)).into()
}

impl<G: Provable + Published> SearchExplorer<'_, G>
where
    G::Position: Ord,
{
    /// The values of all moves; images of one another are searched once. A
    /// first round gives each a small part of the time, so that one hard move
    /// does not hide the easy ones; a second round gives what is left.
    fn values(&mut self, next: &[G::Position], deadline: Instant) -> Vec<Option<Winner>> {
        let game = &self.entry.game;
        let classes: Vec<G::Position> = next.iter().map(|position| game.representative(position)).collect();
        let mut found: BTreeMap<&G::Position, Option<Winner>> = BTreeMap::new();
        for class in &classes {
            found.entry(class).or_insert_with(|| self.session.known(class));
        }
        for round in [8, 1] {
            let open = found.values().filter(|value| value.is_none()).count();
            for (done, (class, value)) in found.iter_mut().filter(|(_, value)| value.is_none()).enumerate() {
                let left = deadline.saturating_duration_since(Instant::now());
                let share = left / ((open - done) as u32 * round);
                *value = self.session.value_until(class, Instant::now() + share);
            }
        }
        classes.iter().map(|class| found[class]).collect()
    }
}

impl<G: Provable + Published> Explorer for SearchExplorer<'_, G>
where
    G::Position: Ord,
{
    fn explore(&mut self, text: &str, limit: Duration) -> Result<Explored, Error> {
        let deadline = Instant::now() + limit;
        let game = &self.entry.game;
        let position = self.entry.read(&self.session, text)?;
        let mover = game.side_to_move(&position);
        let mut moves = Vec::new();
        if game.ending(&position).is_none() {
            game.moves(&position, &mut moves);
        }
        let next: Vec<G::Position> = moves.iter().map(|mv| game.play(&position, mv).position).collect();
        let found = self.values(&next, deadline);
        let wins = found.contains(&Some(mover.into()));
        let complete = found.iter().all(Option::is_some);
        let mut rated: Vec<(String, Option<Rating>)> = Vec::new();
        for (mv, value) in moves.iter().zip(&found) {
            rated.push((game.write_move(&position, mv), value.map(|value| rating(value, mover))));
        }
        rated.sort_by_key(|(_, rating)| {
            rating.map_or(2, |rating| {
                ["win", "draw", "", "loss"].iter().position(|w| *w == rating.value).unwrap_or(2)
            })
        });
        let value = match rated.first() {
            // One win decides; else all moves must be known.
            Some((_, best)) if wins || complete => *best,
            Some(_) | None => self.session.value_until(&position, deadline).map(|value| rating(value, mover)),
        };
        self.session.save()?;
        Ok(Explored { position: game.write_position(&position), value, moves: rated, complete })
    }

    fn line(&mut self, text: &str, most: usize, limit: Duration) -> Result<Option<Playing>, Error> {
        let deadline = Instant::now() + limit;
        let game = &self.entry.game;
        let start = self.entry.read(&self.session, text)?;
        let Some(value) = self.session.value_until(&start, deadline) else { return Ok(None) };
        self.session.save()?;
        let (mut at, mut moves) = (start.clone(), Vec::new());
        while game.ending(&at).is_none() && moves.len() < most {
            let Some(mv) = self.session.best_move_until(&at, value, deadline) else { return Ok(None) };
            let next = game.play(&at, &mv).position;
            moves.push(MoveAnswer {
                mv: game.write_move(&at, &mv),
                position: game.write_position(&next),
                value: rating(value, game.side_to_move(&at)),
            });
            at = next;
        }
        Ok(Some(Playing {
            game: game.id(),
            position: game.write_position(&start),
            value: rating(value, game.side_to_move(&start)),
            moves,
            strategy: "search",
            end: if game.ending(&at).is_some() { "over" } else { "cut" },
            drawing: String::new(),
        }))
    }

    fn rate(&mut self, text: &str, limit: Duration) -> Result<Option<Rating>, Error> {
        let position = self.entry.read(&self.session, text)?;
        let value = self.session.value_until(&position, Instant::now() + limit);
        self.session.save()?;
        Ok(value.map(|value| rating(value, self.entry.game.side_to_move(&position))))
    }
}
