//! Positions in which exactly one move wins.

use std::ops::RangeInclusive;

use crate::solve::Progress;
use kaiketsu_db::DbError;
use kaiketsu_game::{Notation, Outcome, Tiered, Value};

use crate::analyse::choice::{Choice, for_each_slot};
use crate::analyse::{Oracle, RatedMove};

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
}

/// A won position in which one move wins and others do not.
pub struct Puzzle<G: Tiered> {
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
    oracle: &Oracle<G>,
    options: &PuzzleOptions,
    progress: &dyn Progress,
) -> Result<Vec<Puzzle<G>>, DbError> {
    let (game, distances) = (oracle.game(), oracle.database().distances());
    let positions = options.visits.min(oracle.layout().positions());
    let mut found = Vec::new();
    progress.begin(&format!("puzzles of {}", game.id()), positions);
    for_each_slot(oracle, Choice::Sample { positions, seed: options.seed }, &mut |slot, code| {
        progress.advance(1, false);
        let fits = !distances || options.plies.contains(&code.plies());
        if code.outcome() != Outcome::Win || !fits || game.weight(slot) == 0 {
            return Ok::<bool, DbError>(true);
        }
        let position = game.position(slot);
        let mut moves = oracle.moves(&position)?; // the best first
        let is_win = |index: usize| moves.get(index).is_some_and(|m| m.value.outcome == Outcome::Win);
        if moves.len() > 1 && is_win(0) && !is_win(1) {
            let (value, count) = (code.value(distances), moves.len());
            found.push(Puzzle { position, value, solution: moves.swap_remove(0), moves: count });
        }
        Ok(found.len() < options.count)
    })?;
    progress.end();
    found.sort_by_key(|puzzle| puzzle.value.plies);
    Ok(found)
}
