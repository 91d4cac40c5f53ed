//! Bad input and bad luck: a clear message, the documented exit code, no panic.

use crate::scratch::{Scratch, refused};

#[test]
fn requests_that_make_no_sense() {
    let scratch = Scratch::new("requests");
    scratch.run("solve tic-tac-toe");
    scratch.refuses("solve chess", 2, &["`chess`", "tic-tac-toe", "quixo", "kaiketsu games"]);
    scratch.refuses("query quixo-9x9", 2, &["quixo-9x9", "quixo-3x3"]);
    scratch.refuses("solve tic-tac-toe --kernel magic", 2, &["`magic`", "sweep"]);
    scratch.refuses("solve quixo-3x3 --kernel induction", 2, &["induction", "--values-only"]);
    scratch.refuses("query tic-tac-toe X.X/.../...", 2, &["2 X", "0 O", "X begins"]);
    scratch.refuses("query tic-tac-toe X..", 2, &["1 rows", "3 rows from the top"]);
    scratch.refuses("query tic-tac-toe ..?/.../...", 2, &["`?` on c3"]);
    scratch.refuses("line tic-tac-toe nonsense", 2, &["`nonsense`"]);
    scratch.refuses("solve tic-tac-toe --memory lots", 2, &["`lots`", "500M"]);
    scratch.refuses("solve tic-tac-toe --threads 0", 2, &["--threads"]);
    for command in ["query", "line", "stats", "verify", "play", "puzzles", "prove", "games"] {
        scratch.refuses(&format!("{command} tic-tac-toe --kernel sweep"), 2, &["--kernel"]);
        scratch.refuses(&format!("{command} tic-tac-toe --values-only"), 2, &["--values-only"]);
    }
    scratch.refuses("bench otrio --kernel sweep", 2, &["otrio has no kernels", "--kernel"]);
    scratch.refuses("bench otrio --values-only", 2, &["otrio has no kernels", "--values-only"]);
    scratch.refuses("bench --requests tic-tac-toe --kernel sweep", 2, &["--requests", "--kernel"]);
    scratch.refuses("frobnicate", 2, &["frobnicate"]);
}

#[test]
fn games_not_solved_yet() {
    let scratch = Scratch::new("unsolved");
    for command in ["query", "line", "stats", "verify"] {
        scratch.refuses(&format!("{command} quixo-3x3"), 3, &["no database", "kaiketsu solve quixo-3x3"]);
    }
    scratch.run("solve quixo-3x3 --layers 4");
    scratch.refuses("query quixo-3x3", 3, &["unfinished", "kaiketsu solve quixo-3x3"]);
    scratch.refuses("solve quixo-3x3 --values-only", 2, &["with distances", "without --values-only", "--db"]);
    scratch.run("solve quixo-3x3");
    scratch.run("query quixo-3x3");
}

#[test]
fn too_little_memory_is_refused_before_anything_is_written() {
    let scratch = Scratch::new("memory");
    scratch.refuses("solve quixo-5x5 --memory 4G", 5, &["quixo-5x5", "MiB", "--memory"]);
    scratch.refuses("solve quixo-4x4 --memory 1M", 5, &["quixo-4x4", "at least", "given 1 MiB"]);
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
}

#[test]
fn folders_that_cannot_be_written() {
    let scratch = Scratch::new("unwritable");
    std::fs::write(scratch.path().join("file"), "not a folder").unwrap();
    scratch.refuses(&format!("solve tic-tac-toe --db {}", scratch.file("file/db")), 1, &["file/db"]);
}

/// What was finished stays, and the next run goes on from there.
#[cfg(unix)]
#[test]
fn writes_that_fail_lose_nothing_finished() {
    let whole = Scratch::new("limit-whole");
    whole.run("solve dodgem-3");
    let scratch = Scratch::new("limit");
    let output = scratch.limited(4, "solve dodgem-3 --quiet");
    refused(&output, "solve with small files only", 1, &["layer-"]);
    let finished = scratch.files("dodgem-3");
    assert!(finished.len() > 5, "small layers fit below the limit");
    assert!(finished.iter().all(|(name, _)| !name.ends_with(".tmp")));
    let resumed = scratch.json("solve dodgem-3");
    assert_eq!(resumed["reused_layers"], finished.len() - 1, "all but the manifest");
    assert_eq!(scratch.files("dodgem-3"), whole.files("dodgem-3"));
}

#[test]
fn any_flipped_bit_is_found() {
    let scratch = Scratch::new("flips");
    scratch.run("solve tic-tac-toe");
    scratch.run("verify tic-tac-toe");
    let folder = scratch.path().join("tic-tac-toe");
    for (name, bytes) in scratch.files("tic-tac-toe") {
        // Spread over the file, its first and last bytes included.
        let spread = (0..7).map(|i| i * (bytes.len() - 1) / 6);
        for (round, at) in spread.enumerate() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (round % 8);
            std::fs::write(folder.join(&name), &damaged).unwrap();
            let output = scratch.command("verify tic-tac-toe --quiet").output().unwrap();
            refused(&output, &format!("verify with byte {at} of {name} flipped"), 4, &[&name]);
        }
        std::fs::write(folder.join(&name), &bytes).unwrap();
    }
    std::fs::remove_file(folder.join("layer-0003.kai")).unwrap();
    scratch.refuses("query tic-tac-toe", 4, &["layer-0003.kai"]);
    scratch.run("solve tic-tac-toe");
    scratch.run("verify tic-tac-toe");
}

/// The first layers whole, in either way, and a sample over all of them.
#[test]
fn layers_are_verified_whole_beside_a_sample() {
    let scratch = Scratch::new("verify-layers");
    scratch.run("solve dodgem-2");
    let found = scratch.json("verify dodgem-2 --layers 5 --sample 300 --seed 7");
    assert_eq!((&found["way"], &found["layers"]), (&"solved again".into(), &5.into()));
    assert_eq!((&found["by_the_rules"], &found["seed"]), (&300.into(), &7.into()));
    let info = scratch.json("db info dodgem-2");
    let layers = info["layers"].as_array().unwrap();
    let whole: u64 = layers[..5].iter().map(|layer| layer["positions"].as_u64().unwrap()).sum();
    let found = scratch.json("verify dodgem-2 --layers 5 --by-rules --sample 300");
    assert_eq!((&found["way"], &found["by_the_rules"]), (&"rules".into(), &(whole + 300).into()));
    let said = scratch.run("verify dodgem-2 --layers 5 --by-rules");
    assert!(said.contains(&format!("all {whole} positions of 5 layers hold")), "{said}");
    scratch.refuses("verify dodgem-2 --by-rules --sample 300", 2, &["--by-rules", "--sample"]);
    scratch.refuses("verify dodgem-2 --seed 3", 2, &["--seed"]);
    scratch.refuses("verify dodgem-2 --layers 0", 2, &["--layers"]);
}

#[test]
fn help_teaches() {
    let scratch = Scratch::new("help");
    let help = scratch.run("--help");
    for words in ["kaiketsu solve quixo-4x4", "Exit codes", "--memory", "KAIKETSU_DB"] {
        assert!(help.contains(words), "{help}");
    }
    let commands = "games plan solve query line stats verify prove check bench play annotate puzzles export \
                    db completions man";
    for command in commands.split_whitespace() {
        assert!(scratch.run(&format!("{command} --help")).contains("Usage"));
    }
    assert!(scratch.run("games dodgem-3").contains("R.../R.../R.../.UUU"));
}
