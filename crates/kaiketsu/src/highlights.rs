//! Positions that stand out, to be named beside the statistics.

use kaiketsu_analyse::{Counts, Table, Wanted};
use kaiketsu_game::{Outcome, Tier};
use kaiketsu_games::Quixo;
use serde::Serialize;

/// What to look for, given the tables of the statistics.
pub type Highlights<G> = fn(&G, &[Table]) -> Vec<(String, Wanted)>;

/// Positions that stand out, as text.
#[derive(Clone, Debug, Serialize)]
pub struct Highlight {
    /// Why they stand out.
    pub title: String,
    /// Their key in the first table of the game.
    pub class: Vec<u32>,
    /// `win`, `loss` or `draw`.
    pub value: &'static str,
    /// How many there are.
    pub positions: u64,
    /// The first of them in stored order.
    pub examples: Vec<String>,
}

/// The facts of figure 7 of the Quixo paper: the decided positions with the
/// fewest marks, and the lost positions with the fewest marks among those in
/// which both sides have equally many.
pub(crate) fn quixo(game: &Quixo, tables: &[Table]) -> Vec<(String, Wanted)> {
    let cells = (game.side() * game.side()) as u32;
    let rows = || tables.iter().flat_map(|table| &table.rows);
    let marks = |key: &[u32]| key.iter().sum::<u32>();
    let wanted = |key: &[u32], outcome| Wanted { tier: Tier(cells - marks(key)), key: key.to_vec(), outcome };
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
                    found.push((title.to_string(), wanted(key, outcome)));
                }
            }
        }
    }
    let lost_level = rows().filter(|(key, counts)| key[0] == key[1] && counts.loss > 0);
    if let Some((key, _)) = lost_level.min_by_key(|(key, _)| marks(key)) {
        found.push(("lost with equal counts and the fewest marks".to_string(), wanted(key, Outcome::Loss)));
    }
    found
}
