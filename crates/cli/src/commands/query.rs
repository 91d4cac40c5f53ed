//! `kaiketsu query`

use anyhow::Result;
use clap::Args;
use kaiketsu::Registry;

use crate::options::Common;
use crate::output::{Output, table};

/// Show a position: its value, and every legal move with its value, best first
#[derive(Debug, Args)]
pub(crate) struct Query {
    /// The game, such as quixo-4x4
    #[arg(value_name = "ID")]
    id: String,
    /// The position, as `kaiketsu games ID` explains it [default: the start]
    #[arg(value_name = "POSITION")]
    position: Option<String>,
}

impl Query {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let (game, store) = (registry.find(&self.id)?, common.store()?);
        let position = self.position.clone().unwrap_or_else(|| game.start());
        let answer = game.open(&store)?.query(&position)?;
        let mut text = format!("{}\n\n{}\n\n", answer.position, answer.drawing);
        text += &match answer.over {
            true => format!("The game is over: a {} for the side to move.", answer.value.value),
            false => format!("A {} for the side to move.\n\n", answer.value),
        };
        if !answer.over {
            let row = |m: &kaiketsu::MoveAnswer| vec![m.mv.clone(), m.value.to_string(), m.position.clone()];
            let rows: Vec<_> = answer.moves.iter().map(row).collect();
            text += &table(&["move", "value", "leads to"], &rows);
        }
        Ok(Output { text, json: serde_json::to_value(&answer)? })
    }
}
