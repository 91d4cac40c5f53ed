//! The picture of the rooms in CONTRIBUTING.md is that of `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

/// For tests only: it stands beside the line.
const APART: &str = "testkit";

fn contributing() -> String {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    std::fs::read_to_string(workspace.join("CONTRIBUTING.md")).unwrap()
}

/// A crate by the name of its folder, as the page has it.
fn room(name: &str) -> String {
    name.strip_prefix("kaiketsu-").unwrap_or(name).to_string()
}

/// The crates, each with the crates of the workspace it is built from.
fn built() -> BTreeMap<String, BTreeSet<String>> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args("metadata --no-deps --offline --format-version 1".split(' '));
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let metadata: Json = serde_json::from_slice(&output.stdout).unwrap();
    let text = |json: &Json| json.as_str().unwrap().to_string();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let names: BTreeSet<String> = packages.clone().map(|package| text(&package["name"])).collect();
    let needs = |package: &Json| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let own = all.filter(|other| other["kind"].is_null()).map(|other| text(&other["name"]));
        own.filter(|name| names.contains(name)).map(|name| room(&name)).collect()
    };
    packages.map(|package| (room(&text(&package["name"])), needs(package))).collect()
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
