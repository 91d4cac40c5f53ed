//! How long it takes: what a page says of distances.
//!
//! A table `by_KEY_plies`, such as `by_marks_plies` of Quixo, has rows of the
//! key, `value`, `plies` and `positions`.

use std::collections::BTreeMap;

use crate::numbers::grouped;
use crate::{Chart, Figures, Row};

/// The longest wins and losses, whether all counts add up, and the charts.
/// No rows where the page has no distances.
pub(super) fn rows_and_charts(found: &Figures, title: &str) -> (Vec<Row>, Vec<Chart>) {
    let (mut rows, mut charts) = (Vec::new(), Vec::new());
    if !found.has("by_plies") {
        return (rows, charts);
    }
    for value in ["win", "loss"] {
        if let Some(plies) = found.longest(value) {
            let text = format!("{plies} plies, {} positions", grouped(found.at_plies(plies, value)));
            rows.push(Row::fresh(format!("longest {value}"), text));
        }
        let all = found.rows("by_plies").filter(|row| row["value"] == value);
        let sum = all.filter_map(|row| row["positions"].as_u64()).sum();
        let what = format!("{value}: all distances add up to");
        rows.push(Row::compare(what, grouped(found.number(value)), grouped(sum)));
    }
    charts.push(found.plies_chart(&format!("{title}: positions by plies to the end")));
    for (table, key) in found.tables_by_plies() {
        let all = ["win", "loss"].map(|value| by_key(found, &table, &key, value));
        rows.push(as_counted(found, &key, &all));
        let means = Chart::new(&format!("{title}: mean plies to the end, by {key}"), &key, false);
        let longest = Chart::new(&format!("{title}: longest play, by {key}"), &key, false);
        charts.extend([(means, Of::mean as fn(&Of) -> f64), (longest, Of::longest)].map(
            |(chart, height)| {
                let points =
                    |place: usize| all[place].iter().map(|(at, of)| (*at, height(of))).collect::<Vec<_>>();
                chart.series("win", points(0)).series("loss", points(1))
            },
        ));
    }
    (rows, charts)
}

/// The positions of one key and value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Of {
    positions: u64,
    /// Sum over all positions.
    plies: f64,
    longest: u64,
}

impl Of {
    fn mean(&self) -> f64 {
        self.plies / self.positions.max(1) as f64
    }

    fn longest(&self) -> f64 {
        self.longest as f64
    }
}

fn by_key(found: &Figures, table: &str, key: &str, value: &str) -> BTreeMap<u64, Of> {
    let mut all: BTreeMap<u64, Of> = BTreeMap::new();
    for row in found.rows(table).filter(|row| row["value"] == value) {
        let number = |name: &str| row[name].as_u64().unwrap_or_default();
        let of = all.entry(number(key)).or_default();
        of.positions += number("positions");
        of.plies += (number("positions") * number("plies")) as f64;
        of.longest = of.longest.max(number("plies"));
    }
    all
}

/// Whether every key has as many wins and losses as the tables without
/// distances say, if one of them has the same keys.
fn as_counted(found: &Figures, key: &str, [win, loss]: &[BTreeMap<u64, Of>; 2]) -> Row {
    let what = format!("wins and losses by {key} as in the table without distances");
    let Some(sums) = found.table_with(key).map(|table| found.sums(&table)) else {
        return Row::apart(what, "-", "-", "there is no such table");
    };
    let of = |all: &BTreeMap<u64, Of>, at: &u64| all.get(at).map_or(0, |of| of.positions);
    let differs = |at: &&u64| {
        let counts = sums.get(at).copied().unwrap_or_default();
        (of(win, at), of(loss, at)) != (counts[0], counts[1])
    };
    let keys: Vec<&u64> = sums.keys().chain(win.keys()).chain(loss.keys()).collect();
    match keys.iter().copied().find(differs) {
        None => Row::compare(what, "all", "all"),
        Some(at) => Row::compare(what, "all", format!("not with {key} {at}")),
    }
}
