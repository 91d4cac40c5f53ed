//! `kaiketsu play`

use std::io::{BufRead, IsTerminal, Write as _};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use kaiketsu::game::Side;
use kaiketsu::{GameResult, Limit, LineOptions, PositionView, Random, Record, Registry, Want, Winner};
use serde_json::json;

use crate::files::{expect_new, write_new};
use crate::options::Common;
use crate::outlets::{answer, prompt};
use crate::output::Output;
use crate::refusal::refuse;
use crate::session::Session;

const HELP: &str = "  \
  a move    play it, such as one of those that `moves` lists
  hint      the moves with the best value
  moves     all legal moves
  board     the board again
  undo      take back your last move and the answer to it
  help, ?   this list
  quit      stop; the game is not over";

/// Play a game in the terminal against its solution
///
/// Moves and commands are read line by line; `help` lists them. Without a
/// terminal they come from standard input, so scripts can play: then a line
/// that is no legal move ends the program (exit code 2), and the end of the
/// input stops the game. The board and the names of cells are as the first player
/// sees them, whoever is to move.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The game, such as quixo-4x4
    id: String,
    /// Where to start, as `kaiketsu games ID` explains it [default: the start]
    position: Option<String>,
    /// The side that you play; the first is to move at the start
    #[arg(long, value_name = "SIDE", default_value = "first")]
    side: Hand,
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
enum Hand {
    /// You begin
    First,
    /// The program begins
    Second,
    /// You move for both
    Both,
    /// The program plays against itself
    None,
}

/// A position on the way, and who is to move there.
struct Place {
    position: String,
    /// The same as people see it.
    seen: String,
    side: Side,
}

/// A game being played.
struct Table<'a> {
    options: &'a Play,
    session: Session,
    /// All positions up to the present one, and the moves between them.
    places: Vec<Place>,
    moves: Vec<String>,
    /// The moves as people see them.
    seen_moves: Vec<String>,
    random: Random,
    /// Whether there is something to see: not so with `--json`.
    talks: bool,
}

impl Play {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let session = Session::open(registry, common, &self.id)?;
        let start = session.solution.look(&session.position(self.position.as_ref()))?;
        let side = start.first_side();
        self.record.as_deref().map(expect_new).transpose()?;
        let places = vec![Place { position: start.position, seen: start.seen.position, side }];
        let random = Random::new(self.seed);
        let mut table = Table {
            options: self,
            session,
            places,
            moves: Vec::new(),
            seen_moves: Vec::new(),
            random,
            talks: !common.json,
        };
        let result = table.play();
        table.session.keep();
        // What was played is kept whatever happened.
        let record = table.record(*result.as_ref().unwrap_or(&GameResult::Open));
        let kept = self.record.as_deref().map(|file| write_new(file, |file| Ok(write!(file, "{record}")?)));
        let result = result?;
        let text = match result {
            GameResult::Open => format!("Stopped after {} moves.", table.moves.len()),
            GameResult::Over(Winner::Draw) => "The game is drawn.".to_string(),
            GameResult::Over(winner) => format!("The {} player wins.", winner.word()),
        };
        let json = json!({
            "game": self.id, "start": table.places[0].position, "moves": table.moves, "result": result,
            "position": table.here().position, "seen": table.here().seen, "seen_moves": table.seen_moves,
        });
        Output { text, json }.with(kept.unwrap_or(Ok(())))
    }
}

impl Table<'_> {
    fn here(&self) -> &Place {
        self.places.last().expect("there is always a start")
    }

    fn by_hand(&self) -> bool {
        match self.options.side {
            Hand::First => self.here().side == Side::First,
            Hand::Second => self.here().side == Side::Second,
            Hand::Both => true,
            Hand::None => false,
        }
    }

    /// Plays to the end, or until it is stopped.
    fn play(&mut self) -> Result<GameResult> {
        let mut lines = std::io::stdin().lock().lines();
        let terminal = std::io::stdin().is_terminal();
        self.say(&format!("{}; `help` or `?` lists what you can type.", self.session.game.title()))?;
        let mut number = 0;
        let mut shown = false;
        loop {
            let view = self.session.solution.look(&self.here().seen)?;
            if !std::mem::replace(&mut shown, true) {
                self.say(&format!("\n{}\n", view.drawing))?;
            }
            if view.over || self.moves.len() >= self.options.most {
                return Ok(GameResult::of(&view, self.here().side));
            }
            if !self.by_hand() {
                let mv = self.choose(&view)?;
                self.say(&format!("{}: {mv}", self.here().side))?;
                self.make(&view, &mv)?;
                shown = false;
                continue;
            }
            if terminal && self.talks {
                prompt(&format!("{}> ", self.here().side))?;
            }
            number += 1;
            let line = match lines.next() {
                None => return Ok(GameResult::Open),
                Some(Err(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                    return refuse(format!("line {number} of the input is not text in UTF-8"));
                }
                Some(line) => line?,
            };
            match line.trim() {
                "" => {}
                "quit" => return Ok(GameResult::Open),
                "help" | "?" => self.say(HELP)?,
                "board" => shown = false,
                "moves" => {
                    let moves: Vec<&str> = view.moves.iter().map(|mv| mv.seen.mv.as_str()).collect();
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
        if self.talks { answer(text) } else { Ok(()) }
    }

    fn make(&mut self, view: &PositionView, mv: &str) -> Result<()> {
        let found = view.find_seen(mv)?;
        let side = self.here().side;
        let side = if found.passes { side.other() } else { side };
        let (position, seen) = (found.position.clone(), found.seen.position.clone());
        self.places.push(Place { position, seen, side });
        self.moves.push(found.mv.clone());
        self.seen_moves.push(found.seen.mv.clone());
        Ok(())
    }

    /// The program's move: a best one, or now and then any.
    fn choose(&mut self, view: &PositionView) -> Result<String> {
        if self.random.below(100) >= u64::from(self.options.strength) {
            return Ok(self.random.choose(&view.moves).seen.mv.clone());
        }
        let options = LineOptions { most: 1, ..LineOptions::default() };
        let line = self.session.solution.line(&view.seen.position, &options, Limit::NONE)?;
        let best = line.and_then(|line| line.moves.into_iter().next());
        Ok(best.context("nothing knows a move here")?.seen.mv)
    }

    fn hint(&self) -> Result<()> {
        let view = self.session.solution.view(&self.here().seen, Want::VALUES)?;
        let best: Vec<&str> = view.best().map(|mv| mv.seen.mv.as_str()).collect();
        self.say(&format!("A {} with {}", view.value, best.join(" ")))
    }

    /// Goes back to where a move by hand was made. False if there is none.
    fn undo(&mut self) -> Result<bool> {
        let moved = self.places.len() > 1;
        while self.places.len() > 1 {
            self.places.pop();
            self.moves.pop();
            self.seen_moves.pop();
            if self.by_hand() {
                break;
            }
        }
        // Where the program began it moves again.
        if !moved {
            self.say("There is nothing to take back.")?;
        }
        Ok(moved)
    }

    fn record(&self, result: GameResult) -> Record {
        let mut record = Record { game: self.options.id.clone(), ..Record::default() };
        record.start = Some(&self.places[0])
            .filter(|start| start.position != self.session.game.start())
            .map(|start| start.seen.clone());
        record.seen_by_first = self.session.game.board().view.turns_cells();
        let name = |by_hand: bool| if by_hand { "you" } else { "kaiketsu" };
        let side = self.options.side;
        record.headers.push(("first".into(), name(matches!(side, Hand::First | Hand::Both)).into()));
        record.headers.push(("second".into(), name(matches!(side, Hand::Second | Hand::Both)).into()));
        record.result = Some(result);
        self.seen_moves.iter().for_each(|mv| record.push(mv.as_str()));
        record
    }
}
