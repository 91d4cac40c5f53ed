//! Nothing lost: what cannot be kept, memory that is not there, files made to harm.

use std::process::Output;

use crate::scratch::{Scratch, refused};

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The answer is given whole, then the error; and nothing is left of the file.
fn answered_and_not_kept(scratch: &Scratch, arguments: &str, file: &str) {
    let output = scratch.command(&format!("--json {arguments}")).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments}: {}", stderr(&output));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments}: {error}: {}", stderr(&output)));
    assert!(answer.is_object(), "{arguments}");
    assert!(stderr(&output).contains(file) && !stderr(&output).contains("panicked"), "{}", stderr(&output));
}

#[test]
fn an_answer_is_given_though_its_file_cannot_be_written() {
    let scratch = Scratch::new("answer-first");
    scratch.run("solve tic-tac-toe");
    let folder = scratch.file("not/there");
    answered_and_not_kept(&scratch, &format!("prove tic-tac-toe --certificate {folder}/c"), "not/there");
    answered_and_not_kept(&scratch, &format!("line tic-tac-toe --record {folder}/r"), "not/there");
    let play = format!("play tic-tac-toe --side none --record {folder}/r");
    answered_and_not_kept(&scratch, &play, "not/there");
    answered_and_not_kept(&scratch, &format!("stats tic-tac-toe --results {folder}/t"), "not/there");
    assert_eq!(scratch.json("prove tic-tac-toe")["value"], "draw");
}

/// As on a full disk: what is there stays, and no half file and no empty one is left.
#[cfg(unix)]
#[test]
fn files_are_written_whole_or_not_at_all() {
    let scratch = Scratch::new("whole-files");
    scratch.run("solve tic-tac-toe");
    let names = || {
        let entries = std::fs::read_dir(scratch.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| !name.starts_with("verdicts"));
        names.sort();
        names
    };
    let before = names();
    let (new, old) = (scratch.file("new"), scratch.file("old"));
    for command in [
        format!("prove tic-tac-toe --certificate {new}"),
        format!("line tic-tac-toe --record {new}"),
        format!("play tic-tac-toe --side none --record {new}"),
        format!("stats tic-tac-toe --results {new}"),
        format!("export tic-tac-toe {new}.csv"),
    ] {
        let output = scratch.limited(0, &format!("--quiet {command}"));
        assert_eq!(output.status.code(), Some(1), "{command}: {}", stderr(&output));
        assert!(stderr(&output).contains("cannot write"), "{command}: {}", stderr(&output));
        assert_eq!(names(), before, "{command} left something behind");
    }
    std::fs::write(&old, "precious").unwrap();
    for command in ["prove tic-tac-toe --certificate", "stats tic-tac-toe --results"] {
        assert_eq!(scratch.limited(0, &format!("--quiet {command} {old}")).status.code(), Some(1));
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "precious", "{command}");
        scratch.run(&format!("{command} {old}"));
        assert!(!std::fs::read(&old).unwrap().starts_with(b"precious"), "{command}");
        std::fs::write(&old, "precious").unwrap();
    }
    scratch.refuses(&format!("line tic-tac-toe --record {old}"), 2, &["not overwritten"]);
    scratch.refuses(&format!("play tic-tac-toe --side none --record {old}"), 2, &["not overwritten"]);
    // What is no file is written into, and stays what it is.
    let pipe = scratch.file("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    scratch.run(&format!("prove tic-tac-toe --certificate {pipe}"));
    assert!(reader.join().unwrap().starts_with(b"kaiketsu certificate"));
    assert!(!std::fs::metadata(&pipe).unwrap().is_file());
}

/// Where programs may use little memory, a search is smaller or refused, and never
/// ends in the middle.
#[cfg(target_os = "linux")]
#[test]
fn a_search_without_memory_is_smaller_or_refused() {
    let scratch = Scratch::new("little-memory");
    let run = |kibibytes: u32, arguments: &str| {
        let program = env!("CARGO_BIN_EXE_kaiketsu");
        let script =
            format!("ulimit -v {kibibytes}; exec timeout 60 '{program}' --quiet --threads 1 {arguments}");
        let mut command = std::process::Command::new("bash");
        command.args(["-c", &script]).env("KAIKETSU_DB", scratch.path()).env("RUST_BACKTRACE", "0");
        command.output().unwrap()
    };
    let (mut answered, mut refused_one) = (0, 0);
    for question in [
        "prove tic-tac-toe",
        "prove otrio --seconds 1 --after 'a1S b2M'",
        "prove quantum-tic-tac-toe --goal first-win --ordering 1",
        "prove dodgem-3 --seconds 1",
        "prove quantum-tic-tac-toe --memory 2G",
    ] {
        for kibibytes in [60_000, 100_000, 200_000, 400_000, 900_000] {
            let output = run(kibibytes, question);
            let (code, said) = (output.status.code(), stderr(&output));
            match code {
                Some(0) => answered += 1,
                Some(5) => refused_one += 1,
                _ => panic!("`{question}` in {kibibytes} KiB: {code:?} {said}"),
            }
            assert!(!said.contains("panicked"), "{said}");
        }
    }
    assert!(answered >= 5 && refused_one >= 5, "{answered} answered, {refused_one} refused");
}

/// Nobody knows before it ends how much a strategy leads through.
#[test]
fn certificates_heed_limits_of_memory() {
    let scratch = Scratch::new("strategies");
    let file = scratch.file("certificate");
    let prove = |memory| format!("prove quantum-tic-tac-toe --memory {memory} --certificate {file}");
    scratch.refuses(&prove("1M"), 5, &["strategies", "positions", "raise --memory"]);
    assert!(!std::path::Path::new(&file).exists());
    scratch.run(&prove("64M"));
    let whole = scratch.json(&format!("check {file}"));
    assert!(whole["positions"].as_u64().unwrap() > 30_000 && whole["bytes"].as_u64().unwrap() > 35_000);
    for memory in ["30K", "100K", "1M"] {
        let check = format!("check {file} --memory {memory}");
        scratch.refuses(&check, 5, &["strategies", "raise --memory"]);
    }
    assert_eq!(scratch.json(&format!("check {file} --memory 64M"))["proved"], true);
}

/// Others may write files to be read here: no letter of them steers the terminal.
#[test]
fn what_files_hold_does_not_steer_the_terminal() {
    let scratch = Scratch::new("escapes");
    scratch.run("solve tic-tac-toe");
    let harmless = |output: &Output, what: &str| {
        for (said, name) in [(&output.stdout, "stdout"), (&output.stderr, "stderr")] {
            let text = String::from_utf8(said.clone()).unwrap();
            let steers = |letter: &char| letter.is_control() && *letter != '\n';
            assert_eq!(text.chars().find(steers), None, "{name} of {what}: {text:?}");
        }
    };
    let escape = "\u{1b}]0;stolen\u{7}\u{1b}[2J\u{9b}31m";
    let records = [
        format!("game: tic-tac-toe\n\nb2 {escape}"),
        format!("game: {escape}\n\nb2"),
        format!("game: tic-tac-toe\nstart: {escape}\n\nb2"),
        format!("game: tic-tac-toe\nfirst: {escape}\n\nb2 a1"),
    ];
    for record in records {
        std::fs::write(scratch.file("record"), &record).unwrap();
        for json in ["", "--json "] {
            let file = scratch.file("record");
            let output = scratch.command(&format!("{json}annotate tic-tac-toe {file}")).output().unwrap();
            harmless(&output, &record);
        }
    }
    // A manifest with the right checksum and a title of somebody's own.
    let manifest = scratch.path().join("tic-tac-toe/manifest.toml");
    let text = std::fs::read_to_string(&manifest).unwrap().replace("Tic-tac-toe", r"\u001B[2J\u009B");
    let (body, _) = text.split_at(text.rfind("# blake3 ").unwrap());
    let sealed = format!("{body}# blake3 {}\n", blake3::hash(body.as_bytes()).to_hex());
    std::fs::write(&manifest, sealed).unwrap();
    for command in ["db info tic-tac-toe", "--json db info tic-tac-toe", "db list"] {
        let output = scratch.command(command).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        harmless(&output, command);
    }
    scratch.refuses(&format!("query 'tic-tac-toe' 'X{escape}'"), 2, &["tic-tac-toe"]);
    harmless(&scratch.command(&format!("query 'tic-tac-toe' 'X{escape}'")).output().unwrap(), "a position");
}

/// A block that was damaged since it was written is found by the next solve, which
/// names it and builds nothing on it.
#[test]
fn a_solve_reads_what_it_reuses() {
    let scratch = Scratch::new("reused");
    scratch.run("solve dodgem-2");
    let layers: Vec<_> =
        scratch.files("dodgem-2").into_iter().filter(|(name, _)| name.ends_with(".kai")).collect();
    for (name, bytes) in layers.iter().step_by(4) {
        let file = scratch.path().join("dodgem-2").join(name);
        let mut damaged = bytes.clone();
        damaged[70] ^= 8; // after the header
        std::fs::write(&file, damaged).unwrap();
        scratch.refuses("solve dodgem-2", 4, &[name, "damaged", "remove it and solve again"]);
        std::fs::remove_file(&file).unwrap();
        scratch.run("solve dodgem-2");
        assert_eq!(std::fs::read(&file).unwrap(), *bytes, "{name}");
    }
}

#[test]
fn a_damaged_manifest_or_book_is_told_with_its_exit_code() {
    let scratch = Scratch::new("damaged");
    scratch.run("solve tic-tac-toe");
    std::fs::write(scratch.file("verdicts.book"), [0xff, 0xfe]).unwrap();
    scratch.refuses("prove otrio", 4, &["verdicts.book", "delete the file"]);
    let manifest = scratch.file("tic-tac-toe/manifest.toml");
    let whole = std::fs::read(&manifest).unwrap();
    std::fs::write(&manifest, [&whole[..], b"x"].concat()).unwrap();
    let output = scratch.command("db info tic-tac-toe").output().unwrap();
    refused(&output, "db info", 4, &["manifest", "damaged"]);
}
