//! `kaiketsu annotate`

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use kaiketsu::game::Side;
use kaiketsu::{Annotation, Error, GameResult, Limit, Mark, Note, Record, Registry, Winner};

use crate::options::Common;
use crate::output::{
    Column::{self, Numbers, Words},
    Output, table,
};
use crate::refusal::refuse;
use crate::session::Session;

/// Read a game record and mark the moves that were not best
///
/// `??` marks a move that turns a win into a loss, `?` one that gives away half
/// of that (a win for a draw, a draw for a loss), `~` one that keeps the value
/// but takes longer to win, loses sooner or wins less clearly than need be. Records are plain
/// text: a line `game: ID`, other header lines, then the moves; docs/records.md
/// has the format.
#[derive(Debug, Args)]
pub(crate) struct Annotate {
    /// The game, such as quixo-4x4
    id: String,
    /// The record; `-` reads standard input
    file: PathBuf,
}

impl Annotate {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        registry.get(&self.id)?;
        let name = self.file.display().to_string();
        let text = match name.as_str() {
            "-" => std::io::read_to_string(std::io::stdin()),
            _ => std::fs::read_to_string(&self.file),
        };
        let text = match text {
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                return refuse(format!("{name} is not text in UTF-8; a record is plain text"));
            }
            text => text.with_context(|| format!("cannot read {name}"))?,
        };
        let record = Record::parse(&text).map_err(Error::from).with_context(|| name.clone())?;
        if record.game != self.id {
            return refuse(format!("{name} is a record of `{}`, not of `{}`", record.game, self.id));
        }
        let session = Session::open(registry, common, &self.id)?;
        let found = kaiketsu::annotate(&*session.solution, &session.game.start(), &record, Limit::NONE)
            .with_context(|| name.clone())?;
        session.keep();
        Ok(Output { text: describe(&found), json: serde_json::to_value(&found)? })
    }
}

const HEADER: [Column<'static>; 7] = [
    Numbers("ply"),
    Words("side"),
    Words("move"),
    Words("mark"),
    Words("best"),
    Words("played"),
    Words("better"),
];

fn describe(Annotation { moves: notes, result, remarks, .. }: &Annotation) -> String {
    let word = |mark: Option<Mark>| mark.map_or("", Mark::word).to_string();
    let row = |note: &Note| {
        let better = note.better_seen.iter().take(3).cloned().collect::<Vec<_>>().join(" ");
        let head = [note.ply.to_string(), note.side.to_string(), note.seen.clone(), word(note.mark)];
        head.into_iter().chain([note.best.to_string(), note.played.to_string(), better]).collect::<Vec<_>>()
    };
    let rows: Vec<_> = notes.iter().map(row).collect();
    let mut text = table(&HEADER, &rows);
    for (mark, meaning) in Mark::ALL {
        let count =
            |side: Side| notes.iter().filter(|note| note.mark == Some(mark) && note.side == side).count();
        let [first, second] = [Side::First, Side::Second].map(count);
        text += &format!("\n{:<2}  {meaning}: first {first}, second {second}", mark.word());
    }
    text += &match result {
        GameResult::Open => "\n\nThe game is not over.".to_string(),
        GameResult::Over(Winner::Draw) => "\n\nThe game is drawn.".to_string(),
        GameResult::Over(winner) => format!("\n\nThe {} player has won.", winner.word()),
    };
    remarks.iter().fold(text, |text, remark| format!("{text}\n{remark}"))
}
