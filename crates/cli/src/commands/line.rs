//! `kaiketsu line`

use anyhow::Result;
use clap::Args;
use kaiketsu::Registry;

use crate::options::Common;
use crate::output::{Output, table};

/// Show a line of best play from a position to the end of the game
///
/// Where several moves are equally good, the first that the game lists is
/// played. Each position is as the side to move there sees it.
#[derive(Debug, Args)]
pub(crate) struct Line {
    /// The game, such as quixo-4x4
    #[arg(value_name = "ID")]
    id: String,
    /// The position, as `kaiketsu games ID` explains it [default: the start]
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    /// Stop after this many moves
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    most: usize,
}

impl Line {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let (game, store) = (registry.find(&self.id)?, common.store()?);
        let position = self.position.clone().unwrap_or_else(|| game.start());
        let line = game.open(&store)?.line(&position, self.most)?;
        let row = |(number, m): (usize, &kaiketsu::MoveAnswer)| {
            vec![(number + 1).to_string(), m.mv.clone(), m.value.to_string(), m.position.clone()]
        };
        let rows: Vec<_> = line.moves.iter().enumerate().map(row).collect();
        let end = match line.end {
            "over" => "The game is over.",
            "repeats" => "This position has occurred before: best play goes round for ever.",
            "no-distances" => {
                "The database keeps no distances, so it cannot tell which winning move makes headway. \
                 Solve without --values-only to see the way."
            }
            _ => "Cut here; --most N shows more.",
        };
        let moves = table(&["ply", "move", "value", "leads to"], &rows);
        let text = format!("{}: a {}\n\n{moves}\n{}\n\n{end}", line.position, line.value, line.drawing);
        Ok(Output { text, json: serde_json::to_value(&line)? })
    }
}
