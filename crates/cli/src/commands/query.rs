//! `kaiketsu query`

use anyhow::Result;
use clap::Args;
use kaiketsu::{Registered, Registry};

use crate::options::Common;
use crate::output::{Output, table};
use crate::progress::display;

/// Show a position: its value, and every legal move with its value, best first
#[derive(Debug, Args)]
pub(crate) struct Query {
    /// The game, such as quixo-4x4
    #[arg(value_name = "ID")]
    id: String,
    /// The position, as `kaiketsu games ID` explains it [default: the start]; of a game proved by
    /// search also a list of moves, such as "b2M a1L"
    #[arg(value_name = "POSITION")]
    position: Option<String>,
}

impl Query {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let store = common.store()?;
        let position = |start: String| self.position.clone().unwrap_or(start);
        let answer = match registry.get(&self.id)? {
            Registered::Solvable(game) => game.open(&store)?.query(&position(game.start()))?,
            Registered::Provable(game) => {
                game.query(&store, &position(game.start()), common.resources(), &*display(common))?
            }
        };
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
