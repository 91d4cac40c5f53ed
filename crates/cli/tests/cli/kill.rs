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

/// How many layers are written so far.
fn layers(scratch: &Scratch) -> usize {
    let Ok(folder) = std::fs::read_dir(scratch.path().join("dodgem-3")) else { return 0 };
    let names = folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with("layer-") && name.ends_with(".kai")).count()
}
