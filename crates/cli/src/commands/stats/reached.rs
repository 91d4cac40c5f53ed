//! What `stats --reachable` says.

use kaiketsu::{Entry, Error, Kind, ReachReport};
use serde_json::json;

use super::by_plies;
use crate::figures::count;
use crate::output::Output;

/// Whether it is a database that is missing.
pub(super) fn is_not_solved(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Error>().is_some_and(|error| error.kind() == Kind::NotSolved)
}

/// What can be said without values.
pub(super) fn unvalued(game: &dyn Entry, reach: &ReachReport) -> Output {
    let text = format!("{}, which is not solved here\n\n{}", game.title(), describe(reach));
    let mut object = json!({ "game": game.id(), "reachable": reach.positions });
    if reach.says_more() {
        object["reach"] = reach.to_json();
    }
    Output { text, json: object }
}

pub(super) fn describe(reach: &ReachReport) -> String {
    let mut text = format!("Reachable from the start: {} positions\n", count(reach.positions));
    for (name, number) in &reach.facts {
        text += &format!("{:<36} {}\n", name.replace('_', " "), count(*number));
    }
    if let Some(listed) = &reach.unreached {
        text +=
            &format!("Not reachable of those that are counted: {} positions\n", count(listed.len() as u64));
        let value = |number: usize| {
            reach.values.as_ref().map_or(String::new(), |values| format!("  {}", values.unreached[number]))
        };
        for (number, position) in listed.iter().enumerate() {
            text += &format!("  {position}{}\n", value(number));
        }
    }
    if let Some(values) = &reach.values {
        let total = &values.total;
        text += &format!(
            "Of the reachable ones: {} won, {} lost, {} drawn\n",
            count(total.win),
            count(total.loss),
            count(total.draw)
        );
        if !values.by_plies.is_empty() {
            text += &by_plies(&values.by_plies);
        }
    }
    text
}
