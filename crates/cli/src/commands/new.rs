//! `kaiketsu new`

mod name;
mod template;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use crate::output::Output;
use crate::refusal::refuse;
use name::{capitalised, check_name};
use template::Template;

/// Write a crate for a game of your own: rules to change, tests, a README
///
/// The crate has the whole command line for its game: build it and run `solve`,
/// `query`, `line`, `stats` and the rest. It begins with a small game that works,
/// chosen by --template. Nothing is overwritten.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The name of the crate and of the game: lower-case letters, digits, hyphens
    name: String,
    /// The game to begin with
    #[arg(long, value_enum, default_value = "rules")]
    template: Template,
    /// The folder to make [default: NAME, here]
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Depend on Kaiketsu in this folder [default: the folder this program was built in while it is there, else the published crates]
    #[arg(long, value_name = "DIR")]
    kaiketsu: Option<PathBuf>,
}

/// Where cargo looks for settings of a crate.
const CONFIG: &str = ".cargo/config.toml";

/// What has been built of Kaiketsu and its dependencies is used again.
fn shared_build(source: &Path) -> String {
    let target = source.join("target");
    let why =
        "# The folder in which Kaiketsu was built: nothing is built twice. Delete this file to build here.";
    format!("{why}\n[build]\ntarget-dir = '{}'\n", target.display())
}

/// The crates a game depends on, with their folders in Kaiketsu.
const CRATES: [(&str, &str); 3] =
    [("kaiketsu", "crates/kaiketsu"), ("kaiketsu-cli", "crates/cli"), ("kaiketsu-testkit", "crates/testkit")];

impl New {
    pub(crate) fn run(&self) -> Result<Output> {
        check_name(&self.name)?;
        let folder = self.path.clone().unwrap_or_else(|| PathBuf::from(&self.name));
        let source = self.source()?;
        if fs::symlink_metadata(&folder).is_ok() {
            let folder = folder.display();
            let advice = "nothing was written; choose another name or --path";
            return refuse(format!("{folder} exists already: {advice}"));
        }
        let template = self.template.files();
        let mut files: Vec<(&str, String)> =
            template.map(|(file, text)| (file, self.fill(text, source.as_deref()))).collect();
        files.extend(source.as_deref().map(|source| (CONFIG, shared_build(source))));
        for (file, text) in &files {
            let path = folder.join(file);
            write_new(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let (name, shown) = (&self.name, folder.display());
        let from = match &source {
            Some(source) => format!("Kaiketsu in {}", source.display()),
            None => format!("Kaiketsu {} from the registry", env!("CARGO_PKG_VERSION")),
        };
        let text = format!(
            "Wrote a crate for the game `{name}` into {shown}, on {from}.\n\
             Its rules are those of {game}; change them in src/lib.rs.\n\n\
             Go on with:\n  cd {shown}\n  cargo test\n  cargo run --release -- solve {name}",
            game = self.template.game(),
        );
        let files: Vec<&str> = files.iter().map(|(file, _)| *file).collect();
        Ok(Output {
            text,
            json: json!({ "game": name, "folder": folder, "files": files, "kaiketsu": source }),
        })
    }

    /// The folder with the sources of Kaiketsu, if the crate shall use it.
    fn source(&self) -> Result<Option<PathBuf>> {
        let is_kaiketsu =
            |folder: &Path| CRATES.iter().all(|(_, place)| folder.join(place).join("Cargo.toml").exists());
        match &self.kaiketsu {
            Some(folder) if !is_kaiketsu(folder) => {
                let folder = folder.display();
                refuse(format!("{folder} does not hold the sources of Kaiketsu (crates/kaiketsu)"))
            }
            Some(folder) => Ok(Some(fs::canonicalize(folder)?)),
            None => {
                // Installed from a registry, this folder has no such neighbours.
                let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
                Ok(built_in.filter(|folder| is_kaiketsu(folder)).map(Path::to_path_buf))
            }
        }
    }

    /// A file of the template for this game.
    fn fill(&self, template: &str, source: Option<&Path>) -> String {
        let mut text = template.to_string();
        for (name, place) in CRATES {
            let version = env!("CARGO_PKG_VERSION");
            let dependency = match source {
                // A TOML literal string takes every path but one with a quote.
                Some(source) => format!("version = \"{version}\", path = '{}'", source.join(place).display()),
                None => format!("version = \"{version}\""),
            };
            text = text.replace(&format!("{{{name}}}"), &dependency);
        }
        let words: Vec<String> = self.name.split('-').map(capitalised).collect();
        let title = capitalised(&self.name.replace('-', " "));
        text.replace("{game}", self.template.game())
            .replace("{numbers}", self.template.numbers())
            .replace("TemplateGame", &words.concat())
            .replace("template_game", &self.name.replace('-', "_"))
            .replace("template-game", &self.name)
            .replace("Template game", &title)
    }
}

/// Writes a file that must not be there yet, and the folders it lies in.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().expect("a file in a folder"))?;
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn nothing_of_the_template_is_left_in_what_is_written() {
        for template in Template::value_variants() {
            let new = New { name: "fox-and-geese".into(), template: *template, path: None, kaiketsu: None };
            let filled = |source: Option<&str>| {
                let fill = |(file, text)| (file, new.fill(text, source.map(Path::new)));
                template.files().map(fill).collect::<Vec<_>>()
            };
            for (file, text) in [filled(None), filled(Some("/kaiketsu"))].concat() {
                let left = text.to_lowercase().contains("template") || text.contains("{kai");
                assert!(!left && !text.contains("{game}") && !text.contains("{numbers}"), "{file}: {text}");
            }
            let has = |wanted: &str| filled(None).iter().any(|(_, text)| text.contains(wanted));
            assert!(has("pub struct FoxAndGeese {") && has("kaiketsu = { version = \"0.1.0\" }"));
        }
    }
}
