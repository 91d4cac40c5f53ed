//! `kaiketsu query`

use anyhow::Result;
use clap::Args;
use kaiketsu::{MoveView, Outcome, Registry, Want};

use crate::options::Common;
use crate::output::{Output, table};
use crate::progress::display;
use crate::session::Session;

/// Show a position: its value, and every legal move with its value, best first
///
/// The board is as the first player sees it, whoever is to move. A position whose
/// text does not tell the side is taken as the first player's; `second:` before a
/// text says that it is as the first player sees it with the second to move.
#[derive(Debug, Args)]
pub(crate) struct Query {
    /// The game, such as quixo-4x4
    id: String,
    /// The position, as `kaiketsu games ID` explains it, or a list of moves, such as "b2 a1"
    /// [default: the start]
    position: Option<String>,
}

impl Query {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let session = Session::open(registry, common, &self.id)?;
        let want = Want { progress: &*display(common), ..Want::VALUES };
        let view = session.solution.view(&session.position(self.position.as_ref()), want)?;
        session.keep();
        let mut text = format!("{}\n\n{}\n\n", view.seen.position, view.drawing);
        if view.over {
            let outcome = view.value.value.map_or("unknown", Outcome::word);
            text += &format!("The game is over: a {outcome} for the side to move.");
        } else {
            text += &format!("A {} for the side to move.\n\n", view.value);
            let row =
                |mv: &MoveView| vec![mv.seen.mv.clone(), mv.value.to_string(), mv.seen.position.clone()];
            let rows: Vec<_> = view.moves.iter().map(row).collect();
            text += &table(&["move", "value", "leads to"], &rows);
        }
        Ok(Output { text, json: serde_json::to_value(&view)? })
    }
}
