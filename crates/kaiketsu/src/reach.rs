//! What play can reach from the start, and what the values of that alone are.

use std::collections::BTreeMap;

use kaiketsu_engine::analyse::Counts;
use kaiketsu_engine::solve::Reached;
use kaiketsu_game::{Notation, Outcome};
use serde_json::{Value as Json, json};

use crate::{Error, PliesRow, Rating, StatisticsReport};

/// The positions that play can reach, with positions as text.
#[derive(Clone, Debug)]
pub struct ReachReport {
    /// The positions of which statistics speak, counted as they count them.
    pub positions: u64,
    /// Those of them that play cannot reach, if the game lists them.
    pub unreached: Option<Vec<String>>,
    /// Other numbers, by name.
    pub facts: Vec<(&'static str, u64)>,
    /// What the reachable ones are worth, if that was looked up.
    pub values: Option<ReachedValues>,
}

/// The values of the positions that play can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedValues {
    /// All of them.
    pub total: Counts,
    /// Wins and losses by distance, wins first; nothing without distances.
    pub by_plies: Vec<PliesRow>,
    /// What those are worth that play cannot reach, in their order.
    pub unreached: Vec<Rating>,
}

impl ReachReport {
    pub(crate) fn new<G: Notation>(game: &G, found: Reached<G::Position>) -> Self {
        let texts =
            |listed: Vec<_>| listed.iter().map(|position| game.write_position(position)).collect::<Vec<_>>();
        let Reached { positions, unreached, facts } = found;
        ReachReport { positions, unreached: unreached.map(texts), facts, values: None }
    }

    /// Takes the positions that play cannot reach out of the counts of all, given what
    /// each of them is worth. Nothing happens if they are not listed.
    ///
    /// # Errors
    /// If a value cannot be found.
    pub fn value(
        &mut self,
        all: &StatisticsReport,
        rate: impl Fn(&str) -> Result<Rating, Error>,
    ) -> Result<(), Error> {
        let Some(listed) = &self.unreached else { return Ok(()) };
        let ratings: Vec<Rating> = listed.iter().map(|position| rate(position)).collect::<Result<_, _>>()?;
        let mut total = all.total;
        let mut rows: BTreeMap<_, u64> =
            all.by_plies.iter().map(|row| ((row.value == Outcome::Loss, row.plies), row.positions)).collect();
        for rating in &ratings {
            match rating.value {
                Some(Outcome::Win) => total.win -= 1,
                Some(Outcome::Loss) => total.loss -= 1,
                _ => total.draw -= 1,
            }
            if let (Some(value), Some(plies)) = (rating.value, rating.plies) {
                rows.entry((value == Outcome::Loss, plies)).and_modify(|positions| *positions -= 1);
            }
        }
        let row = |((lost, plies), positions)| PliesRow {
            plies,
            value: if lost { Outcome::Loss } else { Outcome::Win },
            positions,
        };
        let by_plies = rows.into_iter().filter(|(_, positions)| *positions > 0).map(row).collect();
        self.values = Some(ReachedValues { total, by_plies, unreached: ratings });
        Ok(())
    }

    /// Whether there is more to say than how many there are.
    #[must_use]
    pub fn says_more(&self) -> bool {
        self.unreached.is_some() || !self.facts.is_empty()
    }

    /// What `stats --json` prints of it.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object: Json = self.facts.iter().copied().collect();
        if let Some(listed) = &self.unreached {
            let rating = |number: usize| match &self.values {
                Some(values) => json!(values.unreached[number]),
                None => json!(Rating::UNKNOWN),
            };
            let row = |(number, position): (usize, &String)| {
                let mut row = rating(number);
                row["position"] = json!(position);
                row
            };
            object["unreached"] = listed.iter().enumerate().map(row).collect();
        }
        if let Some(ReachedValues { total, by_plies, .. }) = &self.values {
            object["win"] = json!(total.win);
            object["loss"] = json!(total.loss);
            object["draw"] = json!(total.draw);
            object["by_plies"] = json!(by_plies);
        }
        object
    }
}

#[cfg(test)]
mod tests {
    use kaiketsu_game::{Plies, Value};

    use super::*;
    use crate::{Registry, Request, Resources, Silent, Store, Want};

    /// Two positions are called unreachable; they are taken out where they were counted.
    #[test]
    fn what_cannot_be_reached_comes_off_the_counts() {
        let (registry, scratch) = (Registry::standard(), tempfile::tempdir().unwrap());
        let (entry, store) = (registry.get("nocca-3x3").unwrap(), Store::new(scratch.path()));
        entry.solver().unwrap().solve(&store, &Request::default(), &Silent).unwrap();
        let solution = entry.open(&store, Resources::default()).unwrap();
        let whole = solution.whole().unwrap();
        let census = whole.census(crate::Part::WHOLE, &Silent).unwrap();
        let all = whole.statistics_of(census, &Silent).unwrap();
        let reach = |unreached: Option<&[&str]>| ReachReport {
            positions: 0,
            unreached: unreached.map(|texts| texts.iter().map(ToString::to_string).collect()),
            facts: vec![("reachable_classes", 7)],
            values: None,
        };
        let rate = |text: &str| Ok(solution.view(text, Want::VALUES)?.value);
        let mut none = reach(None);
        none.value(&all, rate).unwrap();
        assert_eq!((none.values.is_none(), none.to_json()), (true, json!({ "reachable_classes": 7 })));
        // Won in 1 and in 9.
        let mut two = reach(Some(&["X,O,O/.,.,O/X,X,.", "O,O,O/.,.,./X,X,X"]));
        two.value(&all, rate).unwrap();
        let values = two.values.clone().unwrap();
        assert_eq!(values.unreached, [Value::win(1), Value::win(9)].map(Rating::from));
        assert_eq!((values.total.win, values.total.loss), (all.total.win - 2, all.total.loss));
        let at = |rows: &[PliesRow], plies| {
            let fits = |row: &&PliesRow| row.value == Outcome::Win && row.plies == Plies(plies);
            rows.iter().find(fits).unwrap().positions
        };
        for (plies, less) in [(1, 1), (3, 0), (9, 1)] {
            assert_eq!(at(&values.by_plies, plies), at(&all.by_plies, plies) - less);
        }
        assert_eq!(
            two.to_json()["unreached"][1],
            json!({ "value": "win", "plies": 9, "position": "O,O,O/.,.,./X,X,X" })
        );
    }
}
