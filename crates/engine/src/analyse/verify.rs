//! Proof that a database is right, from the rules alone.
//!
//! First everything is read and compared with its checksums, counts and
//! signatures. Then positions must satisfy their *local equation*: a finished
//! game has its outcome; else, over all moves as the mover sees them,
//!
//! - a win in d: some move wins in d and none sooner;
//! - a loss in d: all moves lose, the longest in d;
//! - a draw: no move wins, some move draws.
//!
//! With distances these equations have one solution only, by induction on d,
//! so a database that passes in full is right. Without distances they cannot
//! rule out that positions on a cycle vouch for each other (each claims to be
//! won by the move to the other); then a pass means that no single position
//! contradicts its neighbours. See `docs/verify.md`.

use std::sync::Arc;

use crate::solve::{
    Children, Contradictions, Job, Progress, Scanner, Silent, SolveError, Solved, TierCache, TierValues,
};
use kaiketsu_db::DbError;
use kaiketsu_game::{Code, Notation, Outcome, Slot, Tier, Tiered, Value};
use rayon::prelude::*;

use crate::analyse::{Oracle, Random};

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
    /// How many are wrong of those looked at in this tier.
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

/// Which equations to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Everything,
    /// About so many positions, in runs of neighbours picked at random.
    Sample {
        /// How many.
        positions: u64,
        /// What the choice depends on.
        seed: u64,
    },
}

/// Positions checked together: by one thread, or as one run of a sample.
const RUN: u64 = 1 << 12;

/// Checks a database: all its bytes, and the equations in scope. `memory`
/// bounds the solved tiers held; a `scanner` speeds up what it can.
pub fn verify<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    scope: Scope,
    memory: u64,
    scanner: Option<&dyn Scanner<G>>,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    check_bytes(oracle, progress)?;
    let (game, layout, database) = (oracle.game(), oracle.layout(), oracle.database());
    if let Scope::Sample { positions, seed } = scope {
        return check_sample(oracle, positions, seed, progress);
    }
    progress.begin(&format!("equations of {}", game.id()), layout.positions());
    let cache = TierCache::new(game, layout, memory, |layer| Ok(database.layer(layer)?));
    let scanner = scanner.filter(|scanner| scanner.checks(database.distances()));
    for layer in 0..layout.layers() {
        progress.status(&game.layer_name(layer));
        let check = |tier| match scanner {
            Some(scanner) => scan_tier(oracle, scanner, tier, progress),
            None => check_tier(oracle, &cache, tier, progress),
        };
        layout.tiers(layer).collect::<Vec<_>>().into_par_iter().try_for_each(check)?;
    }
    progress.end();
    Ok(())
}

fn check_bytes<G: Tiered + Notation>(oracle: &Oracle<G>, progress: &dyn Progress) -> Result<(), VerifyError> {
    progress.begin(&format!("checksums of {}", oracle.game().id()), oracle.layout().positions());
    let mut before = 0;
    oracle.database().check(&mut |done, _| {
        progress.advance(done - before, false);
        before = done;
    })?;
    progress.end();
    Ok(())
}

/// All positions of a tier, with the tiers it looks at in memory.
fn check_tier<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    cache: &TierCache<'_, G>,
    tier: Tier,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let values: Arc<TierValues> = cache.fetch(tier)?;
    let below = Job { game: oracle.game(), tier, solved: cache, progress: &Silent }.below()?;
    let get = |slot: Slot| Ok(if slot.tier == tier { values.get(slot.index) } else { below.get(slot) });
    let runs = 0..values.len().div_ceil(RUN);
    let found = runs.into_par_iter().map(|run| check_run(oracle, tier, run, &get)).try_reduce(
        Contradictions::default,
        |a, b| {
            let first = [a.first, b.first].into_iter().flatten().min();
            Ok(Contradictions { count: a.count + b.count, first })
        },
    )?;
    progress.advance(values.len(), false);
    report(oracle, tier, found)
}

/// All positions of a tier, by the scanner of the game.
fn scan_tier<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    scanner: &dyn Scanner<G>,
    tier: Tier,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let finished = |tier: Tier| Ok(oracle.database().layer(oracle.layout().place(tier).0)?);
    let found = scanner.contradictions(oracle.game(), tier, &finished)?;
    progress.advance(oracle.game().size(tier), false);
    report(oracle, tier, found)
}

/// Runs of neighbours picked at random, read position by position.
fn check_sample<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    positions: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let (game, layout, database) = (oracle.game(), oracle.layout(), oracle.database());
    let mut ends: Vec<u64> = (0..game.tiers()).map(|tier| game.size(Tier(tier)).div_ceil(RUN)).collect();
    for tier in 1..ends.len() {
        ends[tier] += ends[tier - 1];
    }
    let runs = ends.last().copied().unwrap_or(0);
    let wanted = positions.div_ceil(RUN).min(runs);
    progress.begin(&format!("equations of {} positions of {}", wanted * RUN, game.id()), wanted * RUN);
    let check = |number: u64| {
        let run = Random::at(seed, number).below(runs);
        let tier = ends.partition_point(|end| *end <= run);
        let first = if tier == 0 { 0 } else { ends[tier - 1] };
        let get = |slot: Slot| {
            let (layer, index) = layout.place_of(slot);
            Ok(database.get(layer, index)?)
        };
        let tier = Tier(tier as u32);
        let found = check_run(oracle, tier, run - first, &get)?;
        progress.advance(RUN, false);
        report(oracle, tier, found)
    };
    (0..wanted).into_par_iter().try_for_each(check)?;
    progress.end();
    Ok(())
}

/// The equations of one run of a tier, with stored values from `get`.
fn check_run<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    tier: Tier,
    run: u64,
    get: &dyn Fn(Slot) -> Result<Code, VerifyError>,
) -> Result<Contradictions, VerifyError> {
    let game = oracle.game();
    let mut children = Children::new(game);
    let mut found = Contradictions::default();
    for index in run * RUN..game.size(tier).min((run + 1) * RUN) {
        let slot = Slot { tier, index };
        if expected(&mut children, slot, oracle.database().distances(), get)? != get(slot)? {
            found.count += 1;
            found.first = found.first.or(Some(index));
        }
    }
    Ok(found)
}

/// The value that the moves give a slot: quickest win, else a draw, else the
/// longest loss.
fn expected<G: Tiered>(
    children: &mut Children<'_, G>,
    slot: Slot,
    distances: bool,
    get: &dyn Fn(Slot) -> Result<Code, VerifyError>,
) -> Result<Code, VerifyError> {
    let code = match children.of(slot.tier, slot.index) {
        Err(outcome) => Code::ended(outcome),
        Ok(children) => {
            let mut best: Option<Value> = None;
            for child in children {
                let value = child.code_before(get(child.position)?).value(true);
                if best.is_none_or(|best| value > best) {
                    best = Some(value);
                }
            }
            best.map_or(Code::ended(Outcome::Draw), Code::from)
        }
    };
    Ok(if distances { code } else { code.without_plies() })
}

/// An error that shows the first contradiction, if there is one.
fn report<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    tier: Tier,
    found: Contradictions,
) -> Result<(), VerifyError> {
    let Some(index) = found.first else { return Ok(()) };
    let (game, distances) = (oracle.game(), oracle.database().distances());
    let slot = Slot { tier, index };
    let get = |slot: Slot| {
        let (layer, index) = oracle.layout().place_of(slot);
        Ok(oracle.database().get(layer, index)?)
    };
    Err(VerifyError::Contradiction(Box::new(Contradiction {
        game: game.id(),
        tier: game.tier_name(tier),
        wrong: found.count,
        position: game.write_position(&game.position(slot)),
        index,
        stored: get(slot)?.value(distances),
        expected: expected(&mut Children::new(game), slot, distances, &get)?.value(distances),
    })))
}
