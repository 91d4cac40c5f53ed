//! The subcommands, one file each.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod games;
pub(crate) mod line;
pub(crate) mod new;
pub(crate) mod plan;
pub(crate) mod prove;
pub(crate) mod query;
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
        Command::Check(command) => command.run(registry),
        Command::Bench(command) => command.run(registry, common),
        Command::New(command) => command.run(),
    }
}
