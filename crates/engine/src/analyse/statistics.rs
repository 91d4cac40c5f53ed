//! Counts over a whole database.
//!
//! Every slot counts as often as the game's `weight` says, so the numbers
//! speak of all positions of the game however the database folds them.
//! One pass in stored order; memory for one tier per thread and the tables.

use std::collections::BTreeMap;

use crate::solve::{ClassCounts, Counted, Progress, Scanner, SolveError};
use kaiketsu_db::DbError;
use kaiketsu_game::{Code, Notation, Outcome, Plies, Slot, Tier, Tiered, Value};
use rayon::prelude::*;

use crate::analyse::Oracle;

/// How many positions are won, lost and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the side to move.
    pub win: u64,
    /// Lost for the side to move.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
}

impl Counts {
    /// All of them.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.win + self.loss + self.draw
    }

    fn add(&mut self, outcome: Outcome, weight: u64) {
        match outcome {
            Outcome::Win => self.win += weight,
            Outcome::Loss => self.loss += weight,
            Outcome::Draw => self.draw += weight,
        }
    }

    fn merge(&mut self, other: &Counts) {
        self.win += other.win;
        self.loss += other.loss;
        self.draw += other.draw;
    }
}

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

/// What `stats` says of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics<P> {
    /// All positions.
    pub total: Counts,
    /// The value of the start.
    pub start: Value,
    /// By layer, in order.
    pub by_layer: Vec<Counts>,
    /// Positions by distance and outcome (never a draw); without distances, nothing.
    pub by_plies: BTreeMap<(Plies, bool), u64>,
    /// The longest win, where distances are kept.
    pub longest_win: Option<Longest<P>>,
    /// The longest loss, where distances are kept.
    pub longest_loss: Option<Longest<P>>,
    /// The tables of the game.
    pub tables: Vec<Table>,
}

/// Positions counted by one thread at a time.
const STRETCH: u64 = 1 << 16;

/// Counts everything in a database; a `scanner` speeds up what it can.
pub fn statistics<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    scanner: Option<&dyn Scanner<G>>,
    progress: &dyn Progress,
) -> Result<Statistics<G::Position>, SolveError> {
    let scanner = scanner.filter(|scanner| scanner.counts(oracle.database().distances()));
    let (game, layout) = (oracle.game(), oracle.layout());
    progress.begin(&format!("counting {}", game.id()), layout.positions());
    let mut all = Tally::new(game);
    let mut by_layer = Vec::new();
    for layer in 0..layout.layers() {
        progress.status(&game.layer_name(layer));
        let mut of_layer = Tally::new(game);
        for tier in layout.tiers(layer) {
            if let Some(scanner) = scanner {
                let file = oracle.database().layer(layer)?;
                of_layer.add_counted(tier, scanner.count(game, tier, &file, progress)?);
                continue;
            }
            let stretches = 0..game.size(tier).div_ceil(STRETCH);
            let count = |stretch| count_stretch(oracle, tier, stretch, progress);
            let tallies: Vec<Tally> = stretches.into_par_iter().map(count).collect::<Result<_, _>>()?;
            tallies.iter().for_each(|tally| of_layer.merge(tally));
        }
        by_layer.push(of_layer.counts);
        all.merge(&of_layer);
    }
    progress.end();
    let longest = |found: Option<(u16, Slot)>| {
        let found = found.filter(|_| oracle.database().distances());
        found.map(|(plies, slot)| Longest { plies: Plies(plies), example: game.position(slot) })
    };
    let breakdowns = game.breakdowns();
    Ok(Statistics {
        total: all.counts,
        start: oracle.value(&game.start())?,
        by_layer,
        longest_win: longest(all.longest_win),
        longest_loss: longest(all.longest_loss),
        by_plies: match oracle.database().distances() {
            true => all.by_code.iter().filter_map(by_plies_row).collect(),
            false => BTreeMap::new(),
        },
        tables: breakdowns
            .iter()
            .zip(all.tables)
            .map(|(table, rows)| Table {
                name: table.name,
                keys: table.keys,
                rows: rows.into_iter().collect(),
            })
            .collect(),
    })
}

/// The row of a code; a draw has no distance and no row.
fn by_plies_row((code, positions): &(Code, u64)) -> Option<((Plies, bool), u64)> {
    let is_win = match code.outcome() {
        Outcome::Win => true,
        Outcome::Loss => false,
        Outcome::Draw => return None,
    };
    Some(((Plies(code.plies()), is_win), *positions))
}

/// Counts of a part of the database.
#[derive(Default)]
struct Tally {
    counts: Counts,
    by_code: Vec<(Code, u64)>,
    longest_win: Option<(u16, Slot)>,
    longest_loss: Option<(u16, Slot)>,
    tables: Vec<BTreeMap<Vec<u32>, Counts>>,
}

impl Tally {
    fn new<G: Tiered>(game: &G) -> Self {
        Tally { tables: game.breakdowns().iter().map(|_| BTreeMap::new()).collect(), ..Tally::default() }
    }

    /// Adds what a scanner counted.
    fn add_counted(&mut self, tier: Tier, counted: Counted) {
        let mut found = Tally { tables: vec![BTreeMap::new(); self.tables.len()], ..Tally::default() };
        let mut by_code: BTreeMap<u16, u64> = BTreeMap::new();
        for ClassCounts { key, codes } in counted.classes {
            let mut counts = Counts::default();
            for (code, positions) in codes {
                counts.add(code.outcome(), positions);
                *by_code.entry(code.0).or_default() += positions;
            }
            found.counts.merge(&counts);
            found.tables[0].entry(key).or_default().merge(&counts);
        }
        let some = by_code.into_iter().filter(|(_, positions)| *positions > 0);
        found.by_code = some.map(|(code, positions)| (Code(code), positions)).collect();
        let [win, loss] = counted.longest;
        let longest = |outcome, index: Option<u64>| {
            let plies = found.by_code.iter().filter(|(code, _)| code.outcome() == outcome);
            Some((plies.map(|(code, _)| code.plies()).max()?, Slot { tier, index: index? }))
        };
        (found.longest_win, found.longest_loss) = (longest(Outcome::Win, win), longest(Outcome::Loss, loss));
        self.merge(&found);
    }

    fn merge(&mut self, other: &Tally) {
        self.counts.merge(&other.counts);
        for (code, count) in &other.by_code {
            match self.by_code.binary_search_by_key(&code.0, |(code, _)| code.0) {
                Ok(at) => self.by_code[at].1 += count,
                Err(at) => self.by_code.insert(at, (*code, *count)),
            }
        }
        for (mine, theirs) in
            [(&mut self.longest_win, other.longest_win), (&mut self.longest_loss, other.longest_loss)]
        {
            *mine = longer(*mine, theirs);
        }
        for (mine, theirs) in self.tables.iter_mut().zip(&other.tables) {
            for (key, counts) in theirs {
                mine.entry(key.clone()).or_default().merge(counts);
            }
        }
    }
}

/// The longer of two, and the earlier of two equally long.
fn longer(a: Option<(u16, Slot)>, b: Option<(u16, Slot)>) -> Option<(u16, Slot)> {
    match (a, b) {
        (Some(a), Some(b)) if (b.0, a.1) > (a.0, b.1) => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

fn count_stretch<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    tier: Tier,
    stretch: u64,
    progress: &dyn Progress,
) -> Result<Tally, DbError> {
    let (game, layout) = (oracle.game(), oracle.layout());
    let first = stretch * STRETCH;
    let mut codes = vec![Code::DRAW; STRETCH.min(game.size(tier) - first) as usize];
    let (layer, offset) = layout.place(tier);
    oracle.database().layer(layer)?.read(offset + first, &mut codes)?;
    let breakdowns = game.breakdowns();
    let mut tally = Tally::new(game);
    let mut by_code = vec![0u64; codes.iter().map(|code| usize::from(code.0) + 1).max().unwrap_or(0)];
    // Neighbours mostly share their key: remember the row of the last one.
    let mut rows: Vec<(Vec<u32>, Counts)> = breakdowns.iter().map(|_| Default::default()).collect();
    let mut key = Vec::new();
    for (index, code) in (first..).zip(&codes) {
        let slot = Slot { tier, index };
        let weight = game.weight(slot);
        if weight == 0 {
            continue;
        }
        by_code[usize::from(code.0)] += weight;
        let longest = match code.outcome() {
            Outcome::Win => Some(&mut tally.longest_win),
            Outcome::Loss => Some(&mut tally.longest_loss),
            Outcome::Draw => None,
        };
        if let Some(longest) = longest
            && longest.is_none_or(|(plies, _)| code.plies() > plies)
        {
            *longest = Some((code.plies(), slot));
        }
        for ((breakdown, table), row) in breakdowns.iter().zip(&mut tally.tables).zip(&mut rows) {
            key.clear();
            (breakdown.class)(game, slot, &mut key);
            if key != row.0 {
                let finished = std::mem::replace(row, (key.clone(), Counts::default()));
                table.entry(finished.0).or_default().merge(&finished.1);
            }
            row.1.add(code.outcome(), weight);
        }
    }
    for (table, (key, counts)) in tally.tables.iter_mut().zip(rows) {
        table.entry(key).or_default().merge(&counts);
        table.remove(&Vec::new()); // the row before the first key
    }
    for (code, count) in (0..).map(Code).zip(by_code).filter(|(_, count)| *count > 0) {
        tally.counts.add(code.outcome(), count);
        tally.by_code.push((code, count));
    }
    progress.advance(codes.len() as u64, false);
    Ok(tally)
}
