//! Everything in a database counted, all at once or in parts that are added up.

use std::collections::BTreeMap;

use kaiketsu_db::DbError;
use kaiketsu_game::{Code, Counting, Notation, Outcome, Slot, Tier, Tiered};
use serde::{Deserialize, Serialize};

use crate::analyse::{Part, Stored};
use crate::parallel;
use crate::solve::{Counted, Counts, Progress, Scanner, SolveError};

/// What is stored, counted; of one part of the work, or of several that were added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Census {
    /// By file: each layer for each aim of the game, in order.
    pub(super) by_layer: Vec<Counts>,
    pub(super) all: Counted,
}

/// Positions counted by one thread at a time.
const STRETCH: u64 = 1 << 16;
/// Stretches whose counts are held side by side before they are added up.
const BATCH: usize = 1 << 10;

/// Counts a part of a database; a `scanner` speeds up what it can. Stretches of
/// positions are dealt to the parts, by a scanner whole tiers.
pub fn census<G: Tiered + Notation>(
    stored: &Stored<G>,
    scanner: Option<&dyn Scanner<G>>,
    part: Part,
    progress: &dyn Progress,
) -> Result<Census, SolveError> {
    let scanner = scanner.filter(|scanner| scanner.counts(stored.database().manifest().distances));
    let (game, layout) = (stored.game(), stored.layout());
    let mut census = Census::none(stored);
    progress.begin(&format!("counting {}", game.id()), layout.positions() / u64::from(part.of()));
    let mut dealt = 0;
    for layer in 0..layout.layers() {
        progress.status(&game.layer_name(layer));
        let mut of_layer = Counted::none(game.aims().len(), game.breakdowns().len());
        for tier in layout.tiers(layer) {
            if let Some(scanner) = scanner {
                if part.has(dealt) {
                    let files = |tier: Tier, aim: usize| Ok(stored.file(tier, aim)?.0);
                    of_layer.merge(&scanner.count(game, tier, &files, progress)?);
                }
                dealt += 1;
                continue;
            }
            let stretches = game.size(tier).div_ceil(STRETCH);
            let mine: Vec<u64> = (0..stretches).filter(|stretch| part.has(dealt + stretch)).collect();
            for batch in mine.chunks(BATCH) {
                let count = |number: usize| count_stretch(stored, tier, batch[number], progress);
                let found = parallel::try_map(batch.len(), &count)?;
                found.iter().for_each(|found| of_layer.merge(found));
            }
            dealt += stretches;
        }
        let first = layer as usize * game.aims().len();
        for (aim, counts) in census.by_layer[first..].iter_mut().take(game.aims().len()).enumerate() {
            *counts = of_layer.counts(aim);
        }
        census.all.merge(&of_layer);
    }
    progress.end();
    Ok(census)
}

impl Census {
    fn none<G: Tiered + Notation>(stored: &Stored<G>) -> Self {
        let (aims, breakdowns) = (stored.game().aims().len(), stored.game().breakdowns().len());
        let files = stored.layout().layers() as usize * aims;
        Census { by_layer: vec![Counts::default(); files], all: Counted::none(aims, breakdowns) }
    }

    /// Adds what another part has counted.
    pub fn merge(&mut self, other: &Census) {
        self.by_layer.iter_mut().zip(&other.by_layer).for_each(|(mine, theirs)| mine.merge(theirs));
        self.all.merge(&other.all);
    }

    /// Whether this can have been counted in that database: a census may come from a file.
    pub(super) fn fits<G: Tiered + Notation>(&self, stored: &Stored<G>) -> bool {
        let (game, none) = (stored.game(), Census::none(stored));
        let shape =
            |census: &Census| (census.by_layer.len(), census.all.codes.len(), census.all.tables.len());
        let there = |tier: u32| tier < game.tiers();
        let keys = game.breakdowns().into_iter().zip(&self.all.tables);
        shape(self) == shape(&none)
            && self.all.by_tier.keys().all(|(tier, _)| there(*tier))
            && self
                .all
                .longest
                .iter()
                .flatten()
                .all(|(_, slot)| there(slot.tier.0) && slot.index < game.size(slot.tier))
            && keys.into_iter().all(|(table, rows)| rows.keys().all(|key| key.len() == table.keys.len()))
    }
}

/// A census as it is written: keys are no objects in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    by_layer: Vec<[u64; 3]>,
    codes: Vec<Vec<(u16, u64)>>,
    tables: Vec<Vec<(Vec<u32>, [u64; 3])>>,
    /// The longest win and loss: plies, tier, number in it.
    longest: [Option<(u16, u32, u64)>; 2],
    /// Tier, code, slots, positions.
    by_tier: Vec<(u32, u16, u64, u64)>,
}

/// More than any part holds. The sums of all parts that there can be stay within 64 bits.
const MOST: u64 = 1 << 46;

impl From<Census> for Written {
    fn from(Census { by_layer, all }: Census) -> Self {
        let three = |counts: &Counts| [counts.win, counts.loss, counts.draw];
        let table =
            |rows: BTreeMap<Vec<u32>, Counts>| rows.iter().map(|(key, n)| (key.clone(), three(n))).collect();
        Written {
            by_layer: by_layer.iter().map(three).collect(),
            codes: all.codes.into_iter().map(|of_aim| of_aim.into_iter().collect()).collect(),
            tables: all.tables.into_iter().map(table).collect(),
            longest: all.longest.map(|longest| longest.map(|(plies, slot)| (plies, slot.tier.0, slot.index))),
            by_tier: all
                .by_tier
                .into_iter()
                .map(|((tier, code), [slots, n])| (tier, code, slots, n))
                .collect(),
        }
    }
}

impl TryFrom<Written> for Census {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, &'static str> {
        let rows = written.tables.iter().flatten().map(|(_, counts)| counts);
        let threes = written.by_layer.iter().chain(rows).flatten();
        let codes = written.codes.iter().flatten().map(|(_, positions)| positions);
        let by_tier = written.by_tier.iter().flat_map(|(_, _, slots, positions)| [slots, positions]);
        if threes.chain(codes).chain(by_tier).any(|number| *number > MOST) {
            return Err("counts of more positions than there can be");
        }
        let counts = |[win, loss, draw]: [u64; 3]| Counts { win, loss, draw };
        let table =
            |rows: Vec<(Vec<u32>, [u64; 3])>| rows.into_iter().map(|(key, n)| (key, counts(n))).collect();
        let longest = |(plies, tier, index)| (plies, Slot { tier: Tier(tier), index });
        let by_tier = written.by_tier.into_iter().map(|(tier, code, slots, n)| ((tier, code), [slots, n]));
        let all = Counted {
            codes: written.codes.into_iter().map(|of_aim| of_aim.into_iter().collect()).collect(),
            tables: written.tables.into_iter().map(table).collect(),
            longest: written.longest.map(|found| found.map(longest)),
            by_tier: by_tier.collect(),
            ..Counted::default()
        };
        Ok(Census { by_layer: written.by_layer.into_iter().map(counts).collect(), all })
    }
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
