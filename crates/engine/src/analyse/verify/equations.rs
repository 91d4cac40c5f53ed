//! The equations of positions, tier by tier or here and there.

use kaiketsu_game::{Notation, Place, Slot, Tier, Tiered, Value};

use super::worth::{Held, Kept, Worth};
use super::{Contradiction, Seen, VerifyError};
use crate::analyse::Stored;
use crate::analyse::choice::scattered;
use crate::parallel;
use crate::solve::{Batch, Child, Contradictions, Progress, Runs, Scanner, TierCache};

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
    let held = Held::fetch(stored, caches, tier)?;
    let check = |number: usize| check_run(stored, tier, runs[number] * RUN, RUN, &held);
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
        let (found, _) = check_run(stored, tier, run * length, length, stored)?;
        progress.advance(length, false);
        report(stored, tier, found)
    };
    parallel::try_map(chosen.len(), &check)?;
    progress.end();
    Ok(all.min(stored.layout().positions()))
}

/// The equations of some neighbours in a tier, and whether some move stays in the tier.
fn check_run<G: Tiered + Notation>(
    stored: &Stored<G>,
    tier: Tier,
    start: u64,
    most: u64,
    kept: &impl Kept,
) -> Result<(Contradictions, bool), VerifyError> {
    let (game, distances) = (stored.game(), stored.database().manifest().distances);
    let mut run = Compared { tier, kept, found: Contradictions::default(), failure: None };
    let (mut batch, mut by_moves) = (Batch::new(game), ByMoves::new(stored, tier, kept));
    let mut stays = false;
    let mut show = |batch: &mut Batch<'_, G>, run: &mut Compared<'_, _>| {
        batch.show(
            |slot| kept.expect(slot),
            |index, children| {
                let children = children.expect("only positions that are not over were added");
                stays |= children.iter().any(|child| child.position.tier == tier);
                run.compare(index, best(children, kept, distances));
            },
        );
    };
    let end = game.size(tier).min(start + most);
    game.walk(tier, start..end, &mut |index, position| {
        if let Some(value) = game.ended(position) {
            run.compare(index, Ok(by_moves.as_kept(value).into()));
        } else if !batch.add_open(index, position) {
            run.compare(index, by_moves.of(position).map(Worth::from));
        } else if batch.is_full() {
            show(&mut batch, &mut run);
        }
    });
    show(&mut batch, &mut run);
    run.failure.map_or(Ok((run.found, stays || by_moves.stays)), Err)
}

/// What is found in a run.
struct Compared<'a, K> {
    tier: Tier,
    kept: &'a K,
    found: Contradictions,
    failure: Option<VerifyError>,
}

impl<K: Kept> Compared<'_, K> {
    /// Compares what is stored with what the moves give.
    #[inline]
    fn compare(&mut self, index: u64, right: Result<Worth, VerifyError>) {
        match right.and_then(|right| Ok(right == self.kept.worth(Slot { tier: self.tier, index })?)) {
            Ok(true) => {}
            Ok(false) => {
                self.found.count += 1;
                self.found.first = Some(self.found.first.map_or(index, |first| first.min(index)));
            }
            Err(error) => self.failure = Some(error),
        }
    }
}

/// What children that are all stored make a position: the best of its moves.
#[inline]
fn best(children: &[Child], kept: &impl Kept, distances: bool) -> Result<Worth, VerifyError> {
    let mut best = None;
    for child in children {
        best = best.max(Some(kept.worth(child.position)?.before(child, distances)));
    }
    Ok(best.unwrap_or(Worth::DRAW))
}

/// The values that the moves give, one position after the other; children that are not
/// stored are looked through.
struct ByMoves<'a, G: Tiered, K> {
    game: &'a G,
    distances: bool,
    kept: &'a K,
    /// The tier of the positions that are asked for.
    tier: Tier,
    /// Whether a move from one of them stays in it.
    stays: bool,
    /// Room for moves, used again and again.
    moves: Vec<G::Move>,
}

impl<'a, G: Tiered + Notation, K: Kept> ByMoves<'a, G, K> {
    fn new(stored: &'a Stored<G>, tier: Tier, kept: &'a K) -> Self {
        ByMoves {
            game: stored.game(),
            distances: stored.database().manifest().distances,
            kept,
            tier,
            stays: false,
            moves: Vec::new(),
        }
    }

    /// What the moves make a position: the best of them, or its end.
    fn of(&mut self, position: &G::Position) -> Result<Value, VerifyError> {
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
                    self.kept.get(slot)?
                }
                Place::Derived => self.of(&step.position)?,
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
        expected: ByMoves::new(stored, tier, stored).of(&position)?,
    })))
}
