//! `kaiketsu new`: what it writes builds outside the workspace and works, and
//! what it refuses is left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::scratch::{Scratch, refused};

/// The folder of the workspace, and the one it is built into.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

/// Where this test was built: `<target>/<profile>`.
fn built_in() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_kaiketsu")).parent().unwrap().to_path_buf()
}

fn cargo(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(arguments).arg("--offline").current_dir(folder);
    // The same folder and profile, so that little has to be built again.
    command.env("CARGO_TARGET_DIR", built_in().parent().unwrap());
    if built_in().ends_with("release") {
        command.arg("--release");
    }
    // What others wrote is there already, built as this workspace builds it. The crates of
    // Kaiketsu are not of the workspace here and are built anew, without optimisation.
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let (begin, end) = (manifest.find("[profile.dev]").unwrap(), manifest.find("[profile.release]").unwrap());
    let profile = folder.join("profile.toml");
    fs::write(&profile, &manifest[begin..end]).unwrap();
    command.arg("--config").arg(profile);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "cargo {arguments:?} in {}: {text}", folder.display());
}

/// One crate for each template, and a workspace around them, so that they are
/// built at once.
fn write_crates(scratch: &Scratch) -> PathBuf {
    let folder = scratch.path().join("far").join("away");
    for (name, template) in CRATES {
        let there = folder.join(name);
        let text = scratch.run(&format!("new {name} --template {template} --path {}", there.display()));
        assert!(text.contains(&format!("cargo run --release -- solve {name}")), "{text}");
    }
    let manifest = |name: &str| folder.join(name).join("Cargo.toml");
    let (mut members, mut profiles) = (Vec::new(), String::new());
    for (name, _) in CRATES {
        let text = fs::read_to_string(manifest(name)).unwrap();
        let alone = text.find("# Solving is the point").unwrap();
        fs::write(manifest(name), &text[..alone]).unwrap();
        profiles = text[alone..].replace("[workspace]", "");
        members.push(format!("{name:?}"));
    }
    let workspace_of =
        format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n{profiles}", members.join(", "));
    fs::write(folder.join("Cargo.toml"), workspace_of).unwrap();
    // The versions this workspace uses are those that can be had offline.
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

const CRATES: [(&str, &str); 3] =
    [("three-pawns", "rules"), ("three-in-line", "grid"), ("three-stones", "captures")];

#[test]
fn new_crates_build_outside_and_solve_query_and_verify() {
    let scratch = Scratch::new("new");
    cargo(&write_crates(&scratch), &["test", "--workspace"]); // which builds the programs too
    let run_of = |name: &str, arguments: &str| {
        let mut command = Command::new(built_in().join(name));
        command.args(arguments.split_whitespace()).env("KAIKETSU_DB", scratch.path().join("db"));
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "`{name} {arguments}` failed: {stderr}");
        String::from_utf8(output.stdout).unwrap()
    };
    let solved = |name: &str| -> serde_json::Value {
        serde_json::from_str(&run_of(name, &format!("--json --quiet solve {name}"))).unwrap()
    };
    for name in ["three-in-line", "three-stones"] {
        assert_eq!(solved(name)["start"]["value"], "draw", "{name}");
        run_of(name, &format!("verify {name}"));
    }
    let unsolved = Command::new(built_in().join("three-pawns"))
        .args(["query", "three-pawns", "--db"])
        .arg(scratch.path().join("nowhere"))
        .output()
        .unwrap();
    refused(&unsolved, "query", 3, &["hint: three-pawns solve three-pawns"]);
    let run = |arguments: &str| run_of("three-pawns", arguments);
    assert!(run("--help").contains("three-pawns new my-game") && !run("--help").contains("serve"));
    let json = |arguments: &str| -> serde_json::Value {
        serde_json::from_str(&run(&format!("--json --quiet {arguments}"))).unwrap()
    };
    assert!(run("games").contains("Three pawns"));
    assert_eq!(json("plan three-pawns")["exact"], true);
    let solved = json("solve three-pawns");
    assert_eq!(solved["start"]["value"], "loss"); // Gardner: the second player wins
    let start = json("query three-pawns");
    assert_eq!((&start["position"], start["moves"].as_array().unwrap().len()), (&"xxx/.../ooo".into(), 3));
    let next = start["moves"][0]["position"].as_str().unwrap();
    assert_eq!(json(&format!("query three-pawns {next}"))["value"], "win");
    assert_eq!(json("line three-pawns")["end"], "over");
    assert_eq!(json("stats three-pawns")["positions"], solved["stored_positions"]);
    run("verify three-pawns");
}

#[test]
fn what_exists_is_never_touched() {
    let scratch = Scratch::new("new-exists");
    let (folder, file) = (scratch.path().join("folder"), scratch.path().join("file"));
    fs::create_dir(&folder).unwrap();
    fs::write(&file, "mine").unwrap();
    for there in [&folder, &file] {
        let arguments = format!("new my-game --path {}", there.display());
        scratch.refuses(&arguments, 2, &["exists already", "nothing was written", "--path"]);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn names_that_are_no_identifiers_are_refused_and_nothing_is_written() {
    let scratch = Scratch::new("new-names");
    for name in ["3d", "My-Game", "my_game", "a--b", "match", "std", "../up", "jeu-d\u{e9}t\u{e9}"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kaiketsu"));
        command.args(["new", name]).current_dir(scratch.path());
        refused(&command.output().unwrap(), name, 2, &[&format!("`{name}`"), "such as my-game"]);
    }
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
}

#[test]
fn the_sources_of_kaiketsu_can_be_named() {
    let scratch = Scratch::new("new-sources");
    let game = scratch.path().join("game");
    scratch.refuses(&format!("new game --path {} --kaiketsu /", game.display()), 2, &["sources of Kaiketsu"]);
    assert!(!game.exists());
    scratch.run(&format!("new game --path {} --kaiketsu {}", game.display(), workspace().display()));
    let manifest = fs::read_to_string(game.join("Cargo.toml")).unwrap();
    let config = fs::read_to_string(game.join(".cargo/config.toml")).unwrap();
    assert!(config.contains(&format!("target-dir = '{}'", workspace().join("target").display())), "{config}");
    assert!(
        manifest.contains(&format!("path = '{}'", workspace().join("crates/kaiketsu").display())),
        "{manifest}"
    );
}
