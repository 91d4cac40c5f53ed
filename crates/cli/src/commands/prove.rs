//! `kaiketsu prove`

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use kaiketsu::game::Side;
use kaiketsu::{Certificate, CompleteWinner, Entry, Outcome, Question, Registry, Verdict, Winner};
use serde_json::json;

use crate::figures::{bytes, count, seconds};
use crate::files::replace;
use crate::options::Common;
use crate::outlets::{self, say_aside};
use crate::output::Output;
use crate::progress::display;
use crate::session::Session;
use crate::sides::wins;

/// Prove who wins a position by forward search, or whether a goal can be forced
///
/// Every game can be searched, by its rules alone if need be: that answers late
/// positions and small games, and may take for ever on others; see --seconds.
///
/// Verdicts are kept in a book in the database folder and used again. --memory
/// is the size of the search's table; by default what suits the game. With
/// --certificate half of it is for what the strategies lead through.
#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// The game, such as otrio
    id: String,
    /// Ask about this position, as `kaiketsu games ID` explains it [default: the start]
    position: Option<String>,
    /// Ask about the position after these moves from there, such as "b2M a1L"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    after: String,
    /// Ask whether a goal can be forced: first-win, second-win; in quantum tic-tac-toe also
    /// first-narrow and second-narrow (the same), first-complete, second-complete
    #[arg(long)]
    goal: Option<String>,
    /// The goal must be reached within so many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<u8>,
    /// Give up after so many seconds and say what is known until then
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    seconds: Option<Duration>,
    /// Search as a paper does, and count as it does: 1, 2 or 3 for quantum tic-tac-toe, paper for Otrio
    #[arg(long, value_name = "1|2|3|paper|default")]
    ordering: Option<String>,
    /// Write the strategies that show the answer, for `kaiketsu check`; with --max-plies one that
    /// reaches the goal within them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ordering", "seconds"])]
    certificate: Option<PathBuf>,
    /// Ask after every opening, one of each class of mirror images
    #[arg(long, value_name = "WHICH", conflicts_with_all = ["position", "after", "certificate"])]
    table: Option<Openings>,
}

/// A time of at least a millisecond.
fn read_seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| time.as_millis() > 0).ok_or_else(|| "write a number of seconds, such as 60".into())
}

/// Which openings a table is about.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Openings {
    /// Every first move
    #[value(name = "first-moves")]
    One = 1,
    /// Every first move with every reply
    #[value(name = "two-moves")]
    Two,
    /// Every opening of three moves: long, but then the book answers for all before them
    #[value(name = "three-moves")]
    Three,
}

impl Prove {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let session = Session::search(registry, common, &self.id, self.certificate.is_some())?;
        let prover = session.solution.prover()?;
        let question = Question {
            position: self.position.clone(),
            after: self.after.clone(),
            goal: self.goal.as_ref().map(|goal| session.game.checker().read_goal(goal)).transpose()?,
            max_plies: self.max_plies,
            ordering: self.ordering.clone().filter(|name| name != "default"),
            time: self.seconds,
        };
        if let Some(openings) = self.table {
            return table(&session, openings, &question, common);
        }
        let Some(file) = &self.certificate else {
            let verdict = prover.prove(&question, &*display(common))?;
            session.keep();
            let text = describe(&*session.game, &verdict);
            return Ok(Output { text, json: serde_json::to_value(&verdict)? });
        };
        let (verdict, Certificate(certificate)) = prover.certify(&question, &*display(common))?;
        session.keep();
        let kept = replace(file, &certificate);
        let mut text = describe(&*session.game, &verdict);
        let mut json = serde_json::to_value(&verdict)?;
        if kept.is_ok() {
            text += &format!("\nCertificate: {} in {}", bytes(certificate.len() as u64), file.display());
            json["certificate"] = json!({ "file": file, "bytes": certificate.len() });
        }
        Output { text, json }.with(kept)
    }
}

/// Rows go to standard output as they are found; in JSON they come together.
fn table(session: &Session, openings: Openings, question: &Question, common: &Common) -> Result<Output> {
    let mut rows: Vec<Verdict> = Vec::new();
    let mut given = Ok(());
    session.solution.prover()?.table(openings as usize, question, &mut |verdict| {
        rows.push(verdict.clone());
        let (after, number) = (verdict.report.after.join(" "), rows.len());
        if !common.json {
            // Neither a reader that has seen enough nor a full disk stops the search: what is
            // found goes into the book.
            let row = outlets::answer(&format!("{after:<10} {:<12} {}", answer(verdict), effort(verdict)));
            given = std::mem::replace(&mut given, Ok(())).and(row);
        } else if !common.quiet {
            say_aside(&format!("{number}: {after} {}", answer(verdict)));
        }
    })?;
    session.keep();
    let answers = rows.iter().map(answer);
    let mut kinds: Vec<String> = answers.clone().collect();
    kinds.sort();
    kinds.dedup();
    let tally = kinds.iter().map(|kind| format!("{kind} {}", answers.clone().filter(|a| a == kind).count()));
    let nodes: u64 = rows.iter().map(|row| row.report.nodes).sum();
    let time: f64 = rows.iter().map(|row| row.report.seconds).sum();
    let text = format!(
        "\n{} openings: {}; {} nodes, {}",
        rows.len(),
        tally.collect::<Vec<_>>().join(", "),
        count(nodes),
        seconds(time)
    );
    let json = json!({ "game": session.game.id(), "rows": rows, "nodes": nodes, "seconds": time });
    Output { text, json }.with(given)
}

fn describe(game: &dyn Entry, verdict: &Verdict) -> String {
    let report = &verdict.report;
    let mut text = game.title();
    if let Some(position) = &report.position {
        text += &format!(" at {position}");
    }
    if !report.after.is_empty() {
        text += &format!(" after {}", report.after.join(" "));
    }
    text += ": ";
    text += &match (report.value, report.outcome) {
        (Some(Winner::First), _) => wins(&game.board(), Side::First),
        (Some(Winner::Second), _) => wins(&game.board(), Side::Second),
        (None, Some(Outcome::Win)) => "the side to move wins".into(),
        (None, Some(Outcome::Loss)) => "the side to move loses".into(),
        (Some(Winner::Draw), _) | (None, Some(Outcome::Draw)) => "a draw".into(),
        (None, None) => String::new(),
    };
    if let Some(why) = &report.undecided {
        text += &format!("not decided: {why}");
    }
    if let (Some(goal), Some(reached)) = (&report.goal, report.reached) {
        text += &format!("{goal} is {}", if reached { "reached" } else { "not reached" });
    }
    text += match (verdict.complete, report.value) {
        (None, _) | (_, Some(Winner::Draw)) => "",
        (Some(CompleteWinner::Nobody), _) => ", but cannot force a complete win",
        (Some(_), _) => ", even completely",
    };
    if !report.line.is_empty() {
        text += &format!("\nLine: {}", report.line.join(" "));
    }
    if let Some(reason) = &report.line_cut {
        text += &format!("\nThe line stops here: {reason}");
    }
    format!("{text}\n{}", effort(verdict))
}

/// One word for a row.
fn answer(verdict: &Verdict) -> String {
    match (verdict.report.value, verdict.report.reached) {
        (Some(value), _) => value.word().into(),
        (None, Some(true)) => "reached".into(),
        (None, Some(false)) => "not reached".into(),
        (None, None) => "undecided".into(),
    }
}

fn effort(verdict: &Verdict) -> String {
    match verdict.report.from_book {
        true => "from the book".into(),
        false => format!("{} nodes, {}", count(verdict.report.nodes), seconds(verdict.report.seconds)),
    }
}
