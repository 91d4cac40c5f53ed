//! Counts over a whole database.
//!
//! Every slot counts as often as the game's `weight` says, so the numbers
//! speak of all positions of the game however the database folds them.
//! One pass in stored order; memory for one tier per thread and the tables.

use std::collections::BTreeMap;

use kaiketsu_db::DbError;
use kaiketsu_game::{Code, Counting, Notation, Outcome, Plies, Slot, Tier, Tiered, Value};

use crate::analyse::Stored;
use crate::parallel;
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

/// Positions counted by one thread at a time.
const STRETCH: u64 = 1 << 16;
/// Stretches whose counts are held side by side before they are added up.
const BATCH: usize = 1 << 10;

/// Counts everything in a database; a `scanner` speeds up what it can, and
/// adds what is not stored.
pub fn statistics<G: Tiered + Notation>(
    stored: &Stored<G>,
    scanner: Option<&dyn Scanner<G>>,
    progress: &dyn Progress,
) -> Result<Statistics<G::Position>, SolveError> {
    let distances = stored.database().manifest().distances;
    let scanner = scanner.filter(|scanner| scanner.counts(distances));
    let (game, layout) = (stored.game(), stored.layout());
    let none = || Counted::none(game.aims().len(), game.breakdowns().len());
    progress.begin(&format!("counting {}", game.id()), layout.positions());
    let mut all = none();
    let mut by_layer = Vec::new();
    for layer in 0..layout.layers() {
        progress.status(&game.layer_name(layer));
        let mut of_layer = none();
        for tier in layout.tiers(layer) {
            if let Some(scanner) = scanner {
                let files = |tier: Tier, aim: usize| Ok(stored.file(tier, aim)?.0);
                of_layer.merge(&scanner.count(game, tier, &files, progress)?);
                continue;
            }
            let stretches = game.size(tier).div_ceil(STRETCH) as usize;
            for batch in (0..stretches).step_by(BATCH) {
                let count = |number| count_stretch(stored, tier, (batch + number) as u64, progress);
                let found = parallel::try_map(BATCH.min(stretches - batch), &count)?;
                found.iter().for_each(|found| of_layer.merge(found));
            }
        }
        by_layer.extend((0..game.aims().len()).map(|aim| of_layer.counts(aim)));
        all.merge(&of_layer);
    }
    progress.end();
    if let Some(scanner) = scanner {
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

fn count_stretch<G: Tiered + Notation>(
    stored: &Stored<G>,
    tier: Tier,
    stretch: u64,
    progress: &dyn Progress,
) -> Result<Counted, DbError> {
    let (game, first) = (stored.game(), stretch * STRETCH);
    let codes = (0..game.aims().len()).map(|aim| stored.codes(tier, aim, first, STRETCH));
    let codes = codes.collect::<Result<Vec<Vec<Code>>, DbError>>()?;
    let breakdowns = game.breakdowns();
    let aim_of = |wanted| game.aims().iter().position(|aim| *aim == wanted).expect("an aim of the game");
    let aims: Vec<usize> = breakdowns.iter().map(|breakdown| aim_of(breakdown.aim)).collect();
    let mut counted = Counted::none(codes.len(), breakdowns.len());
    let most = |codes: &Vec<Code>| codes.iter().map(|code| usize::from(code.0) + 1).max().unwrap_or(0);
    let mut by_code: Vec<Vec<u64>> = codes.iter().map(|codes| vec![0; most(codes)]).collect();
    let mut slots = vec![0; by_code[0].len()];
    // Neighbours mostly share their key: remember the row of the last one.
    let mut rows: Vec<(Vec<u32>, Counts)> = breakdowns.iter().map(|_| Default::default()).collect();
    let mut key = Vec::new();
    for at in 0..codes[0].len() {
        let slot = Slot { tier, index: first + at as u64 };
        let weight = game.weight(slot);
        if weight == 0 {
            continue;
        }
        for (by_code, codes) in by_code.iter_mut().zip(&codes) {
            by_code[usize::from(codes[at].0)] += weight;
        }
        let code = codes[0][at];
        slots[usize::from(code.0)] += 1;
        let [longest_win, longest_loss] = &mut counted.longest;
        let longest = match code.outcome() {
            Outcome::Win => Some(longest_win),
            Outcome::Loss => Some(longest_loss),
            Outcome::Draw => None,
        };
        if let Some(longest) = longest
            && longest.is_none_or(|(plies, _)| code.plies() > plies)
        {
            *longest = Some((code.plies(), slot));
        }
        for (place, (breakdown, row)) in breakdowns.iter().zip(&mut rows).enumerate() {
            key.clear();
            (breakdown.class)(game, slot, &mut key);
            if key != row.0 {
                let finished = std::mem::replace(row, (key.clone(), Counts::default()));
                counted.tables[place].entry(finished.0).or_default().merge(&finished.1);
            }
            let number = if breakdown.counting == Counting::Classes { 1 } else { weight };
            row.1.add(codes[aims[place]][at].outcome(), number);
        }
    }
    for (table, (key, counts)) in counted.tables.iter_mut().zip(rows) {
        table.entry(key).or_default().merge(&counts);
        table.remove(&Vec::new()); // the row before the first key
    }
    let both = slots.iter().zip(&by_code[0]).map(|(slots, positions)| [*slots, *positions]);
    let both = (0..).zip(both).filter(|(_, [slots, _])| *slots > 0);
    counted.by_tier = both.map(|(code, both)| ((tier.0, code), both)).collect();
    for (of_aim, by_code) in counted.codes.iter_mut().zip(by_code) {
        of_aim.extend((0..).zip(by_code).filter(|(_, count)| *count > 0));
    }
    progress.advance(codes[0].len() as u64, false);
    Ok(counted)
}
