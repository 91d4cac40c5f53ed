//! `kaiketsu completions` and `kaiketsu man`

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use clap_complete::Shell;
use serde_json::json;

use crate::files::write_new;
use crate::options::command;
use crate::output::Output;
use crate::program;

/// Print a completion script for a shell
///
/// For bash: kaiketsu completions bash > ~/.local/share/bash-completion/completions/kaiketsu
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<Output> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), program(), &mut script);
        let text = String::from_utf8(script).context("the script is no text")?;
        let json = json!({ "shell": self.shell.to_string(), "script": text });
        Ok(Output { text, json })
    }
}

/// Write manual pages into a folder, one for each command
///
/// Pages that are there already are not overwritten.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The folder; made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Man {
    pub(crate) fn run(&self) -> Result<Output> {
        let mut command = command();
        command.build();
        let commands = command.get_subcommands().filter(|sub| sub.get_name() != "help");
        let pages = commands.map(|sub| (format!("{}-{}", program(), sub.get_name()), sub.clone()));
        let pages: Vec<_> = std::iter::once((program(), command.clone())).chain(pages).collect();
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make {}", self.folder.display()))?;
        let mut written = Vec::new();
        for (name, command) in pages {
            let path = self.folder.join(format!("{name}.1"));
            let page = clap_mangen::Man::new(command);
            write_new(&path, |file| Ok(page.render(file)?))?;
            written.push(path);
        }
        let text = format!("{} pages in {}", written.len(), self.folder.display());
        Ok(Output { text, json: json!({ "pages": written }) })
    }
}
