//! What is counted of a tier, a layer or a whole game.

use std::collections::BTreeMap;

pub use kaiketsu_game::Counts;
use kaiketsu_game::{Code, Slot};

/// Counts that add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// For each aim of the game, how many positions have which code; the key
    /// is the number of the code.
    pub codes: Vec<BTreeMap<u16, u64>>,
    /// For each breakdown of the game, its rows by key.
    pub tables: Vec<BTreeMap<Vec<u32>, Counts>>,
    /// With distances, the longest win and the longest loss, and the first
    /// slots that have them, of those that weigh something.
    pub longest: [Option<(u16, Slot)>; 2],
    /// With distances, for each tier and code of the first aim: how many slots, and
    /// how many positions they stand for.
    pub by_tier: BTreeMap<(u32, u16), [u64; 2]>,
    /// Other numbers, by name.
    pub facts: BTreeMap<&'static str, u64>,
}

impl Counted {
    /// Nothing counted yet, of a game with so many aims and breakdowns.
    #[must_use]
    pub fn none(aims: usize, breakdowns: usize) -> Self {
        Counted {
            codes: vec![BTreeMap::new(); aims],
            tables: vec![BTreeMap::new(); breakdowns],
            ..Counted::default()
        }
    }

    /// Counts of a game with one aim and one breakdown: for each key of that,
    /// how many positions have which code. What there is none of may be listed.
    pub fn of_classes<C>(classes: impl IntoIterator<Item = (Vec<u32>, C)>) -> Self
    where
        C: IntoIterator<Item = (Code, u64)>,
    {
        let mut counted = Counted::none(1, 1);
        for (key, codes) in classes {
            let mut counts = Counts::default();
            for (code, positions) in codes.into_iter().filter(|(_, positions)| *positions > 0) {
                counts.add(code.outcome(), positions);
                *counted.codes[0].entry(code.0).or_default() += positions;
            }
            if counts.positions() > 0 {
                counted.tables[0].entry(key).or_default().merge(&counts);
            }
        }
        counted
    }

    /// Won, lost and drawn positions for one of the aims, by its place.
    #[must_use]
    pub fn counts(&self, aim: usize) -> Counts {
        let mut counts = Counts::default();
        self.codes[aim].iter().for_each(|(code, positions)| counts.add(Code(*code).outcome(), *positions));
        counts
    }

    /// Adds what was counted elsewhere in the same game.
    pub fn merge(&mut self, other: &Counted) {
        for (mine, theirs) in self.codes.iter_mut().zip(&other.codes) {
            theirs.iter().for_each(|(code, positions)| *mine.entry(*code).or_default() += positions);
        }
        for (mine, theirs) in self.tables.iter_mut().zip(&other.tables) {
            theirs.iter().for_each(|(key, counts)| mine.entry(key.clone()).or_default().merge(counts));
        }
        for (mine, theirs) in self.longest.iter_mut().zip(other.longest) {
            *mine = longer(*mine, theirs);
        }
        for (key, [slots, positions]) in &other.by_tier {
            let mine = self.by_tier.entry(*key).or_default();
            *mine = [mine[0] + slots, mine[1] + positions];
        }
        other.facts.iter().for_each(|(name, number)| *self.facts.entry(name).or_default() += number);
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
