//! Questions about single positions, answered from a database.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use crate::solve::Layout;
use kaiketsu_db::{Database, DbError};
use kaiketsu_game::{Game, Notation, Outcome, Tiered, Value};

use crate::analyse::{Player, Strategy};

/// A game with its finished database.
pub struct Oracle<G> {
    game: Arc<G>,
    layout: Layout,
    database: Database,
}

/// A legal move with what it is worth to the side that makes it.
pub struct RatedMove<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// Where it leads.
    pub position: G::Position,
    /// What it is worth to the side that makes it; the distance counts the move.
    pub value: Value,
}

/// A line of play.
pub struct Line<G: Game> {
    /// The moves with the positions they lead to.
    pub moves: Vec<RatedMove<G>>,
    /// Why it stops.
    pub end: LineEnd,
}

/// Why a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over, with this outcome for the side to move there.
    Over(Outcome),
    /// A position came up again in drawn play, which goes round for ever.
    Repeats,
    /// It is as long as was asked for.
    Cut,
}

/// What a line is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOptions {
    /// It stops after so many moves.
    pub most: usize,
    /// How the winner finds his moves where no distances are known.
    pub strategy: Strategy,
    /// What decides between moves that the strategy thinks equal.
    pub seed: u64,
}

impl Default for LineOptions {
    fn default() -> Self {
        LineOptions { most: 1_000, strategy: Strategy::default(), seed: 0 }
    }
}

impl<G: Tiered + Notation> Oracle<G> {
    /// Joins a game with its database, which must be of this game.
    pub fn new(game: Arc<G>, database: Database) -> Result<Self, DbError> {
        database.expect(&game.id(), game.rules_version())?;
        let layout = Layout::new(&*game);
        Ok(Oracle { game, layout, database })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The stored order.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The value of a position.
    pub fn value(&self, position: &G::Position) -> Result<Value, DbError> {
        let (layer, index) = self.layout.place_of(self.game.locate(position));
        Ok(self.database.get(layer, index)?.value(self.database.distances()))
    }

    /// All legal moves, the best first; moves of equal value in the order in
    /// which the game lists them. None if the game is over.
    pub fn moves(&self, position: &G::Position) -> Result<Vec<RatedMove<G>>, DbError> {
        if self.game.ending(position).is_some() {
            return Ok(Vec::new());
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let rate = |mv: G::Move| {
            let step = self.game.play(position, &mv);
            let value = step.value_before(self.value(&step.position)?);
            Ok(RatedMove { mv, position: step.position, value })
        };
        let mut rated = moves.into_iter().map(rate).collect::<Result<Vec<_>, DbError>>()?;
        rated.sort_by_key(|mv| Reverse(mv.value));
        Ok(rated)
    }

    /// Best play from a position. With distances this is always the first of
    /// the best moves, so a won game is won as fast and a lost one as late as
    /// can be. Without, the winner follows a strategy; he wins, but not as
    /// fast, and may meet a position again on the way: see [`Player`].
    pub fn line(&self, position: &G::Position, options: &LineOptions) -> Result<Line<G>, DbError> {
        let mut player = Player::new(self, options.strategy, options.seed);
        let mut at = position.clone();
        let mut seen = HashSet::from([at.clone()]);
        let mut moves = Vec::new();
        let end = loop {
            if let Some(outcome) = self.game.ending(&at) {
                break LineEnd::Over(outcome);
            }
            if moves.len() == options.most {
                break LineEnd::Cut;
            }
            let chosen = player.choose(&at)?.expect("a game that is not over goes on");
            let drawn = chosen.value.outcome == Outcome::Draw;
            at = chosen.position.clone();
            moves.push(chosen);
            if !seen.insert(at.clone()) && drawn {
                break LineEnd::Repeats;
            }
        };
        Ok(Line { moves, end })
    }
}
