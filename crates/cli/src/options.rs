//! Arguments: the options all commands share, and the commands.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use kaiketsu::{Request, Resources, Store, machine};

use crate::commands;
use crate::figures::read_bytes;
use crate::program;

const EXAMPLES: &str = "\
Examples:
  kaiketsu games                          the games and their ids
  kaiketsu plan dodgem-4                  what solving it would take
  kaiketsu solve quixo-4x4                solve it; again after an interruption: resume
  kaiketsu query quixo-4x4                the start: every move with its value, best first
  kaiketsu query quixo-3x3 X../.../..O    any position
  kaiketsu line quixo-4x4                 a line of best play to the end
  kaiketsu --json stats dodgem-3          all counts, for scripts
  kaiketsu verify dodgem-3                check all bytes and all values
  kaiketsu prove otrio --after \"b2M a1L\"  who wins a game too large for a database
  kaiketsu prove quantum-tic-tac-toe --certificate FILE
  kaiketsu check FILE                     replay a proof against the rules
  kaiketsu play quixo-3x3                 play against the solution
  kaiketsu annotate quixo-3x3 FILE        mark the mistakes in a game record
  kaiketsu export dodgem-3 all.parquet    every position as a table
  kaiketsu serve                          the explorer: all of this in the browser
  kaiketsu publish quixo-4x4 site         the same as a folder for any web host
  kaiketsu reproduce                      the tables of five papers beside ours
  kaiketsu new my-game                    write a crate for a game of your own

Values are for the side to move; distances are in plies (moves of either side)
to the end of the game, the winner hurrying and the loser delaying.

Exit codes: 0 done; 1 the system refused (disk, permissions); 2 the request is
wrong (unknown game, kernel, option, position or move); 3 the game is not solved
yet; 4 the database, the book of verdicts or a certificate is damaged or wrong;
5 the memory given does not suffice; 6 `reproduce` found a difference; 130 and
143 interrupted by Ctrl-C or `kill`, and what was finished is kept.";

/// The command line under the name of this program, with examples to type.
pub(crate) fn command() -> clap::Command {
    let name = program();
    let mut examples = EXAMPLES.to_string();
    let explorer = cfg!(feature = "explorer");
    let parts = [("serve", explorer), ("publish", explorer), ("reproduce", cfg!(feature = "papers"))];
    for (line, is_there) in parts {
        if !is_there {
            let begins = format!("  kaiketsu {line} ");
            examples =
                examples.lines().filter(|line| !line.starts_with(&begins)).collect::<Vec<_>>().join("\n");
        }
    }
    let examples = examples.replace("  kaiketsu ", &format!("  {name} "));
    let command = Arguments::command().name(name).after_help(examples);
    let common: Vec<clap::Arg> = command.get_arguments().cloned().collect();
    command.mut_subcommands(|command| hiding(command, &common))
}

/// Common options that mean nothing to a command. They are accepted, so that a
/// script may give the same ones to all, but its help does not show them.
const MEANINGLESS: [(&str, &[&str]); 12] = [
    ("games", &["threads", "memory", "quiet"]),
    ("plan", &["db", "quiet"]),
    ("line", &["quiet"]),
    ("check", &["db", "threads", "quiet"]),
    ("play", &["quiet"]),
    ("annotate", &["quiet"]),
    ("puzzles", &["threads", "memory"]),
    ("export", &["threads", "memory"]),
    ("db", &["threads", "memory", "quiet"]),
    ("completions", &["db", "threads", "memory", "quiet"]),
    ("man", &["db", "threads", "memory", "quiet"]),
    ("new", &["db", "threads", "memory", "quiet"]),
];

/// The command with the common options that mean nothing to it left out of its help.
fn hiding(command: clap::Command, common: &[clap::Arg]) -> clap::Command {
    let found = MEANINGLESS.iter().find(|(name, _)| *name == command.get_name());
    let options = found.map_or(&[][..], |(_, options)| *options);
    let hidden = common.iter().filter(|option| options.contains(&option.get_id().as_str()));
    // What a command has by itself is not given to it once more.
    let hidden: Vec<clap::Arg> = hidden.map(|option| option.clone().hide(true)).collect();
    command.args(hidden)
}

/// Solves two-player board games exactly and answers from the solutions.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(commands::games::Games),
    Plan(commands::plan::PlanGame),
    Solve(commands::solve::SolveGame),
    Query(commands::query::Query),
    Line(commands::line::Line),
    Stats(commands::stats::Stats),
    Verify(commands::verify::Verify),
    Prove(commands::prove::Prove),
    Check(commands::check::Check),
    #[cfg(feature = "explorer")]
    Serve(commands::serve::Serve),
    #[cfg(feature = "explorer")]
    Publish(commands::publish::Publish),
    Bench(commands::bench::Bench),
    #[cfg(feature = "papers")]
    Reproduce(commands::reproduce::Reproduce),
    Play(commands::play::Play),
    Annotate(commands::annotate::Annotate),
    Puzzles(commands::puzzles::Puzzles),
    Export(commands::export::Export),
    Db(commands::db::Db),
    Completions(commands::completions::Completions),
    Man(commands::completions::Man),
    New(commands::new::New),
}

/// Options that every command accepts, before or after its name.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Folder of the databases, one folder per game in it [default: `kaiketsu` in the user's data folder]
    #[arg(long, global = true, env = "KAIKETSU_DB", value_name = "DIR")]
    db: Option<PathBuf>,

    /// Threads to use [default: all processors]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory to use, such as 500M or 2G [default: three quarters of what is free; what suits the game in searches]
    #[arg(long, global = true, value_name = "SIZE", value_parser = read_bytes)]
    memory: Option<u64>,

    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Show no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

impl Common {
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(machine::processors, usize::from)
    }

    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(machine::default_memory)
    }

    /// Whether it was said how many threads to use.
    #[cfg(feature = "processes")]
    pub(crate) fn has_threads(&self) -> bool {
        self.threads.is_some()
    }

    /// Whether it was said how much memory to use.
    #[cfg(feature = "processes")]
    pub(crate) fn has_memory(&self) -> bool {
        self.memory.is_some()
    }

    pub(crate) fn store(&self) -> anyhow::Result<Store> {
        match (&self.db, dirs::data_dir()) {
            (Some(folder), _) => Ok(Store::new(folder)),
            (None, Some(data)) => Ok(Store::new(data.join("kaiketsu"))),
            (None, None) => anyhow::bail!("this system names no data folder; say where with --db DIR"),
        }
    }

    /// What a forward search may use; its table has a size of the game's own
    /// unless told otherwise.
    pub(crate) fn resources(&self) -> Resources {
        Resources { threads: self.threads(), memory: self.memory, verdicts: None }
    }

    /// A solve by the game's own kernel and with distances.
    pub(crate) fn request(&self) -> Request {
        Request { threads: self.threads(), memory: self.memory(), ..Request::default() }
    }
}

/// How to solve, for the commands that do.
#[derive(Debug, Args)]
pub(crate) struct Solving {
    /// How to solve: a kernel listed by `games` [default: the game's fastest]
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<String>,

    /// Compute and keep win, loss and draw only, no distances
    #[arg(long)]
    pub(crate) values_only: bool,
}

impl Solving {
    pub(crate) fn request(&self, common: &Common) -> Request {
        Request { kernel: self.kernel.clone(), distances: !self.values_only, ..common.request() }
    }
}
