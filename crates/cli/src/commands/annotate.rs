//! `kaiketsu annotate`

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use kaiketsu::game::Side;
use kaiketsu::{Error, GameResult, MoveView, Outcome, PositionView, Rating, Record, Registry, Want, Winner};
use serde_json::{Value as Json, json};

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

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// None was better.
    Best,
    /// The value is kept, but not all that could be had.
    Slack,
    /// Half of the value is given away.
    Mistake,
    /// A win is turned into a loss.
    Blunder,
}

impl Mark {
    /// What a move worth `played` makes of a position worth `best`.
    fn of(best: Rating, played: Rating) -> Self {
        match (best.value, played.value) {
            (Some(Outcome::Win), Some(Outcome::Loss)) => Mark::Blunder,
            (before, after) if before != after => Mark::Mistake,
            _ if best != played => Mark::Slack,
            _ => Mark::Best,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Mark::Best => "",
            Mark::Slack => "~",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// A move of the record with what it was worth.
struct Note {
    ply: usize,
    side: Side,
    mv: String,
    /// What the position was worth to the side that moved, and the move.
    before: Rating,
    after: Rating,
    mark: Mark,
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
        Ok(Output {
            text: describe(&notes, result, &remarks),
            json: to_json(&record, &notes, result, &remarks),
        })
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
    let mark = Mark::of(best, played.value);
    let better = view.best().filter(|_| mark != Mark::Best);
    Note {
        ply,
        side,
        mv: played.mv.clone(),
        before: best,
        after: played.value,
        mark,
        better: better.map(|other| other.mv.clone()).collect(),
        position: view.position.clone(),
    }
}

fn describe(notes: &[Note], result: GameResult, remarks: &[String]) -> String {
    let row = |note: &Note| {
        let better = note.better.iter().take(3).cloned().collect::<Vec<_>>().join(" ");
        let cells = [note.before.to_string(), note.after.to_string(), better];
        let head = [note.ply.to_string(), note.side.to_string(), note.mv.clone(), note.mark.sign().into()];
        head.into_iter().chain(cells).collect::<Vec<String>>()
    };
    let rows: Vec<_> = notes.iter().map(row).collect();
    let mut text = table(&["ply", "side", "move", "mark", "best", "played", "better"], &rows);
    for (mark, meaning) in
        [(Mark::Blunder, "win to loss"), (Mark::Mistake, "value given away"), (Mark::Slack, "way lengthened")]
    {
        let count = |side: Side| notes.iter().filter(|note| note.mark == mark && note.side == side).count();
        let [first, second] = [Side::First, Side::Second].map(count);
        text += &format!("\n{:<2}  {meaning}: first {first}, second {second}", mark.sign());
    }
    text += &match result {
        GameResult::Open => "\n\nThe game is not over.".to_string(),
        GameResult::Over(Winner::Draw) => "\n\nThe game is drawn.".to_string(),
        GameResult::Over(winner) => format!("\n\nThe {} player has won.", winner.word()),
    };
    remarks.iter().fold(text, |text, remark| format!("{text}\n{remark}"))
}

fn to_json(record: &Record, notes: &[Note], result: GameResult, remarks: &[String]) -> Json {
    let row = |note: &Note| {
        json!({
            "ply": note.ply, "side": note.side.to_string(), "position": note.position, "move": note.mv,
            "mark": note.mark.sign(), "best": note.before, "played": note.after, "better": note.better,
        })
    };
    json!({
        "game": record.game, "start": record.start, "result": result,
        "moves": notes.iter().map(row).collect::<Vec<_>>(), "remarks": remarks,
    })
}
