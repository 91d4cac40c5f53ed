//! Questions about single positions, answered from a database.

use std::collections::HashSet;
use std::sync::Arc;

use kaiketsu_db::{Database, DbError};
use kaiketsu_game::{Game, Notation, Outcome, Tiered, Value};
use kaiketsu_solve::Layout;

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
    /// A position came up again: play goes round for ever.
    Repeats,
    /// The database keeps no distances, so it cannot tell which of several
    /// winning moves makes headway.
    NoDistances,
    /// It is as long as was asked for.
    Cut,
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
        rated.sort_by(|a, b| a.value.best_first(&b.value));
        Ok(rated)
    }

    /// Best play from a position: always the first of the best moves, so a won
    /// game is won as fast and a lost one as late as can be.
    pub fn line(&self, position: &G::Position, most: usize) -> Result<Line<G>, DbError> {
        let mut at = position.clone();
        let mut seen = HashSet::from([at.clone()]);
        let mut moves = Vec::new();
        let end = loop {
            if let Some(outcome) = self.game.ending(&at) {
                break LineEnd::Over(outcome);
            }
            if moves.len() == most {
                break LineEnd::Cut;
            }
            let best = self.moves(&at)?.swap_remove(0);
            if !self.database.distances() && best.value.outcome != Outcome::Draw {
                break LineEnd::NoDistances;
            }
            at = best.position.clone();
            moves.push(best);
            if !seen.insert(at.clone()) {
                break LineEnd::Repeats;
            }
        };
        Ok(Line { moves, end })
    }
}
