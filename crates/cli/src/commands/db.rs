//! `kaiketsu db`

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use kaiketsu::{Error, State, Store, Stored};
use serde_json::{Value as Json, json};

use super::signatures;
use crate::figures::{bytes, count};
use crate::options::Common;
use crate::outlets::ask_aside;
use crate::output::{
    Column::{Numbers, Words},
    Output, table,
};
use crate::refusal::refuse;

/// List, describe, move or remove databases
#[derive(Debug, Args)]
pub(crate) struct Db {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List what is in the database folder: solved, unfinished, damaged, or not a database
    List,
    /// Say what a database holds, layer by layer
    Info {
        /// The game, such as quixo-4x4
        id: String,
    },
    /// Compare a database with the published signatures, after reading all its bytes
    ///
    /// So a copied database is known to be the right one. The signatures of the
    /// large games come with the program, from results/signatures.toml, and hashes of
    /// the files of some. The same values may be written otherwise by another version:
    /// that is said, and is no error.
    Check {
        /// The game, such as quixo-5x5
        id: String,
        /// A list of signatures in the same form, to compare with instead
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
    },
    /// Print the hashes of a database's layers, in the form of results/signatures.toml
    ///
    /// After reading all its bytes, so that no damaged file is published. The list
    /// is made longer by `kaiketsu db hashes GAME >> results/signatures.toml`.
    Hashes {
        /// The game, such as quixo-4x4
        id: String,
    },
    /// Move a database into another folder, also to another disk; never onto something
    Move {
        /// The game, such as quixo-4x4
        id: String,
        /// The folder of databases to move it into; it can be used with --db from then on
        #[arg(value_name = "DIR")]
        target: PathBuf,
    },
    /// Remove a database for good
    Remove {
        /// The game, such as quixo-4x4
        id: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

impl Db {
    pub(crate) fn run(&self, common: &Common) -> Result<Output> {
        let store = common.store()?;
        match &self.what {
            What::List => list(&store),
            What::Info { id } => {
                let stored = store.stored(id).map_err(Error::from)?;
                if stored.state == State::Damaged {
                    store.open(id).map_err(Error::from)?; // says what is wrong
                }
                Ok(info(&stored))
            }
            What::Check { id, against } => signatures::check(&store, id, against.as_deref()),
            What::Hashes { id } => signatures::list_hashes(&store, id),
            What::Move { id, target } => {
                let to = store.move_to(id, &Store::new(target))?;
                let text = format!("Moved to {}", to.display());
                Ok(Output { text, json: json!({ "game": id, "from": store.path(id), "to": to }) })
            }
            What::Remove { id, yes } => remove(&store, id, *yes),
        }
    }
}

fn list(store: &Store) -> Result<Output> {
    let found = store.list().map_err(Error::from)?;
    let positions = |stored: &Stored| match &stored.manifest {
        Some(manifest) => count(manifest.positions()),
        None => "-".into(),
    };
    let row = |stored: &Stored| {
        vec![stored.name.clone(), stored.state.word().into(), positions(stored), bytes(stored.bytes)]
    };
    let rows: Vec<_> = found.iter().map(row).collect();
    let mut text = format!("{}\n\n", store.root().display());
    text += &match rows.is_empty() {
        true => "There are no databases here yet; `kaiketsu solve ID` makes one.".to_string(),
        false => {
            table(&[Words("folder"), Words("state"), Numbers("stored positions"), Numbers("size")], &rows)
        }
    };
    if found.iter().any(|stored| stored.state == State::Foreign) {
        text += "\nA foreign folder is not a database of Kaiketsu; it is never moved or removed.";
    }
    if found.iter().any(|stored| stored.state == State::Unfinished) {
        text += "\nAn unfinished one goes on with `kaiketsu solve ID`.";
    }
    let databases: Vec<Json> = found.iter().map(summary).collect();
    Ok(Output { text, json: json!({ "db": store.root(), "databases": databases }) })
}

fn summary(stored: &Stored) -> Json {
    let manifest = stored.manifest.as_ref();
    json!({
        "game": stored.name, "state": stored.state.word(), "bytes": stored.bytes,
        "positions": manifest.map(|manifest| manifest.positions()),
        "distances": manifest.map(|manifest| manifest.distances),
    })
}

fn info(stored: &Stored) -> Output {
    let mut json = summary(stored);
    json["path"] = json!(stored.path);
    let mut text = format!(
        "{}: {}, {} in {}\n",
        stored.name,
        stored.state.word(),
        bytes(stored.bytes),
        stored.path.display()
    );
    let Some(manifest) = &stored.manifest else {
        return Output { text: text + "It has no manifest that can be read.", json };
    };
    let distances = if manifest.distances { "with distances" } else { "without distances" };
    text += &format!(
        "{}, {distances}, rules version {}, written by {}\n\n",
        manifest.title, manifest.rules_version, manifest.tool
    );
    let row = |layer: &kaiketsu::LayerEntry| {
        let counts = [layer.positions, layer.win, layer.loss, layer.draw].map(count);
        let ends = [layer.longest.map_or("-".into(), |plies| plies.to_string()), bytes(layer.bytes)];
        std::iter::once(layer.name.clone()).chain(counts).chain(ends).collect::<Vec<String>>()
    };
    let rows: Vec<_> = manifest.layers.iter().map(row).collect();
    let numbers = ["stored", "win", "loss", "draw", "longest", "size"].map(Numbers);
    let header: Vec<_> = std::iter::once(Words("layer")).chain(numbers).collect();
    text += &table(&header, &rows);
    if let Some(signature) = &manifest.signature_values {
        text += &format!("\nsignature of values     {signature}\n");
    }
    if let Some(signature) = &manifest.signature_plies {
        text += &format!("signature with plies    {signature}\n");
    }
    json["title"] = json!(manifest.title);
    json["rules_version"] = json!(manifest.rules_version);
    json["tool"] = json!(manifest.tool);
    json["signature_values"] = json!(manifest.signature_values.map(|signature| signature.to_string()));
    json["signature_plies"] = json!(manifest.signature_plies.map(|signature| signature.to_string()));
    let layer = |layer: &kaiketsu::LayerEntry| {
        json!({
            "layer": layer.name, "positions": layer.positions, "win": layer.win, "loss": layer.loss,
            "draw": layer.draw, "longest": layer.longest, "bytes": layer.bytes,
        })
    };
    json["layers"] = manifest.layers.iter().map(layer).collect();
    Output { text, json }
}

fn remove(store: &Store, id: &str, yes: bool) -> Result<Output> {
    let stored = store.stored(id).map_err(Error::from)?;
    let what = format!("{} ({}, {})", stored.path.display(), stored.state.word(), bytes(stored.bytes));
    if !yes && stored.state != State::Foreign {
        if !std::io::stdin().is_terminal() {
            return refuse(format!("{what} was not removed; confirm with --yes"));
        }
        ask_aside(&format!("Remove {what} for good? [y/N] "));
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer)?;
        if !answer.trim().eq_ignore_ascii_case("y") {
            return refuse("nothing was removed");
        }
    }
    let removed = store.remove(id)?;
    let text = format!("Removed {what}");
    Ok(Output { text, json: json!({ "game": id, "removed": removed.path, "bytes": removed.bytes }) })
}
