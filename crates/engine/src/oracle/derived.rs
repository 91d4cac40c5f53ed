//! Values that follow from those of the moves.

use kaiketsu_game::{Game, Outcome, Value};

use crate::oracle::{Known, Limit, Oracle, OracleError};

/// Knows a finished game by the rules, what another oracle knows, and what
/// follows from that within a few moves.
///
/// A side that can win needs one winning move; else all moves must be known.
/// So a table of openings answers for the positions before them too, and a
/// database for positions that it does not store because they follow from
/// stored ones. The first move whose value is missing ends the attempt, which
/// keeps it cheap where little is known.
///
/// With distances or margins every move must be known: one win may not be the
/// best one.
#[derive(Clone, Copy, Debug)]
pub struct Derived<Game, Inner> {
    game: Game,
    inner: Inner,
    moves: usize,
}

impl<R, O> Derived<R, O> {
    /// What follows within so many moves of what an oracle knows.
    pub fn new(game: R, inner: O, moves: usize) -> Self {
        Derived { game, inner, moves }
    }

    /// The oracle that is asked.
    pub fn inner(&self) -> &O {
        &self.inner
    }

    fn within<G: Game>(
        &self,
        position: &G::Position,
        moves: usize,
        limit: Limit,
    ) -> Result<Known<Value>, OracleError>
    where
        R: std::ops::Deref<Target = G> + Send + Sync,
        O: Oracle<G>,
    {
        if let Some(value) = self.game.ended(position) {
            return Ok(Known::Yes(value));
        }
        if let Known::Yes(value) = self.inner.value(position, limit)? {
            return Ok(Known::Yes(value));
        }
        let Some(moves_left) = moves.checked_sub(1) else { return Ok(Known::No) };
        let moves = self.game.legal_moves(position);
        let mut best: Option<Value> = None;
        let mut without_plies = Vec::new();
        for mv in &moves {
            let step = self.game.play(position, mv);
            let Known::Yes(after) = self.within(&step.position, moves_left, limit)? else {
                return Ok(Known::No);
            };
            let value = step.value_before(after);
            if value == Value::of(Outcome::Win) {
                return Ok(Known::Yes(value)); // nothing more could be said of another
            }
            without_plies.extend(value.plies.is_none().then_some(value));
            best = best.max(Some(value));
        }
        // A move that is as good and takes nobody knows how long may be the
        // quicker win or the longer loss.
        let vague = |best: &Value| without_plies.contains(&best.without_plies());
        Ok(best.map(|best| if vague(&best) { best.without_plies() } else { best }).into())
    }
}

impl<G: Game, R, O> Oracle<G> for Derived<R, O>
where
    R: std::ops::Deref<Target = G> + Send + Sync,
    O: Oracle<G>,
{
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError> {
        self.within(position, self.moves, limit)
    }
}
