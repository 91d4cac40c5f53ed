//! Proof that a database is right, from the rules alone.
//!
//! First everything is read and compared with its checksums, counts and
//! signatures. Then positions must satisfy their *local equation*: a finished
//! game has its outcome; else, over all moves as the mover sees them,
//!
//! - a win in d: some move wins in d and none sooner;
//! - a loss in d: all moves lose, the longest in d;
//! - a draw: no move wins, some move draws;
//!
//! and where wins are of two kinds, the best kind that a move gives. Positions
//! that are not stored are looked through to the stored ones that follow.
//!
//! With distances these equations have one solution only, by induction on d,
//! so a database that passes in full is right. Without distances they cannot
//! rule out that positions on a cycle vouch for each other (each claims to be
//! won by the move to the other); then a pass means that no single position
//! contradicts its neighbours. See `docs/verify.md`.

use std::sync::Arc;

use kaiketsu_db::DbError;
use kaiketsu_game::{Notation, Place, Slot, Tier, Tiered, Value};
use rayon::prelude::*;

use crate::analyse::Stored;
use crate::analyse::choice::scattered;
use crate::solve::{Contradictions, Progress, Runs, Scanner, SolveError, Solved, TierCache, TierValues};

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

/// A sample has at least so many runs, if they have to be short for that.
const FEWEST_RUNS: u64 = 64;

/// Positions checked by the rules after a check of everything by a scanner.
const BY_THE_RULES: u64 = 1_000;

/// Checks a database: all its bytes, and the equations in scope. `memory`
/// bounds the solved tiers held.
///
/// A `scanner` checks everything faster. Then a sample is checked by the rules
/// as well: plain code that knows nothing of the scanner's ways.
pub fn verify<G: Tiered + Notation>(
    stored: &Stored<G>,
    scope: Scope,
    memory: u64,
    scanner: Option<&dyn Scanner<G>>,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    check_bytes(stored, progress)?;
    let (game, layout, database) = (stored.game(), stored.layout(), stored.database());
    if let Scope::Sample { positions, seed } = scope {
        return check_sample(stored, positions, seed, progress);
    }
    progress.begin(&format!("equations of {}", game.id()), layout.positions());
    let aims = game.aims().len();
    let cache = |aim: usize| {
        TierCache::new(game, layout, memory / aims as u64, move |layer| {
            Ok(database.layer(layout.file(layer, aim))?)
        })
    };
    let caches: Vec<TierCache<'_, G>> = (0..aims).map(cache).collect();
    let scanner = scanner.filter(|scanner| scanner.checks(database.manifest().distances));
    for layer in 0..layout.layers() {
        progress.status(&game.layer_name(layer));
        let check = |tier| match scanner {
            Some(scanner) => scan_tier(stored, scanner, tier, progress),
            None => check_tier(stored, &caches, tier, progress),
        };
        layout.tiers(layer).collect::<Vec<_>>().into_par_iter().try_for_each(check)?;
    }
    progress.end();
    if scanner.is_some() { check_sample(stored, BY_THE_RULES, 0, progress) } else { Ok(()) }
}

fn check_bytes<G: Tiered + Notation>(stored: &Stored<G>, progress: &dyn Progress) -> Result<(), VerifyError> {
    let database = stored.database();
    progress.begin(&format!("checksums of {}", stored.game().id()), database.manifest().positions());
    let mut before = 0;
    database.check(&mut |done, _| {
        progress.advance(done - before, false);
        before = done;
    })?;
    progress.end();
    Ok(())
}

/// All positions of a tier, with the tiers it looks at in memory.
fn check_tier<G: Tiered + Notation>(
    stored: &Stored<G>,
    caches: &[TierCache<'_, G>],
    tier: Tier,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let game = stored.game();
    let fetch = |tier: Tier| {
        let values = caches.iter().map(|cache| cache.fetch(tier));
        Ok((tier, values.collect::<Result<Vec<Arc<TierValues>>, SolveError>>()?))
    };
    let tiers = std::iter::once(tier).chain(game.below(tier)).map(fetch);
    let tiers = tiers.collect::<Result<Vec<_>, SolveError>>()?;
    let layer = stored.layout().place(tier).0;
    let get = |slot: Slot| {
        let found = tiers.iter().find(|(tier, _)| *tier == slot.tier);
        let (_, values) = found.expect("a move leads to a tier that `below` lists");
        stored.joined(layer, |aim| Ok(values[aim].get(slot.index)))
    };
    let runs = 0..game.size(tier).div_ceil(RUN);
    let found = runs.into_par_iter().map(|run| check_run(stored, tier, run * RUN, RUN, &get)).try_reduce(
        Contradictions::default,
        |a, b| {
            let first = [a.first, b.first].into_iter().flatten().min();
            Ok(Contradictions { count: a.count + b.count, first })
        },
    )?;
    progress.advance(game.size(tier), false);
    report(stored, tier, found)
}

/// All positions of a tier, by the scanner of the game.
fn scan_tier<G: Tiered + Notation>(
    stored: &Stored<G>,
    scanner: &dyn Scanner<G>,
    tier: Tier,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let files = |tier: Tier, aim: usize| Ok(stored.file(tier, aim)?.0);
    let found = scanner.contradictions(stored.game(), tier, &files)?;
    progress.advance(stored.game().size(tier), false);
    report(stored, tier, found)
}

/// Runs of neighbours picked at random, read position by position.
fn check_sample<G: Tiered + Notation>(
    stored: &Stored<G>,
    positions: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let game = stored.game();
    let length = (positions / FEWEST_RUNS).clamp(1, RUN);
    let runs = Runs::new(game, length);
    let chosen = scattered(runs.count(), seed).take(positions.div_ceil(length) as usize);
    let chosen: Vec<u64> = chosen.collect();
    let all = chosen.len() as u64 * length;
    progress.begin(&format!("equations of {all} positions of {}", game.id()), all);
    let check = |number: &u64| {
        let (tier, run) = runs.find(*number);
        let found = check_run(stored, tier, run * length, length, &|slot| Ok(stored.get(slot)?))?;
        progress.advance(length, false);
        report(stored, tier, found)
    };
    chosen.par_iter().try_for_each(check)?;
    progress.end();
    Ok(())
}

/// The equations of some neighbours in a tier, with stored values from `get`.
fn check_run<G: Tiered + Notation>(
    stored: &Stored<G>,
    tier: Tier,
    start: u64,
    most: u64,
    get: &dyn Fn(Slot) -> Result<Value, VerifyError>,
) -> Result<Contradictions, VerifyError> {
    let mut equations = Equations::new(stored, get);
    let mut found = Contradictions::default();
    for index in start..stored.game().size(tier).min(start + most) {
        let slot = Slot { tier, index };
        if equations.by_moves(&stored.game().position(slot))? != get(slot)? {
            found.count += 1;
            found.first = found.first.or(Some(index));
        }
    }
    Ok(found)
}

/// The values that the rules give, given the stored ones.
struct Equations<'a, G: Tiered> {
    game: &'a G,
    distances: bool,
    get: &'a dyn Fn(Slot) -> Result<Value, VerifyError>,
    /// Room for moves, used again and again.
    moves: Vec<G::Move>,
}

impl<'a, G: Tiered + Notation> Equations<'a, G> {
    fn new(stored: &'a Stored<G>, get: &'a dyn Fn(Slot) -> Result<Value, VerifyError>) -> Self {
        Equations {
            game: stored.game(),
            distances: stored.database().manifest().distances,
            get,
            moves: Vec::new(),
        }
    }

    /// What the moves make a position: the best of them, or its end.
    fn by_moves(&mut self, position: &G::Position) -> Result<Value, VerifyError> {
        if let Some(value) = self.game.ended(position) {
            return Ok(self.as_kept(value));
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(position, &mut moves);
        let mut best: Option<Value> = None;
        for mv in &moves {
            let step = self.game.play(position, mv);
            let after = match self.game.place(&step.position) {
                Place::Stored(slot) => (self.get)(slot)?,
                Place::Derived => self.by_moves(&step.position)?,
            };
            best = best.max(Some(step.value_before(after)));
        }
        self.moves = moves;
        Ok(self.as_kept(best.unwrap_or(Value::DRAW)))
    }

    /// As the database keeps values: with their distances or without.
    fn as_kept(&self, value: Value) -> Value {
        if self.distances { value } else { value.without_plies() }
    }
}

/// An error that shows the first contradiction, if there is one.
fn report<G: Tiered + Notation>(
    stored: &Stored<G>,
    tier: Tier,
    found: Contradictions,
) -> Result<(), VerifyError> {
    let Some(index) = found.first else { return Ok(()) };
    let (game, slot) = (stored.game(), Slot { tier, index });
    let position = game.position(slot);
    Err(VerifyError::Contradiction(Box::new(Contradiction {
        game: game.id(),
        tier: game.tier_name(tier),
        wrong: found.count,
        position: game.write_position(&position),
        index,
        stored: stored.get(slot)?,
        expected: Equations::new(stored, &|slot| Ok(stored.get(slot)?)).by_moves(&position)?,
    })))
}
