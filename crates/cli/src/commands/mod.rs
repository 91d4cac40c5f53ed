//! The subcommands, one file each.

pub(crate) mod annotate;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod db;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod line;
pub(crate) mod new;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod prove;
#[cfg(feature = "explorer")]
pub(crate) mod publish;
pub(crate) mod puzzles;
pub(crate) mod query;
#[cfg(feature = "papers")]
pub(crate) mod reproduce;
#[cfg(feature = "explorer")]
pub(crate) mod serve;
pub(crate) mod signatures;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod verify;

use kaiketsu::Registry;

use crate::options::{Arguments, Command};
use crate::output::Output;

/// Runs the command of the arguments.
pub(crate) fn run(registry: &Registry, arguments: &Arguments) -> anyhow::Result<Output> {
    let common = &arguments.common;
    match &arguments.command {
        Command::Games(command) => command.run(registry, common),
        Command::Plan(command) => command.run(registry, common),
        Command::Solve(command) => command.run(registry, common),
        Command::Query(command) => command.run(registry, common),
        Command::Line(command) => command.run(registry, common),
        Command::Stats(command) => command.run(registry, common),
        Command::Verify(command) => command.run(registry, common),
        Command::Prove(command) => command.run(registry, common),
        Command::Check(command) => command.run(registry, common),
        #[cfg(feature = "explorer")]
        Command::Serve(command) => command.run(registry, common),
        #[cfg(feature = "explorer")]
        Command::Publish(command) => command.run(registry, common),
        Command::Bench(command) => command.run(registry, common),
        #[cfg(feature = "papers")]
        Command::Reproduce(command) => command.run(registry, common),
        Command::Play(command) => command.run(registry, common),
        Command::Annotate(command) => command.run(registry, common),
        Command::Puzzles(command) => command.run(registry, common),
        Command::Export(command) => command.run(registry, common),
        Command::Db(command) => command.run(common),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
        Command::New(command) => command.run(),
    }
}
