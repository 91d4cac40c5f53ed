//! The equations of positions, tier by tier or here and there.

use std::sync::Arc;

use kaiketsu_game::{Notation, Place, Slot, Tier, Tiered, Value};

use super::{Contradiction, Seen, VerifyError};
use crate::analyse::Stored;
use crate::analyse::choice::scattered;
use crate::parallel;
use crate::solve::{Contradictions, Progress, Runs, Scanner, SolveError, Solved, TierCache, TierValues};

/// Positions checked together: by one thread, or as one run of a sample.
const RUN: u64 = 1 << 12;

/// A sample has at least so many runs, if they have to be short for that.
const FEWEST_RUNS: u64 = 64;

/// How many runs of neighbours a tier has, the last of them shorter.
pub(super) fn runs<G: Tiered + Notation>(game: &G, tier: Tier) -> u64 {
    game.size(tier).div_ceil(RUN)
}

/// The positions in some runs of a tier, with the tiers it looks at in memory.
pub(super) fn check_tier<G: Tiered + Notation>(
    stored: &Stored<G>,
    caches: &[TierCache<'_, G>],
    tier: Tier,
    runs: &[u64],
    progress: &dyn Progress,
) -> Result<Seen, VerifyError> {
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
    let check = |number: usize| check_run(stored, tier, runs[number] * RUN, RUN, &get);
    let found = parallel::try_map(runs.len(), &check)?;
    let stays = found.iter().any(|(_, stays)| *stays);
    let found = found.into_iter().fold(Contradictions::default(), |all, (found, _)| Contradictions {
        count: all.count + found.count,
        first: all.first.or(found.first),
    });
    let of_run = |run: &u64| game.size(tier).min((run + 1) * RUN) - run * RUN;
    let positions = runs.iter().map(of_run).sum();
    progress.advance(positions, false);
    report(stored, tier, found)?;
    Ok(Seen { positions, stays })
}

/// All positions of a tier, by the scanner of the game.
pub(super) fn scan_tier<G: Tiered + Notation>(
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
pub(super) fn check_sample<G: Tiered + Notation>(
    stored: &Stored<G>,
    positions: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<u64, VerifyError> {
    let game = stored.game();
    let length = (positions / FEWEST_RUNS).clamp(1, RUN);
    let runs = Runs::new(game, length);
    let chosen = scattered(runs.count(), seed).take(positions.div_ceil(length) as usize);
    let chosen: Vec<u64> = chosen.collect();
    let all = chosen.len() as u64 * length;
    progress.begin(&format!("equations of {all} positions of {}", game.id()), all);
    let check = |number: usize| {
        let (tier, run) = runs.find(chosen[number]);
        let (found, _) = check_run(stored, tier, run * length, length, &|slot| Ok(stored.get(slot)?))?;
        progress.advance(length, false);
        report(stored, tier, found)
    };
    parallel::try_map(chosen.len(), &check)?;
    progress.end();
    Ok(all.min(stored.layout().positions()))
}

/// The equations of some neighbours in a tier, with stored values from `get`, and
/// whether some move stays in the tier.
fn check_run<G: Tiered + Notation>(
    stored: &Stored<G>,
    tier: Tier,
    start: u64,
    most: u64,
    get: &impl Fn(Slot) -> Result<Value, VerifyError>,
) -> Result<(Contradictions, bool), VerifyError> {
    let mut equations = Equations::new(stored, tier, get);
    let (mut found, mut failure) = (Contradictions::default(), None);
    let end = stored.game().size(tier).min(start + most);
    stored.game().walk(tier, start..end, &mut |index, position| {
        let compared = equations.by_moves(position).and_then(|right| Ok(right == get(Slot { tier, index })?));
        match compared {
            Ok(true) => {}
            Ok(false) => {
                found.count += 1;
                found.first = found.first.or(Some(index));
            }
            Err(error) => failure = Some(error),
        }
    });
    failure.map_or(Ok((found, equations.stays)), Err)
}

/// The values that the rules give, given the stored ones.
struct Equations<'a, G: Tiered, F> {
    game: &'a G,
    distances: bool,
    get: F,
    /// The tier of the positions that are asked for.
    tier: Tier,
    /// Whether a move from one of them stays in it.
    stays: bool,
    /// Room for moves, used again and again.
    moves: Vec<G::Move>,
}

impl<'a, G: Tiered + Notation, F: Fn(Slot) -> Result<Value, VerifyError>> Equations<'a, G, F> {
    fn new(stored: &'a Stored<G>, tier: Tier, get: F) -> Self {
        Equations {
            game: stored.game(),
            distances: stored.database().manifest().distances,
            get,
            tier,
            stays: false,
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
                Place::Stored(slot) => {
                    self.stays |= slot.tier == self.tier;
                    (self.get)(slot)?
                }
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
        expected: Equations::new(stored, tier, |slot| Ok(stored.get(slot)?)).by_moves(&position)?,
    })))
}
