//! Solving by several processes: who they are, how they start and how they end.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use kaiketsu::{Error, Exchange, Request, Solve, SolveError, Store};
use kaiketsu_cluster::{Group, Launcher, Meeting, Peer, Secret, connect, read_hosts};

use crate::children::{Children, this_program};
use crate::commands::solve::Used;
use crate::options::Common;
use crate::outlets::say_aside;
use crate::refusal::refuse;

/// How long processes wait for one another when they start.
const PATIENCE: Duration = Duration::from_secs(120);

/// The environment variable with the secret of a run.
const SECRET: &str = "KAIKETSU_SECRET";

/// Options of a solve by several processes. The databases must be on storage that all share
#[derive(Debug, Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct Together {
    /// Solve by so many processes on this machine; all are started here
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with_all = ["hosts", "cluster"])]
    processes: Option<u16>,

    /// Be one of several processes on the hosts in a file, a line `host:port` each [secret: KAIKETSU_SECRET]
    #[arg(long, value_name = "FILE", requires = "process", conflicts_with = "cluster")]
    hosts: Option<PathBuf>,

    /// Which of them this is, from 0
    #[arg(long, value_name = "I")]
    process: Option<usize>,

    /// Be one of several processes that something else has started
    #[arg(long, value_name = "BY")]
    cluster: Option<StartedBy>,

    /// Save the rounds of a layer so often, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    save_every: u64,

    /// The run of the process that started this one
    #[arg(long, hide = true, requires = "processes", requires = "process")]
    meeting: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StartedBy {
    /// `srun` of Slurm
    Slurm,
    /// `mpirun` or `mpiexec`
    Mpirun,
}

/// Who solves together with this process.
pub(crate) enum Ways {
    /// Processes of this machine, which the first one starts.
    Here { meeting: Meeting, starts: bool },
    /// Processes that meet in the folder of the databases.
    Meeting(Meeting),
    /// Processes in a list.
    Listed { addresses: Vec<String>, me: usize },
}

impl Together {
    /// How often the rounds of a layer are saved.
    pub(crate) fn save_every(&self) -> Duration {
        Duration::from_secs(self.save_every)
    }

    /// Who solves together; nobody if this process solves alone.
    pub(crate) fn ways(&self, _: &Common) -> Result<Option<Ways>> {
        if self.process.is_some() && self.hosts.is_none() && self.meeting.is_none() {
            return refuse("--process says which of the --hosts this is; add --hosts FILE");
        }
        if let Some(file) = &self.hosts {
            let text =
                std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
            let addresses = read_hosts(&text)?;
            let (me, count) = (self.process.unwrap_or(0), addresses.len());
            if me >= count {
                return refuse(format!(
                    "{} lists {count} hosts, so --process is less than {count}",
                    file.display()
                ));
            }
            return Ok(Some(Ways::Listed { addresses, me }));
        }
        if let Some(by) = self.cluster {
            let by = match by {
                StartedBy::Slurm => Launcher::Slurm,
                StartedBy::Mpirun => Launcher::Mpirun,
            };
            return Ok(Some(Ways::Meeting(Meeting::launched(by, |name| std::env::var(name).ok())?)));
        }
        let Some(processes) = self.processes.map(usize::from).filter(|processes| *processes > 1) else {
            return Ok(None);
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let run = self.meeting.clone().unwrap_or_else(|| format!("{}-{now}", std::process::id()));
        let me = if self.meeting.is_some() { self.process.unwrap_or(0) } else { 0 };
        let meeting = Meeting { me, processes, run, host: "127.0.0.1".into() };
        Ok(Some(Ways::Here { meeting, starts: self.meeting.is_none() }))
    }
}

impl Ways {
    /// How many processes there are.
    pub(crate) fn processes(&self) -> usize {
        match self {
            Ways::Here { meeting, .. } | Ways::Meeting(meeting) => meeting.processes,
            Ways::Listed { addresses, .. } => addresses.len(),
        }
    }

    /// What each process may use. On one machine they share what there is, unless it is said.
    pub(crate) fn each(&self, request: Request, common: &Common) -> Request {
        let Ways::Here { meeting, .. } = self else { return request };
        let threads = match common.has_threads() {
            true => request.threads,
            false => (request.threads / meeting.processes).max(1),
        };
        let memory =
            if common.has_memory() { request.memory } else { request.memory / meeting.processes as u64 };
        Request { threads, memory, ..request }
    }

    /// Comes together with the others.
    pub(crate) fn join(self, store: &Store, request: &Request) -> Result<Joined> {
        let secret = std::env::var(SECRET).ok();
        let known = secret.as_deref().map(|text| {
            Secret::new(text).with_context(|| format!("{SECRET} is too short: give 16 characters or more"))
        });
        let mut known = known.transpose()?;
        let mut children = Children(Vec::new());
        let (group, meeting) = match self {
            Ways::Listed { addresses, me } => {
                let secret = known.with_context(|| {
                    format!(
                        "set {SECRET} to the same 16 characters or more for all processes, and tell nobody"
                    )
                })?;
                let port = addresses[me].rsplit_once(':').map_or("", |(_, port)| port);
                let listener = std::net::TcpListener::bind(format!("0.0.0.0:{port}")).with_context(|| {
                    format!("cannot listen on port {port}, which the list of hosts has for this process")
                })?;
                (Group { me, addresses, listener, secret, patience: PATIENCE }, None)
            }
            Ways::Meeting(meeting) => (gather(&meeting, store, known)?, Some(meeting)),
            Ways::Here { meeting, starts } => {
                if starts {
                    let text = Secret::any()?;
                    known = Secret::new(&text);
                    children = start(&meeting, &text, request)?;
                }
                (gather(&meeting, store, known)?, Some(meeting))
            }
        };
        let peer = connect(group, |lost| {
            say_aside(&format!(
                "error: lost {lost}; run the same command again, and it goes on from what was saved"
            ));
            std::process::exit(1);
        });
        if let Some(meeting) = meeting {
            meeting.clear(store.root());
        }
        Ok(Joined { peer: peer?, children })
    }
}

/// Finds the others in the folder that all share; nothing is left there if they do not come.
fn gather(meeting: &Meeting, store: &Store, secret: Option<Secret>) -> Result<Group> {
    let group = meeting.gather(store.root(), secret, PATIENCE);
    Ok(group.inspect_err(|_| meeting.clear(store.root()))?)
}

/// A process that has come together with the others.
pub(crate) struct Joined {
    peer: Peer,
    children: Children,
}

/// What all processes took, as one of them knows it.
pub(crate) struct UsedByAll {
    pub(crate) me: usize,
    pub(crate) used: Used,
}

impl Joined {
    pub(crate) fn me(&self) -> usize {
        self.peer.me()
    }

    pub(crate) fn exchange(&mut self) -> &mut dyn Exchange {
        &mut self.peer
    }

    /// The result, if there is one. Of an error the others are told, unless one is lost.
    pub(crate) fn ends(self, solved: Result<Solve, Error>) -> Result<(Self, Solve)> {
        match solved {
            Ok(solve) => Ok((self, solve)),
            Err(Error::Solve(lost @ SolveError::Exchange(_))) => Err(Error::Solve(lost).into()),
            Err(error) => {
                let Joined { peer, mut children } = self;
                peer.leave();
                children.wait();
                Err(error.into())
            }
        }
    }

    /// Tells the others what this process took, and goes with them.
    pub(crate) fn leave(self, elapsed: Duration, cpu: Duration, peak: Option<u64>) -> Result<UsedByAll> {
        let Joined { mut peer, mut children } = self;
        let (me, processes) = (peer.me(), peer.peers());
        let mut vote = vec![0; processes + 1];
        vote[me] = peak.unwrap_or(0);
        vote[processes] = cpu.as_micros() as u64;
        let mut sums = peer.round(&vote, &mut |_| ()).map_err(|lost| Error::from(SolveError::from(lost)))?;
        let cpu = Duration::from_micros(sums.pop().unwrap_or(0));
        let peak = sums.into_iter().max().filter(|peak| *peak > 0);
        peer.leave();
        children.wait();
        Ok(UsedByAll { me, used: Used { elapsed, cpu, peak, processes } })
    }
}

/// Starts all processes of a meeting but this one, with the same command.
fn start(meeting: &Meeting, secret: &str, request: &Request) -> Result<Children> {
    let mut children = Children(Vec::new());
    for process in 1..meeting.processes {
        let mut command = this_program()?;
        command.args(std::env::args_os().skip(1));
        command.args(["--meeting", &meeting.run, "--process", &process.to_string()]);
        for (name, value) in [("--threads", request.threads as u64), ("--memory", request.memory)] {
            let given = |argument: std::ffi::OsString| argument.to_string_lossy().starts_with(name);
            if !std::env::args_os().any(given) {
                command.args([name, &value.to_string()]);
            }
        }
        command.env(SECRET, secret).stdin(Stdio::null()).stdout(Stdio::null());
        children.0.push(command.spawn().context("cannot start another process")?);
    }
    Ok(children)
}
