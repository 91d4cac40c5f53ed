//! `kaiketsu publish`

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use kaiketsu::Registry;
use kaiketsu_serve::{Catalogue, Limits, publish};
use serde_json::json;

use crate::figures::bytes;
use crate::options::Common;
use crate::outlets::say_aside;
use crate::output::{
    Column::{Numbers, Words},
    Output, table,
};
use crate::progress::display;
use crate::refusal::{Refusal, refuse};
use crate::session::Session;

/// What runs in browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// Write a folder that any web host can serve: the explorer without a server
///
/// The page, the rules and the reader of database files compiled to WebAssembly, and
/// the databases of the games, of which browsers read a block at a time by ranges.
/// Games that are proved by search are answered from their books alone. The folder
/// must be empty, absent, or one published before, which is replaced.
///
/// The program for browsers is built from the sources of Kaiketsu by cargo, which needs
/// `rustup target add wasm32-unknown-unknown`; --program takes one built before.
#[derive(Debug, Args)]
pub(crate) struct Publish {
    /// The games, which must be solved or have a book
    #[arg(value_name = "GAME", required = true, num_args = 1..)]
    games: Vec<String>,

    /// The folder to write
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The program for browsers, built before by `scripts/build-web`
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

impl Publish {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let (ids, folder) = (&self.games, self.folder.as_path());
        for id in ids {
            Session::open(registry, common, id)?; // says how it is solved
            if Registry::standard().get(id).is_err() {
                return refuse(format!(
                    "{id} is a game of your own; the program for browsers has only those of Kaiketsu"
                ));
            }
        }
        let program = match &self.program {
            Some(file) => file.clone(),
            None => build(common.quiet)?,
        };
        let program =
            std::fs::read(&program).with_context(|| format!("cannot read {}", program.display()))?;
        if !program.starts_with(b"\0asm") {
            return refuse("the program for browsers is not WebAssembly; `scripts/build-web` builds it");
        }
        let catalogue = Catalogue::new(registry.clone(), common.store()?, Limits::default());
        let published = publish(&catalogue, ids, folder, &program, &*display(common))?;
        let rows: Vec<Vec<String>> = published
            .games
            .iter()
            .map(|game| {
                let from = if game.solved { "database" } else { "books" };
                vec![game.game.clone(), from.into(), bytes(game.bytes)]
            })
            .collect();
        let text = format!(
            "{}\nThe page takes {}. Put {} on any web host; it must serve ranges of files.\n",
            table(&[Words("game"), Words("answered from"), Numbers("size")], &rows),
            bytes(published.page_bytes),
            folder.display()
        );
        let mut json = json!(published);
        json["folder"] = json!(folder);
        Ok(Output { text, json })
    }
}

/// Builds the program for browsers from the sources this program was built from.
fn build(quiet: bool) -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("/"));
    let manifest = root.join("crates/web/Cargo.toml");
    if !manifest.is_file() {
        return refuse(
            "the sources of Kaiketsu are not where this program was built; give the program for browsers \
             with --program FILE (`scripts/build-web` in the sources builds it)",
        );
    }
    if !quiet {
        say_aside("Building the program for browsers (some minutes the first time)");
    }
    let target = root.join("target");
    let built = Command::new("cargo")
        .args(["build", "--quiet", "--locked", "--profile", "web", "--target", TARGET, "--manifest-path"])
        .arg(&manifest)
        .arg("--target-dir")
        .arg(&target)
        .output()
        .context("cargo cannot be run; give the program for browsers with --program FILE")?;
    if !built.status.success() {
        let said = String::from_utf8_lossy(&built.stderr);
        let reason = match said.contains("may not be installed") {
            true => format!("the target is missing: rustup target add {TARGET}"),
            false => said.trim().to_string(),
        };
        return Err(Refusal(format!("the program for browsers cannot be built: {reason}")).into());
    }
    Ok(target.join(TARGET).join("web/kaiketsu_web.wasm"))
}
