//! `kaiketsu annotate`

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use kaiketsu::game::Outcome;
use kaiketsu::{Answer, Error, Rating, Record, Registry};
use serde_json::{Value as Json, json};

use crate::adviser::Adviser;
use crate::commands::play::winner;
use crate::options::Common;
use crate::output::{Output, table};
use crate::refusal::Refusal;

/// Read a game record and mark the moves that were not best
///
/// `??` marks a move that turns a win into a loss, `?` one that gives away half
/// of that (a win for a draw, a draw for a loss), `~` one that keeps the value
/// but takes longer to win, or loses sooner, than need be. Records are plain
/// text: a line `game: ID`, other header lines, then the moves; docs/records.md
/// has the format.
#[derive(Debug, Args)]
pub(crate) struct Annotate {
    /// The game, such as quixo-4x4
    #[arg(value_name = "ID")]
    id: String,
    /// The record; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// A move of the record with what it was worth.
struct Note {
    ply: usize,
    side: &'static str,
    mv: String,
    /// What the position was worth to the side that moved, and the move.
    before: Rating,
    after: Rating,
    mark: &'static str,
    /// The best moves, where this was none.
    better: Vec<String>,
    position: String,
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
                return Err(Refusal(format!("{name} is not text in UTF-8; a record is plain text")).into());
            }
            text => text.with_context(|| format!("cannot read {name}"))?,
        };
        let record = Record::parse(&text).map_err(Error::from).with_context(|| name.clone())?;
        if record.game != self.id {
            let problem = format!("{name} is a record of `{}`, not of `{}`", record.game, self.id);
            return Err(Refusal(problem).into());
        }
        let adviser = Adviser::open(registry, common, &self.id)?;
        let (notes, result) = follow(&adviser, &record).with_context(|| name.clone())?;
        let mut remarks = Vec::new();
        if let Some(claimed) = record.header("result").filter(|claimed| *claimed != "*" && *claimed != result)
        {
            remarks.push(match result {
                "*" => format!("The record says `{claimed}`; by its moves the game is not over."),
                found => format!("The record says `{claimed}`; by its moves it is `{found}`."),
            });
        }
        Ok(Output {
            text: describe(&notes, result, &remarks),
            json: to_json(&record, &notes, result, &remarks),
        })
    }
}

/// Plays the record through: a note for each move, and the result.
fn follow(adviser: &Adviser, record: &Record) -> Result<(Vec<Note>, &'static str)> {
    let mut position = record.start.clone().unwrap_or(adviser.start());
    let mut first = true;
    let mut notes = Vec::new();
    for word in &record.moves {
        let view = adviser.look(&position)?;
        let found = view.find(&word.text).map_err(|problem| Error::from(word.refuse(problem.to_string())))?;
        let answer = adviser.query(&position)?;
        notes.push(note(&answer, &found.mv, notes.len() + 1, first));
        position.clone_from(&found.position);
        first = first != found.passes;
    }
    let over = adviser.look(&position)?.over;
    Ok((notes, over.map_or("*", |outcome| winner(outcome, first))))
}

fn note(answer: &Answer, mv: &str, ply: usize, first: bool) -> Note {
    let played =
        answer.moves.iter().find(|other| other.mv == mv).expect("the same rules list the same moves");
    let best = answer.moves.first().map_or(played.value, |best| best.value);
    let mark = match (best.outcome(), played.value.outcome()) {
        (Outcome::Win, Outcome::Loss) => "??",
        (before, after) if before != after => "?",
        _ if best.plies != played.value.plies => "~",
        _ => "",
    };
    let better = answer.moves.iter().filter(|other| !mark.is_empty() && other.value == best);
    Note {
        ply,
        side: if first { "first" } else { "second" },
        mv: mv.into(),
        before: best,
        after: played.value,
        mark,
        better: better.map(|other| other.mv.clone()).collect(),
        position: answer.position.clone(),
    }
}

fn describe(notes: &[Note], result: &str, remarks: &[String]) -> String {
    let row = |note: &Note| {
        let better = note.better.iter().take(3).cloned().collect::<Vec<_>>().join(" ");
        let cells = [note.before.to_string(), note.after.to_string(), better];
        let head = [note.ply.to_string(), note.side.into(), note.mv.clone(), note.mark.into()];
        head.into_iter().chain(cells).collect::<Vec<String>>()
    };
    let rows: Vec<_> = notes.iter().map(row).collect();
    let mut text = table(&["ply", "side", "move", "mark", "best", "played", "better"], &rows);
    for (mark, meaning) in [("??", "win to loss"), ("?", "value given away"), ("~", "way lengthened")] {
        let count = |side: &str| notes.iter().filter(|note| note.mark == mark && note.side == side).count();
        text += &format!("\n{mark:<2}  {meaning}: first {}, second {}", count("first"), count("second"));
    }
    text += &match result {
        "*" => "\n\nThe game is not over.".to_string(),
        "draw" => "\n\nThe game is drawn.".to_string(),
        side => format!("\n\nThe {side} player has won."),
    };
    remarks.iter().fold(text, |text, remark| format!("{text}\n{remark}"))
}

fn to_json(record: &Record, notes: &[Note], result: &str, remarks: &[String]) -> Json {
    let row = |note: &Note| {
        json!({
            "ply": note.ply, "side": note.side, "position": note.position, "move": note.mv, "mark": note.mark,
            "best": note.before, "played": note.after, "better": note.better,
        })
    };
    json!({
        "game": record.game, "start": record.start, "result": result,
        "moves": notes.iter().map(row).collect::<Vec<_>>(), "remarks": remarks,
    })
}
