//! Positions in which exactly one move wins.

use std::ops::RangeInclusive;

use kaiketsu_game::{Game, Notation, Outcome, Tiered, Value};

use crate::analyse::Stored;
use crate::analyse::choice::{Choice, for_each_slot};
use crate::oracle::{Limit, OracleError, RatedMove, rated_moves};
use crate::solve::Progress;

/// Which puzzles to look for, and how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleOptions {
    /// Stop after so many.
    pub count: usize,
    /// How many plies the win may take; of no effect without distances.
    pub plies: RangeInclusive<u16>,
    /// Look at so many slots at the most.
    pub visits: u64,
    /// What the choice depends on.
    pub seed: u64,
    /// Look no longer than that.
    pub limit: Limit,
}

/// A won position in which one move wins and others do not.
pub struct Puzzle<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Its value.
    pub value: Value,
    /// The only move that wins.
    pub solution: RatedMove<G>,
    /// How many legal moves there are.
    pub moves: usize,
}

/// Finds puzzles, the shortest first. Positions that are not counted by
/// statistics, or have one legal move only, are no puzzles.
pub fn puzzles<G: Tiered + Notation>(
    stored: &Stored<G>,
    options: &PuzzleOptions,
    progress: &dyn Progress,
) -> Result<Vec<Puzzle<G>>, OracleError> {
    let (game, whole) = (stored.game(), stored.whole());
    let positions = options.visits.min(stored.layout().positions());
    let mut found = Vec::new();
    progress.begin(&format!("puzzles of {}", game.id()), positions);
    for_each_slot(stored, Choice::Sample { positions, seed: options.seed }, &mut |slot, value| {
        progress.advance(1, false);
        if options.limit.is_over() {
            return Ok(false);
        }
        let fits = value.plies.is_none_or(|plies| options.plies.contains(&plies.0));
        if value.outcome != Outcome::Win || !fits || game.weight(slot) == 0 {
            return Ok::<bool, OracleError>(true);
        }
        let position = game.position(slot);
        let mut moves = rated_moves(game, &whole, &position, Limit::NONE)?; // the best first
        let value_of = |index: usize| moves.get(index).and_then(|rated| rated.value.ok());
        let is_win = |index: usize| value_of(index).is_some_and(|value| value.outcome == Outcome::Win);
        if moves.len() > 1 && is_win(0) && !is_win(1) {
            let count = moves.len();
            found.push(Puzzle { position, value, solution: moves.swap_remove(0), moves: count });
        }
        Ok(found.len() < options.count)
    })?;
    progress.end();
    found.sort_by_key(|puzzle| puzzle.value.plies);
    Ok(found)
}
