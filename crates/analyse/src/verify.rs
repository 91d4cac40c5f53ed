//! Proof that a database is right, from the rules alone.
//!
//! First everything is read and compared with its checksums, counts and
//! signatures. Then every position must satisfy its *local equation*: a
//! finished game has its outcome; else, over all moves as the mover sees them,
//!
//! - a win in d: some move wins in d and none sooner;
//! - a loss in d: all moves lose, the longest in d;
//! - a draw: no move wins, some move draws.
//!
//! With distances these equations have one solution only, by induction on d,
//! so a database that passes is right. Without distances they cannot rule out
//! that positions on a cycle vouch for each other (each claims to be won by
//! the move to the other); then a pass means that no single position
//! contradicts its neighbours. See `docs/verify.md`.

use std::sync::Arc;

use kaiketsu_db::DbError;
use kaiketsu_game::{Code, Notation, Outcome, Slot, Tier, Tiered, Value};
use kaiketsu_solve::{Children, Job, Progress, Silent, SolveError, Solved, TierCache, TierValues};
use rayon::prelude::*;

use crate::Oracle;

/// Why a database is not right.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot be read, or is damaged.
    #[error(transparent)]
    Database(#[from] DbError),
    /// It cannot be read back tier by tier.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A value contradicts the values of the moves.
    #[error(transparent)]
    Contradiction(Box<Contradiction>),
}

/// A position whose value is not the one its moves give it.
#[derive(Debug, thiserror::Error)]
#[error(
    "{game}: {wrong} position(s) of tier `{tier}` contradict the rules; the first, `{position}` (number {index}), \
     is stored as a {stored}, but its moves make it a {expected}"
)]
pub struct Contradiction {
    /// The game.
    pub game: String,
    /// Its tier.
    pub tier: String,
    /// How many are wrong in this tier.
    pub wrong: u64,
    /// The first position that is wrong.
    pub position: String,
    /// Its number in the tier.
    pub index: u64,
    /// What the database says.
    pub stored: Value,
    /// What follows from the values of its children.
    pub expected: Value,
}

/// Positions checked by one thread at a time.
const GRAIN: u64 = 1 << 12;

/// Checks a whole database; `memory` bounds the solved tiers held.
pub fn verify<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    memory: u64,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let (game, layout, database) = (oracle.game(), oracle.layout(), oracle.database());
    progress.begin(&format!("checksums of {}", game.id()), layout.positions());
    let mut before = 0;
    database.check(&mut |done, _| {
        progress.advance(done - before, false);
        before = done;
    })?;
    progress.end();

    progress.begin(&format!("equations of {}", game.id()), layout.positions());
    let cache = TierCache::new(game, layout, memory, |layer| Ok(database.layer(layer)?));
    for layer in 0..layout.layers() {
        progress.status(&game.layer_name(layer));
        let check = |tier| check_tier(oracle, &cache, tier, progress);
        layout.tiers(layer).collect::<Vec<_>>().into_par_iter().try_for_each(check)?;
    }
    progress.end();
    Ok(())
}

fn check_tier<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    cache: &TierCache<'_, G>,
    tier: Tier,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let game = oracle.game();
    let values: Arc<TierValues> = cache.fetch(tier)?;
    let below = Job { game, tier, solved: cache, progress: &Silent }.below()?;
    let distances = oracle.database().distances();
    let check_grain = |grain: u64| {
        let mut children = Children::new(game);
        let mut wrong: (u64, Option<(u64, Code)>) = (0, None);
        for index in grain * GRAIN..values.len().min((grain + 1) * GRAIN) {
            let get = |slot: Slot| if slot.tier == tier { values.get(slot.index) } else { below.get(slot) };
            let expected = match children.of(tier, index) {
                Err(outcome) => Code::ended(outcome),
                Ok(children) => best(children.iter().map(|child| child.code_before(get(child.position)))),
            };
            let expected = if distances { expected } else { expected.without_plies() };
            if expected != values.get(index) {
                wrong = (wrong.0 + 1, wrong.1.or(Some((index, expected))));
            }
        }
        wrong
    };
    let first = |a: Option<(u64, Code)>, b: Option<(u64, Code)>| match (a, b) {
        (Some(a), Some(b)) => Some(if a.0 <= b.0 { a } else { b }),
        (a, b) => a.or(b),
    };
    let (wrong, found) = (0..values.len().div_ceil(GRAIN))
        .into_par_iter()
        .map(check_grain)
        .reduce(|| (0, None), |a, b| (a.0 + b.0, first(a.1, b.1)));
    progress.advance(values.len(), false);
    match found {
        None => Ok(()),
        Some((index, expected)) => Err(VerifyError::Contradiction(Box::new(Contradiction {
            game: game.id(),
            tier: game.tier_name(tier),
            wrong,
            position: game.write_position(&game.position(Slot { tier, index })),
            index,
            stored: values.get(index).value(distances),
            expected: expected.value(distances),
        }))),
    }
}

/// The value that the moves give a position: quickest win, else a draw, else
/// the longest loss.
fn best(moves: impl Iterator<Item = Code>) -> Code {
    let value = moves.map(|code| code.value(true)).min_by(|a, b| a.best_first(b));
    value.map_or(Code::ended(Outcome::Draw), Code::from)
}
