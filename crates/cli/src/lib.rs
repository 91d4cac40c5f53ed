//! The command line of Kaiketsu over any set of games.
//!
//! A game in a crate of your own gets all commands by one line:
//!
//! ```no_run
//! use kaiketsu::{Registry, RulesEntry};
//! # use kaiketsu::game::{Game, Notation, NotationError, Outcome, Step};
//! # struct MyGame;
//! # impl Game for MyGame {
//! #     type Position = u8;
//! #     type Move = u8;
//! #     fn id(&self) -> String { "my-game".into() }
//! #     fn start(&self) -> u8 { 21 }
//! #     fn ending(&self, stones: &u8) -> Option<Outcome> { (*stones == 0).then_some(Outcome::Loss) }
//! #     fn moves(&self, stones: &u8, moves: &mut Vec<u8>) { moves.extend(1..=3.min(*stones)); }
//! #     fn play(&self, stones: &u8, taken: &u8) -> Step<u8> { Step::passes(stones - taken) }
//! # }
//! # impl Notation for MyGame {
//! #     fn title(&self) -> String { "My game".into() }
//! #     fn about(&self) -> String { "Take one to three.".into() }
//! #     fn write_position(&self, stones: &u8) -> String { stones.to_string() }
//! #     fn read_position(&self, text: &str) -> Result<u8, NotationError> {
//! #         text.parse().map_err(|_| NotationError::new("not a number of stones"))
//! #     }
//! #     fn write_move(&self, _: &u8, taken: &u8) -> String { taken.to_string() }
//! # }
//!
//! fn main() -> std::process::ExitCode {
//!     let games = Registry::empty().with("my-game", |_| Box::new(RulesEntry::new(MyGame)));
//!     kaiketsu_cli::main_with(games)
//! }
//! ```
//!
//! `kaiketsu new` writes such a crate. `Registry::standard()` instead of
//! `Registry::empty()` keeps the games that come with Kaiketsu. The command
//! line is a crate of its own so that programs which only use solutions need
//! not build it.
//!
//! One file per subcommand under `commands`; each returns what to say, as text
//! and as JSON, and this file says it.
//!
//! In the book: `docs/command-line.md` has its conventions, exit codes and JSON fields.
#![forbid(unsafe_code)]

mod adviser;
mod commands;
mod figures;
mod options;
mod output;
mod progress;
mod refusal;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use kaiketsu::{Error, Kind, Registry, SolveError};

use crate::options::Arguments;
use crate::refusal::Refusal;

/// Runs the command line over the games of a registry.
pub fn main_with(registry: Registry) -> ExitCode {
    let arguments = match Arguments::command().try_get_matches() {
        Ok(matches) => Arguments::from_arg_matches(&matches).expect("clap checked the arguments"),
        Err(error) => {
            // Help and version come this way too, with exit code 0.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    match run(&registry, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            if let Some(option) = helps(&error) {
                eprintln!("hint: {option}");
            }
            ExitCode::from(exit_code(&error))
        }
    }
}

fn run(registry: &Registry, arguments: &Arguments) -> anyhow::Result<()> {
    let common = &arguments.common;
    rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build_global()?;
    let output = commands::run(registry, arguments)?;
    output.print(common.json)?;
    Ok(())
}

/// The option that helps; the libraries speak of quantities and know no options.
fn helps(error: &anyhow::Error) -> Option<&'static str> {
    if let Some(kaiketsu_serve::ServeError::Listen { .. }) = error.downcast_ref() {
        return Some("--listen takes another address");
    }
    let error = error.downcast_ref::<Error>()?;
    match error {
        Error::Solve(SolveError::Memory { distances: true, .. }) => {
            Some("--memory allows more, --values-only solves without distances")
        }
        Error::Solve(SolveError::NoDistances { .. }) => {
            Some("--values-only solves without distances, --kernel takes another kernel")
        }
        Error::Solve(SolveError::OtherKind { distances, .. }) => Some(match distances {
            true => "go on without --values-only, or solve into another folder by --db",
            false => "go on with --values-only, or solve into another folder by --db",
        }),
        _ => match error.kind() {
            Kind::Memory => Some("--memory says how much may be used"),
            Kind::NotSolved => Some("`kaiketsu solve` makes the database"),
            Kind::Request | Kind::Damaged | Kind::System => None,
        },
    }
}

/// The exit codes that `--help` documents.
fn exit_code(error: &anyhow::Error) -> u8 {
    if error.is::<Refusal>() {
        return 2;
    }
    if error.is::<commands::reproduce::Disagreement>() {
        return 6;
    }
    match error.downcast_ref::<Error>().map(Error::kind) {
        Some(Kind::Request) => 2,
        Some(Kind::NotSolved) => 3,
        Some(Kind::Damaged) => 4,
        Some(Kind::Memory) => 5,
        Some(Kind::System) | None => 1,
    }
}
