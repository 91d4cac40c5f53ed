//! The crates as `cargo` sees them. Each is ready to be published: its metadata
//! is complete, and `cargo package` takes it without a warning. And the picture
//! of the rooms in CONTRIBUTING.md is theirs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

fn cargo(arguments: &str) -> Output {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(arguments.split_whitespace()).arg("--offline").current_dir(workspace());
    let output = command.output().unwrap();
    assert!(output.status.success(), "cargo {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn packages() -> Vec<Json> {
    let output = cargo("metadata --no-deps --format-version 1");
    let metadata: Json = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// The crates that are meant to be published.
fn published() -> Vec<Json> {
    packages().into_iter().filter(|package| package["publish"].is_null()).collect()
}

#[test]
fn metadata_is_complete() {
    let packages = published();
    let named = |name: &str| packages.iter().any(|package| package["name"] == name);
    for needed in ["kaiketsu", "kaiketsu-cli", "kaiketsu-game", "kaiketsu-testkit"] {
        assert!(named(needed), "{needed} is not published");
    }
    for package in &packages {
        let name = package["name"].as_str().unwrap();
        for field in ["description", "license", "documentation", "readme"] {
            assert!(package[field].as_str().is_some_and(|text| !text.is_empty()), "{name} has no {field}");
        }
        for list in ["authors", "keywords", "categories"] {
            assert!(package[list].as_array().is_some_and(|list| !list.is_empty()), "{name} has no {list}");
        }
        assert_eq!(package["rust_version"], env!("CARGO_PKG_RUST_VERSION"), "{name}");
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"), "{name}: all crates have one version");
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        let text = std::fs::read_to_string(folder.join(package["readme"].as_str().unwrap())).unwrap();
        assert!(text.starts_with(&format!("# {name}\n")), "{name}: its README begins with its name");
    }
}

#[test]
fn every_crate_can_be_packaged() {
    let target = std::env::temp_dir().join(format!("kaiketsu-package-{}", std::process::id()));
    let mut arguments = "package --workspace --no-verify --allow-dirty".to_string();
    for kept in packages().iter().filter(|package| !package["publish"].is_null()) {
        arguments += &format!(" --exclude {}", kept["name"].as_str().unwrap());
    }
    let output = cargo(&format!("{arguments} --target-dir {}", target.display()));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("warning"), "{said}");
    let crates = std::fs::read_dir(target.join("package")).unwrap().map(Result::unwrap);
    let written = crates.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "crate"));
    assert_eq!(written.count(), published().len(), "{said}");
    std::fs::remove_dir_all(target).unwrap();
}

/// What is compiled into a crate lies in its folder, or a published one would
/// lack it.
#[test]
fn no_crate_includes_files_from_outside() {
    let mut included = 0;
    for package in published() {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap()).to_path_buf();
        let folder = manifest.parent().unwrap().canonicalize().unwrap();
        assert!(!folder.join("build.rs").exists(), "{}: see what it reads", folder.display());
        let list = cargo(&format!("package --list --allow-dirty --manifest-path {}", manifest.display()));
        let list = String::from_utf8(list.stdout).unwrap();
        for file in rust_files(&folder.join("src")) {
            let text = std::fs::read_to_string(&file).unwrap();
            for start in text.match_indices("include_").map(|(at, _)| &text[at..]) {
                let call =
                    ["include_str!(\"", "include_bytes!(\""].iter().find_map(|call| start.strip_prefix(call));
                let Some(path) = call.and_then(|rest| rest.split('"').next()) else { continue };
                let target = without_dots(&file.parent().unwrap().join(path));
                let inside = target.strip_prefix(&folder);
                let inside = inside.unwrap_or_else(|_| panic!("{}: {path} is outside", file.display()));
                let packaged = list.lines().any(|line| Path::new(line) == inside);
                assert!(packaged, "{}: {path} is not packaged", file.display());
                included += 1;
            }
        }
    }
    assert!(included > 20, "published tables, kept results, books and pages are included");
}

/// A path without `..`, and with its links: what a link inside a crate leads to is
/// packaged in its place.
fn without_dots(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, part| {
        match part {
            std::path::Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
        path
    })
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

/// For tests only: it stands beside the line.
const APART: &str = "testkit";

fn contributing() -> String {
    std::fs::read_to_string(workspace().join("CONTRIBUTING.md")).unwrap()
}

/// A crate by the name of its folder, as the page has it.
fn room(name: &str) -> String {
    name.strip_prefix("kaiketsu-").unwrap_or(name).to_string()
}

/// The crates, each with the crates of the workspace it is built from.
fn built() -> BTreeMap<String, BTreeSet<String>> {
    let packages = packages();
    let name = |json: &Json| json["name"].as_str().unwrap().to_string();
    let names: BTreeSet<String> = packages.iter().map(name).collect();
    let needs = |package: &Json| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let own = all.filter(|other| other["kind"].is_null()).map(name);
        own.filter(|name| names.contains(name)).map(|name| room(&name)).collect()
    };
    packages.iter().map(|package| (room(&name(package)), needs(package))).collect()
}

/// The line `a -> b, c -> d`: how far on the right each crate is.
fn line(page: &str) -> BTreeMap<String, usize> {
    let mut lines = page.lines().filter(|line| line.starts_with("    ") && line.contains(" -> "));
    let (Some(line), None) = (lines.next(), lines.next()) else { panic!("not exactly one line of arrows") };
    let columns = (0..).zip(line.split(" -> "));
    columns
        .flat_map(|(place, crates)| crates.split(',').map(move |one| (one.trim().to_string(), place)))
        .collect()
}

#[test]
fn dependencies_go_from_left_to_right() {
    let (places, mut crates) = (line(&contributing()), built());
    let apart = crates.remove(APART).expect("it is a crate");
    assert!(places.keys().eq(crates.keys()), "{places:?} {:?}", crates.keys());
    for (name, needs) in &crates {
        for need in needs {
            assert!(
                places.get(need) < places.get(name),
                "{name} is built from {need}, which is not on its left"
            );
        }
    }
    assert!(apart.iter().all(|need| places.contains_key(need)), "{apart:?}");
}

#[test]
fn every_crate_is_in_the_table() {
    let page = contributing();
    let (_, table) = page.split_once("| crate | holds |").expect("the table of the crates");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let rows: BTreeSet<String> = rows.map(|row| row.split('`').nth(1).unwrap().to_string()).collect();
    assert_eq!(rows, built().into_keys().collect());
}
