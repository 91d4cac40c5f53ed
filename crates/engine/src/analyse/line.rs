//! Lines of best play.

use std::collections::HashSet;

use kaiketsu_game::{Game, Notation, Outcome, Tiered};

use crate::analyse::{Player, Stored, Strategy};
use crate::oracle::{Limit, OracleError, RatedMove};

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
    /// It is as long as was asked for, or as could be found in time.
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

/// Best play from a position. With distances this is always the first of the
/// best moves, so a won game is won as fast and a lost one as late as can be.
/// Without, the winner follows a strategy; he wins, but not as fast, and may
/// meet a position again on the way: see [`Player`]. When the time is over, the
/// line ends where it is.
pub fn line<G: Tiered + Notation>(
    stored: &Stored<G>,
    position: &G::Position,
    options: &LineOptions,
    limit: Limit,
) -> Result<Line<G>, OracleError> {
    let mut player = Player::new(stored, options.strategy, options.seed).within(limit);
    let mut at = position.clone();
    let mut seen = HashSet::from([at.clone()]);
    let mut moves = Vec::new();
    let end = loop {
        if let Some(outcome) = stored.game().ending(&at) {
            break LineEnd::Over(outcome);
        }
        if moves.len() == options.most {
            break LineEnd::Cut;
        }
        let chosen = player.choose(&at)?.expect("a game that is not over goes on");
        if limit.has_passed() {
            break LineEnd::Cut; // the search for this move was cut short too
        }
        let drawn = chosen.value.ok().is_some_and(|value| value.outcome == Outcome::Draw);
        at = chosen.step.position.clone();
        moves.push(chosen);
        if !seen.insert(at.clone()) && drawn {
            break LineEnd::Repeats;
        }
    };
    Ok(Line { moves, end })
}
