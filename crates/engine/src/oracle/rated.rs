//! The moves of a position with what they are worth.

use std::cmp::Reverse;

use kaiketsu_game::{Game, Outcome, Step, Value};

use crate::oracle::{Known, Limit, Oracle, OracleError};

/// A legal move with what it is worth to the side that makes it.
pub struct RatedMove<G: Game + ?Sized> {
    /// The move.
    pub mv: G::Move,
    /// Where it leads, and whose turn it is there.
    pub step: Step<G::Position>,
    /// What it is worth to the side that makes it, where that is known; the
    /// distance counts the move.
    pub value: Known<Value>,
}

/// All legal moves, the best first, those of unknown value between draws and
/// losses. Of moves of equal value those come first that end a won game, and
/// last those that end a lost one; else they are in the order in which the game
/// lists them. None if the game is over.
pub fn rated_moves<G: Game + ?Sized>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
    limit: Limit,
) -> Result<Vec<RatedMove<G>>, OracleError> {
    if game.ending(position).is_some() {
        return Ok(Vec::new());
    }
    let moves = game.legal_moves(position);
    let rate = |mv: G::Move| {
        let step = game.play(position, &mv);
        let value = oracle.value(&step.position, limit)?.map(|after| step.value_before(after));
        Ok(RatedMove { mv, step, value })
    };
    let mut rated = moves.into_iter().map(rate).collect::<Result<Vec<_>, OracleError>>()?;
    // Tells moves apart where no distances are known.
    let haste = |rated: &RatedMove<G>| match (game.ending(&rated.step.position), rated.value) {
        (Some(_), Known::Yes(value)) => -value.outcome,
        _ => Outcome::Draw,
    };
    rated.sort_by_cached_key(haste);
    sort_best_first(&mut rated, |rated| rated.value);
    Ok(rated)
}

/// Sorts by values: wins, draws, what is not known, losses.
pub(crate) fn sort_best_first<T>(items: &mut [T], value: impl Fn(&T) -> Known<Value>) {
    // An unknown move may still be a win, so it comes before a loss.
    let unknown = (Value::DRAW, false);
    items.sort_by_key(|item| Reverse(value(item).ok().map_or(unknown, |value| (value, true))));
}
