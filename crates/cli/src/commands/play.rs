//! `kaiketsu play`

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use kaiketsu::game::Outcome;
use kaiketsu::{Random, Record, Registry, View};
use serde_json::json;

use crate::adviser::Adviser;
use crate::options::Common;
use crate::output::Output;
use crate::refusal::{Refusal, create_new};

const HELP: &str = "\
  a move    play it, such as one of those that `moves` lists
  hint      the moves with the best value
  moves     all legal moves
  board     the board again
  undo      take back your last move and the answer to it
  help      this list
  quit      stop; the game is not over";

/// Play a game in the terminal against its solution
///
/// Moves and commands are read line by line; `help` lists them. Without a
/// terminal they come from standard input, so scripts can play: then a line
/// that is no legal move ends the program (exit code 2), and the end of the
/// input stops the game.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The game, such as quixo-4x4
    #[arg(value_name = "ID")]
    id: String,
    /// Where to start, as `kaiketsu games ID` explains it [default: the start]
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    /// The side that you play; the first is to move at the start
    #[arg(long, value_name = "SIDE", default_value = "first")]
    side: Side,
    /// How often of 100 times the program plays a best move, and not any move
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    strength: u8,
    /// What chance depends on
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop after this many moves
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    most: usize,
    /// Write a record of the game to this new file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Who plays by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You begin
    First,
    /// The program begins
    Second,
    /// You move for both
    Both,
    /// The program plays against itself
    None,
}

/// A position on the way, and whether the first side is to move.
#[derive(Clone)]
struct Place {
    position: String,
    first: bool,
}

/// A game being played.
struct Table<'a> {
    options: &'a Play,
    adviser: Adviser,
    /// All positions up to the present one, and the moves between them.
    places: Vec<Place>,
    moves: Vec<String>,
    random: Random,
    /// Whether there is something to see: not so with `--json`.
    talks: bool,
}

impl Play {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let adviser = Adviser::open(registry, common, &self.id)?;
        let position = adviser.look(&self.position.clone().unwrap_or(adviser.start()))?.position;
        let file = self.record.as_deref().map(create_new).transpose()?;
        let places = vec![Place { position, first: true }];
        let random = Random::new(self.seed);
        let mut table =
            Table { options: self, adviser, places, moves: Vec::new(), random, talks: !common.json };
        let result = table.play();
        if let Some(mut file) = file {
            // What was played is kept whatever happened.
            let result = result.as_ref().map_or("*", |result| *result);
            write!(file, "{}", table.record(result)).context("cannot write the record")?;
        }
        let result = result?;
        let text = match result {
            "*" => format!("Stopped after {} moves.", table.moves.len()),
            "draw" => "The game is drawn.".to_string(),
            side => format!("The {side} player wins."),
        };
        let json = json!({
            "game": self.id, "start": table.places[0].position, "moves": table.moves, "result": result,
            "position": table.here().position,
        });
        Ok(Output { text, json })
    }
}

impl Table<'_> {
    fn here(&self) -> &Place {
        self.places.last().expect("there is always a start")
    }

    fn by_hand(&self) -> bool {
        match self.options.side {
            Side::First => self.here().first,
            Side::Second => !self.here().first,
            Side::Both => true,
            Side::None => false,
        }
    }

    /// Plays to the end: `first`, `second`, `draw`, or `*` if it was stopped.
    fn play(&mut self) -> Result<&'static str> {
        let mut lines = std::io::stdin().lock().lines();
        let terminal = std::io::stdin().is_terminal();
        self.say(&format!("{}; `help` lists what you can type.", self.adviser.title()))?;
        let mut number = 0;
        let mut shown = false;
        loop {
            let view = self.adviser.look(&self.here().position)?;
            if !std::mem::replace(&mut shown, true) {
                self.say(&format!("\n{}\n", view.drawing))?;
            }
            if let Some(outcome) = view.over {
                return Ok(winner(outcome, self.here().first));
            }
            if self.moves.len() >= self.options.most {
                return Ok("*");
            }
            if !self.by_hand() {
                let mv = self.choose(&view)?;
                self.say(&format!("{}: {mv}", if self.here().first { "first" } else { "second" }))?;
                self.make(&view, &mv)?;
                shown = false;
                continue;
            }
            if terminal && self.talks {
                print!("{}> ", if self.here().first { "first" } else { "second" });
                std::io::stdout().flush()?;
            }
            number += 1;
            let line = match lines.next() {
                None => return Ok("*"),
                Some(Err(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                    let problem = format!("line {number} of the input is not text in UTF-8");
                    return Err(Refusal(problem).into());
                }
                Some(line) => line?,
            };
            match line.trim() {
                "" => {}
                "quit" => return Ok("*"),
                "help" => self.say(HELP)?,
                "board" => shown = false,
                "moves" => {
                    let moves: Vec<&str> = view.moves.iter().map(|mv| mv.mv.as_str()).collect();
                    self.say(&moves.join(" "))?;
                }
                "hint" => self.hint()?,
                "undo" => shown = !self.undo()?,
                mv => match self.make(&view, mv) {
                    Ok(()) => shown = false,
                    Err(error) if terminal => self.say(&format!("{error:#}"))?,
                    Err(error) => return Err(error.context(format!("line {number} of the input"))),
                },
            }
        }
    }

    /// A reader that has seen enough, such as `head`, does not stop the game.
    fn say(&self, text: &str) -> Result<()> {
        if self.talks {
            let _ = writeln!(std::io::stdout(), "{text}");
        }
        Ok(())
    }

    fn make(&mut self, view: &View, mv: &str) -> Result<()> {
        let found = view.find(mv)?;
        let first = self.here().first != found.passes;
        self.places.push(Place { position: found.position.clone(), first });
        self.moves.push(found.mv.clone());
        Ok(())
    }

    /// The program's move: a best one, or now and then any.
    fn choose(&mut self, view: &View) -> Result<String> {
        if self.random.below(100) >= u64::from(self.options.strength) {
            return Ok(self.random.choose(&view.moves).mv.clone());
        }
        let best = self.adviser.best(&view.position)?;
        Ok(best.ok_or_else(|| Refusal("there is no move".into()))?.mv)
    }

    fn hint(&self) -> Result<()> {
        let answer = self.adviser.query(&self.here().position)?;
        let value = answer.moves.first().map(|best| best.value);
        let best: Vec<&str> =
            answer.moves.iter().filter(|mv| Some(mv.value) == value).map(|mv| mv.mv.as_str()).collect();
        self.say(&format!("A {} with {}", answer.value, best.join(" ")))
    }

    /// Goes back to where a move by hand was made. False if there is none.
    fn undo(&mut self) -> Result<bool> {
        let present = self.places.len();
        while self.places.len() > 1 {
            self.places.pop();
            self.moves.pop();
            if self.by_hand() {
                return Ok(true);
            }
        }
        if present > 1 {
            return Ok(true); // the program began, and moves again
        }
        self.say("There is nothing to take back.")?;
        Ok(false)
    }

    fn record(&self, result: &str) -> Record {
        let mut record = Record { game: self.options.id.clone(), ..Record::default() };
        record.start = Some(self.places[0].position.clone()).filter(|start| *start != self.adviser.start());
        let name = |by_hand: bool| if by_hand { "you" } else { "kaiketsu" };
        let side = self.options.side;
        record.headers.push(("first".into(), name(matches!(side, Side::First | Side::Both)).into()));
        record.headers.push(("second".into(), name(matches!(side, Side::Second | Side::Both)).into()));
        record.headers.push(("result".into(), result.into()));
        self.moves.iter().for_each(|mv| record.push(mv.as_str()));
        record
    }
}

/// Who has won, given the outcome for the side to move.
pub(crate) fn winner(outcome: Outcome, first_to_move: bool) -> &'static str {
    match (outcome, first_to_move) {
        (Outcome::Draw, _) => "draw",
        (Outcome::Win, true) | (Outcome::Loss, false) => "first",
        (Outcome::Win, false) | (Outcome::Loss, true) => "second",
    }
}
