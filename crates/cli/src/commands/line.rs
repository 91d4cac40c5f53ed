//! `kaiketsu line`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use kaiketsu::{Guide, Limit, LineEnd, LineOptions, MoveView, Outcome, Record, Registry, Source, Strategy};

use crate::files::{expect_new, write_new};
use crate::options::Common;
use crate::output::{
    Column::{Numbers, Words},
    Output, coloured, table,
};
use crate::session::Session;

/// Show a line of best play from a position to the end of the game
///
/// Where several moves are equally good, the first that the game lists is
/// played. Positions and cells are as the first player sees them, whoever is to
/// move; `first:` and `second:` say who that is.
///
/// A database without distances does not say which of the winning moves is the
/// quickest. Then the winner follows a strategy, and the loser avoids what a
/// short search tells him to lose quickly. Of a game proved by search, the
/// winner takes the shortest way in sight.
#[derive(Debug, Args)]
pub(crate) struct Line {
    /// The game, such as quixo-4x4
    id: String,
    /// The position, as `kaiketsu games ID` explains it [default: the start]
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
        let session = Session::open(registry, common, &self.id)?;
        let position = session.solution.look(&session.position(self.position.as_ref()))?.seen.position;
        self.record.as_deref().map(expect_new).transpose()?;
        let line = session.solution.line(&position, &self.options(), Limit::NONE)?;
        let line = line.with_context(|| format!("nothing knows how to play on from {position}"))?;
        session.keep();
        let mut kept = Ok(());
        if let Some(file) = &self.record {
            let mut record = Record { game: self.id.clone(), ..Record::default() };
            record.start = self.position.as_ref().map(|_| line.seen.clone());
            record.seen_by_first = session.game.board().view.turns_cells();
            line.moves.iter().for_each(|mv| record.push(mv.seen.mv.as_str()));
            kept = write_new(file, |file| Ok(write!(file, "{record}")?));
        }
        let row = |(number, mv): (usize, &MoveView)| {
            vec![number.to_string(), mv.seen.mv.clone(), coloured(mv.value), mv.seen.position.clone()]
        };
        let rows: Vec<_> = (1..).zip(&line.moves).map(row).collect();
        let end = match line.end {
            LineEnd::Over => "The game is over.",
            LineEnd::Repeats => "This position has occurred before: best play goes round for ever.",
            LineEnd::Cut => "Cut here; --most N shows more.",
        };
        let note = match (line.strategy, line.source) {
            (Guide::Optimal, _) if self.strategy.is_some() || self.seed.is_some() => {
                "\nThe database keeps distances, so the line is optimal; --strategy and --seed do nothing."
            }
            (Guide::Optimal, _) => "",
            (_, Source::Search) => {
                "\nFound by search: the winner keeps the win, not always as fast as can be."
            }
            _ if line.value.value == Some(Outcome::Draw) => "",
            (Guide::Search, _) => "\nThe database keeps no distances: won by search, not as fast as can be.",
            (Guide::Random, _) => "\nThe database keeps no distances: won by random moves that keep the win.",
        };
        let moves = table(&[Numbers("ply"), Words("move"), Words("value"), Words("leads to")], &rows);
        let (seen, value) = (&line.seen, coloured(line.value));
        let text = format!("{seen}: a {value}\n\n{moves}\n{}\n\n{end}{note}", line.drawing);
        Output { text, json: serde_json::to_value(&line)? }.with(kept)
    }

    fn options(&self) -> LineOptions {
        let strategy = match self.strategy {
            Some(How::Random) => Strategy::Random,
            Some(How::Search) | None => Strategy::SEARCH,
        };
        LineOptions { most: self.most, strategy, seed: self.seed.unwrap_or_default() }
    }
}
