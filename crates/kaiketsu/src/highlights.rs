//! Positions that stand out, to be named beside the statistics.

use kaiketsu_engine::analyse::{Counts, Wanted};
use kaiketsu_game::{Game, Outcome, Tier};
use kaiketsu_games::{Nocca, Quixo};
use serde::Serialize;

use crate::StatisticsReport;

/// What to look for, given the statistics.
pub type Highlights<G> = fn(&G, &StatisticsReport) -> Vec<Sought<G>>;

/// Positions to look for.
pub struct Sought<G: Game> {
    /// Why they stand out.
    pub title: String,
    /// Which they are.
    pub wanted: Wanted,
    /// How many to name.
    pub examples: usize,
    /// How to show that a position can come up, if the game knows.
    pub route: Option<Route<G>>,
}

/// Finds moves from the start to a position.
pub type Route<G> = fn(&G, &<G as Game>::Position) -> Option<Vec<<G as Game>::Move>>;

/// Positions that stand out, as text.
#[derive(Clone, Debug, Serialize)]
pub struct Highlight {
    /// Why they stand out.
    pub title: String,
    /// Their key in the first table of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<Vec<u32>>,
    /// `win`, `loss` or `draw`.
    pub value: &'static str,
    /// Their distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// How many there are.
    pub positions: u64,
    /// The first of them in stored order.
    pub examples: Vec<String>,
    /// For each example, moves from the start that lead to it; nothing if
    /// none were found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reached_by: Vec<String>,
}

/// The longest wins of NOCCA x NOCCA, as in figure 8 of its paper.
pub(crate) fn nocca(_: &Nocca, report: &StatisticsReport) -> Vec<Sought<Nocca>> {
    let longest = report.longest_win.as_ref().map(|(plies, _)| Sought {
        title: "longest wins".to_string(),
        wanted: Wanted { tier: Tier(0), outcome: Outcome::Win, plies: Some(*plies), key: None },
        examples: 32,
        route: Some(Nocca::route as Route<Nocca>),
    });
    longest.into_iter().collect()
}

/// The facts of figure 7 of the Quixo paper: the decided positions with the
/// fewest marks, and the lost positions with the fewest marks among those in
/// which both sides have equally many.
pub(crate) fn quixo(game: &Quixo, report: &StatisticsReport) -> Vec<Sought<Quixo>> {
    let cells = (game.side() * game.side()) as u32;
    let rows = || report.tables.iter().flat_map(|table| &table.rows);
    let marks = |key: &[u32]| key.iter().sum::<u32>();
    let sought = |title: &str, key: &[u32], outcome| {
        let tier = Tier(cells - marks(key));
        let wanted = Wanted { tier, outcome, plies: None, key: Some(key.to_vec()) };
        Sought { title: title.to_string(), wanted, examples: 4, route: None }
    };
    let mut found = Vec::new();

    let decided = |(key, counts): &(&Vec<u32>, &Counts)| counts.win + counts.loss > 0 && marks(key) > 0;
    // A side without marks must add one with its move, so such boards cannot
    // come up when it is the other side's turn; the paper's example has both.
    let both = |(key, counts): &(&Vec<u32>, &Counts)| decided(&(key, counts)) && !key.contains(&0);
    let titles = ["decided with the fewest marks", "decided with the fewest marks, both sides having some"];
    for (title, counts) in
        [(titles[0], rows().filter(decided).collect()), (titles[1], rows().filter(both).collect())]
    {
        let counts: Vec<(&Vec<u32>, &Counts)> = counts;
        let fewest = counts.iter().map(|(key, _)| marks(key)).min();
        for (key, counts) in counts.into_iter().filter(|(key, _)| Some(marks(key)) == fewest) {
            for (outcome, count) in [(Outcome::Win, counts.win), (Outcome::Loss, counts.loss)] {
                if count > 0 {
                    found.push(sought(title, key, outcome));
                }
            }
        }
    }
    let lost_level = rows().filter(|(key, counts)| key[0] == key[1] && counts.loss > 0);
    if let Some((key, _)) = lost_level.min_by_key(|(key, _)| marks(key)) {
        found.push(sought("lost with equal counts and the fewest marks", key, Outcome::Loss));
    }
    found
}
