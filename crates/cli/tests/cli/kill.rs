//! `kill -9` midway, then resume: the same bytes as an unbroken run.

use std::time::Duration;

use crate::scratch::Scratch;

#[test]
fn twenty_kills_and_resumes() {
    let whole = Scratch::new("kill-whole");
    whole.run("solve dodgem-3 --kernel queue --quiet");
    let expected = whole.files("dodgem-3");

    let mut killed_midway = 0;
    for round in 0..20u32 {
        let scratch = Scratch::new(&format!("kill-{round}"));
        // Spread over the whole run; other threads and kernels may resume it.
        let kernels = ["queue", "rows", "sweep"];
        let solve =
            |kernel: &str, threads| format!("solve dodgem-3 --quiet --kernel {kernel} --threads {threads}");
        let mut child = scratch.command(&solve("queue", 1 + round % 3)).spawn().unwrap();
        while layers(&scratch) < round as usize && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let resumed = scratch.json(&solve(kernels[round as usize % 3], 1 + (round + 1) % 3));
        let reused = resumed["reused_layers"].as_u64().unwrap();
        killed_midway += u32::from(reused > 0 && reused < 25);
        assert_eq!(
            scratch.files("dodgem-3"),
            expected,
            "killed in round {round}, {reused} layers were whole"
        );
    }
    assert!(killed_midway >= 5, "only {killed_midway} of 20 kills hit the run midway");
}

/// What a process was writing when it was killed goes when the next one writes a file
/// there; what a living one writes stays, however long it stands still.
#[cfg(unix)]
#[test]
fn a_killed_process_leaves_no_draft_for_long() {
    let scratch = Scratch::new("drafts");
    scratch.run("solve dodgem-3 --quiet");
    let drafts = || -> Vec<_> {
        let entries = std::fs::read_dir(scratch.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with(".kaiketsu-")).collect()
    };
    let signal = |kind: &str, child: &std::process::Child| {
        let status = std::process::Command::new("kill").args([kind, &child.id().to_string()]).status();
        assert!(status.unwrap().success());
    };
    // What people may call their own files.
    let theirs = [".kaiketsu-config", ".kaiketsu-my-own.draft", "kaiketsu-abcdef.draft"];
    theirs.iter().for_each(|name| std::fs::write(scratch.path().join(name), "theirs").unwrap());
    let others = drafts().len();
    let mut writes = 0;
    let mut write = || {
        writes += 1;
        scratch.run(&format!("line dodgem-3 --quiet --record {}", scratch.file(&format!("line-{writes}"))));
    };
    let midway = |name: &str| {
        let mut child =
            scratch.command(&format!("export dodgem-3 --quiet {}", scratch.file(name))).spawn().unwrap();
        while drafts().len() == others && child.try_wait().unwrap().is_none() {}
        signal("-STOP", &child);
        child
    };
    // By luck one may be too quick to be met midway.
    let mut killed = 0;
    for round in 0..20 {
        let mut child = midway(&format!("killed-{round}.csv"));
        let found = drafts().len() - others;
        write();
        assert_eq!(drafts().len() - others, found, "the draft of a living process");
        child.kill().unwrap();
        child.wait().unwrap();
        killed += drafts().len() - others;
        write();
        assert_eq!(drafts().len(), others, "{:?}", drafts());
        let mut child = midway(&format!("whole-{round}.csv"));
        write();
        signal("-CONT", &child);
        assert!(child.wait().unwrap().success());
        let rows = std::fs::read_to_string(scratch.file(&format!("whole-{round}.csv"))).unwrap();
        assert_eq!(rows.lines().count(), 277_994, "with the names of the columns");
        if killed >= 3 {
            break;
        }
    }
    assert!(killed >= 3, "only {killed} were met midway");
    assert!(theirs.iter().all(|name| scratch.path().join(name).exists()));
}

/// How many layers are written so far.
fn layers(scratch: &Scratch) -> usize {
    let Ok(folder) = std::fs::read_dir(scratch.path().join("dodgem-3")) else { return 0 };
    let names = folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with("layer-") && name.ends_with(".kai")).count()
}
