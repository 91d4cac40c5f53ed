//! Counts over a whole database.
//!
//! Every slot counts as often as the game's `weight` says, so the numbers
//! speak of all positions of the game however the database folds them.
//! One pass in stored order; memory for one tier per thread and the tables.

use std::collections::BTreeMap;

use kaiketsu_game::{Code, Notation, Outcome, Plies, Slot, Tier, Tiered, Value};

use crate::analyse::{Census, Part, Stored, census};
use crate::solve::{Counted, Counts, Progress, Scanner, SolveError};

/// Counts by a key the game knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name, such as `by_steps`.
    pub name: &'static str,
    /// Names of the key columns.
    pub keys: &'static [&'static str],
    /// A row for every key that occurs, in ascending order.
    pub rows: BTreeMap<Vec<u32>, Counts>,
}

/// The longest win or loss, and the first position in stored order that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest<P> {
    /// How long it takes.
    pub plies: Plies,
    /// An example.
    pub example: P,
}

/// Counts by tier and value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByMeasure {
    /// What tells tiers apart, such as `marks`.
    pub name: &'static str,
    /// By the number of the tier and the code (see [`Code`]): how many slots, and how
    /// many positions they stand for.
    pub rows: BTreeMap<(u32, u16), [u64; 2]>,
}

/// What `stats` says of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics<P> {
    /// All positions, those included that are not stored if a scanner of the
    /// game counts them.
    pub total: Counts,
    /// The value of the start.
    pub start: Value,
    /// By file: each layer for each aim of the game, in order.
    pub by_layer: Vec<Counts>,
    /// Positions by distance and outcome (never a draw); without distances, nothing.
    pub by_plies: BTreeMap<(Plies, bool), u64>,
    /// By what the game tells its tiers apart, where distances are kept.
    pub by_measure: Option<ByMeasure>,
    /// The longest win, where distances are kept.
    pub longest_win: Option<Longest<P>>,
    /// The longest loss, where distances are kept.
    pub longest_loss: Option<Longest<P>>,
    /// The tables of the game.
    pub tables: Vec<Table>,
    /// Numbers with names: those of the game, and what a scanner counted.
    pub facts: Vec<(&'static str, u64)>,
}

/// Counts everything in a database; a `scanner` speeds up what it can, and
/// adds what is not stored.
pub fn statistics<G: Tiered + Notation>(
    stored: &Stored<G>,
    scanner: Option<&dyn Scanner<G>>,
    progress: &dyn Progress,
) -> Result<Statistics<G::Position>, SolveError> {
    statistics_of(stored, scanner, census(stored, scanner, Part::WHOLE, progress)?, progress)
}

/// What a census of the whole says; a `scanner` adds what is not stored.
pub fn statistics_of<G: Tiered + Notation>(
    stored: &Stored<G>,
    scanner: Option<&dyn Scanner<G>>,
    census: Census,
    progress: &dyn Progress,
) -> Result<Statistics<G::Position>, SolveError> {
    let (game, distances) = (stored.game(), stored.database().manifest().distances);
    if !census.fits(stored) {
        return Err(SolveError::ForeignCounts { game: game.id() });
    }
    let Census { by_layer, mut all } = census;
    if let Some(scanner) = scanner.filter(|scanner| scanner.counts(distances)) {
        all.merge(&scanner.beyond(game, progress)?);
    }
    let longest = |found: Option<(u16, Slot)>| {
        let found = found.filter(|_| distances);
        found.map(|(plies, slot)| Longest { plies: Plies(plies), example: game.position(slot) })
    };
    let [longest_win, longest_loss] = all.longest.map(longest);
    let tables = game.breakdowns().into_iter().zip(&all.tables);
    Ok(Statistics {
        total: all.counts(0),
        start: stored.value_of(&game.start())?,
        by_layer,
        longest_win,
        longest_loss,
        by_plies: match distances {
            true => all.codes[0].iter().filter_map(by_plies_row).collect(),
            false => BTreeMap::new(),
        },
        by_measure: by_measure(game, &all).filter(|_| distances),
        tables: tables
            .map(|(table, rows)| Table { name: table.name, keys: table.keys, rows: rows.clone() })
            .collect(),
        facts: game.facts().into_iter().chain(all.facts).collect(),
    })
}

/// The counts by tier under the numbers that the game gives its tiers.
fn by_measure<G: Tiered>(game: &G, all: &Counted) -> Option<ByMeasure> {
    let (name, _) = game.measure(Tier(0))?;
    let mut rows = BTreeMap::<(u32, u16), [u64; 2]>::new();
    for ((tier, code), [slots, positions]) in &all.by_tier {
        let (_, number) = game.measure(Tier(*tier))?;
        let row = rows.entry((number, *code)).or_default();
        *row = [row[0] + slots, row[1] + positions];
    }
    Some(ByMeasure { name, rows })
}

/// The row of a code; a draw has no distance and no row.
fn by_plies_row((code, positions): (&u16, &u64)) -> Option<((Plies, bool), u64)> {
    let code = Code(*code);
    let is_win = match code.outcome() {
        Outcome::Win => true,
        Outcome::Loss => false,
        Outcome::Draw => return None,
    };
    Some(((Plies(code.plies()), is_win), *positions))
}
