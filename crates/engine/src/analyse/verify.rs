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
//! contradicts its neighbours, and [`Proof`] says so. Where no move stays in its
//! tier there are no cycles, and what is solved again needs no equations. See
//! `docs/verify.md`.

mod again;
mod equations;
mod worth;

use std::sync::Arc;

use kaiketsu_db::DbError;
use kaiketsu_game::{Notation, Tier, Tiered, Value};

use crate::analyse::{Part, Stored};
use crate::parallel;
use crate::solve::{Kernel, Options, Progress, Scanner, SolveError, TierCache, check};
use again::check_again;
use equations::{check_sample, check_tier, runs, scan_tier};

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
    /// A solve finds another value.
    #[error(
        "{game}: {wrong} position(s) of layer `{layer}` are stored otherwise than the kernel `{kernel}` solves them; \
         the first, `{position}`, is stored as a {stored} and solved as a {solved}"
    )]
    Different {
        /// The game.
        game: String,
        /// Its layer.
        layer: String,
        /// Who solved it.
        kernel: &'static str,
        /// How many are different in this layer.
        wrong: u64,
        /// The first of them.
        position: String,
        /// What the database says.
        stored: Value,
        /// What the solve says.
        solved: Value,
    },
}

/// How a database was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The way over all positions, or all of the layers in scope; none if only a
    /// sample was wanted.
    pub way: Option<Way>,
    /// Positions that were looked at by the rules, move by move.
    pub by_the_rules: u64,
    /// What that shows of the positions that the way led over. Of a part: what all
    /// parts together show if each of them shows it.
    pub proof: Proof,
}

/// What a pass shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The values are right, given the rules; or given the kernel, where it
    /// solved them again.
    Proved,
    /// No position that was looked at contradicts its moves. Values on cycles
    /// may vouch for each other, or not all positions were looked at.
    Consistent,
}

impl Proof {
    /// A word for it: `proved` or `consistent`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Proof::Proved => "proved",
            Proof::Consistent => "consistent",
        }
    }
}

/// A way over all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the rules, move by move.
    Rules,
    /// By the scanner of the game, which checks the same equations.
    Scanner,
    /// Solved again by this kernel, and compared.
    SolvedAgain(&'static str),
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
    /// All of them, in the fastest way there is.
    Everything,
    /// Everything, in a way that proves the values also where equations do not:
    /// without distances it is solved again by the first kernel that fits into
    /// memory, however slow.
    Proof,
    /// All of them by the rules, move by move, whatever other way there is.
    ByTheRules,
    /// About so many positions, in runs of neighbours picked at random.
    Sample {
        /// How many.
        positions: u64,
        /// What the choice depends on.
        seed: u64,
    },
    /// All of the first layers, and a sample over all layers: for databases of
    /// which all would take too long.
    Layers {
        /// How many layers.
        layers: u32,
        /// Whether to go by the rules there, whatever other way there is.
        by_rules: bool,
        /// How many positions of all layers are looked at by the rules besides.
        positions: u64,
        /// What the choice of these depends on.
        seed: u64,
    },
    /// A share of everything, for as many runs side by side. Nothing is solved again:
    /// that cannot be shared out, and the rules are gone by instead.
    Part {
        /// Which share.
        part: Part,
        /// Whether to go by the rules, whatever other way there is.
        by_rules: bool,
    },
}

impl Scope {
    /// The share of the files and of the equations that is looked at.
    fn part(self) -> Part {
        if let Scope::Part { part, .. } = self { part } else { Part::WHOLE }
    }

    /// The layers of which all positions are checked.
    fn whole_layers(self, all: u32) -> u32 {
        match self {
            Scope::Everything | Scope::Proof | Scope::ByTheRules | Scope::Part { .. } => all,
            Scope::Sample { .. } => 0,
            Scope::Layers { layers, .. } => layers.min(all),
        }
    }

    /// Whether no other way than the rules will do.
    fn by_rules_only(self) -> bool {
        match self {
            Scope::ByTheRules => true,
            Scope::Layers { by_rules, .. } | Scope::Part { by_rules, .. } => by_rules,
            Scope::Everything | Scope::Proof | Scope::Sample { .. } => false,
        }
    }
}

/// Of so many positions one is checked by the rules after a check of everything
/// in another way; at least and at most so many. So large games have a million.
const ONE_IN: u64 = 50;
const FEWEST_BY_RULES: u64 = 1_000;
const MOST_BY_RULES: u64 = 1_000_000;

/// So many positions of a game are sampled beside another way.
fn sampled_of(positions: u64) -> u64 {
    (positions / ONE_IN).clamp(FEWEST_BY_RULES, MOST_BY_RULES)
}

/// Checks a database: all its bytes, and the equations in scope. `memory`
/// bounds the solved tiers held.
///
/// A scanner, or a kernel that beats the rules, checks everything faster. Then
/// a sample is checked by the rules as well: plain code that knows nothing of
/// their ways.
pub fn verify<G: Tiered + Notation>(
    stored: &Stored<G>,
    scope: Scope,
    memory: u64,
    fast: Fast<'_, G>,
    progress: &dyn Progress,
) -> Result<Verified, VerifyError> {
    let part = scope.part();
    check_bytes(stored, part, progress)?;
    let distances = stored.database().manifest().distances;
    let scanner = fast.scanner.filter(|scanner| scanner.checks(distances));
    let (layout, threads) = (stored.layout(), rayon::current_num_threads());
    let layers = scope.whole_layers(layout.layers());
    let options = Options { threads, memory, distances, layers: Some(layers) };
    let fits = |kernel: &&dyn Kernel<G>| check(stored.game(), *kernel, &options).is_ok();
    let again = scope == Scope::Proof && !distances;
    let kernels = fast.kernels.iter().map(|kernel| &**kernel);
    let shared = matches!(scope, Scope::Part { .. });
    let mut kernels = kernels.filter(|kernel| again || kernel.beats_the_rules() && !shared);
    let way = match scope {
        Scope::Sample { positions, seed } => {
            let by_the_rules = check_sample(stored, positions, seed, progress)?;
            return Ok(Verified { way: None, by_the_rules, proof: Proof::Consistent });
        }
        _ if scope.by_rules_only() => Way::Rules,
        _ if scanner.is_some_and(|scanner| !again || scanner.proves(distances)) => Way::Scanner,
        _ => match kernels.find(fits) {
            Some(kernel) => {
                check_again(stored, kernel, &options, progress)?;
                Way::SolvedAgain(kernel.name())
            }
            None => Way::Rules,
        },
    };
    let by_scanner = scanner.filter(|_| way == Way::Scanner);
    let seen = match way {
        Way::SolvedAgain(_) => Seen::default(),
        _ => check_layers(stored, layers, memory, by_scanner, part, progress)?,
    };
    let proved = match way {
        Way::Rules => !seen.stays || distances,
        Way::Scanner => scanner.is_some_and(|scanner| scanner.proves(distances)),
        Way::SolvedAgain(_) => true,
    };
    let proof = if proved { Proof::Proved } else { Proof::Consistent };
    let sample = |positions, seed| check_sample(stored, positions, seed, progress);
    let by_the_rules = match (scope, way) {
        (Scope::Layers { positions, seed, .. }, Way::Rules) => seen.positions + sample(positions, seed)?,
        (Scope::Layers { positions, seed, .. }, _) => sample(positions, seed)?,
        (_, Way::Rules) => seen.positions,
        _ => {
            let positions = sampled_of(layout.positions());
            sample(positions.div_ceil(part.of().into()), (part.number() - 1).into())?
        }
    };
    Ok(Verified { way: Some(way), by_the_rules, proof })
}

/// What a game has that is faster than its rules.
pub struct Fast<'a, G: Tiered + ?Sized> {
    /// Checks whole tiers.
    pub scanner: Option<&'a dyn Scanner<G>>,
    /// Its kernels, the preferred one first.
    pub kernels: &'a [Arc<dyn Kernel<G>>],
}

impl<'a, G: Tiered + ?Sized> From<Option<&'a dyn Scanner<G>>> for Fast<'a, G> {
    fn from(scanner: Option<&'a dyn Scanner<G>>) -> Self {
        Fast { scanner, kernels: &[] }
    }
}

/// What was seen of the equations that hold.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// How many were looked at by the rules.
    positions: u64,
    /// Whether some move stays in its tier, where there may be cycles.
    stays: bool,
}

/// A part of all positions of the first layers, tier by tier. By a scanner whole tiers
/// are dealt to the parts, by the rules runs of neighbours.
fn check_layers<G: Tiered + Notation>(
    stored: &Stored<G>,
    layers: u32,
    memory: u64,
    scanner: Option<&dyn Scanner<G>>,
    part: Part,
    progress: &dyn Progress,
) -> Result<Seen, VerifyError> {
    let (game, layout, database) = (stored.game(), stored.layout(), stored.database());
    let positions: u64 = (0..layers).map(|layer| layout.size(layer)).sum();
    progress.begin(&format!("equations of {}", game.id()), positions / u64::from(part.of()));
    let aims = game.aims().len();
    let cache = |aim: usize| {
        TierCache::new(game, layout, memory / aims as u64, move |layer| {
            Ok(database.layer(layout.file(layer, aim))?)
        })
    };
    let caches: Vec<TierCache<'_, G>> = (0..aims).map(cache).collect();
    let (mut all, mut dealt) = (Seen::default(), 0);
    for layer in 0..layers {
        progress.status(&game.layer_name(layer));
        let mut mine = Vec::new();
        for tier in layout.tiers(layer) {
            let units = if scanner.is_some() { 1 } else { runs(game, tier) };
            mine.push((tier, (0..units).filter(|unit| part.has(dealt + unit)).collect::<Vec<u64>>()));
            dealt += units;
        }
        mine.retain(|(_, units)| !units.is_empty());
        let check = |(tier, runs): &(Tier, Vec<u64>)| match scanner {
            Some(scanner) => scan_tier(stored, scanner, *tier, progress).map(|()| Seen::default()),
            None => check_tier(stored, &caches, *tier, runs, progress),
        };
        for seen in parallel::try_map(mine.len(), &|number| check(&mine[number]))? {
            all = Seen { positions: all.positions + seen.positions, stays: all.stays | seen.stays };
        }
    }
    progress.end();
    Ok(all)
}

fn check_bytes<G: Tiered + Notation>(
    stored: &Stored<G>,
    part: Part,
    progress: &dyn Progress,
) -> Result<(), VerifyError> {
    let database = stored.database();
    let positions = database.manifest().positions() / u64::from(part.of());
    progress.begin(&format!("checksums of {}", stored.game().id()), positions);
    let mut before = 0;
    database.check_files(&|file| part.has(file.into()), &mut |done, _| {
        progress.advance(done - before, false);
        before = done;
    })?;
    progress.end();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_positions_of_large_games_are_looked_at_by_the_rules() {
        let slots_of_quantum_tic_tac_toe = 76_878_823;
        for positions in [slots_of_quantum_tic_tac_toe, 107_207_255_529] {
            assert_eq!(sampled_of(positions), 1_000_000);
        }
        assert_eq!([0, 5_864_611].map(sampled_of), [1_000, 117_292]);
    }
}
