//! `kaiketsu plan`

use anyhow::Result;
use clap::Args;
use kaiketsu::{Plan, Registry, Trial};
use serde_json::json;

use crate::figures::{bytes, count, seconds};
use crate::options::{Common, Solving};
use crate::output::Output;
use crate::session::solver;

/// Bytes a second of a network of 10 Gbit/s.
const NETWORK: f64 = 1.25e9;

/// Say what solving a game takes: positions, memory, disk, time
#[derive(Debug, Args)]
pub(crate) struct PlanGame {
    /// The game, such as quixo-4x4
    id: String,
    #[command(flatten)]
    solving: Solving,
    /// Plan for so many processes that solve together, one on each machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    processes: Option<u16>,
}

impl PlanGame {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let (game, request) = (registry.get(&self.id)?, self.solving.request(common));
        let plan = match self.processes {
            None => solver(&*game)?.plan(&request)?,
            Some(processes) => {
                let plan = solver(&*game)?.plan_among(&request, processes.into())?;
                Plan { memory_expected: plan.memory_expected.min(request.memory), ..plan }
            }
        };
        let processes = u64::from(self.processes.unwrap_or(1));
        let distances = if plan.distances { "with" } else { "without" };
        let shared = if processes > 1 { format!("{processes} processes with ") } else { String::new() };
        let head = format!(
            "{} by the kernel `{}`, {distances} distances, {shared}{} threads",
            plan.game, plan.kernel, plan.threads
        );
        if let Some(trial) = plan.trial {
            return Ok(of_trial(&head, &plan, trial));
        }
        let enough = plan.memory_needed <= plan.memory_given;
        let comfortable = match bytes(plan.memory_comfortable) {
            same if same == bytes(plan.memory_needed) => String::new(),
            more => format!(", better {more}"),
        };
        let cpu_seconds = plan.cpu_seconds.unwrap_or(f64::NAN);
        // What goes out of one of them.
        let each = plan.exchanged.map(|all| all.bytes / processes);
        let network = each.map(|each| each as f64 / NETWORK);
        let messages = plan.exchanged.zip(network).filter(|_| processes > 1).map_or_else(
            String::new,
            |(all, network)| {
                format!(
                    "\nmessages          about {}, {} from each process: {} at 10 Gbit/s",
                    count(all.messages),
                    bytes(all.bytes / processes),
                    seconds(network),
                )
            },
        );
        let ways = plan.whole.filter(|_| processes > 1).map_or_else(String::new, |whole| {
            format!(
                "\nwhole tiers       in {} of the layers, {:.1} % of the positions: each process solves some, by `{}`",
                count(whole.layers.into()),
                100.0 * whole.positions as f64 / plan.positions as f64,
                whole.kernel,
            )
        });
        let text = format!(
            "{head}\n\n\
             stored positions  {} in {}, {}{ways}\n\
             memory            {}about {}; must be given {}{}, is given {}{}\n\
             disk              about {}{}, at most {} before compression\n\
             time              about {} of processor time, {} with these threads ({}){messages}",
            count(plan.positions),
            so_many(plan.tiers.into(), "tier"),
            so_many(plan.layers.into(), "file"),
            if processes > 1 { "for each process " } else { "" },
            bytes(plan.memory_expected),
            bytes(plan.memory_needed),
            comfortable,
            bytes(plan.memory_given),
            if enough { "" } else { ": TOO LITTLE" },
            bytes(plan.disk_expected),
            if plan.keeps_rounds { ", and as much again while it works" } else { "" },
            bytes(plan.disk_at_most),
            seconds(cpu_seconds),
            seconds(cpu_seconds / (plan.threads as f64 * processes as f64)),
            if plan.measured { "at measured rates" } else { "from a short trial" },
        );
        let json = json!({
            "game": plan.game, "kernel": plan.kernel, "distances": plan.distances, "threads": plan.threads,
            "processes": processes,
            "positions": plan.positions, "tiers": plan.tiers, "layers": plan.layers,
            "memory_needed": plan.memory_needed, "memory_comfortable": plan.memory_comfortable,
            "memory_given": plan.memory_given, "fits": enough,
            "memory_expected": plan.memory_expected, "disk_expected": plan.disk_expected,
            "keeps_rounds": plan.keeps_rounds, "measured": plan.measured,
            "disk_at_most": plan.disk_at_most, "cpu_seconds": plan.cpu_seconds, "exact": true,
            "messages": plan.exchanged.map(|all| all.messages), "message_bytes": each,
            "network_seconds": network,
            "whole": plan.whole.map(|whole| json!({
                "kernel": whole.kernel, "layers": whole.layers, "positions": whole.positions,
            })),
        });
        Ok(Output { text, json })
    }
}

/// "1 tier", "26 tiers".
fn so_many(number: u64, what: &str) -> String {
    format!("{} {what}{}", count(number), if number == 1 { "" } else { "s" })
}

/// What can be said of a game whose positions are found while it is solved,
/// when there are too many to find them all for a plan.
fn of_trial(head: &str, plan: &Plan, trial: Trial) -> Output {
    let bytes_each = trial.search_bytes.max(trial.solve_bytes);
    let most = trial.most_positions(plan.memory_given);
    let in_files = trial.listed_bytes.map_or_else(String::new, |listed| {
        format!(
            "Of a game that is cut into stages it holds more: the search goes on in sorted files\n\
             beside the database, and a position takes {listed} bytes, {} in the largest stage.\n",
            trial.solve_bytes
        )
    });
    let text = format!(
        "{head}\n\n\
         stored positions  more than {}: they are found from the rules while solving\n\
         memory            about {bytes_each} bytes a position, given {}\n\n\
         The memory given holds about {} positions.\n\
         {in_files}A game with more needs a numbering of its own, and so less memory:\n\
         see docs/adding-a-game.md.",
        count(plan.positions),
        bytes(plan.memory_given),
        count(most),
    );
    let json = json!({
        "game": plan.game, "kernel": plan.kernel, "distances": plan.distances, "threads": plan.threads,
        "positions": plan.positions, "exact": false, "bytes_per_position": bytes_each,
        "memory_given": plan.memory_given, "most_positions": most,
        "listed_bytes": trial.listed_bytes,
    });
    Output { text, json }
}
