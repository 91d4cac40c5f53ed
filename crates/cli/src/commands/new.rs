//! `kaiketsu new`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use crate::output::Output;
use crate::refusal::{Refusal, refuse};

/// Write a crate for a game of your own: rules to change, tests, a README
///
/// The crate has the whole command line for its game: build it and run `solve`,
/// `query`, `line`, `stats` and the rest. Nothing is overwritten.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The name of the crate and of the game: lower-case letters, digits, hyphens
    name: String,
    /// The folder to make [default: NAME, here]
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Depend on Kaiketsu in this folder [default: the folder this program was built in while it is there, else the published crates]
    #[arg(long, value_name = "DIR")]
    kaiketsu: Option<PathBuf>,
}

/// The files to write: where, and what.
const FILES: [(&str, &str); 6] = [
    ("Cargo.toml", include_str!("../../template/Cargo.toml.txt")),
    (".gitignore", include_str!("../../template/gitignore.txt")),
    ("README.md", include_str!("../../template/README.md")),
    ("src/lib.rs", include_str!("../../template/src/lib.rs")),
    ("src/main.rs", include_str!("../../template/src/main.rs")),
    ("tests/laws.rs", include_str!("../../template/tests/laws.rs")),
];

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
        let mut files: Vec<(&str, String)> =
            FILES.iter().map(|(file, text)| (*file, self.fill(text, source.as_deref()))).collect();
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
             Its rules are those of a small game; change them in src/lib.rs.\n\n\
             Go on with:\n  cd {shown}\n  cargo test\n  cargo run --release -- solve {name}"
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
        text.replace("TemplateGame", &words.concat())
            .replace("template_game", &self.name.replace('-', "_"))
            .replace("template-game", &self.name)
            .replace("Template game", &title)
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Writes a file that must not be there yet, and the folders it lies in.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().expect("a file in a folder"))?;
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

/// Words that cannot name a crate: those of the language, and those that cargo
/// or this crate need themselves.
const TAKEN: &str = "abstract as async await become box break const continue crate do dyn else enum \
    extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref \
    return self static struct super trait true try type typeof union unsafe unsized use virtual where \
    while yield alloc core proc-macro std test build deps examples incremental kaiketsu kaiketsu-cli \
    kaiketsu-testkit";

/// The name must do for a crate, a type, a game and a folder.
fn check_name(name: &str) -> Result<(), Refusal> {
    let refuse = |why: &str| {
        let right =
            "write lower-case letters, digits and single hyphens, beginning with a letter, such as my-game";
        Err(Refusal(format!("`{name}` cannot be the name of a game: {why}; {right}")))
    };
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() {
        refuse("it is empty")
    } else if let Some(letter) = name.chars().find(|letter| !plain(*letter)) {
        refuse(&format!("it has {letter:?} in it"))
    } else if !name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        refuse("it does not begin with a letter")
    } else if name.ends_with('-') || name.contains("--") {
        refuse("it has a hyphen too many")
    } else if name.len() > 64 {
        refuse("it is longer than 64 letters")
    } else if TAKEN.split_whitespace().any(|word| word == name) {
        refuse("that word is taken by Rust, Cargo or Kaiketsu")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_be_crates_are_refused() {
        for name in ["my-game", "x", "hexapawn-3x3", "go4"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        let long = "a".repeat(65);
        let wrong = "3d -a a- a--b My-Game my_game ../a a/b jeu-d'été fn".split(' ');
        for name in wrong.chain(["", "a b", &long]) {
            let error = check_name(name).unwrap_err().to_string();
            assert!(error.contains(&format!("`{name}`")) && error.contains("such as my-game"), "{error}");
        }
        for word in TAKEN.split_whitespace() {
            assert!(check_name(word).is_err(), "{word}");
        }
    }

    #[test]
    fn nothing_of_the_template_is_left_in_what_is_written() {
        let new = New { name: "fox-and-geese".into(), path: None, kaiketsu: None };
        for (file, template) in FILES {
            for source in [None, Some(Path::new("/kaiketsu"))] {
                let text = new.fill(template, source);
                assert!(
                    !text.to_lowercase().contains("template") && !text.contains("{kai"),
                    "{file}: {text}"
                );
            }
        }
        assert!(new.fill(FILES[3].1, None).contains("pub struct FoxAndGeese;"));
        assert!(new.fill(FILES[0].1, None).contains("kaiketsu = { version = \"0.1.0\" }"));
    }
}
