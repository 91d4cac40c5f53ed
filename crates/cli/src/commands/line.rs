//! `kaiketsu line`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use kaiketsu::game::Outcome;
use kaiketsu::{LineOptions, Record, Registered, Registry, Strategy};

use crate::options::Common;
use crate::output::{Output, table};
use crate::refusal::create_new;

/// Show a line of best play from a position to the end of the game
///
/// Where several moves are equally good, the first that the game lists is
/// played. Each position is as the side to move there sees it.
///
/// A database without distances does not say which of the winning moves is the
/// quickest. Then the winner follows a strategy, and the loser avoids what a
/// short search tells him to lose quickly. Of a game proved by search, the
/// winner takes the shortest way in sight.
#[derive(Debug, Args)]
pub(crate) struct Line {
    /// The game, such as quixo-4x4
    #[arg(value_name = "ID")]
    id: String,
    /// The position, as `kaiketsu games ID` explains it [default: the start]
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    /// Stop after this many moves
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    most: usize,
    /// How to win without distances; with them the line is optimal anyway [default: search]
    #[arg(long, value_name = "HOW")]
    strategy: Option<How>,
    /// What chance depends on, without distances: the same number, the same line [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Also write the line as a game record to this new file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The strategies by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum How {
    /// Search for a forced win, make headway where there is none in sight
    Search,
    /// Any move that keeps the win, all equally likely
    Random,
}

impl Line {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let store = common.store()?;
        let file = self.record.as_deref().map(create_new).transpose()?;
        let position = |start: String| self.position.clone().unwrap_or(start);
        let (line, proved) = match registry.get(&self.id)? {
            Registered::Solvable(game) => {
                (game.open(&store)?.line(&position(game.start()), &self.options())?, false)
            }
            Registered::Provable(game) => {
                (game.line(&store, &position(game.start()), self.most, common.resources())?, true)
            }
        };
        if let Some(mut file) = file {
            let mut record = Record { game: self.id.clone(), ..Record::default() };
            record.start = self.position.as_ref().map(|_| line.position.clone());
            line.moves.iter().for_each(|mv| record.push(mv.mv.as_str()));
            write!(file, "{record}").context("cannot write the record")?;
        }
        let row = |(number, m): (usize, &kaiketsu::MoveAnswer)| {
            vec![(number + 1).to_string(), m.mv.clone(), m.value.to_string(), m.position.clone()]
        };
        let rows: Vec<_> = line.moves.iter().enumerate().map(row).collect();
        let end = match line.end {
            "over" => "The game is over.",
            "repeats" => "This position has occurred before: best play goes round for ever.",
            _ => "Cut here; --most N shows more.",
        };
        let note = match line.strategy {
            "optimal" if self.strategy.is_some() || self.seed.is_some() => {
                "\nThe database keeps distances, so the line is optimal; --strategy and --seed do nothing."
            }
            "optimal" => "",
            _ if proved => "\nFound by search: the winner keeps the win, not always as fast as can be.",
            _ if line.value.outcome() == Outcome::Draw => "",
            "search" => "\nThe database keeps no distances: won by search, not as fast as can be.",
            _ => "\nThe database keeps no distances: won by random moves that keep the win.",
        };
        let moves = table(&["ply", "move", "value", "leads to"], &rows);
        let text = format!("{}: a {}\n\n{moves}\n{}\n\n{end}{note}", line.position, line.value, line.drawing);
        Ok(Output { text, json: serde_json::to_value(&line)? })
    }

    fn options(&self) -> LineOptions {
        let strategy = match self.strategy {
            Some(How::Random) => Strategy::Random,
            Some(How::Search) | None => Strategy::SEARCH,
        };
        LineOptions { most: self.most, strategy, seed: self.seed.unwrap_or_default() }
    }
}
