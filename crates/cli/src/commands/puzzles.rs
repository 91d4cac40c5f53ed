//! `kaiketsu puzzles`

use std::num::NonZeroUsize;

use anyhow::Result;
use clap::Args;
use kaiketsu::game::View;
use kaiketsu::{Limit, PuzzleOptions, PuzzleView, Registry};
use serde_json::json;

use crate::options::Common;
use crate::output::{
    Column::{Numbers, Words},
    Output, table,
};
use crate::progress::display;
use crate::refusal::refuse;
use crate::session::Session;

/// Find positions in which exactly one move wins, the shortest wins first
///
/// The same seed gives the same puzzles. A large database is not searched as a
/// whole: after `--visits` positions the search stops with what it has.
#[derive(Debug, Args)]
pub(crate) struct Puzzles {
    /// The game, such as quixo-4x4
    id: String,
    /// How many
    #[arg(long, value_name = "N", default_value = "10")]
    count: NonZeroUsize,
    /// Wins that take at least this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 3)]
    min_plies: u16,
    /// Wins that take at most this many plies
    #[arg(long, value_name = "PLIES", default_value_t = u16::MAX, hide_default_value = true)]
    max_plies: u16,
    /// Look at this many positions at the most
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    visits: u64,
    /// Another number, other puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Where the explorer is served, for the links
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:4649")]
    base: String,
    /// Leave out the solutions
    #[arg(long)]
    no_solutions: bool,
}

impl Puzzles {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        if self.min_plies > self.max_plies {
            let (least, most) = (self.min_plies, self.max_plies);
            return refuse(format!("--min-plies {least} is more than --max-plies {most}"));
        }
        let session = Session::open(registry, common, &self.id)?;
        let options = PuzzleOptions {
            count: self.count.get(),
            plies: self.min_plies..=self.max_plies,
            visits: self.visits,
            seed: self.seed,
            limit: Limit::NONE,
        };
        let found = session.whole()?.puzzles(&options, &*display(common))?;
        let link = |position: &str| format!("{}/#/{}/{position}", self.base.trim_end_matches('/'), self.id);
        let row = |puzzle: &PuzzleView| {
            let solution = if self.no_solutions { String::new() } else { puzzle.solution.clone() };
            let plies = puzzle.value.to_string();
            vec![puzzle.position.clone(), plies, puzzle.moves.to_string(), solution, link(&puzzle.position)]
        };
        let rows: Vec<_> = found.iter().map(row).collect();
        let mut text = match rows.is_empty() {
            true => {
                "No puzzle found; look further with --visits N, or ask for other --min-plies.".to_string()
            }
            false => table(
                &[Words("position"), Words("value"), Numbers("moves"), Words("solution"), Words("link")],
                &rows,
            ),
        };
        if !rows.is_empty() && session.game.board().view != View::Fixed {
            text += "\nThe first player is to move in each, and his pieces are those of the side to move.\n";
        }
        if !rows.is_empty() && rows.len() < self.count.get() {
            text +=
                &format!("\n{} found among the positions looked at; --visits N looks at more.", rows.len());
        }
        let objects = found.iter().map(|puzzle| {
            let mut object = json!(puzzle);
            if self.no_solutions {
                object["solution"] = json!(null);
            }
            object["link"] = json!(link(&puzzle.position));
            object
        });
        let json = json!({ "game": self.id, "seed": self.seed, "puzzles": objects.collect::<Vec<_>>() });
        Ok(Output { text, json })
    }
}
