//! `kaiketsu query`

use anyhow::Result;
use clap::Args;
use kaiketsu::{MoveView, Outcome, PositionView, Rating, Registry, Solution, Want};

use crate::options::Common;
use crate::output::Column::{Numbers, Words};
use crate::output::{Output, coloured, table};
use crate::progress::display;
use crate::session::Session;

/// Show a position: its value, and every legal move with its value, best first
///
/// The board is as the first player sees it, whoever is to move. A position whose
/// text does not tell the side is taken as the first player's; `second:` before a
/// text says that it is as the first player sees it with the second to move.
///
/// Moves that are the same but for a turn or a mirror of the board share a row.
#[derive(Debug, Args)]
pub(crate) struct Query {
    /// The game, such as quixo-4x4
    id: String,
    /// The position, as `kaiketsu games ID` explains it, or a list of moves, such as "b2 a1"
    /// [default: the start]
    position: Option<String>,
    /// Give every move a row of its own, also those that are the same turned round
    #[arg(long)]
    all: bool,
}

impl Query {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let session = Session::open(registry, common, &self.id)?;
        let want = Want { progress: &*display(common), ..Want::VALUES };
        let view = session.solution.view(&session.position(self.position.as_ref()), want)?;
        session.keep();
        let mut text = format!("{}\n\n{}\n\n", view.seen.position, view.drawing);
        if view.over {
            let outcome = Rating { plies: None, ..view.value };
            let outcome = view.value.value.map_or("unknown".into(), |_: Outcome| coloured(outcome));
            text += &format!("The game is over: a {outcome} for the side to move.");
        } else {
            text += &format!("A {} for the side to move.\n\n", coloured(view.value));
            text += &describe(&self.rows(&view, &*session.solution)?, view.moves.len());
        }
        Ok(Output { text, json: serde_json::to_value(&view)? })
    }

    /// The moves, those that are the same turned round together.
    fn rows<'a>(&self, view: &'a PositionView, solution: &dyn Solution) -> Result<Vec<Alike<'a>>> {
        let mut rows: Vec<Alike<'a>> = Vec::new();
        for mv in &view.moves {
            let class = if self.all { String::new() } else { solution.class(&mv.position)? };
            let same = |row: &Alike<'_>| {
                !self.all
                    && row.class == class
                    && (row.first.passes, row.first.value) == (mv.passes, mv.value)
            };
            match rows.iter().position(same) {
                Some(row) => rows[row].others.push(&mv.seen.mv),
                None => rows.push(Alike { class, first: mv, others: Vec::new() }),
            }
        }
        Ok(rows)
    }
}

/// Moves that are the same but for a turn or a mirror of the board.
struct Alike<'a> {
    /// What they lead to.
    class: String,
    first: &'a MoveView,
    others: Vec<&'a str>,
}

fn describe(rows: &[Alike<'_>], moves: usize) -> String {
    let cells = |row: &Alike<'_>| {
        let mv = row.first;
        vec![mv.seen.mv.clone(), coloured(mv.value), mv.seen.position.clone()]
    };
    if rows.len() == moves {
        let rows: Vec<_> = rows.iter().map(cells).collect();
        return table(&[Words("move"), Words("value"), Words("leads to")], &rows);
    }
    let cells = |row: &Alike<'_>| {
        let many = (row.others.len() + 1).to_string();
        let [mv, value, leads_to] = cells(row).try_into().expect("three cells");
        vec![mv, value, many, leads_to, row.others.join(" ")]
    };
    let header =
        [Words("move"), Words("value"), Numbers("moves"), Words("leads to"), Words("the same turned round")];
    let table = table(&header, &rows.iter().map(cells).collect::<Vec<_>>());
    format!("{table}\n{moves} moves, {} up to symmetry; --all gives each a row.", rows.len())
}
