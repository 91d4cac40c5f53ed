//! The command line of Kaiketsu over any set of games.
//!
//! A game in a crate of your own gets all commands by one line:
//!
//! ```no_run
//! use kaiketsu::{FromRules, Registry};
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
//!     let games = Registry::empty().with("my-game", || FromRules::new(MyGame));
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
// They panic where they cannot write: see `outlets`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod children;
mod commands;
mod figures;
mod files;
mod interrupt;
mod options;
mod outlets;
mod output;
mod pace;
mod parts;
mod progress;
mod refusal;
mod session;
mod sides;
#[cfg(feature = "processes")]
mod together;

use std::io::Write;
use std::process::ExitCode;

use clap::FromArgMatches;
use kaiketsu::{Error, Kind, Registry};

use crate::options::{Arguments, command};
use crate::outlets::{say_aside, told};
use crate::output::Unkept;
use crate::refusal::{Refusal, remedy};

/// Runs the command line over the games of a registry.
pub fn main_with(registry: Registry) -> ExitCode {
    let arguments = match command().try_get_matches() {
        Ok(matches) => Arguments::from_arg_matches(&matches).expect("clap checked the arguments"),
        Err(error) => {
            // Help and version come this way too: they are answers, with exit code 0.
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            return match told(printed) {
                Err(unwritten) if !error.use_stderr() => failed(&unwritten),
                _ => ExitCode::from(error.exit_code() as u8),
            };
        }
    };
    match run(&registry, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

/// Tells an error, and what can be done about it.
fn failed(error: &anyhow::Error) -> ExitCode {
    say_aside(&format!("error: {error:#}"));
    if let Some(remedy) = remedy(error) {
        say_aside(&format!("hint: {remedy}"));
    }
    ExitCode::from(exit_code(error))
}

/// The name of this program, which is another one over somebody's own games.
pub(crate) fn program() -> String {
    let path = std::env::current_exe().ok();
    let name = path.as_deref().and_then(|path| path.file_stem()).and_then(|name| name.to_str());
    name.unwrap_or("kaiketsu").to_string()
}

fn run(registry: &Registry, arguments: &Arguments) -> anyhow::Result<()> {
    let common = &arguments.common;
    rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build_global()?;
    match commands::run(registry, arguments).map_err(|error| error.downcast::<Unkept>()) {
        Ok(output) => output.print(common.json),
        Err(Ok(Unkept { answer, why })) => {
            answer.print(common.json)?;
            Err(why)
        }
        Err(Err(error)) => Err(error),
    }
}

/// The exit codes that `--help` documents.
fn exit_code(error: &anyhow::Error) -> u8 {
    if error.is::<Refusal>() {
        return 2;
    }
    if let Some(parts::NotDone { exit_code, .. }) = error.downcast_ref() {
        return *exit_code;
    }
    if error.is::<commands::signatures::Unlike>() {
        return 4;
    }
    #[cfg(feature = "papers")]
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
