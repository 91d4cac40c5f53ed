//! Shares of the work of `stats` and `verify`: for job arrays, and for processes of one machine.

use std::io::Read;
use std::process::{ChildStdout, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use kaiketsu::Part;
use serde_json::Value as Json;

use crate::children::{Children, this_program};
use crate::options::Common;
use crate::outlets::say_aside;

/// How often it is looked whether a process has ended.
const PAUSE: Duration = Duration::from_millis(20);

/// Options of work that can be shared out
#[derive(Debug, Args)]
#[command(next_help_heading = "Shared out")]
pub(crate) struct Parts {
    /// Do one share of the work, such as 3/16; a job array does them all
    #[arg(long, value_name = "I/N")]
    pub(crate) part: Option<Part>,

    /// Share the work out to so many processes on this machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "part")]
    processes: Option<u16>,
}

/// A process could not do its part.
#[derive(Debug, thiserror::Error)]
#[error("part {part} was not done; what it said is above")]
pub(crate) struct NotDone {
    part: Part,
    /// What the process ended with.
    pub(crate) exit_code: u8,
}

impl Parts {
    /// What the processes say of their parts, in order; nothing if this one does all of it.
    /// The command is given without its `--part`.
    pub(crate) fn by_processes(&self, common: &Common, command: &[&str]) -> Result<Option<Vec<Json>>> {
        let Some(processes) = self.processes.map(u32::from).filter(|processes| *processes > 1) else {
            return Ok(None);
        };
        let (mut children, mut answers) = (Children(Vec::new()), Vec::new());
        for number in 1..=processes {
            let mut child = this_program()?;
            child.args(["--json", "--quiet", "--db"]).arg(common.store()?.root()).args(command);
            child.args(["--part", &format!("{number}/{processes}")]);
            child.args(["--threads", &common.threads().div_ceil(processes as usize).to_string()]);
            child.args(["--memory", &(common.memory() / u64::from(processes)).to_string()]);
            let child = child.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
            let mut child = child.context("cannot start another process")?;
            answers.push(reading(child.stdout.take().expect("it is piped")));
            children.0.push(child);
        }
        wait(&mut children, common.quiet)?;
        let said = |answer: JoinHandle<std::io::Result<String>>| -> Result<Json> {
            let text = answer.join().expect("reading does not panic")?;
            Ok(serde_json::from_str(&text)?)
        };
        Ok(Some(answers.into_iter().map(said).collect::<Result<_>>()?))
    }
}

/// What a process says is read as it says it, or it would wait to be heard.
fn reading(mut from: ChildStdout) -> JoinHandle<std::io::Result<String>> {
    std::thread::spawn(move || {
        let mut text = String::new();
        from.read_to_string(&mut text)?;
        Ok(text)
    })
}

/// Waits until all have done their parts. When one has not, the others are stopped.
fn wait(children: &mut Children, quiet: bool) -> Result<()> {
    let of = children.0.len() as u32;
    let mut done = vec![false; children.0.len()];
    while !done.iter().all(|done| *done) {
        for (number, child) in (1..).zip(&mut children.0) {
            let (part, done) =
                (Part::new(number, of).expect("it is one of them"), &mut done[number as usize - 1]);
            if *done {
                continue;
            }
            match child.try_wait()? {
                None => {}
                Some(status) if status.success() => {
                    *done = true;
                    if !quiet {
                        say_aside(&format!("part {part} is done"));
                    }
                }
                Some(status) => {
                    let exit_code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
                    return Err(NotDone { part, exit_code }.into());
                }
            }
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}
