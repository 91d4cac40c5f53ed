//! `kaiketsu annotate`

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use kaiketsu::game::Side;
use kaiketsu::{Error, GameResult, MoveView, Outcome, PositionView, Rating, Record, Registry, Want, Winner};
use serde_json::json;

use crate::commands::play::result;
use crate::options::Common;
use crate::output::{Output, table};
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

/// The marks of moves that were not best, and what they mean.
const MARKS: [(&str, &str); 3] = [("??", "win to loss"), ("?", "value given away"), ("~", "way lengthened")];

/// The mark of a move worth `played` in a position worth `best`; none if none was better.
fn mark(best: Rating, played: Rating) -> &'static str {
    match (best.value, played.value) {
        (Some(Outcome::Win), Some(Outcome::Loss)) => MARKS[0].0,
        (before, after) if before != after => MARKS[1].0,
        _ if best != played => MARKS[2].0,
        _ => "",
    }
}

/// A move of the record with what it was worth.
struct Note {
    ply: usize,
    side: String,
    position: String,
    mv: String,
    mark: &'static str,
    /// What the position was worth to the side that moved, and the move.
    best: Rating,
    played: Rating,
    /// The best moves, where this was none.
    better: Vec<String>,
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
        let (notes, result) = follow(&session, &record).with_context(|| name.clone())?;
        session.keep();
        let mut remarks = Vec::new();
        let differs = |claimed: &GameResult| *claimed != GameResult::Open && *claimed != result;
        if let Some(claimed) = record.result.filter(differs) {
            remarks.push(match result {
                GameResult::Open => {
                    format!("The record says `{claimed}`; by its moves the game is not over.")
                }
                found => format!("The record says `{claimed}`; by its moves it is `{found}`."),
            });
        }
        let row = |note: &Note| {
            json!({
                "ply": note.ply, "side": note.side, "position": note.position, "move": note.mv,
                "mark": note.mark, "best": note.best, "played": note.played, "better": note.better,
            })
        };
        let json = json!({
            "game": record.game, "start": record.start, "result": result,
            "moves": notes.iter().map(row).collect::<Vec<_>>(), "remarks": remarks,
        });
        Ok(Output { text: describe(&notes, result, &remarks), json })
    }
}

/// Plays the record through: a note for each move, and the result.
fn follow(session: &Session, record: &Record) -> Result<(Vec<Note>, GameResult)> {
    let solution = &session.solution;
    let mut position = session.position(record.start.as_ref());
    let mut side = Side::First;
    let mut notes = Vec::new();
    for word in &record.moves {
        let view = solution.view(&position, Want::VALUES)?;
        let found = view.find(&word.text).map_err(|problem| Error::from(word.refuse(problem.to_string())))?;
        notes.push(note(&view, found, notes.len() + 1, side));
        position.clone_from(&found.position);
        side = if found.passes { side.other() } else { side };
    }
    Ok((notes, result(&solution.look(&position)?, side)))
}

fn note(view: &PositionView, played: &MoveView, ply: usize, side: Side) -> Note {
    let best = view.moves.first().map_or(played.value, |best| best.value);
    let mark = mark(best, played.value);
    let better = view.best().filter(|_| !mark.is_empty());
    Note {
        ply,
        side: side.to_string(),
        position: view.position.clone(),
        mv: played.mv.clone(),
        mark,
        best,
        played: played.value,
        better: better.map(|other| other.mv.clone()).collect(),
    }
}

fn describe(notes: &[Note], result: GameResult, remarks: &[String]) -> String {
    let row = |note: &Note| {
        let better = note.better.iter().take(3).cloned().collect::<Vec<_>>().join(" ");
        let head = [note.ply.to_string(), note.side.clone(), note.mv.clone(), note.mark.into()];
        head.into_iter().chain([note.best.to_string(), note.played.to_string(), better]).collect::<Vec<_>>()
    };
    let rows: Vec<_> = notes.iter().map(row).collect();
    let mut text = table(&["ply", "side", "move", "mark", "best", "played", "better"], &rows);
    for (mark, meaning) in MARKS {
        let count = |side: &str| notes.iter().filter(|note| note.mark == mark && note.side == side).count();
        let [first, second] = ["first", "second"].map(count);
        text += &format!("\n{mark:<2}  {meaning}: first {first}, second {second}");
    }
    text += &match result {
        GameResult::Open => "\n\nThe game is not over.".to_string(),
        GameResult::Over(Winner::Draw) => "\n\nThe game is drawn.".to_string(),
        GameResult::Over(winner) => format!("\n\nThe {} player has won.", winner.word()),
    };
    remarks.iter().fold(text, |text, remark| format!("{text}\n{remark}"))
}
